// `sandbank approve`: ends an SCA flow without a browser, with the outcome that one wants.
import { type Command, Option } from 'commander';
import { psuIn } from '../client/tpp.ts';
import { defined } from '../server/kernel/defined.ts';
import { Refused } from './ask-bank.ts';
import { type BankOptions, bankUrl, withBank } from './bank-options.ts';
import { answer, type Terminal, UsageError } from './command.ts';
import { folderOf, readPeople } from './credentials.ts';
import { approve, contextOption, nationalId } from './psu.ts';

interface Options extends BankOptions {
  readonly as?: string;
  readonly context?: string;
  readonly outcome: string;
  readonly corporateId?: string;
}

export function define(command: Command, terminal: Terminal): void {
  command
    .argument('<link>', 'the scaRedirect link of an answer, or the id at its end')
    .addOption(
      new Option(
        '--as <person>',
        'who approves (default: the person that the request names, or who has logged in)',
      ).argParser(nationalId),
    )
    .addOption(contextOption())
    .option('--corporate-id <id>', 'the psuCorporateId, if the person has several agreements')
    .addOption(
      new Option('--outcome <outcome>', 'how the SCA ends')
        .choices(['approve', 'cancel', 'wrong-id', 'expire', 'error'])
        .default('approve'),
    );
  withBank(command)
    .addHelpText(
      'after',
      `
Prints the address to which the bank would have sent the browser.

Example:
  sandbank approve http://127.0.0.1:8080/sca/r6qXrpeS --as jonas`,
    )
    .action(async (link: string, options: Options) => {
      const { as, context, outcome, corporateId, token } = options;
      const base = /^(https?:.*)\/sca\//.exec(link)?.[1] ?? bankUrl(options);
      const choice = { context, outcome, psuCorporateId: corporateId };
      const at = { base, token };
      const redirect = await approve(link, { ...at, choice: { ...choice, nationalId: as } }).catch(
        async (error: unknown) => {
          if (!(error instanceof Refused) || error.path !== '/nationalId' || as !== undefined) {
            throw error;
          }
          const nationalId = await loggedInAt(base);
          return approve(link, { ...at, choice: { ...choice, nationalId } });
        },
      );
      const failed = new URL(redirect).searchParams.get('code');
      const result = failed === null ? defined({ ...psuIn(redirect) }) : { code: failed };
      const head = failed === null ? 'Approved.' : `The SCA ended with ${failed}.`;
      answer(terminal, options, { redirect, ...result }, `${head} The PSU returns to ${redirect}`);
      if (failed !== null && outcome === 'approve') terminal.exitCode = 1;
    });
}

/** The national id. */
async function loggedInAt(base: string): Promise<string> {
  const { loggedIn = '' } = await readPeople(folderOf(base));
  const [id = ''] = loggedIn.split(' ');
  if (/^\d+$/.test(id)) return id;
  throw new UsageError('Who approves? Name a test user: --as jonas.');
}
