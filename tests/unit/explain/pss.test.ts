// RSASSA-PSS read backwards: every hash, mask, length of salt and of key.
import {
  constants,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  publicDecrypt,
  randomBytes,
  sign,
} from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { readPss } from '../../../server/insight/explain/signature/pss.ts';
import { recover } from '../../../server/insight/explain/signature/recover.ts';
import { nextPair } from '../../support/key-stock.ts';

const TEXT = Buffer.from('date: Tue, 03 Nov 2026 09:05:07 GMT\nx-request-id: b96e486c');
const OTHER = Buffer.from('date: Tue, 03 Nov 2026 09:05:08 GMT\nx-request-id: b96e486c');

interface Signed {
  readonly publicKey: KeyObject;
  readonly signature: Buffer;
}

const usual = await nextPair();

function signed(hash: string, saltLength: number, pair = usual): Signed {
  const { publicKey, privateKey } = pair;
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const signature = sign(hash, TEXT, { key: privateKey, padding, saltLength });
  return { publicKey, signature };
}

const LONGEST = constants.RSA_PSS_SALTLEN_MAX_SIGN;
const AS_HASH = constants.RSA_PSS_SALTLEN_DIGEST;
const TITLES = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512', sha1: 'SHA-1' };

describe.each(Object.entries(TITLES))('SIG-15: PSS with %s', (hash, title) => {
  test.each([
    ['no salt', 0],
    ['a salt of 20 bytes', 20],
    ['a salt as long as the hash', AS_HASH],
  ])('SIG-15: and %s', (_, saltLength) => {
    const { publicKey, signature } = signed(hash, saltLength);
    const shown = recover(signature, publicKey);
    expect(shown?.mistakes).toEqual(['pss']);
    expect(shown?.form).toBe(`RSASSA-PSS with ${title}`);
    expect(shown?.sentence).toBe(
      `You signed with RSASSA-PSS (${title}); rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256.`,
    );
    expect(shown?.unsure).toBeUndefined();
    expect(shown?.test(TEXT)).toBe(true);
    expect(shown?.test(OTHER)).toBe(false);
  });

  test("SIG-15: and the longest salt, which is Node's default: only the text proves it", () => {
    const { publicKey, signature } = signed(hash, LONGEST);
    const shown = recover(signature, publicKey);
    expect(shown?.mistakes).toEqual(['pss']);
    expect(shown?.unsure).toBe(true);
    expect(shown?.test(TEXT)).toBe(true);
    expect(shown?.test(OTHER)).toBe(false);
  });
});

describe('SIG-15: keys whose length is no whole number of bytes', () => {
  test.each([2049, 2055])('SIG-15: %i bits', (modulusLength) => {
    const pair = generateKeyPairSync('rsa', { modulusLength });
    for (const saltLength of [AS_HASH, LONGEST]) {
      // Each signature is another number: the first byte is not always the same.
      for (let round = 0; round < 4; round += 1) {
        const { publicKey, signature } = signed('sha256', saltLength, pair);
        const shown = recover(signature, publicKey);
        expect(shown?.mistakes).toEqual(['pss']);
        expect(shown?.test(TEXT)).toBe(true);
      }
    }
  });
});

/** EMSA-PSS of RFC 8017, 9.1.1, for 2048 bits. */
function encodedPss(hash: string, mask: string, salt: Buffer): Buffer {
  const of = (name: string, ...parts: readonly Buffer[]) =>
    createHash(name).update(Buffer.concat(parts)).digest();
  const digest = of(hash, Buffer.alloc(8), of(hash, TEXT), salt);
  const block = Buffer.alloc(256 - digest.length - 1);
  block[block.length - salt.length - 1] = 1;
  salt.copy(block, block.length - salt.length);
  const ones = Buffer.concat(
    Array.from({ length: 20 }, (_, at) => of(mask, digest, Buffer.from([0, 0, 0, at]))),
  );
  const masked = block.map((byte, at) => byte ^ (ones[at] as number));
  masked[0] = (masked[0] as number) & 0x7f;
  return Buffer.concat([masked, digest, Buffer.from([0xbc])]);
}

test.each([
  ['sha256', 'sha1'],
  ['sha512', 'sha1'],
  ['sha256', 'sha256'],
] as const)("SIG-15: %s masked with %s, as Java's default is", (hash, mask) => {
  const shown = readPss(encodedPss(hash, mask, randomBytes(20)), 2048);
  expect(shown?.hash).toBe(hash);
  expect(shown?.unsure).toBe(false);
  expect(shown?.test(TEXT)).toBe(true);
  expect(shown?.test(OTHER)).toBe(false);
});

test('SIG-15: a mask that nobody uses', () => {
  const shown = readPss(encodedPss('sha384', 'sha1', randomBytes(20)), 2048);
  expect(shown?.test(TEXT) ?? false).toBe(false);
});

test('SIG-15: more than eight zeros before the salt are no chance', () => {
  // The block has 256 - 32 - 1 bytes, one of them the 01.
  for (const [length, unsure] of [
    [214, true],
    [213, false],
  ] as const) {
    const shown = readPss(encodedPss('sha256', 'sha256', Buffer.alloc(length, 7)), 2048);
    expect(shown?.unsure).toBe(unsure);
    expect(shown?.test(TEXT)).toBe(true);
  }
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
    const { publicKey, signature } = signed('sha256', AS_HASH);
    const encoded = publicDecrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, signature);
    expect(readPss(encoded, 2048)?.hash).toBe('sha256');
    expect(encoded.at(-1)).toBe(0xbc);
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
      expect(shown?.unsure ?? true).toBe(true);
      if (shown !== undefined) unsure += 1;
      expect(shown?.test(TEXT) ?? false).toBe(false);
    }
    // Each of six pairs of hashes, one in 128.
    expect(unsure).toBeLessThan(600 / 10);
  });

  test('SIG-15: a salt that does not begin with 01', () => {
    const encoded = encodedPss('sha256', 'sha256', Buffer.alloc(0));
    expect(readPss(encoded, 2048)?.test(TEXT)).toBe(true);
    // Without salt the 01 is the last byte before the hash.
    encoded[222] = (encoded[222] as number) ^ 2;
    expect(readPss(encoded, 2048)).toBeUndefined();
    encoded[222] = (encoded[222] as number) ^ 3;
    expect(readPss(encoded, 2048)).toBeUndefined();
  });
});
