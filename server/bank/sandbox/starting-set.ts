// The bank that `initialize` gives (SBX-02): four persons, two companies, eight accounts, two cards and
// a year of transactions up to yesterday. The same rows for the same date, and nothing else decides.
import { addDays, instantAt, type PlainDate } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { derivedUuid } from '../../kernel/ids.ts';
import { memoize } from '../../kernel/memoize.ts';
import type { StartingRows } from '../../storage/store.ts';
import type { AnyTable, Row } from '../../storage/table.ts';
import { norwegianIban, organisationNumberFor } from '../accounts/account-ids.ts';
import {
  type AccountRow,
  accounts,
  type CardAccountRow,
  cardAccounts,
} from '../accounts/tables.ts';
import {
  type AgreementRow,
  agreements,
  type CustomerRow,
  customers,
  type EngagementRow,
  engagements,
} from '../customers/tables.ts';
import { clearingRow, lineOrder, sumsOf } from '../ledger/balance.ts';
import { type BalanceRow, balances, type LineRow, lines } from '../ledger/tables.ts';
import { type Fixtures, readFixtures } from './fixtures.ts';
import { type Entry, minor } from './recipes.ts';
import { transactionsUpTo } from './starting-transactions.ts';

/** A function from the bank's today to its starting rows. It reads the fixtures on first use. */
export function createStartingSet(
  fixtures: () => Fixtures = memoize(readFixtures),
): (today: PlainDate) => StartingRows {
  return (today) => startingSet(fixtures, today);
}

/** The rows themselves (key `starting-set-1-<today>`): pure. A table's are made when asked for. */
export function startingSet(fixtures: () => Fixtures, today: PlainDate): StartingRows {
  const changedAt = instantAt(today);
  const entries = memoize(() => transactionsUpTo(fixtures(), today));
  const rows = new Map<AnyTable, () => readonly Row[]>([
    [customers, () => customerRows(fixtures(), instantAt(addDays(today, -365)))],
    [agreements, () => agreementRows(fixtures())],
    [accounts, () => accountRows(fixtures())],
    [engagements, () => engagementRows(fixtures())],
    [cardAccounts, () => cardRows(fixtures())],
    [balances, () => balanceRows(fixtures(), entries(), changedAt)],
    [lines, () => [...entries()].flatMap(([key, of]) => lineRows(key, of))],
  ]);
  return { key: `starting-set-1-${today}`, rows };
}

const customerId = (number: string): string => idOf('customer', number);
const agreementId = (key: string): string => idOf('agreement', key);
/** Of accounts and cards. */
const accountId = (key: string): string => idOf('account', key);
const idOf = (kind: string, key: string): string => derivedUuid('starting set', kind, key);

function customerRows(fixtures: Fixtures, createdAt: number): readonly CustomerRow[] {
  return fixtures.customers.map((customer) => ({
    id: customerId(customer.number),
    ...customer,
    createdAt,
  }));
}

/** Those of the companies, and one of each private customer's own (SBX-03). */
function agreementRows(fixtures: Fixtures): readonly AgreementRow[] {
  const corporate = fixtures.agreements.map(({ engagements: _, ...agreement }) => agreement);
  const own = fixtures.customers
    .filter(({ type }) => type === 'PRIVATE')
    .map(({ number, name }) => {
      return {
        key: number,
        owner: number,
        name,
        organisationNumber: organisationNumberFor(number),
      };
    });
  return [...corporate, ...own].map(({ key, owner, ...rest }) => ({
    id: agreementId(key),
    customerId: customerId(owner),
    ...rest,
  }));
}

function accountRows(fixtures: Fixtures): readonly AccountRow[] {
  return fixtures.accounts.map(({ key, owner, agreement, creditLine: _, lowest: __, ...rest }) => ({
    id: accountId(key),
    customerId: customerId(owner),
    ...defined({ agreementId: agreement && agreementId(agreement) }),
    ...rest,
    iban: norwegianIban(rest.bban),
    payments: true,
  }));
}

function engagementRows(fixtures: Fixtures): readonly EngagementRow[] {
  return fixtures.agreements.flatMap((agreement) =>
    agreement.engagements.flatMap((engagement) =>
      fixtures.accounts
        .filter((account) => account.agreement === agreement.key)
        .map((account) => ({
          id: idOf('engagement', `${engagement.customer} ${account.key}`),
          agreementId: agreementId(agreement.key),
          customerId: customerId(engagement.customer),
          accountId: accountId(account.key),
          roles: engagement.roles,
          registerLimit: minor(engagement.registerLimit, account.currency),
          approvalLimit: minor(engagement.approvalLimit, account.currency),
        })),
    ),
  );
}

function cardRows(fixtures: Fixtures): readonly CardAccountRow[] {
  return fixtures.cards.map(({ key, owner, creditLimit, ...rest }) => ({
    id: accountId(key),
    customerId: customerId(owner),
    ...rest,
    creditLimit: minor(creditLimit, rest.currency),
  }));
}

type Entries = ReadonlyMap<string, readonly Entry[]>;

/** Of all accounts and cards, and of clearing, which owes what they have. */
function balanceRows(fixtures: Fixtures, entries: Entries, changedAt: number): BalanceRow[] {
  const row = (key: string, currency: string, creditLine: string, lowest?: string): BalanceRow => {
    const of = entries.get(key) ?? [];
    const opening = lowest === undefined ? 0n : minor(lowest, currency) - lowestOf(of);
    const pending = of.filter((entry) => entry.pending);
    return {
      id: accountId(key),
      currency,
      creditLine: minor(creditLine, currency),
      opening,
      booked: opening + sum(of.filter((entry) => !entry.pending)),
      pending: sum(pending),
      held: sum(pending.filter((entry) => entry.amount < 0n)),
      lastLine: of.length,
      changedAt,
    };
  };
  const own = [
    ...fixtures.accounts.map((a) => row(a.key, a.currency, a.creditLine, a.lowest)),
    ...fixtures.cards.map((card) => row(card.key, card.currency, card.creditLimit)),
  ];
  const owed = sumsOf(own.map(({ booked, currency }) => ({ amount: -booked, currency })));
  const clearing = [...owed].map(([currency, sum]) => clearingRow(currency, sum, changedAt));
  return [...own, ...clearing];
}

/** The lowest balance on the way from 0, with holds. */
function lowestOf(of: readonly Entry[]): bigint {
  let running = 0n;
  let lowest = 0n;
  for (const { amount, pending } of of) {
    if (pending && amount > 0n) continue;
    running += amount;
    if (running < lowest) lowest = running;
  }
  return lowest;
}

function lineRows(key: string, of: readonly Entry[]): readonly LineRow[] {
  const id = accountId(key);
  return of.map((entry, i) => ({
    id: entry.id(),
    accountId: id,
    status: entry.pending ? 'pending' : 'booked',
    order: lineOrder(entry.day.date, i + 1),
    date: entry.day.date,
    valueDate: entry.day.date,
    amount: entry.amount,
    details: entry.details(),
  }));
}

const sum = (of: readonly Entry[]): bigint => of.reduce((so, entry) => so + entry.amount, 0n);
