// The list of `{b}/_sandbox/requests` (CTRL-05): matching requests, newest first, in pages.

import { defined } from '../../kernel/defined.ts';
import type { Reply } from '../../protocol/reply.ts';
import { entryView } from './entry-view.ts';
import { FILTER_NAMES, type Filtered, readFilters, wrongParameter } from './filters.ts';
import type { SeenRequest } from './seen-request.ts';

type Query = Readonly<Record<string, string>>;

const DEFAULT_LIMIT = 100;
const MOST = 1000;

/** Query parameters of the list. */
export const LIST_PARAMETERS: readonly string[] = [...FILTER_NAMES, 'after', 'before', 'limit'];

/**
 * @param requests of the bank, newest first
 * @throws ApiError FORMAT_ERROR, path = the parameter's name
 */
export function requestList(
  requests: readonly SeenRequest[],
  query: Query,
  filtered: Filtered,
): Reply {
  const matches = readFilters(query, filtered);
  const after = numberOf(query, 'after') ?? 0;
  const before = numberOf(query, 'before') ?? Number.POSITIVE_INFINITY;
  const limit = limitOf(query);
  const fitting = requests.filter((one) => one.number > after && matches(one));
  const begin = fitting.findIndex(({ number }) => number < before);
  const from = begin < 0 ? fitting.length : begin;
  const shown = fitting.slice(from, from + limit);
  // The neighbouring pages, as queries of the same address.
  const { before: _, ...rest } = query;
  const at = (place?: SeenRequest): string =>
    `?${new URLSearchParams(place === undefined ? rest : { ...rest, before: String(place.number) })}`;
  const hasOlder = from + limit < fitting.length;
  return {
    status: 200,
    body: {
      requests: shown.map(entryView),
      last: requests[0]?.number ?? 0,
      total: fitting.length,
      ...defined({
        newer: from === 0 ? undefined : at(fitting[from - limit - 1]),
        older: hasOlder ? at(fitting[from + limit - 1]) : undefined,
      }),
    },
  };
}

/** The number of a request in the query. ApiError FORMAT_ERROR. */
export function numberOf(query: Query, name: 'after' | 'before'): number | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw wrongParameter(name, 'the number of a request, or 0');
}

function limitOf({ limit }: Query): number {
  if (limit === undefined) return DEFAULT_LIMIT;
  const number = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
  if (number >= 1 && number <= MOST) return number;
  throw wrongParameter('limit', `a whole number from 1 to ${MOST}`);
}
