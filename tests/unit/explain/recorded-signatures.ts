// What is sent in place of a signature, and what a key makes that is none. Keys are worked out from a name, so all is the
// same each time.
import { constants, createPrivateKey, privateEncrypt, sign } from 'node:crypto';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { keyIdOf } from '../../../server/signing/key-id.ts';
import { ownCertificate } from '../../support/own-certificate.ts';
import { seededRsa } from '../../support/seeded-rsa.ts';
import { BODY, NOW } from '../signing/support.ts';
import { digestInfo, hashOf, join, SHA_256 } from './made-with-key.ts';
import { noise } from './recorded-texts.ts';
import { requestOf } from './support.ts';

const pair = seededRsa('signatures');
const owned = ownCertificate({ serial: '0A0B0C0D0E0F', key: pair.publicKey });
export const tpp = {
  certificateBase64: owned.certificateBase64,
  privateKey: pair.privateKey,
  keyId: keyIdOf(owned.certificate),
};

export const neighbour = seededRsa('neighbour');
const right = diagnose(requestOf(tpp), NOW).bankString ?? '';
const text = Buffer.from(right, 'latin1');
export const signature = sign('RSA-SHA256', text, pair.privateKey);
export const line = signature.toString('base64');
export const base64 = (of: string | Buffer): string => Buffer.from(of as string).toString('base64');
export const hex = (bytes: Buffer): string => bytes.toString('hex');
const pem = (of: string, name = 'CMS') => `-----BEGIN ${name}-----\n${of}\n-----END ${name}-----\n`;
const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const lines = (of: string, size: number, mark: string) =>
  (of.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(mark);
const der = (length: number, tags: readonly number[] = [0x04, 0x30]) =>
  tags.reduce(
    (inside, tag) =>
      join(Buffer.from([tag, 0x82, inside.length >> 8, inside.length & 255]), inside),
    noise(length),
  );
const spaced = (of: Buffer, mark: string) => (hex(of).match(/../g) ?? []).join(mark);
const base32 = (of: Buffer): string => {
  const bits = [...of].map((one) => one.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{1,5}/g) ?? []).map((one) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(one.padEnd(5, '0'), 2)),
  );
  return letters.join('');
};

/** What is sent in place of base64 of a signature. */
export const WRITTEN: readonly string[] = [
  ...[line, hex(signature), hex(signature).toUpperCase(), `0x${hex(signature)}`, base64(line)],
  ...[
    base64(base64(line)),
    base64(hex(signature)),
    hex(Buffer.from(line)),
    hex(signature).slice(1),
  ],
  ...[spaced(signature, ':'), spaced(signature, ' '), spaced(signature, '-')],
  ...[
    `RSA-SHA2-256(stdin)= ${hex(signature)}`,
    `${hex(signature)} *stdin`,
    `(stdin)= ${hex(signature)}`,
  ],
  ...[`<Buffer ${spaced(signature, ' ')}>`, `00000000: ${spaced(signature, ' ')}`],
  ...[signature.toString('base64url'), line.replaceAll('=', ''), `${line}=`, `${line}==`],
  ...[encodeURIComponent(line), encodeURIComponent(line).toLowerCase(), line.replaceAll('+', ' ')],
  ...[
    `"${line}"`,
    `'${line}'`,
    `b'${line}'`,
    `:${line}:`,
    `["${line}"]`,
    `[${line}]`,
    `\\"${line}\\"`,
  ],
  ...[`signature=${line}`, `signature="${line}"`, `Signature=\\"${line}\\"`, `signature='${line}`],
  ...[line.replaceAll('+', '\\u002b').replaceAll('/', '\\/'), line.replaceAll('=', '&#x3D;')],
  ...[line.replaceAll('=', '&#61;'), line.replaceAll('=', '\\x3d'), line.replaceAll('/', '&amp;/')],
  ...[lines(line, 64, '\n'), lines(line, 76, '\r\n'), lines(line, 64, '\\n'), lines(line, 64, ' ')],
  ...[`${line}\\n`, `${line}\\r\\n`, `${line}\n`, ` ${line}`, lines(line, 40, ' \\\n')],
  ...[
    pem(line),
    pem(lines(line, 64, '\n')),
    base64(pem(lines(line, 64, '\n'))),
    pem(line, 'PKCS7'),
  ],
  ...[pem(line).replaceAll('\n', '\\n'), pem(line).replaceAll('\n', '')],
  ...[[...signature].join(), [...signature].join(', '), `[${[...signature].join(', ')}]`],
  ...[[...new Int8Array(signature)].join(), base32(signature), `${base32(signature)}====`],
  ...[
    `${line}AAAA`,
    `${line}\u0000`,
    `${line},algorithm="x"`,
    `sha256 ${line};`,
    `${line} ${line}`,
  ],
  ...[base64(JSON.stringify({ value: line })), JSON.stringify({ value: line }), `value: ${line}.`],
  ...[`${line.slice(0, 100)}*${line.slice(101)}`, `${line.slice(0, 100)}\u00e5${line.slice(100)}`],
  ...[
    `${line.slice(0, 150)}?${line.slice(150)}`,
    `abc.${line}`,
    `${line.slice(0, 171)}\t${line.slice(171)}`,
  ],
  ...[
    base64(join(signature, '\n')),
    base64(join(signature, '\r\n')),
    base64(join('\0', signature)),
  ],
  ...[base64(Buffer.from(signature).reverse()), base64(Buffer.from(signature.toString('latin1')))],
  ...[
    base64(signature.toString('utf8')),
    base64(Buffer.from(signature.toString('latin1'), 'utf16le')),
  ],
  ...[base64(signature.toString('ascii')), line.toLowerCase(), line.toUpperCase()],
  ...[
    base64(join(signature, signature)),
    base64(signature.subarray(0, 255)),
    base64(signature.subarray(1)),
  ],
  ...[253, 254, 171, 172, 64, 43, 40, 20].map((at) => line.slice(0, at)),
  ...[
    16, 20, 28, 31, 32, 33, 48, 64, 70, 72, 96, 128, 129, 132, 160, 192, 255, 257, 320, 384, 400,
    512,
  ].map((size) => base64(noise(size))),
  ...[16, 20, 32, 33, 48, 64, 128, 192, 256, 320, 384].map((size) => hex(noise(size))),
  ...[base64(hashOf('sha256', text)), hex(hashOf('sha256', text)), base64(hashOf('sha256', ''))],
  ...[base64(hashOf('sha256', BODY)), base64(text), right, base64(BODY), BODY, '\0'.repeat(9)],
  ...[
    base64(Buffer.alloc(256)),
    tpp.certificateBase64,
    base64(pem(tpp.certificateBase64, 'CERTIFICATE')),
  ],
  ...[
    base64(digestInfo(SHA_256, hashOf('sha256', text))),
    base64(digestInfo('2b0e03021a', noise(20))),
  ],
  ...[
    base64(der(1900)),
    base64(pem(base64(der(1900)))),
    base64(der(300, [0x02, 0x30])),
    base64(der(60)),
  ],
  ...['302a300506032b6570032100', '3044022001', '304502210080', '306402303f'].map((head) =>
    base64(join(Buffer.from(head, 'hex'), noise(56))),
  ),
  ...[
    `ey${json(1)}`,
    `${json({ alg: 'HS256' })}.${json({})}.${json(1)}`,
    `${json({ alg: 'RS256' })}..${line}`,
  ],
  ...[
    base64(tpp.privateKey),
    tpp.privateKey.replace(/-----[^-]*-----|\n/g, ''),
    'null',
    'undefined',
  ],
  ...[
    '',
    ' ',
    'test',
    'hello',
    '1',
    'true',
    'none of it!',
    '{{signature}}',
    '[object Object]',
    '%s',
  ],
  ...[
    'ThisIsWhereTheSignatureOfTheRequestToTheBankBelongs',
    '3f2b6a1e-9c1d-4b7e-8a55-0c8d1e2f3a4b',
  ],
  ...[
    'https://tpp.example/signature',
    '@body.json',
    'signature.bin',
    '7'.repeat(300),
    '7'.repeat(199),
  ],
  ...[
    '<Buffer 00 01>',
    'Bearer abc',
    'x'.repeat(300),
    'A'.repeat(8000),
    'A'.repeat(8001),
    `${'abc '.repeat(100)}`,
  ],
  ...[base64('[object Object]'), base64('hello you'), base64('1'), base64('?abcdef?'.repeat(20))],
];

const BLOCK = 256;
const raw = (block: Buffer): Buffer =>
  privateEncrypt(
    { key: createPrivateKey(pair.privateKey), padding: constants.RSA_NO_PADDING },
    block,
  );
/** A payload behind bytes that fill the block. */
const block = (start: string, fill: number, end: string, payload: Buffer | string) => {
  const rest = BLOCK - start.length - end.length - Buffer.from(payload as string).length;
  const [before, behind] = [Buffer.from(start, 'latin1'), Buffer.from(end, 'latin1')];
  return join(before, Buffer.alloc(rest, fill), behind, payload);
};
const signing = (payload: Buffer | string) => raw(block('\0\x01', 255, '\0', payload));
const x931 = (payload: Buffer, hash: number) =>
  raw(block('\x6b', 0xbb, '\xba', join(payload, Buffer.from([hash, 0xcc]))));

/** EMSA-PSS (RFC 8017, 9.1.1). */
function pss(of: Buffer, hash: string, { salt = noise(32), mask = hash } = {}): Buffer {
  const digest = hashOf(hash, join(Buffer.alloc(8), hashOf(hash, of), salt));
  const size = BLOCK - digest.length - 1;
  const padded = join(Buffer.alloc(size - salt.length - 1), Buffer.from([1]), salt);
  const masks = Array.from({ length: 20 }, (_, at) =>
    hashOf(mask, join(digest, Buffer.from([0, 0, 0, at]))),
  );
  const ones = join(...masks);
  const masked = Buffer.from(padded.map((byte, at) => byte ^ ones.readUInt8(at)));
  masked[0] = masked.readUInt8(0) & 0x7f;
  return raw(join(masked, digest, Buffer.from([0xbc])));
}

const crlf = Buffer.from(right.replaceAll('\n', '\r\n'), 'latin1');
const OIDS: readonly (readonly [name: string, oid: string])[] = [
  ...['sha256', 'sha384', 'sha512', 'sha224', 'sha512-224', 'sha512-256', 'sha3-224'].map(
    (name, at) => [name, `60864801650304020${at + 1}`] as const,
  ),
  ...['sha3-256', 'sha3-384', 'sha3-512'].map(
    (name, at) => [name, `60864801650304020${at + 8}`] as const,
  ),
  ...([
    ['sha1', '2b0e03021a'],
    ['md5', '2a864886f70d0205'],
  ] as const),
];
const item = (tag: number, ...content: readonly Buffer[]) =>
  join(Buffer.from([tag, join(...content).length]), ...content);
const withoutNull = (oid: string, digest: Buffer) =>
  item(0x30, item(0x30, item(6, Buffer.from(oid, 'hex'))), item(4, digest));

/** What the key makes of the string in place of its signature. */
export const MADE: Readonly<Record<string, Buffer>> = {
  ...Object.fromEntries(
    OIDS.flatMap(([name, oid]) => [
      [name, signing(digestInfo(oid, hashOf(name, text)))],
      [`${name} of CRLF`, signing(digestInfo(oid, hashOf(name, crlf)))],
      [`${name} bare`, signing(hashOf(name, text))],
      [`${name} without NULL`, signing(withoutNull(oid, hashOf(name, text)))],
    ]),
  ),
  'another hash': signing(digestInfo('608648016503040277', hashOf('sha256', text))),
  'another string': signing(digestInfo(SHA_256, noise(32))),
  'another bare hash': signing(noise(32)),
  'hash in hexadecimal': signing(hex(hashOf('sha256', text))),
  'hash in capitals': signing(hex(hashOf('sha256', text)).toUpperCase()),
  'hash in base64': signing(base64(hashOf('sha256', text))),
  'the string cut': signing(text.subarray(0, 200)),
  'a text': signing('hello there'),
  'a text of 32': signing('abcdefgh abcdefgh abcdefgh abcde'),
  'a number': signing(noise(17)),
  nothing: signing(''),
  'no padding': raw(block('', 0, '', digestInfo(SHA_256, hashOf('sha256', text)))),
  'no padding, bare': raw(block('', 0, '', hashOf('sha256', text))),
  'no padding, text': raw(block('', 0, '', 'some text')),
  'nothing but zeros': raw(Buffer.alloc(BLOCK)),
  'few zeros': raw(block('\0'.repeat(7), 7, '', hashOf('sha256', text))),
  encrypted: raw(block('\0\x02', 7, '\0', digestInfo(SHA_256, hashOf('sha256', text)))),
  'encrypted, bare': raw(block('\0\x02', 7, '\0', hashOf('sha256', text))),
  'encrypted, of another string': raw(block('\0\x02', 7, '\0', digestInfo(SHA_256, noise(32)))),
  'encrypted, bare, of another string': raw(block('\0\x02', 7, '\0', noise(32))),
  'encrypted, text': raw(block('\0\x02', 7, '\0', 'some text')),
  'encrypted, shortly': raw(join('\0\x02', Buffer.alloc(7, 7), '\0', noise(246))),
  'encrypted, less shortly': raw(join('\0\x02', Buffer.alloc(8, 7), '\0', noise(245))),
  'padded shortly': raw(join('\0\x01', Buffer.alloc(7, 255), '\0', noise(246))),
  'padded less shortly': raw(join('\0\x01', Buffer.alloc(8, 255), '\0', noise(245))),
  'X9.31': x931(hashOf('sha256', text), 0x34),
  'X9.31 of SHA-1': x931(hashOf('sha1', text), 0x33),
  'X9.31 of another': x931(noise(32), 0x39),
  'X9.31 and a byte more': raw(
    block('\x6b', 0xbb, '\xba', join(hashOf('sha256', text), Buffer.of(0x34, 0xcc, 0))),
  ),
  ...Object.fromEntries(
    ['sha256', 'sha512', 'sha384', 'sha1'].flatMap((hash) => [
      [`PSS ${hash}`, pss(text, hash)],
      [`PSS ${hash} of CRLF`, pss(crlf, hash)],
      [`PSS ${hash}, mask of SHA-1`, pss(text, hash, { mask: 'sha1' })],
    ]),
  ),
  ...Object.fromEntries(
    [0, 20, 212, 213, 214, 215, 216, 217, 221, 222].map((size) => [
      `PSS with a salt of ${size}`,
      pss(text, 'sha256', { salt: noise(size) }),
    ]),
  ),
  'PSS of another string': pss(noise(32), 'sha256'),
  ...Object.fromEntries(
    [212, 213, 214, 215, 220].map((size) => [
      `PSS of another string, a salt of ${size}`,
      pss(noise(32), 'sha256', { salt: noise(size) }),
    ]),
  ),
  'by a neighbour': sign('RSA-SHA256', text, neighbour.privateKey),
  'by a neighbour, of CRLF': sign('RSA-SHA256', crlf, neighbour.privateKey),
};
