// SIG-13: a header that signing reads may be sent once only; two values mean that somebody between
// could have the bank check one and use the other.
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';

/** The headers of section 2 as the interface writes them; keys as they are looked up. */
const HEADER_TITLES = {
  'tpp-signature-certificate': 'TPP-Signature-Certificate',
  signature: 'Signature',
  date: 'Date',
  digest: 'Digest',
  'x-request-id': 'X-Request-ID',
  'psu-id': 'PSU-ID',
  'psu-corporate-id': 'PSU-Corporate-ID',
  'tpp-redirect-uri': 'TPP-Redirect-URI',
} as const;

export type SigningHeader = keyof typeof HEADER_TITLES;

/** `X-Request-ID` for `x-request-id`: what an error's `path` says. */
export function headerTitle(name: SigningHeader): string {
  return HEADER_TITLES[name];
}

/** The header's one value, `undefined` when absent or empty. Sent twice: FORMAT_ERROR (SIG-13). */
export function singleValue(headers: RawHeaders, name: SigningHeader): string | undefined {
  const values = headers.all(name);
  if (values.length > 1) {
    const path = headerTitle(name);
    throw new ApiError(
      'SIG-13',
      'FORMAT_ERROR',
      `The header ${path} was sent ${values.length} times; send it once.`,
      {
        path,
        expected: 'one value',
        got: `${values.length} values`,
      },
    );
  }
  return headers.get(name);
}

/** As `singleValue`, and the header must be there (SIG-01). */
export function requiredValue(
  headers: RawHeaders,
  name: 'tpp-signature-certificate' | 'signature' | 'date',
): string {
  const value = singleValue(headers, name);
  if (value === undefined) {
    const path = headerTitle(name);
    throw new ApiError(
      'SIG-01',
      'HTTP_HEADER_REQUIRED',
      `Every request must be signed: the header ${path} is missing.`,
      {
        path,
        expected: `a header ${path}`,
        got: 'none',
      },
    );
  }
  return value;
}
