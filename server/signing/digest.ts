// SIG-12: the Digest header over the bytes of the body as they were received.

import { hash as hashAtOnce } from 'node:crypto';
import { quoteBytes } from '../kernel/utf8.ts';
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import { base64Trouble, decodeBase64 } from './base64.ts';
import { isListed, otherHeader, singleValue } from './single-header.ts';
import { standIn } from './stand-in.ts';

/** Digest algorithm as the header names it, in lower case, to Node's name of the hash. */
const HASHES: ReadonlyMap<string, string> = new Map([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
]);

interface DigestEntry {
  readonly algorithm: string;
  readonly value: Buffer;
}

/** Throws unless a body comes with a Digest and every known digest is the body's. */
export function checkDigest(headers: RawHeaders, body: Buffer): void {
  const header = singleValue(headers, 'digest');
  if (header === undefined) {
    if (body.length === 0) return;
    const other = otherHeader(headers, 'digest');
    const unread = other === undefined ? '' : `; ${other} is not read`;
    const lost = isListed(headers, 'digest')
      ? '; the Signature lists digest, but no value of it came: send one, or find what removes it on the way'
      : '';
    const text = `A request with a body needs the header Digest: SHA-256=<base64 of its hash>${unread}${lost}.`;
    throw new ApiError('SIG-12', 'HTTP_HEADER_REQUIRED', text, {
      path: 'Digest',
      expected: `SHA-256=${hashOf('sha256', body)}`,
      got: 'none',
    });
  }
  // As the bank itself would write it: no need to take it apart.
  if (header === digestHeader(body)) return;
  const known = header
    .split(/,[ \t]*/)
    .map((entry) => parseEntry(entry, header))
    .filter(({ algorithm }) => HASHES.has(algorithm));
  if (known.length === 0) {
    throw format(
      `The Digest ${quoteBytes(header)} has no value that begins with SHA-256= or SHA-512=.`,
      header,
    );
  }
  const isRight = ({ algorithm, value }: DigestEntry) =>
    value.toString('base64') === hashOf(HASHES.get(algorithm) as string, body);
  const right = known.filter(isRight).length;
  const isRepeated = new Set(known.map(({ algorithm }) => algorithm)).size < known.length;
  if (isRepeated && right > 0 && right < known.length) {
    const text = `The Digest has ${known.length} values of SHA-256 or SHA-512, and the body that the bank received matches ${right} of them; send one that it matches, alone.`;
    throw mismatch(text, `SHA-256=${hashOf('sha256', body)}`, header);
  }
  for (const entry of known) checkEntry(entry, header, body);
}

function parseEntry(entry: string, header: string): DigestEntry {
  const match = /^([A-Za-z0-9-]+)=(.+)/s.exec(entry);
  if (match === null) {
    const words = standIn(entry);
    const not = words === undefined ? 'is not' : `${words}; it must be`;
    throw format(`The Digest ${quoteBytes(entry || header)} ${not} SHA-256=<base64>.`, entry);
  }
  const [, name = '', text = ''] = match;
  const algorithm = name.toLowerCase();
  const value = decodeBase64(text);
  // A list of numbers has commas too.
  const whole = /^[\w-]+=-?\d+,/.test(header) ? header.slice(name.length + 1) : text;
  // An unknown algorithm may write its value in another way (RFC 3230: UNIXsum is decimal).
  if (value === undefined && HASHES.has(algorithm)) {
    throw format(`The value of ${name} in Digest is not base64: ${base64Trouble(whole)}.`, entry);
  }
  return { algorithm, value: value ?? Buffer.alloc(0) };
}

function checkEntry({ algorithm, value }: DigestEntry, header: string, body: Buffer): void {
  const hash = HASHES.get(algorithm) as string;
  const digest = hashOf(hash, body);
  if (value.toString('base64') === digest) return;
  const hex = Buffer.from(digest, 'base64').toString('hex');
  const isHex = value.toString('base64').toLowerCase() === hex;
  const which = header.includes(',') ? ` by ${algorithm.toUpperCase()}` : '';
  const text = isHex
    ? `The Digest is the hash in hexadecimal; it must be base64: ${algorithm.toUpperCase()}=${digest}.`
    : `The Digest${which} does not match the ${body.length} bytes of body that the bank received; hash exactly the bytes that you send.`;
  throw mismatch(text, `${algorithm.toUpperCase()}=${digest}`, header);
}

const mismatch = (text: string, expected: string, got: string): ApiError =>
  new ApiError('SIG-12', 'BAD_REQUEST', text, { path: 'Digest', expected, got });

/** SIG-14: the header for a body of ours. */
export function digestHeader(body: Buffer): string {
  return `SHA-256=${hashOf('sha256', body)}`;
}

function hashOf(hash: string, body: Buffer): string {
  return hashAtOnce(hash, body, 'base64');
}

function format(text: string, got: string): ApiError {
  const expected = 'SHA-256=<base64> or SHA-512=<base64>';
  return new ApiError('SIG-12', 'FORMAT_ERROR', text, { path: 'Digest', expected, got });
}
