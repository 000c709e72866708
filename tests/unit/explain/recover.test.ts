// What a signature shows of itself under a public key: every padding and hash that clients send.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { recover } from '../../../server/insight/explain/signature/recover.ts';
import {
  digestInfo,
  HASHES,
  hashOf,
  join,
  OTHER_HASHES,
  padded,
  raw,
  SHA_256,
} from './made-with-key.ts';
import { rsaPair } from './own-certificate.ts';

const { publicKey, privateKey } = await rsaPair();
const stranger = await rsaPair();
const TEXT = Buffer.from('date: Tue, 03 Nov 2026 09:05:07 GMT\nx-request-id: b96e486c');
const hash = (name = 'sha256') => hashOf(name, TEXT);

interface Wanted {
  readonly mistakes: readonly string[];
  readonly form: string;
  readonly says?: RegExp;
  /** In hexadecimal. */
  readonly hash?: string;
}

/** It shows that, and fits TEXT and nothing else. */
function expectShown(signature: Buffer, { mistakes, form, says, hash: digest }: Wanted): void {
  const shown = recover(signature, publicKey);
  expect([shown?.mistakes, shown?.form, shown?.hash]).toEqual([mistakes, form, digest]);
  if (says === undefined) expect(shown?.sentence).toBeUndefined();
  else expect(shown?.sentence).toMatch(says);
  expect(shown?.test(TEXT)).toBe(true);
  expect(shown?.test(join(TEXT, '\n'))).toBe(false);
  expect(shown?.unsure).toBeUndefined();
}

const NO_PADDING =
  /^You used the key without padding; rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256\.$/;

describe.each([...HASHES, ...OTHER_HASHES])('SIG-15: %s', (name, mistakes, called, oid) => {
  const digest = hash(name);
  const hex = digest.toString('hex');
  const form = `RSASSA-PKCS1-v1_5 with ${called}`;
  const hashed = `You hashed with ${called}; rsa-sha256 hashes with SHA-256.`;
  const hashedWrongly = mistakes.length === 0 ? {} : { says: new RegExp(`^${hashed}$`) };

  test('SIG-15: in a DigestInfo', () => {
    const wanted = { mistakes, form, hash: hex, ...hashedWrongly };
    expectShown(padded(privateKey, digestInfo(oid, digest)), wanted);
    // What node:crypto calls SHA-512/256 with RSA depends on its OpenSSL.
    if (!name.startsWith('sha512-')) {
      expectShown(sign(`RSA-${name.toUpperCase()}`, TEXT, privateKey), wanted);
    }
    expectShown(raw(privateKey, digestInfo(oid, digest)), {
      ...{ mistakes: ['no-padding'], form: `raw RSA (${form})` },
      ...{ hash: hex, says: NO_PADDING },
    });
  });
});

test.each(HASHES)('SIG-15: %s in a DigestInfo without NULL', (name, mistakes, called, oid) => {
  expectShown(padded(privateKey, digestInfo(oid, hash(name), '')), {
    mistakes: [...mistakes, 'digest-info-without-null'],
    form: `RSASSA-PKCS1-v1_5 with ${called}, DigestInfo without NULL`,
    hash: hash(name).toString('hex'),
    says: /lacks the NULL.*\.$/,
  });
});

const BARE = /^You signed the bare hash, without its DigestInfo;/;
const WRITTEN =
  /^You encrypted the (hexadecimal|base64) text of the hash .*sign the string with RSA-SHA256/;
const hex = hash().toString('hex');
const base64 = hash().toString('base64');

test.each<[what: string, payload: Buffer, mistakes: string, hash: string, says: RegExp]>([
  ...HASHES.map(([name, , called]): [string, Buffer, string, string, RegExp] => {
    const digest = hash(name);
    return [`a bare ${called} hash`, digest, 'no-digest-info', digest.toString('hex'), BARE];
  }),
  ['a hash in hexadecimal', Buffer.from(hex), 'no-digest-info hex-of-hash', hex, WRITTEN],
  [
    ...(['a hash in hexadecimal', Buffer.from(hex.toUpperCase())] as const),
    ...(['no-digest-info hex-of-hash', hex, WRITTEN] as const),
  ],
  ['a hash in base64', Buffer.from(base64), 'no-digest-info base64-of-hash', hex, WRITTEN],
])('SIG-15: %s, padded by hand and not padded', (what, payload, mistakes, digest, says) => {
  expectShown(padded(privateKey, payload), {
    ...{ mistakes: mistakes.split(' '), form: `PKCS #1 v1.5 padding of ${what}` },
    ...{ hash: digest, says },
  });
  expectShown(raw(privateKey, payload), {
    ...{ mistakes: ['no-padding'], form: `raw RSA (no padding of ${what})` },
    ...{ hash: digest, says: NO_PADDING },
  });
});

const UNHASHED = /^You encrypted text with the key without hashing it/;
const whole = digestInfo(SHA_256, hash());

test.each<[string, Buffer]>([
  ['base64 of something else', Buffer.from('AAAA')],
  ['a DigestInfo that says another length than follows', whole.subarray(0, -1)],
  ['a DigestInfo with a byte after its end', join(whole, 'x')],
])('SIG-15: %s is no hash', (_, payload) => {
  const shown = recover(padded(privateKey, payload), publicKey);
  expect([shown?.mistakes, shown?.hash]).toEqual([['not-hashed'], undefined]);
  expect([shown?.test(payload), shown?.test(TEXT)]).toEqual([true, false]);
});

test('SIG-15: the string itself', () => {
  const form = `of ${TEXT.length} bytes that are no hash`;
  expectShown(padded(privateKey, TEXT), {
    ...{ mistakes: ['not-hashed'], form: `PKCS #1 v1.5 padding ${form}`, says: UNHASHED },
  });
  expectShown(raw(privateKey, TEXT), {
    ...{ mistakes: ['no-padding'], form: `raw RSA (no padding ${form})`, says: NO_PADDING },
  });
});

describe('SIG-15: a DigestInfo made by hand', () => {
  const named = /^Your DigestInfo names SHA-256 but (.*); sign the string with RSA-SHA256/;
  const holding = (payload: Buffer) => recover(padded(privateKey, payload), publicKey);

  test.each([
    [
      'the hexadecimal text',
      digestInfo(SHA_256, Buffer.from(hex)),
      'holds 64 bytes, not a hash of 32',
    ],
    ['a SHA-1', digestInfo(SHA_256, hash('sha1')), 'holds 20 bytes, not a hash of 32'],
    ['other parameters', digestInfo(SHA_256, hash(), '020107'), 'has other parameters than NULL'],
  ])('SIG-15: %s', (_, payload, holds) => {
    const shown = holding(payload);
    expect([shown?.mistakes, shown?.unknown]).toEqual([['hash-other'], true]);
    expect(named.exec(shown?.sentence ?? '')?.[1]).toBe(holds);
    expect(shown?.form).toBe(`RSASSA-PKCS1-v1_5 with a DigestInfo of SHA-256 that ${holds}`);
    expect([shown?.test(TEXT), shown?.test(Buffer.from('x'))]).toEqual([true, false]);
  });

  test('SIG-15: of a hash that nobody knows', () => {
    const shown = holding(digestInfo('2a0304', hash()));
    expect(shown?.mistakes).toEqual(['hash-other']);
    expect(shown?.sentence).toBe(
      'You hashed with another hash (OID 1.2.3.4); rsa-sha256 hashes with SHA-256.',
    );
    const bare = recover(raw(privateKey, digestInfo('2a0304', hash())), publicKey);
    expect([bare?.mistakes, bare?.test(TEXT)]).toEqual([['no-padding'], false]);
  });
});

describe('SIG-15: raw RSA', () => {
  test('SIG-15: of a hash that begins with a zero byte', () => {
    let text = TEXT;
    for (let at = 0; hashOf('sha256', text)[0] !== 0; at += 1) text = Buffer.from(`id: ${at}`);
    const shown = recover(raw(privateKey, hashOf('sha256', text)), publicKey);
    expect([shown?.mistakes, shown?.test(text)]).toEqual([['no-padding'], true]);
  });

  test('SIG-15: the number needs eight zero bytes at its beginning to be taken for it', () => {
    const number = (length: number) => raw(privateKey, join(Buffer.from([7]), randomBytes(length)));
    expect(recover(number(256 - 9), publicKey)?.mistakes).toEqual(['no-padding']);
    expect(recover(number(256 - 8), publicKey)).toBeUndefined();
    expect(recover(raw(privateKey, Buffer.alloc(0)), publicKey)).toBeUndefined();
  });
});

describe('SIG-15: what shows nothing', () => {
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const encoded = (...start: number[]) =>
    raw(privateKey, join(Buffer.from(start), Buffer.alloc(255 - start.length, 0x55)));
  const type1 = (ones: number, end = 0) => encoded(1, ...Array(ones).fill(0xff), end);

  test.each<[string, Buffer]>([
    ['padding for encryption (type 2)', encoded(2)],
    ['seven bytes of FF', type1(7)],
    ['no zero after them', type1(20, 2)],
    ['FF to the end', raw(privateKey, join(Buffer.from([1]), Buffer.alloc(254, 0xff)))],
    ['a signature by another key', sign('RSA-SHA256', TEXT, stranger.privateKey)],
    ['a number larger than the modulus', Buffer.alloc(256, 0xff)],
    ['a byte too many', Buffer.alloc(257, 1)],
    ['nothing', Buffer.alloc(0)],
  ])('SIG-15: %s', (_, signature) => {
    expect(recover(signature, publicKey)).toBeUndefined();
  });

  test('SIG-15: eight bytes of FF are enough', () => {
    expect(recover(type1(8), publicKey)?.mistakes).toEqual(['not-hashed']);
  });

  test('SIG-15: a key that is not RSA shows nothing', () => {
    const signature = sign('sha256', TEXT, elliptic.privateKey);
    expect(recover(signature, elliptic.publicKey)).toBeUndefined();
  });

  test('SIG-15: random bytes show nothing for sure', () => {
    for (let round = 0; round < 100; round += 1) {
      const signature = randomBytes(256);
      signature[0] = 1;
      expect(recover(signature, publicKey)?.unsure ?? true).toBe(true);
    }
  });
});
