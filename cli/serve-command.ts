// `sandbank serve`: runs the bank like `npm start`.
import type { Command } from 'commander';
import { openInBrowser } from '../server/open-browser.ts';
import { wholeNumber } from './bank-options.ts';
import type { CommonOptions, Terminal } from './command.ts';
import { environment } from './environment.ts';
import { loadMain } from './load-bank.ts';

interface Options extends CommonOptions {
  readonly port?: number;
  readonly memory?: boolean;
  readonly seed?: string;
  readonly open?: boolean;
}

const HIGHEST_PORT = 65_535;

export function define(command: Command, terminal: Terminal): void {
  command
    .option(
      '--port <n>',
      'the port; 0 takes a free one (env: PORT, default 8080)',
      wholeNumber(0, HIGHEST_PORT),
    )
    .option('--memory', 'store nothing on disk (env: SANDBANK_DATA=memory)')
    .option('--seed <file>', 'begin with this seed, YAML or JSON (env: SANDBANK_SEED)')
    .option('--open', 'open the bank in the browser')
    .addHelpText(
      'after',
      `
Environment variables configure the rest, such as HOST and SANDBANK_DATA (docs/settings.md). An option
wins over its variable. The bank runs until you press Ctrl-C.

Example:
  sandbank serve --memory --port 9000`,
    )
    .action(async ({ port, memory, seed, open, json }: Options) => {
      const { main } = await loadMain();
      terminal.exitCode = await main({
        environment: environment({
          ...(port === undefined ? {} : { PORT: String(port) }),
          ...(memory ? { SANDBANK_DATA: 'memory', SANDBANK_STORE: '' } : {}),
          ...(json ? { SANDBANK_LOG_FORMAT: 'json' } : {}),
          ...(seed === undefined ? {} : { SANDBANK_SEED: seed }),
        }),
        onReady({ text, ...addresses }) {
          if (open) openInBrowser(addresses.url, environment()['BROWSER']);
          return json ? JSON.stringify(addresses) : text;
        },
      });
    });
}
