// `sandbank reset`: the starting state.
import type { Command } from 'commander';
import { askControl, type BankOptions, bankUrl, withBank } from './bank-options.ts';
import { answer, type Terminal } from './command.ts';

export function define(command: Command, terminal: Terminal): void {
  withBank(command)
    .addHelpText(
      'after',
      `
Consents, sessions, payments, settings and the clock are reset. Certificates, snapshots, the request
log and coverage stay.

Example:
  sandbank reset --bank job-7`,
    )
    .action(async (options: BankOptions) => {
      const made = await askControl<Readonly<Record<string, number>>>(options, 'reset', {
        method: 'POST',
      });
      const { customers, accounts, cardAccounts } = made;
      const text = `${bankUrl(options)} is in its starting state: ${customers} customers, ${accounts} accounts, ${cardAccounts} cards.`;
      answer(terminal, options, made, text);
    });
}
