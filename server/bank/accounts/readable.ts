// From a call to the accounts, or the cards, that it may read: the same door for both.

import type { Reply } from '../../protocol/reply.ts';
import type { Row, Table } from '../../storage/table.ts';
import type { Call } from '../banks/operation.ts';
import { type Access, checkAccess, unknownAccount } from './access.ts';

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
    const checked = await checkAccess(call, call.params['accountId'] ?? '');
    if ('reply' in checked) return checked.reply;
    const [consented] = checked.access.accounts;
    const row = consented && (await call.bank.tx.get(table, consented.accountId));
    if (row === undefined) throw unknownAccount();
    return handle(call, { row, access: checked.access });
  };
}

/** Every row of the table that the call may read, or the 401. */
export async function readables<R extends Row>(
  call: Call,
  table: Table<R>,
): Promise<{ readonly rows: readonly R[] } | { readonly reply: Reply }> {
  const checked = await checkAccess(call);
  if ('reply' in checked) return checked;
  const rows: R[] = [];
  for (const { accountId } of checked.access.accounts) {
    const row = await call.bank.tx.get(table, accountId);
    if (row !== undefined) rows.push(row);
  }
  return { rows };
}

/** The path as sent, without query. */
export const pathOf = (call: Call): string => call.target.split('?', 1)[0] ?? call.target;
