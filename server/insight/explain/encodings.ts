// How programs write bytes as text. One table for what is read (Signature, Digest) and what is signed (the
// digest line, the hash of the string).
import { decodeBase64 } from '../../signing/base64.ts';
import type { MistakeName } from './mistake-names.ts';

/** Ways to write the bytes of a digest other than base64. */
export const WRITTEN: readonly (readonly [
  mistake: MistakeName,
  words: string,
  cost: number,
  write: (bytes: Buffer) => string,
])[] = [
  ['digest-hex', 'in hexadecimal', 2, (bytes) => bytes.toString('hex')],
  ['digest-hex', 'in hexadecimal', 3, (bytes) => bytes.toString('hex').toUpperCase()],
  [
    'digest-hex',
    'in hexadecimal with colons',
    4,
    (bytes) => bytes.toString('hex').replace(/..(?=.)/g, '$&:'),
  ],
  ['digest-hex', 'in hexadecimal after 0x', 4, (bytes) => `0x${bytes.toString('hex')}`],
  ['digest-hex', 'as base64 of the hexadecimal text', 3, (bytes) => base64(bytes.toString('hex'))],
  [
    'digest-hex',
    'as base64 of the hexadecimal text',
    4,
    (bytes) => base64(bytes.toString('hex').toUpperCase()),
  ],
  ['digest-base64url', 'in base64url', 3, (bytes) => bytes.toString('base64url')],
  [
    'digest-base64url',
    'in base64url',
    3,
    (bytes) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  ],
  [
    'digest-without-padding',
    'without its padding (=)',
    3,
    (bytes) => bytes.toString('base64').replace(/=+$/, ''),
  ],
  ['digest-base64-twice', 'in base64 twice', 3, (bytes) => base64(bytes.toString('base64'))],
];

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** `RSA-SHA2-256(stdin)= `, the start of what openssl dgst prints. */
const OPENSSL = /^[\w/-]{0,40}\([^()]{0,200}\)= ?/;

/** The bytes of hexadecimal digits, with or without what tools print around them. */
export function hexIn(text: string): Buffer | undefined {
  const digits = text
    .trim()
    .replace(OPENSSL, '')
    .replace(/ [ *](?:-|stdin)$/, '')
    .replace(/^0x/i, '')
    .replace(/[:\s]/g, '')
    // As .NET's BitConverter writes bytes.
    .replace(/^[0-9a-f]{2}(?:-[0-9a-f]{2})+$/i, (pairs) => pairs.replaceAll('-', ''));
  if (!/^[0-9a-f]+$/i.test(digits)) return undefined;
  // Big number libraries drop a leading zero.
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

/** The bytes of base64 without its padding, or with too much of it. */
export function loosePadded(text: string): Buffer | undefined {
  const bare = text.replace(/={1,4}$/, '');
  if (bare === '' || bare.length % 4 === 1) return undefined;
  return decodeBase64(bare.padEnd(Math.ceil(bare.length / 4) * 4, '='));
}

/** The bytes of base64url. */
export const urlSafe = (text: string): Buffer | undefined =>
  /^[\w-]+={0,2}$/.test(text) && /[-_]/.test(text)
    ? loosePadded(text.replaceAll('-', '+').replaceAll('_', '/'))
    : undefined;

/** Percent-encoded base64 as it was. */
export const withoutPercents = (text: string): string =>
  text.replace(/%2B/gi, '+').replace(/%2F/gi, '/').replace(/%3D/gi, '=');
