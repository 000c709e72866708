// GET …/transactions of accounts and cards: which lines, in which order, and the links to the other
// pages (ACC-03); without the PSU, within the limits.

import { dateAt, type PlainDate } from '../../kernel/dates.ts';
import { ApiError } from '../../protocol/errors.ts';
import { link } from '../../protocol/reply.ts';
import type { Call } from '../banks/operation.ts';
import { linesOf } from '../ledger/ledger.ts';
import type { LineRow } from '../ledger/tables.ts';
import { rememberNext } from './quota.ts';
import { pathOf, type Readable } from './readable.ts';
import { checkUnattended, oldestDay, readingOf } from './unattended.ts';

const DEFAULT_LIMIT = 100;

/** What a list takes besides bookingStatus. */
export const WINDOW_QUERY = {
  dateFrom: { schema: 'types/date.json', description: 'First day; 90 days back if absent' },
  dateTo: { schema: 'types/date.json', description: 'Last day; today if absent' },
  offset: { schema: 'query/offset.json', description: 'Rows to skip' },
  limit: { schema: 'query/limit.json', description: 'Rows to answer, 1 to 1000; 100 if absent' },
} as const;

type Query = Readonly<Record<string, string>>;

/** ACC-03: what no single parameter can say. */
export function checkTransactionQuery(query: Query): void {
  const { dateFrom, dateTo } = query;
  if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo) {
    const text = `dateFrom (${dateFrom}) is after dateTo (${dateTo}).`;
    throw new ApiError('ACC-03', 'FORMAT_ERROR', text, { path: 'dateFrom' });
  }
}

export interface TransactionWindow {
  readonly bookingStatus: string;
  readonly dateFrom: PlainDate;
  readonly dateTo: PlainDate;
  readonly offset: number;
  readonly limit: number;
  /** ACC-08: every pending line, whatever dateFrom, dateTo, offset and limit; from here, if from anywhere. */
  readonly allPending?: { readonly from?: PlainDate };
}

/** The parameters with their defaults, on the bank's clock. */
function windowOf(call: Call): TransactionWindow {
  const { query } = call;
  const today = dateAt(call.bank.now);
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

export interface TransactionPage {
  /** Absent = not asked for. */
  readonly booked?: readonly LineRow[];
  readonly pending?: readonly LineRow[];
  readonly hasMore: boolean;
}

/** A page and its links. Throws ScaNeeded (ACC-07) and ApiError 429 (ACC-06). */
export async function readTransactions(
  call: Call,
  { row, access }: Readable<{ readonly id: string }>,
  { allPending }: { readonly allPending: boolean },
): Promise<{ readonly page: TransactionPage; readonly links: PageLinks }> {
  const asked = windowOf(call);
  const read = { access, accountId: row.id, what: ['transactions'], from: asked.dateFrom } as const;
  await checkUnattended(call, read);
  const since = access.present ? {} : { from: oldestDay(call) };
  const window = allPending ? { ...asked, allPending: since } : asked;
  const page = await readPage(call, row.id, window);
  if (allPending && page.pending !== undefined) call.exercises('ACC-08');
  const links = pageLinks(pathOf(call), window, page.hasMore);
  if (!access.present && links.next !== undefined) {
    rememberNext(call, readingOf(read), links.next.href);
  }
  return { page, links };
}

/** One window over pending lines followed by booked ones, each newest first. */
async function readPage(
  call: Call,
  accountId: string,
  window: TransactionWindow,
): Promise<TransactionPage> {
  const wantsPending = window.bookingStatus !== 'booked';
  const wantsBooked = window.bookingStatus !== 'pending';
  const today = dateAt(call.bank.now);
  const dates = { from: window.dateFrom, to: window.dateTo < today ? window.dateTo : today };
  const { offset, limit, allPending } = window;
  const pendingDates = allPending === undefined ? dates : { ...allPending, to: today };
  const pending = wantsPending
    ? await linesOf(call.bank, accountId, { status: 'pending', ...pendingDates })
    : [];
  // ACC-08: pending lines that no window limits take no room in it either.
  const inWindow = allPending === undefined ? pending : [];
  const pendingHere = inWindow.slice(offset, offset + limit);
  const room = limit - pendingHere.length;
  const bookedOffset = Math.max(0, offset - inWindow.length);
  const bookedRange = { ...dates, offset: bookedOffset, limit: room + 1 };
  const booked = wantsBooked
    ? await linesOf(call.bank, accountId, { status: 'booked', ...bookedRange })
    : [];
  const hasMore = offset + limit < inWindow.length || booked.length > room;
  return {
    ...(wantsBooked ? { booked: booked.slice(0, room) } : {}),
    ...(wantsPending ? { pending: allPending === undefined ? pendingHere : pending } : {}),
    hasMore,
  };
}

type LinkValue = ReturnType<typeof link>;

export type PageLinks = {
  readonly self: LinkValue;
  readonly next?: LinkValue;
  readonly previous?: LinkValue;
};

/** `self`, and `next` and `previous` where there are such pages; every parameter in each. */
function pageLinks(path: string, window: TransactionWindow, hasMore: boolean): PageLinks {
  const at = (offset: number): LinkValue => {
    const { bookingStatus, dateFrom, dateTo, limit } = window;
    const parameters = { bookingStatus, dateFrom, dateTo, offset, limit };
    const query = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
    return link(`${path}?${query.join('&')}`, 'GET');
  };
  const { offset, limit } = window;
  return {
    self: at(offset),
    ...(hasMore ? { next: at(offset + limit) } : {}),
    ...(offset > 0 ? { previous: at(Math.max(0, offset - limit)) } : {}),
  };
}
