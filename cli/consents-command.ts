// `sandbank consents`: who has shared what, and an end to it.
import type { Command } from 'commander';
import { askControl, type BankOptions, lists, withBank } from './bank-options.ts';
import { columns } from './columns.ts';
import { answer, type Terminal } from './command.ts';

interface Consent {
  readonly id: string;
  readonly tpp: string;
  readonly psuId: string;
  readonly context: string;
  readonly accounts: readonly string[];
  readonly status: string;
  readonly validUntil?: string;
}

export function define(command: Command, terminal: Terminal): void {
  withBank(command).addHelpText(
    'after',
    `
Examples:
  sandbank consents
  sandbank consents revoke c50a90cc-29e0-86aa-b207-b359451d6b6b`,
  );
  lists(command, 'consents', async (options: BankOptions) => {
    const list = await askControl<{ consents: readonly Consent[] }>(options, 'consents');
    const rows = list.consents.map(({ id, status, context, tpp, validUntil, accounts }) => [
      id,
      status,
      context,
      tpp,
      validUntil === undefined ? '' : `until ${validUntil.slice(0, 10)}`,
      accounts.join(', '),
    ]);
    const text = rows.length === 0 ? 'Nobody has given a consent yet.' : columns(rows);
    answer(terminal, options, list, text);
  });
  command
    .command('revoke <id>')
    .description('revoke a consent, as the PSU can do at the bank')
    .action(async (id: string, _options, revoke: Command) => {
      const options = revoke.optsWithGlobals<BankOptions>();
      await askControl(options, `consents/${encodeURIComponent(id)}`, { method: 'DELETE' });
      answer(
        terminal,
        options,
        { revoked: id },
        `Revoked ${id}. The next read is 403 CONSENT_UNKNOWN.`,
      );
    });
}
