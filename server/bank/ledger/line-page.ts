// A page of an account's lines, and the links to the pages before and after it (ACC-03, SBX-05).
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import { link } from '../../protocol/reply.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { type LedgerTx, type LineRange, linesOf } from './ledger.ts';
import type { LineRow } from './tables.ts';

/** Refuses a query whose first date, under the name `from`, is after its last, under `to`. */
export const checkDates =
  (rule: RuleId, from: string, to: string) =>
  (query: Readonly<Record<string, string>>): void => {
    const [first, last] = [query[from], query[to]];
    if (first === undefined || last === undefined || first <= last) return;
    const text = `${from} (${first}) is after ${to} (${last}).`;
    throw new ApiError(rule, 'FORMAT_ERROR', text, { path: from });
  };

interface LineWindow extends Required<Pick<LineRange, 'offset' | 'limit'>> {
  readonly statuses: readonly LineRow['status'][];
  readonly dates: Pick<LineRange, 'from' | 'to'>;
}

/** One window over pending lines followed by booked ones, each newest first. */
export async function linePage(l: LedgerTx, id: string, window: LineWindow) {
  const { statuses, dates, offset, limit } = window;
  const allPending = statuses.includes('pending')
    ? await linesOf(l, id, { status: 'pending', ...dates })
    : [];
  const pending = allPending.slice(offset, offset + limit);
  // One more than there is room for shows whether there is a next page.
  const room = limit - pending.length;
  const range = { ...dates, offset: Math.max(0, offset - allPending.length), limit: room + 1 };
  const booked = statuses.includes('booked')
    ? await linesOf(l, id, { status: 'booked', ...range })
    : [];
  const hasMore = offset + limit < allPending.length || booked.length > room;
  return { pending, booked: booked.slice(0, room), hasMore };
}

/** `self`, and `next` and `previous` where there are such pages; each repeats the query. */
export function pageLinks<Query extends { readonly offset: number; readonly limit: number }>(
  path: string,
  query: Query,
  hasMore: boolean,
) {
  const at = (offset: number) => {
    const parameters = Object.entries(defined({ ...query, offset }));
    return link(
      `${path}?${parameters.map(([name, value]) => `${name}=${value}`).join('&')}`,
      'GET',
    );
  };
  const { offset, limit } = query;
  return {
    self: at(offset),
    ...defined({
      next: hasMore ? at(offset + limit) : undefined,
      previous: offset > 0 ? at(Math.max(0, offset - limit)) : undefined,
    }),
  };
}
