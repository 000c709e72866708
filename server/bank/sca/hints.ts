// Persons to log in as, for the first SCA page: who they are and what they have here, in few words.

import type { Language } from '../../protocol/psu-headers.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type CustomerRow, customers } from '../customers/tables.ts';
import { contextsOf } from './contexts.ts';
import type { PersonHint } from './page-model.ts';
import type { Holdings, ScaDeps } from './purpose.ts';

/** The page is not a register: enough for the starting set and a few persons made by hand. */
const MAX_HINTS = 8;

/** At most eight, by national id. */
export async function personHints(
  bank: BankTx,
  language: Language,
  deps: ScaDeps,
): Promise<readonly PersonHint[]> {
  const hints: PersonHint[] = [];
  for (const person of await bank.tx.listBy(customers, 'all', 'all', { limit: MAX_HINTS })) {
    const note = await noteOf(bank, person, { words: WORDS[language], deps });
    hints.push({ nationalId: person.number, name: person.name, note });
  }
  return hints;
}

const WORDS = {
  en: {
    PRIVATE: 'Private',
    CORPORATE: 'Corporate',
    both: 'Private or corporate',
    accounts: ['no accounts', '1 account', '{n} accounts'],
    cards: ['no cards', '1 card', '{n} cards'],
  },
  nb: {
    PRIVATE: 'Privat',
    CORPORATE: 'Bedrift',
    both: 'Privat eller bedrift',
    accounts: ['ingen kontoer', '1 konto', '{n} kontoer'],
    cards: ['ingen kort', '1 kort', '{n} kort'],
  },
} as const;

/** A line ends with the dot rather than beginning with it. */
const DOT = '\u00a0· ';

type Words = (typeof WORDS)[Language];

/** `Private or corporate · 2 accounts, 1 card · Nordlys Snekkerverksted AS` */
async function noteOf(
  bank: BankTx,
  person: CustomerRow,
  { words, deps }: { words: Words; deps: ScaDeps },
): Promise<string> {
  const choices = await contextsOf(bank, person);
  const companies = choices.flatMap(({ context, name }) => (context === 'CORPORATE' ? [name] : []));
  if (companies.length === choices.length) return [words.CORPORATE, ...companies].join(DOT);
  const role = companies.length === 0 ? words.PRIVATE : words.both;
  const held = heldText(await deps.holdings(bank, person.id), words);
  return [role, held, ...companies].join(DOT);
}

function heldText({ accounts, cards }: Holdings, words: Words): string {
  const count = (n: number, [none, one, many]: readonly [string, string, string]): string =>
    n === 0 ? none : n === 1 ? one : many.replace('{n}', String(n));
  const texts = [count(accounts, words.accounts)];
  if (cards > 0) texts.push(count(cards, words.cards));
  return texts.join(', ');
}
