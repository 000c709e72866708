// Changes of a bank that no request to the signed interface made, told to coverage (CTRL-08): its clock,
// what falls due, and a new beginning. Whoever asks again after one asks for something new.
import type { Banks } from '../../bank/banks/banks.ts';
import type { DueHandlers } from '../../bank/banks/due.ts';
import type { Coverage } from './coverage.ts';

/** The same banks; coverage hears of each that begins again from the starting set. */
export function tellingRestarts(banks: Banks, coverage: Pick<Coverage, 'restarted'>): Banks {
  return {
    ...banks,
    async restart(bank) {
      await banks.restart(bank);
      coverage.restarted(bank.bank);
    },
  };
}

/** The same handlers; coverage hears of each piece of work that fell due. */
export function tellingDue(
  handlers: DueHandlers,
  coverage: Pick<Coverage, 'changed'>,
): DueHandlers {
  const rows = Object.entries(handlers).map(([type, handle]): [string, typeof handle] => [
    type,
    async (bank, subject) => {
      const events = await handle(bank, subject);
      coverage.changed(bank.bank);
      return events;
    },
  ]);
  return Object.fromEntries(rows);
}
