// What is sent in place of a signature, or of it after something went wrong: the names of the mistakes, what
// the sentence says, and the texts of which that is said.
import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { NOW } from '../signing/support.ts';
import { hashOf, join } from './made-with-key.ts';
import { ownTpp, requestOf } from './support.ts';

/** Mistakes are joined by ` + `, explanations by ` | `. */
export type Row = readonly [names: string, says: RegExp, ...sent: string[]];

export const tpp = await ownTpp();

/** The string that is to be signed, and its signature. */
export const text = Buffer.from(diagnose(requestOf(tpp), NOW).bankString ?? '', 'latin1');
export const right = sign('RSA-SHA256', text, tpp.privateKey);

export const base64 = (of: string | Buffer): string => Buffer.from(of as string).toString('base64');
/** Like random bytes, and always the same. */
export const noise = (length: number): Buffer =>
  createHash('shake256', { outputLength: length }).update('noise').digest();
const hex = (bytes: Buffer) => bytes.toString('hex');
const line = base64(right);
const wide = Buffer.from(right.toString('latin1'), 'utf16le');

const ZEROS = /: send it without the zero bytes that stand before it \(Java/;
const TWICE =
  /^The signature has 512 bytes; RSA of 2048 bits makes 256: it stands there twice, .*once\./;
const NOT_MADE = /was not made with the private key of the certificate you sent/;
const notWhole = (bytes: number) =>
  new RegExp(`stands for ${bytes} bytes, and RSA of 2048 bits makes 256: it is not a whole sig`);
const halves = right.subarray(1);

/** More bytes than the key makes, or fewer, or others. */
export const OF_OTHER_LENGTH: readonly Row[] = [
  [
    '',
    /128 bytes, but .*; it was made with another key, or was cut short on the way:/,
    ...[base64(right.subarray(0, 128)), line.slice(0, 171)],
  ],
  ['signature-longer', TWICE, base64(join(right, right))],
  [
    'signature-as-text',
    /has 512 bytes; .* read as Latin-1 text and written as UTF-16; write the bytes/,
    ...[base64(wide), base64(Buffer.from(wide).swap16())],
  ],
  ['signature-longer', NOT_MADE, base64(join(halves, 'x', halves, 'x'))],
  ['signature-longer', ZEROS, base64(join('\0', right)), base64(join('\0\0\0\0', right))],
  ['signature-hex + signature-longer', ZEROS, hex(join('\0', right))],
  [
    'signature-longer',
    /has 25[78] bytes; .* makes 256: send it without the line end that stands after/,
    ...[base64(join(right, '\n')), base64(join(right, '\r\n'))],
  ],
  [
    '',
    /has 257 bytes, but .* makes 256: send the base64 of the 256 bytes and of nothing else\.$/,
    base64(join(right, '!')),
  ],
  ['', /has 300 bytes, but the key .* makes 256: send the base64 of the 256/, base64(noise(300))],
  ['', /makes 256; it was made with another key, or became longer on the way:/, base64(noise(384))],
  ['signature-hex', /hexadecimal.*has 384 bytes.* another key/, hex(noise(384))],
  ['', notWhole(3), 'test'],
  ['', notWhole(17), 'put-your-signature-here'],
  ['', notWhole(25), base64(noise(25))],
  ['', /^The signature "x+…" stands for 60 bytes, and .* not a whole signature;/, 'x'.repeat(80)],
  [
    '',
    /^The signature "Your Signature .*" stands for \d+ bytes, and .* it is not a whole signature/,
    'Your Signature goes here as a line of text and it is not short at all',
  ],
  [
    'signature-cut',
    /has (160|255) bytes; RSA of 2048 bits makes 256: it was probably cut short on the way\.$/,
    ...[base64(noise(160)), base64(noise(255))],
  ],
  [
    'signature-cut',
    /has 253 characters, which no base64 has; RSA of 2048 bits makes 256 bytes, so 344 characters: it was probably cut short/,
    base64(noise(256)).slice(0, 253),
  ],
  [
    'signature-base64url + signature-cut',
    /written in base64url .* cut short on the way\.$/,
    `-_${noise(160).toString('base64url')}`.slice(0, 200),
  ],
  [
    'signature-cut',
    /only the first line of its base64 .*, or no signature but a SHA-384 hash or an HMAC\.$/,
    base64(noise(48)),
  ],
  [
    'ecdsa | signature-cut',
    /2 possible explanations.*\(1\) .* ECDSA on P-384 .*\(2\) .* cut short/,
    base64(noise(96)),
  ],
  ['', /has 5 characters, which no base64 has; .* 344/, 'hello'],
  [
    '',
    /has 345 characters, which no base64 has; RSA of 2048 bits makes 256 bytes, so 344 characters\.$/,
    `${base64(noise(256)).slice(0, -2)}ABC`,
  ],
  ['', /^The signature is empty; send signature="<base64>"\.$/, ''],
  ['', /^The signature "none of it!" is not base64; send the bytes/, 'none of it!'],
  ['', NOT_MADE, base64(noise(256))],
  [
    'signature-hex',
    /write its bytes in base64.*\. The signature was not made with/,
    hex(noise(256)),
  ],
];

const questioned = Buffer.from(right.map((byte) => (byte < 0x80 ? byte : 0x3f)));

/** Bytes that went through text. */
export const LOST_BYTES: readonly Row[] = [
  [
    'signature-as-text',
    /^The bytes of the signature were read as text before base64, which lost those/,
    base64(right.toString('utf8')),
    base64(Buffer.from(right.map((byte) => byte & 0x7f))),
    base64(right.toString('utf8').replaceAll('\ufffd', '')),
    base64(questioned),
  ],
];

/** DER of a length that takes two bytes. */
function der(head: string, length: number): Buffer {
  const start = Buffer.from(head, 'hex');
  const size = Buffer.alloc(2);
  size.writeUInt16BE(length - 4);
  return join(Buffer.from([0x30, 0x82]), size, start, noise(length - 4 - start.length));
}
const CMS = '06092a864886f70d010702';
const pem = (label: string, bytes: Buffer) =>
  `-----BEGIN ${label}-----\n${base64(bytes)}\n-----END ${label}-----\n`;
const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const exported = (key: KeyObject, how: object) =>
  base64(key.export({ format: 'der', ...how } as { type: 'pkcs8'; format: 'der' }));
const encrypted = { type: 'pkcs8', cipher: 'aes-128-cbc', passphrase: 'x' };

/** Containers and keys. */
export const CONTAINERS: readonly Row[] = [
  [
    'signature-container',
    /^The signature is a CMS \(PKCS #7\) container, .*; sign the string itself/,
    base64(der(CMS, 1900)),
    // Of a length that is not told.
    base64(join(Buffer.from(`3080${CMS}`, 'hex'), noise(1700))),
    base64(pem('CMS', der(CMS, 1900))),
  ],
  [
    'signature-container',
    /^The signature is DER, as a certificate or a public key is;/,
    tpp.certificateBase64,
    exported(elliptic.publicKey, { type: 'spki' }),
  ],
  [
    'signature-container',
    /^The signature is a private key; never send it, and make a new one/,
    base64(tpp.privateKey),
    tpp.privateKey.replaceAll('\n', '\\n'),
    tpp.privateKey.replace(/-----[^-]*-----|\n/g, ''),
    ...[{ type: 'pkcs8' }, { type: 'sec1' }, encrypted].map((how) =>
      exported(elliptic.privateKey, how),
    ),
  ],
  [
    'signature-container',
    /^The signature is a key store, which may have your private key in it; never send it/,
    base64(
      join(Buffer.from('3080020103308006092a864886f70d010701', 'hex'), Buffer.alloc(200, 0xa5)),
    ),
  ],
  [
    'signature-container',
    /^The signature is a JWS or a JWT, three parts with dots;/,
    `${json({ alg: 'RS256' })}.${json({ iss: 'x' })}.${right.toString('base64url')}`,
    // Without its content.
    base64(`${json({ alg: 'RS256' })}..${right.toString('base64url')}`),
  ],
];

const sha256 = hashOf('sha256', text);
const other = hex(hashOf('sha256', 'of another string'));
const hmac = createHmac('sha512', 'key').update(text).digest();
const digits = (count: number) =>
  new RegExp(`^The signature is ${count} hexadecimal digits, .* hash or an HMAC has them, not a`);
const OPENSSL_ERROR = 'Could not open file or uri for loading private key';
const sentText = (start: string) =>
  new RegExp(`^The signature is base64 of the text "${start}.*", not of a signature; `);

/** Texts and hashes. */
export const NO_SIGNATURES: readonly Row[] = [
  [
    'not-signed',
    /^The signature is the SHA-256 hash of the string \(32 bytes\), not a signature of it/,
    ...[base64(sha256), hex(sha256), base64(hex(sha256))],
    base64(`SHA2-256(stdin)= ${hex(sha256)}\n`),
  ],
  ['not-signed', digits(64), base64(`SHA2-256(stdin)= ${other}\n`), base64(`${other}  -\n`)],
  ['not-signed', digits(40), hex(hashOf('sha1', 'of another string'))],
  ['not-signed', /SHA-512 hash of/, base64(hashOf('sha512', text))],
  [
    'ecdsa',
    /has 64 bytes, as ECDSA \(r and s\), Ed25519, HMAC-SHA512 and SHA-512 make them; the certificate's key is RSA/,
    ...[base64(hmac), hex(hmac)],
  ],
  [
    'not-signed',
    /^The signature is the base64 of the signing string itself;/,
    ...[base64(text), base64(join(text, '\n'))],
  ],
  [
    'not-signed',
    /^The signature is base64 of the text "Could .* did not fail\.$/,
    base64(OPENSSL_ERROR),
  ],
  ['not-signed', sentText('Could not'), base64(`${OPENSSL_ERROR}. `.repeat(5).slice(0, 256))],
  ['not-signed', sentText('unable to load key'), base64('unable to load key\n\n')],
  ['not-signed', sentText('<Value>'), base64(`<Value>${line.slice(0, 120)}</Value>`)],
  [
    'not-signed',
    sentText('-----BEGIN'),
    base64('-----BEGIN SIGNATURE-----\nAAAA\n-----END SIGNATURE-----'),
  ],
  // An error text that speaks of a key is no key.
  ['not-signed', sentText('no -----'), base64('no -----BEGIN PRIVATE KEY----- in key.pem')],
  [
    'not-signed',
    /^The signature is a UUID, as X-Request-ID is; sign/,
    'b96e486c-7580-4fac-a44b-cbdfcbe628ad',
  ],
];
