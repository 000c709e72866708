// Headers that may be sent only once. If there were two values, a proxy could make the bank check one and
// use the other.
import { ApiError } from './errors.ts';
import type { RawHeaders } from './headers.ts';

/** The headers that the signing rules read, by lower-case name. */
const SIGNING_TITLES = {
  'tpp-signature-certificate': 'TPP-Signature-Certificate',
  signature: 'Signature',
  date: 'Date',
  digest: 'Digest',
  'x-request-id': 'X-Request-ID',
  'psu-id': 'PSU-ID',
  'psu-corporate-id': 'PSU-Corporate-ID',
  'tpp-redirect-uri': 'TPP-Redirect-URI',
} as const;

export type SigningHeader = keyof typeof SIGNING_TITLES;

/** `X-Request-ID` for `x-request-id`: the `path` of an error. */
export const headerTitle = (name: SigningHeader): string => SIGNING_TITLES[name];

export const isSigningHeader = (name: string): name is SigningHeader => name in SIGNING_TITLES;

/** Throws FORMAT_ERROR for a header that was sent twice: SIG-13 if signing reads it, else HDR-05. */
export function checkSentOnce(headers: RawHeaders, title: string): void {
  if (!headers.hasRepeated) return;
  const name = title.toLowerCase();
  if (!headers.isRepeated(name)) return;
  const times = headers.all(name).length;
  const text = `The header ${title} was sent ${times} times; send it once.`;
  throw new ApiError(isSigningHeader(name) ? 'SIG-13' : 'HDR-05', 'FORMAT_ERROR', text, {
    path: title,
    expected: 'one value',
    got: `${times} values`,
  });
}
