// What fixtures/bank holds: the customers, accounts and cards of the starting set, and the recipes from
// which their transactions are made. Read once, when the first starting set is asked for.

import { readFileSync } from 'node:fs';
import { PROJECT_FOLDER } from '../../kernel/project-folder.ts';
import type { AccountRow, CardAccountRow } from '../accounts/tables.ts';
import type { AgreementRow, CustomerRow, EngagementRow } from '../customers/tables.ts';
import type { Shift } from './calendar.ts';

type CustomerFixture = Omit<CustomerRow, 'id' | 'createdAt'>;

interface AgreementFixture extends Omit<AgreementRow, 'id' | 'customerId'> {
  readonly key: string;
  /** Number of the customer that owns it. */
  readonly owner: string;
  /** Each for all accounts of the agreement; limits in whole units of the account's currency. */
  readonly engagements: readonly {
    readonly customer: string;
    readonly roles: EngagementRow['roles'];
    readonly registerLimit: string;
    readonly approvalLimit: string;
  }[];
}

interface AccountFixture
  extends Omit<AccountRow, 'id' | 'customerId' | 'agreementId' | 'iban' | 'payments'> {
  readonly key: string;
  readonly owner: string;
  readonly agreement?: string;
  readonly creditLine: string;
  /** The lowest that the balance ever was in the year; the opening balance follows from it. */
  readonly lowest: string;
}

interface CardFixture extends Omit<CardAccountRow, 'id' | 'customerId' | 'creditLimit'> {
  readonly key: string;
  readonly owner: string;
  readonly creditLimit: string;
}

export interface Merchant {
  readonly name: string;
  readonly mcc: string;
  readonly town: string;
  readonly country: string;
}

/** Something that happens again and again on an account or card. When: one of `monthly`, `perWeek`, `chance`, `daysAgo`. */
export interface Recipe {
  readonly key: string;
  /** `own`: to another account of the same person. `cardBill`: pays what a card owes. */
  readonly kind: 'in' | 'out' | 'own' | 'card' | 'cardBill';
  /** Day of every month; 31 = the last. */
  readonly monthly?: number;
  /** Off Saturdays and Sundays; forward if absent. */
  readonly shift?: Shift;
  /** So many days of every week, 1 to 7. */
  readonly perWeek?: number;
  /** Probability per day, on these weekdays only (1 Monday … 7 Sunday; all if absent). */
  readonly chance?: number;
  readonly days?: readonly number[];
  /** A single pending transaction made so many days before today. */
  readonly daysAgo?: number;
  /** Lowest and highest amount in decimal text, or just the one. */
  readonly amount?: readonly string[];
  /** Amounts are multiples of it above the lowest; one minor unit if absent. */
  readonly step?: string;
  /** Of a card purchase abroad. */
  readonly currency?: string;
  /** A list of merchants.json. */
  readonly merchants?: string;
  /** The other party, its IBAN or Norwegian account number. */
  readonly name?: string;
  readonly account?: string;
  /** Start of a KID; the day and a check digit follow. */
  readonly kid?: string;
  /** `{month}` and `{number}` are filled in. */
  readonly text?: string;
  /** proprietaryBankTransactionCode, where the kind's own doesn't fit. */
  readonly code?: string;
  /** Keys of the account (`own`) or card (`cardBill`) on the other side. */
  readonly other?: string;
  readonly card?: string;
}

export interface Fixtures {
  readonly customers: readonly CustomerFixture[];
  readonly agreements: readonly AgreementFixture[];
  readonly accounts: readonly AccountFixture[];
  readonly cards: readonly CardFixture[];
  readonly merchants: Readonly<Record<string, readonly Merchant[]>>;
  /** `SEK/NOK`: what one SEK costs in NOK, six decimals. */
  readonly rates: Readonly<Record<string, string>>;
  /** By key of the account or card. */
  readonly transactions: Readonly<Record<string, readonly Recipe[]>>;
  /** What a seed can generate, by name. */
  readonly generators: Readonly<Record<string, Omit<Recipe, 'key'>>>;
}

const FOLDER = new URL('fixtures/bank/', PROJECT_FOLDER);

export function readFixtures(): Fixtures {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as never;
  return {
    customers: read('customers'),
    agreements: read('agreements'),
    accounts: read('accounts'),
    cards: read('cards'),
    merchants: read('merchants'),
    rates: read('rates'),
    transactions: read('transactions'),
    generators: read('generators'),
  };
}
