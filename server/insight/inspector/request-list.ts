// The list of `{b}/_sandbox/requests` (CTRL-05): matching requests, newest first, in pages.

import type { Query } from '../../bank/banks/recorded-query.ts';
import { defined } from '../../kernel/defined.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { entryView } from './entry-view.ts';
import { FILTER_NAMES, type Filtered, REQUEST_QUERY, readFilters } from './filters.ts';
import type { SeenRequest } from './seen-request.ts';

const DEFAULT_LIMIT = 100;

/** Query parameters of the list. */
export const LIST_PARAMETERS: readonly string[] = [
  ...FILTER_NAMES,
  'after',
  'before',
  'offset',
  'limit',
];

/**
 * @param requests of the bank, newest first
 * @throws ApiError FORMAT_ERROR, path = the parameter's name
 */
export function requestList(
  requests: readonly SeenRequest[],
  query: Query,
  { view, ...filtered }: Filtered & { readonly view: typeof entryView },
): Reply {
  const matches = readFilters(query, filtered);
  const after = REQUEST_QUERY.number(query, 'after') ?? 0;
  const before = REQUEST_QUERY.number(query, 'before') ?? Number.POSITIVE_INFINITY;
  const limit = REQUEST_QUERY.limit(query, DEFAULT_LIMIT);
  const fitting = requests.filter((one) => one.number > after && matches(one));
  const offset = REQUEST_QUERY.number(query, 'offset') ?? 0;
  const begin = fitting.findIndex(({ number }) => number < before);
  const from = Math.min(begin < 0 ? fitting.length : begin + offset, fitting.length);
  const shown = fitting.slice(from, from + limit);
  // The neighbouring pages, as queries of the same address.
  const { before: _, offset: __, ...rest } = query;
  const at = (place?: SeenRequest): string =>
    `?${new URLSearchParams(place === undefined ? rest : { ...rest, before: String(place.number) })}`;
  const hasOlder = from + limit < fitting.length;
  return {
    status: 200,
    body: {
      requests: shown.map(view),
      last: requests[0]?.number ?? 0,
      total: fitting.length,
      ...defined({
        newer: from === 0 ? undefined : at(fitting[from - limit - 1]),
        older: hasOlder ? at(fitting[from + limit - 1]) : undefined,
      }),
    },
  };
}
