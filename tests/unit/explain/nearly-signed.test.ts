// SIG-10 explained where the right signature was cut, doubled, lengthened or wrapped twice on its way, and where
// a key was sent in its place: nothing is said of it that is not so.
import {
  constants,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  privateEncrypt,
  sign,
} from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { type Credentials, NOW } from '../signing/support.ts';
import { explained, namesOf, ownTpp, requestOf } from './support.ts';

let tpp: Credentials;
let text: Buffer;
let right: Buffer;
beforeAll(async () => {
  tpp = await ownTpp();
  text = Buffer.from(diagnose(requestOf(tpp), NOW).bankString ?? '', 'latin1');
  right = sign('RSA-SHA256', text, tpp.privateKey);
});

const base64 = (of: string | Buffer): string => Buffer.from(of as string).toString('base64');
const explain = (signature: string) => explained(requestOf(tpp, { signature }));
const join = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

type Row = readonly [title: string, make: () => string, names: string, words: RegExp];

function expectSaid([, make, names, words]: Row): void {
  const { readings, sentence } = explain(make());
  expect(sentence).toMatch(words);
  expect(namesOf({ readings }).join(' | ')).toBe(names);
}

const wide = (of: Buffer) => Buffer.from(of.toString('latin1'), 'utf16le');
const MAY_BE_CUT = /128 bytes, but .*; it was made with another key, or was cut short on the way:/;
const WITHOUT_ZEROS = /: send it without the zero bytes that stand before it \(Java/;
const WITHOUT_END =
  /has 25[78] bytes; .* makes 256: send it without the line end that stands after/;
const AS_UTF16 = /has 512 bytes; .* read as Latin-1 text and written as UTF-16; write the bytes/;

describe('SIG-15: another number of bytes than the key makes', () => {
  const ROWS: readonly Row[] = [
    ['cut to 128 bytes', () => base64(right.subarray(0, 128)), '', MAY_BE_CUT],
    ['cut to 171 characters', () => base64(right).slice(0, 171), '', MAY_BE_CUT],
    [
      'twice',
      () => base64(join(right, right)),
      'signature-longer',
      /^The signature has 512 bytes; RSA of 2048 bits makes 256: it stands there twice, .*once\.$/,
    ],
    ['as UTF-16', () => base64(wide(right)), 'signature-as-text', AS_UTF16],
    ['as UTF-16BE', () => base64(wide(right).swap16()), 'signature-as-text', AS_UTF16],
    [
      'twice, of another key',
      () => base64(join(right.subarray(1), 'x', right.subarray(1), 'x')),
      'signature-longer',
      /stands there twice.*was not made with the private key of the certificate you sent/,
    ],
    ['a zero byte', () => base64(join('\0', right)), 'signature-longer', WITHOUT_ZEROS],
    ['four zero bytes', () => base64(join('\0\0\0\0', right)), 'signature-longer', WITHOUT_ZEROS],
    [
      'a zero byte, in hexadecimal',
      () => join('\0', right).toString('hex'),
      'signature-hex + signature-longer',
      WITHOUT_ZEROS,
    ],
    ['a line end', () => base64(join(right, '\n')), 'signature-longer', WITHOUT_END],
    ['CRLF', () => base64(join(right, '\r\n')), 'signature-longer', WITHOUT_END],
    [
      'another byte',
      () => base64(join(right, '!')),
      '',
      /has 257 bytes, but .* makes 256: send the base64 of the 256 bytes and of nothing else\.$/,
    ],
  ];
  test.each(ROWS)('SIG-15: %s', (...row) => expectSaid(row));

  test('SIG-15: what else was wrong is still found', () => {
    const other = sign('RSA-SHA256', join(text, '\n'), tpp.privateKey);
    const { readings } = explain(base64(join('\0', other)));
    expect(namesOf({ readings })).toEqual(['signature-longer + trailing-newline']);
  });
});

const info = (oid: string, digest: Buffer): Buffer => {
  const algorithm = join(
    Buffer.from(`06${(oid.length / 2).toString(16).padStart(2, '0')}${oid}0500`, 'hex'),
  );
  const body = join(
    Buffer.from([0x30, algorithm.length]),
    algorithm,
    Buffer.from([4, digest.length]),
    digest,
  );
  return join(Buffer.from([0x30, body.length]), body);
};
const padded = (payload: Buffer) =>
  base64(privateEncrypt({ key: tpp.privateKey, padding: constants.RSA_PKCS1_PADDING }, payload));
const raw = (payload: Buffer) =>
  base64(
    privateEncrypt(
      { key: tpp.privateKey, padding: constants.RSA_NO_PADDING },
      join(Buffer.alloc(256 - payload.length), payload),
    ),
  );
const hashOf = (name: string, what: Buffer = text) => createHash(name).update(what).digest();

describe('SIG-15: other hashes in a DigestInfo', () => {
  test.each([
    ['sha3-224', 'SHA3-224', '608648016503040207'],
    ['sha3-256', 'SHA3-256', '608648016503040208'],
    ['sha3-384', 'SHA3-384', '608648016503040209'],
    ['sha3-512', 'SHA3-512', '60864801650304020a'],
    ['sha512-224', 'SHA-512/224', '608648016503040205'],
    ['sha512-256', 'SHA-512/256', '608648016503040206'],
  ])('SIG-15: %s', (name, called, oid) => {
    const signature = padded(info(oid, hashOf(name)));
    const { readings, sentence, signature: form } = explain(signature);
    expect(namesOf({ readings })).toEqual(['hash-other']);
    expect(sentence).toBe(`You hashed with ${called}; rsa-sha256 hashes with SHA-256.`);
    expect(form?.form).toBe(`RSASSA-PKCS1-v1_5 with ${called}`);
    expect(form?.hash).toBe(hashOf(name).toString('hex'));
    expect(namesOf(explain(raw(info(oid, hashOf(name)))))).toEqual(['no-padding']);
    const other = padded(info(oid, hashOf(name, join(text, '\n'))));
    expect(namesOf(explain(other))).toEqual(['hash-other + trailing-newline']);
  });

  test('SIG-15: as node:crypto signs with SHA3-256', () => {
    const { readings } = explain(base64(sign('RSA-SHA3-256', text, tpp.privateKey)));
    expect(namesOf({ readings })).toEqual(['hash-other']);
  });

  const ROWS: readonly Row[] = [
    [
      'an unknown one',
      () => padded(info('2a0304', hashOf('sha256'))),
      'hash-other',
      /^You hashed with another hash \(OID 1\.2\.3\.4\); rsa-sha256 hashes with SHA-256\.$/,
    ],
    [
      'an unknown one without padding',
      () => raw(info('2a0304', hashOf('sha256'))),
      'no-padding',
      /^You used the key without padding; rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256\.$/,
    ],
    [
      'hexadecimal instead of the hash',
      () => padded(info('608648016503040201', Buffer.from(hashOf('sha256').toString('hex')))),
      'hash-other',
      /^Your DigestInfo names SHA-256 but holds 64 bytes, not a hash of 32; sign the string .*\.$/,
    ],
    [
      'SHA-1 named SHA-256',
      () => padded(info('608648016503040201', hashOf('sha1'))),
      'hash-other',
      /^Your DigestInfo names SHA-256 but holds 20 bytes, not a hash of 32;/,
    ],
    [
      'the bare SHA-224',
      () => padded(hashOf('sha224')),
      'no-digest-info',
      /^You signed the bare hash, without its DigestInfo;/,
    ],
  ];
  test.each(ROWS)('SIG-15: %s', (...row) => expectSaid(row));
});

const KEY = /^The signature is a private key; never send it, and make a new one/;

describe('SIG-15: keys without armour', () => {
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = (key: KeyObject, type: 'pkcs8' | 'sec1', secret = false) =>
    base64(
      key.export({
        type,
        format: 'der',
        ...(secret ? { cipher: 'aes-128-cbc', passphrase: 'x' } : {}),
      } as { type: 'pkcs8'; format: 'der' }),
    );
  const store = Buffer.from('3080020103308006092a864886f70d010701', 'hex');
  const ROWS: readonly Row[] = [
    ['EC, PKCS #8', () => der(elliptic.privateKey, 'pkcs8'), 'signature-container', KEY],
    ['EC, SEC 1', () => der(elliptic.privateKey, 'sec1'), 'signature-container', KEY],
    ['encrypted', () => der(elliptic.privateKey, 'pkcs8', true), 'signature-container', KEY],
    [
      'PKCS #12',
      () => base64(join(store, Buffer.alloc(200, 0xa5))),
      'signature-container',
      /^The signature is a key store, which may have your private key in it; never send it/,
    ],
    [
      'a public key',
      () => base64(elliptic.publicKey.export({ type: 'spki', format: 'der' })),
      'signature-container',
      /^The signature is DER, as a certificate or a public key is;/,
    ],
    [
      'PEM of a signature',
      () => base64('-----BEGIN SIGNATURE-----\nAAAA\n-----END SIGNATURE-----'),
      'not-signed',
      /^The signature is base64 of the text/,
    ],
  ];
  test.each(ROWS)('SIG-15: %s', (...row) => expectSaid(row));
});

describe('SIG-15: base64 or hexadecimal of a text with the signature in it', () => {
  const TWICE = 'signature-base64-twice';
  const HOLDS = /^The signature is base64 of a text that holds it; encode its bytes, once\. .*\.$/;
  const line = () => base64(right);
  const urlSafe = () => line().replaceAll('+', '-').replaceAll('/', '_');
  const ROWS: readonly Row[] = [
    ["b'…'", () => base64(`b'${line()}'`), `${TWICE} + signature-quoted`, HOLDS],
    ['a byte order mark', () => base64(`\ufeff${line()}`), TWICE, /a text that holds it/],
    ['quotes', () => base64(`"${line()}"`), `${TWICE} + signature-quoted`, HOLDS],
    [
      'percent-encoding',
      () => base64(encodeURIComponent(line())),
      `${TWICE} + signature-percent-encoded`,
      HOLDS,
    ],
    ['base64url', () => base64(urlSafe()), `${TWICE} + signature-base64url`, HOLDS],
    [
      'XML',
      () => base64(`<SignatureValue>${line()}</SignatureValue>`),
      `${TWICE} + signature-in-text`,
      /There is other text around the base64 of the signature; send only the base64\.$/,
    ],
    [
      'JSON',
      () => base64(JSON.stringify({ value: line() })),
      `${TWICE} + signature-in-text`,
      HOLDS,
    ],
    [
      'base64 three times',
      () => base64(base64(line())),
      TWICE,
      /^The signature is in base64 three times; encode it once\.$/,
    ],
    [
      'hexadecimal of base64',
      () => Buffer.from(line()).toString('hex'),
      'signature-hex',
      /^The signature is hexadecimal of a text; send the base64 that it holds, and that alone\.$/,
    ],
    [
      "b'…' of hexadecimal",
      () => base64(`b'${right.toString('hex')}'`),
      'signature-quoted + signature-hex',
      HOLDS,
    ],
    [
      'XML of base64 that is no signature',
      () => base64(`<Value>${line().slice(0, 120)}</Value>`),
      'not-signed',
      /^The signature is base64 of the text "<Value>.*\(openssl dgst -sha256 -sign\)\.$/,
    ],
  ];
  test.each(ROWS)('SIG-15: %s', (...row) => expectSaid(row));
});
