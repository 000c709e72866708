// Reading one header: is its text UTF-8, which values does a list have.
import { utf8Of } from '../kernel/utf8.ts';
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';

/** The header's value with its bytes read as UTF-8; `undefined` when absent or empty. */
export function headerText(headers: RawHeaders, name: string): string | undefined {
  const raw = headers.get(name.toLowerCase());
  if (raw === undefined) return undefined;
  const text = utf8Of(raw);
  if (text !== undefined) return text;
  const problem = `Header ${name} holds bytes that are not UTF-8.`;
  throw new ApiError('HDR-05', 'FORMAT_ERROR', problem, { path: name });
}

/** The members of a header that is a comma-separated list, sent once or several times. */
export function headerList(headers: RawHeaders, name: string): readonly string[] {
  const values = headers.all(name.toLowerCase());
  if (values.length === 0) return values;
  return values
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}
