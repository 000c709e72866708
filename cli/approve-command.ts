// `sandbank approve`: ends an SCA flow without a browser, with the outcome that one wants.
import { type Command, Option } from 'commander';
import { defined } from '../server/kernel/defined.ts';
import { type BankOptions, bankUrl, withBank } from './bank-options.ts';
import { answer, type Terminal } from './command.ts';
import { approve, nationalId, psuIn } from './psu.ts';

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
      new Option('--as <id>', 'who approves; needed unless the request named the person').argParser(
        nationalId,
      ),
    )
    .addOption(
      new Option('--context <context>', 'in which context').choices(['PRIVATE', 'CORPORATE']),
    )
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
  sandbank approve http://127.0.0.1:8080/sca/r6qXrpeS --as 13039319955`,
    )
    .action(async (link: string, options: Options) => {
      const { as, context, outcome, corporateId, token } = options;
      const base = /^(https?:.*)\/sca\//.exec(link)?.[1] ?? bankUrl(options);
      const choice = { nationalId: as, context, outcome, psuCorporateId: corporateId };
      const redirect = await approve(link, { base, token, choice });
      const failed = new URL(redirect).searchParams.get('code');
      const result = failed === null ? defined({ ...psuIn(redirect) }) : { code: failed };
      const head = failed === null ? 'Approved.' : `The SCA ended with ${failed}.`;
      answer(terminal, options, { redirect, ...result }, `${head} The PSU returns to ${redirect}`);
      if (failed !== null && outcome === 'approve') terminal.exitCode = 1;
    });
}
