// The reads that accounts and cards share: the list, one of them, its balances and its transactions
// (ACC-01 … ACC-03, CARD-01).

import { defined } from '../../kernel/defined.ts';
import { after, all, type Soon } from '../../kernel/soon.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import type { Row } from '../../storage/table.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Call } from '../banks/operation.ts';
import { needBalance } from '../ledger/ledger.ts';
import type { BalanceRow, LineRow } from '../ledger/tables.ts';
import { needAccess, unknownAccount } from './access.ts';
import type { Shown } from './account-views.ts';
import type { AccountRow, CardAccountRow } from './tables.ts';
import { type ListOptions, pathOf, readTransactions } from './transaction-list.ts';
import { checkUnattended } from './unattended.ts';

/** What differs between accounts and cards. */
export interface ReadKind<R = AccountRow | CardAccountRow> {
  find(bank: BankTx, id: string): Soon<R | undefined>;
  /** Members of the answers: one of them, the list of all, and the transactions. */
  readonly members: { readonly one: string; readonly all: string; readonly transactions: string };
  view(call: Call, row: R): Soon<Shown>;
  /** The body of the list of all. */
  list(shown: readonly Shown[]): Pick<Reply, 'body' | 'json'>;
  reference(row: R): JsonObject;
  balances(call: Call, balance: BalanceRow): readonly Json[];
  transaction(call: Call, line: LineRow, row: R): JsonObject;
}

/** The row that the path names (`{accountId}`), once the call may read it. */
export async function readableRow<R extends Row>(call: Call, kind: Pick<ReadKind<R>, 'find'>) {
  const resourceId = call.params['accountId'] ?? '';
  const { actor, accounts, present } = await needAccess(call, resourceId);
  const [consented] = accounts;
  const row = consented && (await kind.find(call.bank, consented.accountId));
  if (row === undefined) throw unknownAccount(resourceId);
  return { row, present, whose: { actor, accountId: row.id } };
}

export const readAll = (call: Call, kind: ReadKind): Soon<Reply> =>
  after(needAccess(call), ({ accounts }) =>
    after(all(accounts.map(({ accountId }) => shownOf(call, kind, accountId))), (found) => {
      const shown = found.filter((one) => one !== undefined);
      return { status: 200, ...kind.list(shown) };
    }),
  );

const shownOf = (call: Call, kind: ReadKind, id: string): Soon<Shown | undefined> =>
  after(kind.find(call.bank, id), (row) => row && kind.view(call, row));

export async function readOne(call: Call, kind: ReadKind): Promise<Reply> {
  const { row } = await readableRow(call, kind);
  const { view } = await kind.view(call, row);
  return { status: 200, body: { [kind.members.one]: view } };
}

export async function readBalances(call: Call, kind: ReadKind): Promise<Reply> {
  const { row, present, whose } = await readableRow(call, kind);
  if (!present) await checkUnattended(call, { ...whose, what: ['balances'] });
  const path = pathOf(call);
  const { one } = kind.members;
  const body = {
    [one]: kind.reference(row),
    balances: kind.balances(call, await needBalance(call.bank, row.id)),
    _links: { self: link(path, 'GET'), [one]: link(path.replace(/\/balances$/, ''), 'GET') },
  };
  return { status: 200, body };
}

export async function readTransactionList(
  call: Call,
  kind: ReadKind,
  options: ListOptions,
): Promise<Reply> {
  const { row, ...read } = await readableRow(call, kind);
  const page = await readTransactions(call, read, options);
  const view = (line: LineRow) => kind.transaction(call, line, row);
  const { one, transactions } = kind.members;
  const booked = page.booked?.map(view);
  const pending = page.pending?.map(view);
  const body = {
    [one]: kind.reference(row),
    [transactions]: { ...defined({ booked, pending }), _links: page.links },
  };
  return { status: 200, body };
}
