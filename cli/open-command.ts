// `sandbank open`: a page of the bank in the browser.
import { Argument, type Command } from 'commander';
import { openInBrowser } from '../server/open-browser.ts';
import { type BankOptions, bankUrl, withBank } from './bank-options.ts';
import { answer, type Terminal } from './command.ts';
import { environment } from './environment.ts';

const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  docs: '/docs',
  console: '/console',
  requests: '/_sandbox/requests',
  coverage: '/_sandbox/coverage',
  readiness: '/_sandbox/readiness',
};
/** The same for every bank of a process. */
const SHARED = ['home', 'docs'];

export function define(command: Command, terminal: Terminal): void {
  const page = new Argument('[page]', 'which page').choices(Object.keys(PAGES)).default('home');
  withBank(command.addArgument(page))
    .addHelpText('after', '\nExample:\n  sandbank open requests')
    .action((name: string, options: BankOptions) => {
      const base = SHARED.includes(name) ? options.url : bankUrl(options);
      const address = `${base}${PAGES[name]}`;
      openInBrowser(address, environment()['BROWSER']);
      answer(terminal, options, { opened: address }, address);
    });
}
