// Making and reading mock transactions, of accounts and of cards alike (SBX-05).

import { dateAt, type PlainDate } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type {
  SandboxCardTransactionEntry,
  SandboxTransactionEntry,
} from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { link } from '../../protocol/reply.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Call } from '../banks/operation.ts';
import { addPending, book, linesOf } from '../ledger/ledger.ts';
import type { BalanceRow, LineRow } from '../ledger/tables.ts';
import { sandboxAmount } from './sandbox-amount.ts';

export const RULE = 'SBX-05';

type Entry = SandboxTransactionEntry | SandboxCardTransactionEntry;

/** The rest of the transaction, and further checks of it; `path` is the pointer of the entry. */
export type DetailsOf<Body> = (entry: Body, path: string, date: PlainDate) => JsonObject;

/** One transaction or an array of them, and what is particular to accounts or to cards. */
export interface NewTransactions<Body extends Entry> {
  readonly body: Body | readonly Body[];
  readonly balance: BalanceRow;
  readonly detailsOf: DetailsOf<Body>;
  /** The line's id; made up by default. */
  readonly idOf?: (entry: Body) => string | undefined;
}

interface Checked {
  readonly id: string;
  readonly pending: boolean;
  readonly amount: bigint;
  readonly bookingDate: PlainDate;
  readonly valueDate: PlainDate;
  readonly details: JsonObject;
}

/** Writes one transaction or an array of them, all or nothing; in the order of the body. */
export async function addTransactions<Body extends Entry>(
  bank: BankTx,
  { body, balance, detailsOf, idOf }: NewTransactions<Body>,
): Promise<readonly LineRow[]> {
  // All are checked before the first is written.
  const checked = entriesOf(body).map(({ entry, path }): Checked => {
    const dates = datesOf(entry, dateAt(bank.now), path);
    const place = {
      path: `${path}/transactionAmount`,
      currency: balance.currency,
      rule: RULE,
    } as const;
    return {
      id: idOf?.(entry) ?? bank.ids.token(),
      pending: entry.pending ?? false,
      amount: sandboxAmount(entry.transactionAmount, place),
      ...dates,
      details: detailsOf(entry, path, dates.bookingDate),
    };
  });
  return write(bank, balance, checked);
}

async function write(
  bank: BankTx,
  balance: BalanceRow,
  checked: readonly Checked[],
): Promise<readonly LineRow[]> {
  const accountId = balance.id;
  const booked = checked.filter((entry) => !entry.pending);
  const sum = booked.reduce((so, entry) => so + entry.amount, 0n);
  const written = new Map<string, LineRow>();
  const lines = await book(bank, {
    lines: booked.map(({ pending: _, ...line }) => ({ ...line, accountId })),
    clearing: [{ amount: -sum, currency: balance.currency }],
  });
  for (const line of lines) written.set(line.id, line);
  for (const { id, amount, bookingDate, details, pending } of checked) {
    if (!pending) continue;
    const fresh = { lineId: id, accountId, amount, date: bookingDate, details };
    written.set(id, await addPending(bank, fresh));
  }
  return checked.map(({ id }) => written.get(id) as LineRow);
}

/** EXECUTION_DATE_INVALID for a date after the bank's today, or a booking after its value date. */
function datesOf(entry: Entry, today: PlainDate, path: string) {
  const bookingDate = entry.bookingDate ?? entry.valueDate ?? today;
  const valueDate = entry.valueDate ?? bookingDate;
  if (bookingDate > today)
    throw badDate(
      `${path}/bookingDate`,
      `bookingDate ${bookingDate} is after the bank's today, ${today}.`,
    );
  if (valueDate > today)
    throw badDate(
      `${path}/valueDate`,
      `valueDate ${valueDate} is after the bank's today, ${today}.`,
    );
  if (bookingDate > valueDate)
    throw badDate(
      `${path}/bookingDate`,
      `bookingDate ${bookingDate} is after valueDate ${valueDate}.`,
    );
  return { bookingDate, valueDate };
}

const badDate = (path: string, text: string): ApiError =>
  new ApiError(RULE, 'EXECUTION_DATE_INVALID', text, { path });

/** The entries of a body, each with its pointer. */
export function entriesOf<Body extends Entry>(
  body: Body | readonly Body[],
): readonly { readonly entry: Body; readonly path: string }[] {
  if (!isArray(body)) return [{ entry: body, path: '' }];
  return body.map((entry, i) => ({ entry, path: `/${i}` }));
}

const isArray = <Body>(body: Body | readonly Body[]): body is readonly Body[] =>
  Array.isArray(body);

const DEFAULT_LIMIT = 100;

export interface LinePage {
  readonly lines: readonly LineRow[];
  readonly links: JsonObject;
}

/** Pending lines before booked ones, each newest first, in one window; dates are unlimited if not given. */
export async function readPage(call: Call, accountId: string, path: string): Promise<LinePage> {
  const { fromDate, toDate } = call.query;
  const offset = Number(call.query['offset'] ?? 0);
  const limit = Number(call.query['limit'] ?? DEFAULT_LIMIT);
  const dates = defined({ from: fromDate, to: toDate });
  const pending = await linesOf(call.bank, accountId, { status: 'pending', ...dates });
  const first = pending.slice(offset, offset + limit);
  // One more than there is room for tells whether there is a next page.
  const room = limit - first.length;
  const after = Math.max(0, offset - pending.length);
  const window = { ...dates, offset: after, limit: room + 1 };
  const booked = await linesOf(call.bank, accountId, { status: 'booked', ...window });
  const hasMore = offset + limit < pending.length || booked.length > room;
  const at = (there: number): JsonObject => {
    const parameters = Object.entries({ fromDate, toDate, offset: there, limit });
    const query = parameters.filter(([, value]) => value !== undefined);
    return link(`${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`, 'GET');
  };
  const links = {
    self: at(offset),
    ...(hasMore ? { next: at(offset + limit) } : {}),
    ...(offset > 0 ? { previous: at(Math.max(0, offset - limit)) } : {}),
  };
  return { lines: [...first, ...booked.slice(0, room)], links };
}

/** SBX-05 by the manner of ACC-03. */
export function checkDates(query: Readonly<Record<string, string>>): void {
  const { fromDate, toDate } = query;
  if (fromDate === undefined || toDate === undefined || fromDate <= toDate) return;
  const text = `fromDate (${fromDate}) is after toDate (${toDate}).`;
  throw new ApiError(RULE, 'FORMAT_ERROR', text, { path: 'fromDate' });
}

export const PAGE_QUERY = {
  fromDate: { schema: 'types/date.json', description: 'First date; the oldest if absent' },
  toDate: { schema: 'types/date.json', description: 'Last date; the newest if absent' },
  offset: { schema: 'query/offset.json', description: 'How many to pass over; 0 if absent' },
  limit: { schema: 'query/limit.json', description: 'How many at most; 100 if absent' },
} as const;
