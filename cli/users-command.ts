// `sandbank users`: whom one can log in as.
import type { Command } from 'commander';
import { counted } from '../server/kernel/counted.ts';
import { PROJECT_FOLDER } from '../server/kernel/project-folder.ts';
import { askControl, type BankOptions, withBank } from './bank-options.ts';
import { columns } from './columns.ts';
import { answer, type Terminal } from './command.ts';
import { loadMagicPersons } from './load-bank.ts';
import { showPerson } from './person-state.ts';
import { nationalId } from './psu.ts';

/** What a seed says of a bank: who its customers are, and what they own. */
interface Seed {
  readonly customers?: readonly {
    readonly customerNumber: string;
    readonly customerName: string;
  }[];
  readonly agreements?: readonly {
    readonly name: string;
    readonly engagements?: readonly Owned[];
  }[];
  readonly accounts?: readonly { readonly customerNumber?: string }[];
  readonly cards?: readonly { readonly customerNumber?: string }[];
}

/** An account of a company, and who may use it. */
interface Owned {
  readonly customer: string;
}

export function define(command: Command, terminal: Terminal): void {
  withBank(command)
    .argument(
      '[person]',
      'only this one: its links, sessions, consents, limits, payments',
      nationalId,
    )
    .addHelpText(
      'after',
      `
Any of them can be named after --as. The persons below the empty line need not be customers yet: something
goes wrong with each, as said beside it.

Examples:
  sandbank call GET /v1/accounts --as 13039319955
  sandbank users jonas`,
    )
    .action(async (person: string | undefined, options: BankOptions) => {
      if (person !== undefined) return showPerson(person, options, terminal);
      const seed = await askControl<Seed>(options, 'seed');
      const { customers = [] } = seed;
      const { readMagicPersons } = await loadMagicPersons();
      const magic = readMagicPersons(PROJECT_FOLDER).mishaps('en');
      const numbers = new Set(magic.map(({ nationalId }) => nationalId));
      const users = customers
        .filter(({ customerNumber }) => !numbers.has(customerNumber))
        .map(({ customerNumber, customerName }) => ({
          nationalId: customerNumber,
          name: customerName,
          note: holdingsOf(customerNumber, seed),
        }));
      const rows = (list: typeof users) =>
        list.map(({ nationalId, name, note }) => [nationalId, name, note]);
      const text = columns([...rows(users), [''], ...rows([...magic])]);
      answer(terminal, options, { users, magic }, text);
    });
}

function holdingsOf(number: string, { accounts = [], cards = [], agreements = [] }: Seed): string {
  const own = (rows: readonly { readonly customerNumber?: string }[]) =>
    rows.filter(({ customerNumber }) => customerNumber === number).length;
  const companies = agreements
    .filter(({ engagements = [] }) => engagements.some(({ customer }) => customer === number))
    .map(({ name }) => name);
  return [held(own(accounts), 'account'), held(own(cards), 'card'), ...companies]
    .filter((part) => part !== '')
    .join(', ');
}

const held = (n: number, what: string): string => (n === 0 ? '' : counted(n, what));
