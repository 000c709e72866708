// Mock accounts and mock cards have the same operations (SBX-04, SBX-05). A kind says what differs.

import type { PlainDate } from '../../kernel/dates.ts';
import type { Soon } from '../../kernel/soon.ts';
import type {
  SandboxCardTransactionEntry,
  SandboxTransactionEntry,
} from '../../protocol/generated/schemas.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { resourceIdOf } from '../accounts/account-ids.ts';
import type { AccountRow, CardAccountRow } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { BodyRead, Call } from '../banks/operation.ts';
import { type CustomerRow, customers } from '../customers/tables.ts';
import { needBalance } from '../ledger/ledger.ts';
import type { BalanceRow, LineRow } from '../ledger/tables.ts';
import { unknownId } from './sandbox-call.ts';

type MockRow = AccountRow | CardAccountRow;
export type MockEntry = SandboxTransactionEntry | SandboxCardTransactionEntry;

/** For each balance type that can be set: what must be booked for it to have that amount. */
export type BookedFor = Readonly<Record<string, (amount: bigint) => bigint>>;

/** An account or card with its balance. */
export interface Held<R = MockRow> {
  readonly row: R;
  readonly balance: BalanceRow;
}

interface TransactionsRead {
  readonly schema: `requests/sandbox-${'transaction' | 'card-transaction'}.json`;
}

export interface MockKind<R = MockRow, Entry = MockEntry> {
  readonly path: string;
  /** The path parameter with the id. */
  readonly parameter: 'mockAccountId' | 'mockCardAccountId';
  /** In summaries and refusals. */
  readonly name: 'account' | 'card account';
  readonly transaction: 'transaction' | 'card transaction';
  /** What operation ids call one, and one of its transactions. */
  readonly ids: { readonly one: string; readonly transaction: string };
  /** What POST takes: one of them, and its transactions. */
  readonly bodies: { readonly one: BodyRead; readonly transactions: TransactionsRead };
  /** What the names of the schemas of its answers begin with. */
  readonly schemas: 'responses/sandbox' | 'responses/sandbox-card';
  find(bank: BankTx, id: string): Soon<R | undefined>;
  ofCustomer(bank: BankTx, customerId: string): Soon<readonly R[]>;
  /** The handler of its POST; the schema of the kind has passed the body. */
  add(call: Call): Promise<Reply>;
  view(call: Call, held: Held<R>, owner: CustomerRow): JsonObject;
  remove(bank: BankTx, row: R): Promise<void>;
  bookedFor(balance: BalanceRow): BookedFor;
  balancesView(call: Call, balance: BalanceRow): readonly Json[];
  /** How the answer to new balances names it, if it does. */
  reference?(row: R): JsonObject;
  /** Throws ApiError if the entries do not fit the transactions that are there. */
  checkEntries?(bank: BankTx, row: R, entries: readonly EntryAt<Entry>[]): Promise<void>;
  /** Throws ApiError if the entry does not fit the account. */
  checkEntry?(row: R, at: EntryAt<Entry>): void;
  /** The id for a new line, if the body has one. */
  lineId?(row: R, entry: Entry): string | undefined;
  /** The members of a new line that the ledger does not have of its own. Throws ApiError. */
  lineDetails(row: R, at: EntryAt<Entry>, bookingDate: string): JsonObject;
  findLine(bank: BankTx, row: R, id: string): Promise<LineRow | undefined>;
  lineView(line: LineRow, row: R): JsonObject;
  /** The id under which the view shows the line. */
  shownLineId(line: LineRow): string;
}

/** One entry of a body with its JSON pointer. */
export interface EntryAt<Entry = MockEntry> {
  readonly entry: Entry;
  readonly path: string;
  /** No date of it may be later; by default today. */
  readonly latest?: PlainDate;
}

/**
 * The account or card of the path. Its id there is the bank's internal one, the same for every TPP, or
 * the resourceId under which the calling TPP knows it.
 */
export async function pathHeld(call: Call, kind: MockKind, rule: RuleId): Promise<Held> {
  const id = call.params[kind.parameter] ?? '';
  const row = (await kind.find(call.bank, id)) ?? (await byResourceId(call, kind, id));
  if (row === undefined) throw unknownId(rule, kind.name, id);
  return { row, balance: await needBalance(call.bank, row.id) };
}

/** Resource ids are one-way, so this looks through the bank; only ids of that form come here. */
async function byResourceId({ bank, tpp }: Call, kind: MockKind, id: string) {
  if (!id.startsWith('enc!!')) return undefined;
  for (const customer of await bank.tx.listBy(customers, 'all', 'all')) {
    const rows = await kind.ofCustomer(bank, customer.id);
    const row = rows.find((one) => resourceIdOf(bank.idScope, tpp.id, one.id) === id);
    if (row !== undefined) return row;
  }
  return undefined;
}

/** What the sandbox offers for the account or card at that path. */
export const mockLinks = (self: string): JsonObject => ({
  self: link(self, 'GET', 'DELETE'),
  balances: link(`${self}/balances`, 'PUT'),
  transactions: link(`${self}/transactions`, 'GET', 'POST', 'DELETE'),
});
