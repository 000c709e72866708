// From a call to the accounts, or the cards, that it may read: the same door for both.

import type { Reply } from '../../protocol/reply.ts';
import type { Row, Table } from '../../storage/table.ts';
import type { Call } from '../banks/operation.ts';
import { type Access, needAccess, unknownAccount } from './access.ts';

/** One account or card, and on whose behalf it is read. */
export interface Readable<R> {
  readonly row: R;
  readonly access: Access;
}

export type ReadHandler<R> = (call: Call, readable: Readable<R>) => Promise<Reply>;

/** Hands the row that the path names (`{accountId}`) to the handler, once the call may read it. */
export function withReadable<R extends Row>(
  table: Table<R>,
  handle: ReadHandler<R>,
): (call: Call) => Promise<Reply> {
  return async (call) => {
    const access = await needAccess(call, call.params['accountId'] ?? '');
    const [consented] = access.accounts;
    const row = consented && (await call.bank.tx.get(table, consented.accountId));
    if (row === undefined) throw unknownAccount();
    return handle(call, { row, access });
  };
}

/** Every row of the table that the call may read. */
export async function readables<R extends Row>(call: Call, table: Table<R>): Promise<readonly R[]> {
  const access = await needAccess(call);
  const rows: R[] = [];
  for (const { accountId } of access.accounts) {
    const row = await call.bank.tx.get(table, accountId);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/** The path as sent, without query. */
export const pathOf = (call: Call): string => call.target.split('?', 1)[0] ?? call.target;
