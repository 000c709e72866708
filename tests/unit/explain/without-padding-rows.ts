// What is sent in place of a signature, or of it after something went wrong: how it comes about, the names of
// the mistakes, and what the sentence says.
import { createHash, createHmac } from 'node:crypto';
import type { Credentials } from '../signing/support.ts';

export interface Given {
  readonly tpp: Credentials;
  /** The string that is to be signed. */
  readonly text: Buffer;
  /** Its signature; there is a + in its base64. */
  readonly right: Buffer;
}

/** The names are joined by ` + `, the readings by ` | `. */
export type Row = readonly [
  title: string,
  make: (given: Given) => string,
  names: string,
  words: RegExp,
];

export const base64 = (of: string | Buffer): string => Buffer.from(of as string).toString('base64');
const hashOf = (name: string, what: string | Buffer) => createHash(name).update(what).digest();
/** Like random bytes, and always the same. */
export const noise = (length: number): Buffer =>
  createHash('shake256', { outputLength: length }).update('noise').digest();
const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** DER of a length that takes two bytes. */
const der = (head: string, length: number): Buffer => {
  const start = Buffer.from(head, 'hex');
  const size = Buffer.alloc(2);
  size.writeUInt16BE(length - 4);
  return Buffer.concat([Buffer.from([0x30, 0x82]), size, start, noise(length - 4 - start.length)]);
};
const CMS = '06092a864886f70d010702';
const pem = (label: string, bytes: Buffer) =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64')}\n-----END ${label}-----\n`;
const OPENSSL_ERROR = 'Could not open file or uri for loading private key';

const AS_HEX = /^The signature is base64 of hexadecimal text; write the bytes themselves in base64/;

/** Right signatures. */
export const UNDONE: readonly Row[] = [
  ['base64 of hexadecimal', ({ right }) => base64(right.toString('hex')), 'signature-hex', AS_HEX],
  [
    'hexadecimal as openssl prints it',
    ({ right }) => `RSA-SHA2-256(stdin)= ${right.toString('hex')}`,
    'signature-hex',
    /^The signature is written in hexadecimal; write it in base64\.$/,
  ],
  [
    'bytes as UTF-8',
    ({ right }) => base64(right.toString('latin1')),
    'signature-as-text',
    /read as Latin-1 text and written as UTF-8 before base64; write the bytes themselves/,
  ],
  [
    '+ as spaces',
    ({ right }) => right.toString('base64').replaceAll('+', ' '),
    'signature-plus-lost',
    /^The \+ in the base64 of the signature became spaces on the way, as form decoding does/,
  ],
  [
    "Python's bytes",
    ({ right }) => `b'${right.toString('base64')}'`,
    'signature-quoted',
    /stands in b'…', as Python prints bytes/,
  ],
  [
    'the whole header',
    ({ right }) => `keyId=\\"x\\",headers=\\"date\\",signature=\\"${right.toString('base64')}\\"`,
    'signature-header-inside',
    /holds a whole Signature header; send only the base64 in it/,
  ],
];

const LOST = /^The bytes of the signature were read as text before base64, which lost those/;

/** Bytes that went through text. */
export const LOST_BYTES: readonly Row[] = [
  ['UTF-8', ({ right }) => base64(right.toString('utf8')), 'signature-as-text', LOST],
  [
    'ASCII',
    ({ right }) => base64(Buffer.from(right.map((byte) => byte & 0x7f))),
    'signature-as-text',
    LOST,
  ],
  [
    'what is no text left out',
    ({ right }) => base64(right.toString('utf8').replaceAll('\ufffd', '')),
    'signature-as-text',
    LOST,
  ],
  [
    'question marks',
    ({ right }) => base64(Buffer.from(right.map((byte) => (byte < 0x80 ? byte : 0x3f)))),
    'signature-as-text',
    LOST,
  ],
];

const CONTAINER = /^The signature is a CMS \(PKCS #7\) container, .*; sign the string itself/;
const KEY = /^The signature is a private key; never send it, and make a new one/;

/** Containers and keys. */
export const NO_BARE: readonly Row[] = [
  ['CMS', () => base64(der(CMS, 1900)), 'signature-container', CONTAINER],
  [
    'CMS of a length that is not told',
    () => base64(Buffer.concat([Buffer.from(`3080${CMS}`, 'hex'), noise(1700)])),
    'signature-container',
    CONTAINER,
  ],
  ['CMS in PEM', () => base64(pem('CMS', der(CMS, 1900))), 'signature-container', CONTAINER],
  [
    'a certificate',
    ({ tpp }) => tpp.certificateBase64,
    'signature-container',
    /^The signature is DER, as a certificate or a public key is;/,
  ],
  ['a private key', ({ tpp }) => base64(tpp.privateKey), 'signature-container', KEY],
  [
    'a private key with escapes',
    ({ tpp }) => tpp.privateKey.replaceAll('\n', '\\n'),
    'signature-container',
    KEY,
  ],
  [
    'a private key without armour',
    ({ tpp }) => tpp.privateKey.replace(/-----[^-]*-----|\n/g, ''),
    'signature-container',
    KEY,
  ],
  [
    'a JWS',
    ({ right }) => `${json({ alg: 'RS256' })}.${json({ iss: 'x' })}.${right.toString('base64url')}`,
    'signature-container',
    /^The signature is a JWS or a JWT, three parts with dots;/,
  ],
  [
    'a JWS without its content, in base64',
    ({ right }) => base64(`${json({ alg: 'RS256' })}..${right.toString('base64url')}`),
    'signature-container',
    /^The signature is a JWS or a JWT/,
  ],
];

const HASHED =
  /^The signature is the SHA-256 hash of the string \(32 bytes\), not a signature of it/;
const DIGITS = (digits: number) =>
  new RegExp(`^The signature is ${digits} hexadecimal digits, .* hash or an HMAC has them, not a`);
const other = 'of another string';

/** Texts and hashes. */
export const NO_SIGNATURE: readonly Row[] = [
  ['the hash', ({ text }) => base64(hashOf('sha256', text)), 'not-signed', HASHED],
  [
    'the hash in hexadecimal',
    ({ text }) => hashOf('sha256', text).toString('hex'),
    'not-signed',
    HASHED,
  ],
  [
    'base64 of the hexdigest',
    ({ text }) => base64(hashOf('sha256', text).toString('hex')),
    'not-signed',
    HASHED,
  ],
  [
    'openssl dgst without -sign',
    ({ text }) => base64(`SHA2-256(stdin)= ${hashOf('sha256', text).toString('hex')}\n`),
    'not-signed',
    HASHED,
  ],
  [
    'openssl dgst without -sign of another string',
    () => base64(`SHA2-256(stdin)= ${hashOf('sha256', other).toString('hex')}\n`),
    'not-signed',
    DIGITS(64),
  ],
  [
    'sha256sum of another string',
    () => base64(`${hashOf('sha256', other).toString('hex')}  -\n`),
    'not-signed',
    DIGITS(64),
  ],
  ['SHA-1 in hexadecimal', () => hashOf('sha1', other).toString('hex'), 'not-signed', DIGITS(40)],
  [
    'SHA-512 of the string',
    ({ text }) => base64(hashOf('sha512', text)),
    'not-signed',
    /SHA-512 hash of/,
  ],
  [
    'HMAC-SHA512',
    ({ text }) => base64(createHmac('sha512', 'key').update(text).digest()),
    'ecdsa',
    /as ECDSA \(r and s\), Ed25519, HMAC-SHA512 and SHA-512 make them; the certificate's key is RSA/,
  ],
  [
    'HMAC-SHA512 in hexadecimal',
    ({ text }) => createHmac('sha512', 'key').update(text).digest('hex'),
    'ecdsa',
    /has 64 bytes, as ECDSA \(r and s\), Ed25519, HMAC-SHA512/,
  ],
  [
    'the string itself',
    ({ text }) => base64(text),
    'not-signed',
    /^The signature is the base64 of the signing string itself; sign the string/,
  ],
  [
    'the string itself and a newline',
    ({ text }) => base64(Buffer.concat([text, Buffer.from('\n')])),
    'not-signed',
    /^The signature is the base64 of the signing string itself;/,
  ],
  [
    'an error of openssl',
    () => base64(OPENSSL_ERROR),
    'not-signed',
    /^The signature is base64 of the text "Could not open file .*", not of a signature; .* did not fail\.$/,
  ],
  [
    '20 bytes of an error',
    () => base64('unable to load key\n\n'),
    'not-signed',
    /base64 of the text "unable to load key", not/,
  ],
  [
    '256 letters',
    () => base64(`${OPENSSL_ERROR}. `.repeat(5).slice(0, 256)),
    'not-signed',
    /base64 of the text "Could not open/,
  ],
  [
    'a UUID',
    () => 'b96e486c-7580-4fac-a44b-cbdfcbe628ad',
    'not-signed',
    /^The signature is a UUID, as X-Request-ID is; sign/,
  ],
];
