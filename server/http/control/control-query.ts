// The query of a request to the control API: what the row does not know is refused, in one place, so that a
// misspelt parameter never passes for one that was left out.

import type { ControlOperation } from '../../bank/banks/control-operation.ts';
import { ApiError } from '../../protocol/errors.ts';
import { visible } from '../../protocol/shown-text.ts';

type Row = Pick<ControlOperation, 'query'>;

/** The parameters of `url` by name. ApiError FORMAT_ERROR, path = name: unknown to the row, or there twice. */
export function controlQuery(url: string, { query = [] }: Row): Readonly<Record<string, string>> {
  const mark = url.indexOf('?');
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))) {
    if (!query.includes(name)) throw unknown(name, query);
    if (fields.has(name)) throw thereTwice(name);
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

function unknown(name: string, known: readonly string[]): ApiError {
  const path = visible(name, 80);
  const those = known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`;
  const text = `There is no query parameter ${path} here; ${those}.`;
  return new ApiError('ERR-01', 'FORMAT_ERROR', text, { path });
}

function thereTwice(path: string): ApiError {
  const text = `The query parameter ${path} is there twice; send it once.`;
  return new ApiError('ERR-01', 'FORMAT_ERROR', text, { path });
}
