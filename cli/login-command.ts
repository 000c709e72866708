// `sandbank login`: a person completes the SCA, and later commands act as that person.
import type { Command } from 'commander';
import { headersOf } from '../client/tpp.ts';
import { defined } from '../server/kernel/defined.ts';
import { type BankOptions, bankUrl, withBank } from './bank-options.ts';
import { answer, type Terminal, UsageError } from './command.ts';
import { changePeople, folderOf } from './credentials.ts';
import { contextOption, logIn, nameOf, nationalId, type PsuOptions } from './psu.ts';
import { openTpp, type TppOptions, withCredentials } from './tpp.ts';

interface Options extends TppOptions, PsuOptions {
  readonly forget?: boolean;
}

export function define(command: Command, terminal: Terminal): void {
  command
    .argument('[person]', 'a test user, such as jonas, or a national id', nationalId)
    .addOption(contextOption())
    .option('--browser', "log in on the bank's SCA page instead")
    .option('--forget', 'log out, and forget the PSU-IDs and sessions of this bank');
  withCredentials(withBank(command))
    .addHelpText(
      'after',
      `
The person shares all accounts. Prints the headers to send in your own client.

Examples:
  sandbank login jonas
  sandbank call GET /v1/accounts`,
    )
    .action(async (as: string | undefined, options: Options) => {
      if (options.forget) return logOut(options, terminal);
      if (as === undefined && !options.browser) {
        throw new UsageError('Who logs in? Name a test user, such as jonas, or use --browser.');
      }
      const tpp = await openTpp(bankUrl(options), options, terminal);
      const who = { ...options, ...defined({ as }) };
      const psu = await logIn(tpp, who);
      await changePeople(tpp.folder, (people) => ({ ...people, loggedIn: nameOf(who) }));
      const headers = Object.entries(headersOf(psu)).map(([name, value]) => `${name}: ${value}`);
      const text = [`Logged in, in ${psu.context} context. Send:`, ...headers].join('\n');
      answer(terminal, options, { ...psu, headers: headersOf(psu) }, text);
    });
}

async function logOut(options: BankOptions & TppOptions, terminal: Terminal): Promise<void> {
  const folder = options.credentials ?? folderOf(bankUrl(options));
  await changePeople(folder, () => ({ known: {} }));
  answer(terminal, options, { loggedIn: null }, 'Nobody is logged in.');
}
