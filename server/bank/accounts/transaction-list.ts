// GET …/transactions of accounts and cards: which lines, in which order, and the links to the other
// pages (ACC-03); without the PSU, within the limits.

import { defined } from '../../kernel/defined.ts';
import type { Call } from '../banks/operation.ts';
import { linesOf } from '../ledger/ledger.ts';
import { checkDates, linePage, pageLinks } from '../ledger/line-page.ts';
import type { LineRow } from '../ledger/tables.ts';
import { checkUnattended, oldestDay, type Reading, rememberNext } from './unattended.ts';

const DEFAULT_LIMIT = 100;

/** What a list takes besides bookingStatus. */
export const WINDOW_QUERY = {
  dateFrom: { schema: 'types/date.json', description: 'First day; 90 days back if absent' },
  dateTo: { schema: 'types/date.json', description: 'Last day; today if absent' },
  offset: { schema: 'query/offset.json', description: 'Rows to skip' },
  limit: { schema: 'query/limit.json', description: 'Rows to answer, 1 to 1000; 100 if absent' },
} as const;

/** ACC-03: what no single parameter can say. */
export const checkTransactionQuery = checkDates('ACC-03', 'dateFrom', 'dateTo');

/** The parameters with their defaults, on the bank's clock. */
function windowOf(call: Call) {
  const { query } = call;
  const today = call.today;
  const dateFrom = query['dateFrom'];
  // Never before dateFrom, or the links would name a window that is refused.
  const dateTo = query['dateTo'] ?? (dateFrom !== undefined && dateFrom > today ? dateFrom : today);
  const start = oldestDay(call);
  return {
    bookingStatus: query['bookingStatus'] ?? 'both',
    dateFrom: dateFrom ?? (start < dateTo ? start : dateTo),
    dateTo,
    offset: Number(query['offset'] ?? 0),
    limit: Number(query['limit'] ?? DEFAULT_LIMIT),
  };
}

type Whose = Pick<Reading, 'actor' | 'accountId'>;

export interface ListOptions {
  /** ACC-08: every pending transaction, whatever window the call asks for. */
  readonly allPending: boolean;
}

/** The path as sent, without query. */
export const pathOf = (call: Call): string => call.target.split('?', 1)[0] ?? call.target;

/**
 * A page, with the kinds of lines that the call asks for, and its links. Throws ScaNeeded (ACC-07) and ApiError
 * 429 (ACC-06).
 */
export async function readTransactions(
  call: Call,
  { whose, present }: { readonly whose: Whose; readonly present: boolean },
  { allPending }: ListOptions,
) {
  const window = windowOf(call);
  const { bookingStatus, dateFrom, dateTo, offset, limit } = window;
  const { accountId } = whose;
  const reading = { ...whose, what: ['transactions'], from: dateFrom } as const;
  if (!present) await checkUnattended(call, reading);
  const wantsPending = bookingStatus !== 'booked';
  const wantsBooked = bookingStatus !== 'pending';
  const statuses: LineRow['status'][] = wantsBooked ? ['booked'] : [];
  if (wantsPending && !allPending) statuses.push('pending');
  const today = call.today;
  const dates = { from: dateFrom, to: dateTo < today ? dateTo : today };
  const page = await linePage(call.bank, accountId, { statuses, dates, offset, limit });
  const links = pageLinks(pathOf(call), window, page.hasMore);
  if (!present && links.next !== undefined) rememberNext(call, reading, links.next.href);
  const pending =
    allPending && wantsPending ? await pendingLines(call, accountId, present) : page.pending;
  return {
    ...defined({
      booked: wantsBooked ? page.booked : undefined,
      pending: wantsPending ? pending : undefined,
    }),
    links,
  };
}

/** ACC-08: pending lines outside the window; without the PSU none that is too old for it. */
function pendingLines(call: Call, accountId: string, present: boolean) {
  call.exercises('ACC-08');
  const from = present ? undefined : oldestDay(call);
  const dates = { ...defined({ from }), to: call.today };
  return linesOf(call.bank, accountId, { status: 'pending', ...dates });
}
