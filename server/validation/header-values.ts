// Reading one header: is it sent twice, is its text UTF-8.
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import type { RuleId } from '../protocol/rules.ts';

/** Headers that the signing rules read; sent twice they break SIG-13, all others HDR-05. */
const OF_SIGNING = new Set([
  'tpp-signature-certificate',
  'signature',
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
]);

/** Refuses a header that may be there once and is there more often. */
export function checkSentOnce(headers: RawHeaders, name: string): void {
  const times = headers.all(name.toLowerCase()).length;
  if (times < 2) return;
  const rule: RuleId = OF_SIGNING.has(name.toLowerCase()) ? 'SIG-13' : 'HDR-05';
  const text = `Header ${name} is there ${times} times; send it once.`;
  throw new ApiError(rule, 'FORMAT_ERROR', text, { path: name });
}

/** The header's value with its bytes read as UTF-8; `undefined` when absent or empty. */
export function headerText(headers: RawHeaders, name: string): string | undefined {
  const raw = headers.get(name.toLowerCase());
  if (raw === undefined || /^[\x00-\x7f]*$/.test(raw)) return raw;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(raw, 'latin1'));
  } catch {
    const text = `Header ${name} holds bytes that are not UTF-8.`;
    throw new ApiError('HDR-05', 'FORMAT_ERROR', text, { path: name });
  }
}

/** The members of a header that is a comma-separated list, sent once or several times. */
export function headerList(headers: RawHeaders, name: string): readonly string[] {
  return headers
    .all(name.toLowerCase())
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}
