// Headers that signing reads: each has one value, or none.
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import { checkSentOnce, headerTitle, type SigningHeader } from '../protocol/sent-once.ts';

/** The header's one value, `undefined` when absent or empty. Sent twice: FORMAT_ERROR (SIG-13). */
export function singleValue(headers: RawHeaders, name: SigningHeader): string | undefined {
  checkSentOnce(headers, headerTitle(name));
  return headers.get(name);
}

/** As `singleValue`, and the header must be there (SIG-01). */
export function requiredValue(
  headers: RawHeaders,
  name: 'tpp-signature-certificate' | 'signature' | 'date',
): string {
  const value = singleValue(headers, name);
  if (value !== undefined) return value;
  const path = headerTitle(name);
  const state = headers.all(name).length === 0 ? 'missing' : 'empty';
  const other = headers.names().find((one) => one.endsWith(`-${name}`));
  const instead = other && state === 'missing' ? `; ${other} is not read` : '';
  const text = `Every request must be signed: the header ${path} is ${state}${instead}.`;
  const details = { path, expected: `a header ${path}`, got: 'none' };
  throw new ApiError('SIG-01', 'HTTP_HEADER_REQUIRED', text, details);
}
