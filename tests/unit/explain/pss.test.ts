// RSASSA-PSS read backwards: every hash, mask, length of salt and of key.
import { constants, generateKeyPairSync, publicDecrypt, randomBytes, sign } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { readPss } from '../../../server/insight/explain/signature/pss.ts';
import { recover } from '../../../server/insight/explain/signature/recover.ts';
import { nextPair } from '../../support/key-stock.ts';
import { hashOf, join } from './made-with-key.ts';

const TEXT = Buffer.from('date: Tue, 03 Nov 2026 09:05:07 GMT\nx-request-id: b96e486c');
const OTHER = Buffer.from('date: Tue, 03 Nov 2026 09:05:08 GMT\nx-request-id: b96e486c');
const usual = await nextPair();

const signed = (hash: string, saltLength: number, { privateKey } = usual): Buffer =>
  sign(hash, TEXT, { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });

const LONGEST = constants.RSA_PSS_SALTLEN_MAX_SIGN;
const AS_HASH = constants.RSA_PSS_SALTLEN_DIGEST;
const TITLES = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512', sha1: 'SHA-1' };

describe.each(Object.entries(TITLES))('SIG-15: PSS with %s', (hash, title) => {
  test.each([
    ['no salt', 0],
    ['a salt of 20 bytes', 20],
    ['a salt as long as the hash', AS_HASH],
    // Node's default: only the text proves it.
    ['the longest salt', LONGEST],
  ])('SIG-15: and %s', (_, saltLength) => {
    const shown = recover(signed(hash, saltLength), usual.publicKey);
    expect(shown?.mistakes).toEqual(['pss']);
    expect(shown?.unsure).toBe(saltLength === LONGEST ? true : undefined);
    expect([shown?.test(TEXT), shown?.test(OTHER)]).toEqual([true, false]);
    // The longest may look like that of another hash by chance.
    if (saltLength === LONGEST) return;
    expect(shown?.form).toBe(`RSASSA-PSS with ${title}`);
    expect(shown?.sentence).toBe(
      `You signed with RSASSA-PSS (${title}); rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256.`,
    );
  });
});

test.each([2049, 2055])('SIG-15: a key of %i bits, no whole number of bytes', (modulusLength) => {
  const pair = generateKeyPairSync('rsa', { modulusLength });
  // Each signature is another number: the first byte is not always the same.
  for (const saltLength of [AS_HASH, AS_HASH, AS_HASH, AS_HASH, LONGEST, LONGEST, LONGEST]) {
    const shown = recover(signed('sha256', saltLength, pair), pair.publicKey);
    expect([shown?.mistakes, shown?.test(TEXT)]).toEqual([['pss'], true]);
  }
});

/** EMSA-PSS of RFC 8017, 9.1.1, for 2048 bits. */
function encodedPss(hash: string, mask: string, salt: Buffer): Buffer {
  const digest = hashOf(hash, join(Buffer.alloc(8), hashOf(hash, TEXT), salt));
  const block = Buffer.alloc(256 - digest.length - 1);
  block[block.length - salt.length - 1] = 1;
  salt.copy(block, block.length - salt.length);
  const counters = Array.from({ length: 20 }, (_, at) => Buffer.from([0, 0, 0, at]));
  const ones = join(...counters.map((counter) => hashOf(mask, join(digest, counter))));
  const masked = block.map((byte, at) => byte ^ (ones[at] as number));
  masked[0] = (masked[0] as number) & 0x7f;
  return join(Buffer.from(masked), digest, Buffer.from([0xbc]));
}

test.each([
  ['sha256', 'sha1'],
  ['sha512', 'sha1'],
  ['sha256', 'sha256'],
] as const)("SIG-15: %s masked with %s, as Java's default is", (hash, mask) => {
  const shown = readPss(encodedPss(hash, mask, randomBytes(20)), 2048);
  expect(shown).toMatchObject({ hash, unsure: false });
  expect([shown?.test(TEXT), shown?.test(OTHER)]).toEqual([true, false]);
});

test('SIG-15: a mask that nobody uses', () => {
  const shown = readPss(encodedPss('sha384', 'sha1', randomBytes(20)), 2048);
  expect(shown?.test(TEXT) ?? false).toBe(false);
});

test.each([
  [214, true],
  [213, false],
])('SIG-15: more than eight zeros before the salt are no chance: %i, %s', (length, unsure) => {
  // The block has 256 - 32 - 1 bytes, one of them the 01.
  const shown = readPss(encodedPss('sha256', 'sha256', Buffer.alloc(length, 7)), 2048);
  expect([shown?.unsure, shown?.test(TEXT)]).toEqual([unsure, true]);
});

test('SIG-15: where two hashes would do by chance, the string decides', () => {
  // Of the longest salts one in a hundred looks like that of another hash, too.
  for (let round = 0; round < 5000; round += 1) {
    const shown = readPss(encodedPss('sha512', 'sha512', randomBytes(190)), 2048);
    expect(shown?.test(TEXT)).toBe(true);
    if (shown?.hash !== 'sha512') return;
  }
  throw new Error('none looks like another one');
});

describe('SIG-15: what is no PSS', () => {
  test('SIG-15: another last byte', () => {
    const key = { key: usual.publicKey, padding: constants.RSA_NO_PADDING };
    const encoded = publicDecrypt(key, signed('sha256', AS_HASH));
    expect(readPss(encoded, 2048)?.hash).toBe('sha256');
    encoded[255] = 0xcc;
    expect(readPss(encoded, 2048)).toBeUndefined();
  });

  test('SIG-15: of random messages hardly any looks like it, and none for sure', () => {
    let unsure = 0;
    for (let round = 0; round < 600; round += 1) {
      const encoded = randomBytes(256);
      encoded[0] = 0;
      encoded[255] = 0xbc;
      const shown = readPss(encoded, 2048);
      expect([shown?.unsure ?? true, shown?.test(TEXT) ?? false]).toEqual([true, false]);
      if (shown !== undefined) unsure += 1;
    }
    // Each of six pairs of hashes, one in 128.
    expect(unsure).toBeLessThan(600 / 10);
  });

  test('SIG-15: a salt that does not begin with 01', () => {
    const encoded = encodedPss('sha256', 'sha256', Buffer.alloc(0));
    expect(readPss(encoded, 2048)?.test(TEXT)).toBe(true);
    // Without salt the 01 is the last byte before the hash.
    for (const change of [2, 3]) {
      encoded[222] = (encoded[222] as number) ^ change;
      expect(readPss(encoded, 2048)).toBeUndefined();
    }
  });
});
