// Headers that signing reads: each has one value, or none.
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import {
  checkSentOnce,
  headerTitle,
  isSigningHeader,
  type SigningHeader,
} from '../protocol/sent-once.ts';

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
  const other = state === 'missing' ? otherHeader(headers, name) : undefined;
  const instead = other === undefined ? insteadOf(headers, name) : `; ${other} is not read`;
  const text = `Every request must be signed: the header ${path} is ${state}${instead}.`;
  const details = { path, expected: `a header ${path}`, got: 'none' };
  throw new ApiError('SIG-01', 'HTTP_HEADER_REQUIRED', text, details);
}

/** Why it is not there, or what came in its place. */
function insteadOf(headers: RawHeaders, name: SigningHeader): string {
  const [token] = /^(?:Bearer|DPoP)(?= )/i.exec(headers.get('authorization') ?? '') ?? [];
  if (name === 'signature' && token) {
    return `; the ${token} token in Authorization signs nothing of the request`;
  }
  // Browsers keep Date to themselves, and so do some HTTP libraries.
  return name === 'date' && isListed(headers, name)
    ? ', though the Signature lists it; send it, or find what removes it (browsers and some HTTP libraries do)'
    : '';
}

const LISTS = {
  date: /headers="[^"]*(?<![\w-])date(?![\w-])/i,
  digest: /headers="[^"]*(?<![\w-])digest(?![\w-])/i,
};

/** Whether the Signature lists a header that the request lacks: something removed it on the way. */
export const isListed = (headers: RawHeaders, name: keyof typeof LISTS): boolean =>
  LISTS[name].test(headers.get('signature') ?? '');

/** Names under which headers of this meaning are sent too. */
const ALSO: Readonly<Partial<Record<SigningHeader, RegExp>>> = {
  signature: /signature(?!-cert|-input)/,
  digest: /digest|sha-?256|md5|checksum|(?:body|content)-hash/,
  date: /^(?:x-)?(?:[a-z]+-)?(?:date|timestamp)$/,
  'x-request-id': /(?:request|correlation|transaction|trace|interaction)-?id$|^traceparent$/,
  'tpp-redirect-uri': /^(?:x-)?(?:tpp-?)?redirect-?(?:ur[il])?$/,
  'psu-id': /^(?:x-)?(?:psu|user|customer|client|psu-user)-?id$/,
};

/** A header that was sent and is not read, where the one of that name probably was meant. */
export const otherHeader = (headers: RawHeaders, name: SigningHeader): string | undefined =>
  headers
    .names()
    .find(
      (one) =>
        !isSigningHeader(one) &&
        (ALSO[name]?.test(one) || `-${one.replaceAll('_', '-')}`.endsWith(`-${name}`)),
    );
