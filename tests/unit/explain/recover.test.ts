// What a signature shows of itself under a public key: every padding and hash that clients send.
import {
  constants,
  createHash,
  generateKeyPairSync,
  privateEncrypt,
  randomBytes,
  sign,
} from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { recover } from '../../../server/insight/explain/signature/recover.ts';
import { rsaPair } from './own-certificate.ts';

const { publicKey, privateKey } = await rsaPair();
const stranger = await rsaPair();
const SIZE = 256;
const TEXT = Buffer.from('date: Tue, 03 Nov 2026 09:05:07 GMT\nx-request-id: b96e486c');

const hash = (name: string, bytes: Buffer = TEXT) => createHash(name).update(bytes).digest();
const padded = (payload: Buffer) =>
  privateEncrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, payload);
/** The number itself, as long as the modulus. */
const raw = (encoded: Buffer) =>
  privateEncrypt(
    { key: privateKey, padding: constants.RSA_NO_PADDING },
    Buffer.concat([Buffer.alloc(SIZE - encoded.length), encoded]),
  );
const info = (prefix: string, name = 'sha256') =>
  Buffer.concat([Buffer.from(prefix, 'hex'), hash(name)]);

/** Of RFC 8017, 9.2, note 1: with the NULL of the parameters, and without. */
const DIGEST_INFOS = [
  ['sha256', '3031300d060960864801650304020105000420', '302f300b06096086480165030402010420'],
  ['sha1', '3021300906052b0e03021a05000414', '301f300706052b0e03021a0414'],
  ['sha384', '3041300d060960864801650304020205000430', '303f300b06096086480165030402020430'],
  ['sha512', '3051300d060960864801650304020305000440', '304f300b06096086480165030402030440'],
  ['sha224', '302d300d06096086480165030402040500041c', '302b300b0609608648016503040204041c'],
  ['md5', '3020300c06082a864886f70d020505000410', '301e300a06082a864886f70d02050410'],
] as const;

const NAMES = DIGEST_INFOS.map(([name]) => name);
const title = (name: string) => name.toUpperCase().replace('SHA', 'SHA-');

describe('SIG-15: PKCS #1 v1.5', () => {
  test.each(NAMES)('SIG-15: %s, as node:crypto signs it', (name) => {
    const shown = recover(sign(`RSA-${name.toUpperCase()}`, TEXT, privateKey), publicKey);
    expect(shown?.mistakes).toEqual(name === 'sha256' ? [] : [`hash-${name}`]);
    expect(shown?.form).toBe(`RSASSA-PKCS1-v1_5 with ${title(name)}`);
    expect(shown?.hash).toBe(hash(name).toString('hex'));
    expect(shown?.sentence).toBe(
      name === 'sha256'
        ? undefined
        : `You hashed with ${title(name)}; rsa-sha256 hashes with SHA-256.`,
    );
    expect(shown?.test(TEXT)).toBe(true);
    expect(shown?.test(Buffer.concat([TEXT, Buffer.from('\n')]))).toBe(false);
    expect(shown?.unsure).toBeUndefined();
  });

  test.each(DIGEST_INFOS)('SIG-15: %s in a DigestInfo without NULL', (name, withNull, without) => {
    const right = recover(padded(info(withNull, name)), publicKey);
    expect(right?.mistakes).not.toContain('digest-info-without-null');
    const shown = recover(padded(info(without, name)), publicKey);
    const hashed = name === 'sha256' ? [] : [`hash-${name}`];
    expect(shown?.mistakes).toEqual([...hashed, 'digest-info-without-null']);
    expect(shown?.form).toBe(`RSASSA-PKCS1-v1_5 with ${title(name)}, DigestInfo without NULL`);
    expect(shown?.sentence).toMatch(/lacks the NULL.*\.$/);
    expect(shown?.test(TEXT)).toBe(true);
    expect(shown?.test(Buffer.from('x'))).toBe(false);
  });

  test.each([
    ['md5', 'MD5'],
    ['sha1', 'SHA-1'],
    ['sha256', 'SHA-256'],
    ['sha384', 'SHA-384'],
    ['sha512', 'SHA-512'],
  ])('SIG-15: the bare %s hash', (name, called) => {
    const shown = recover(padded(hash(name)), publicKey);
    expect(shown?.mistakes).toEqual(['no-digest-info']);
    expect(shown?.form).toBe(`PKCS #1 v1.5 padding of a bare ${called} hash`);
    expect(shown?.hash).toBe(hash(name).toString('hex'));
    expect(shown?.test(TEXT)).toBe(true);
    expect(shown?.test(Buffer.from('x'))).toBe(false);
  });

  test.each([
    ['lower case', (hex: string) => hex],
    ['capitals', (hex: string) => hex.toUpperCase()],
  ])('SIG-15: the hash in hexadecimal, %s', (_, spell) => {
    const payload = Buffer.from(spell(hash('sha256').toString('hex')));
    const shown = recover(padded(payload), publicKey);
    expect(shown?.mistakes).toEqual(['no-digest-info', 'hex-of-hash']);
    expect(shown?.hash).toBe(hash('sha256').toString('hex'));
    expect(shown?.form).toBe('PKCS #1 v1.5 padding of a hash in hexadecimal');
    expect(shown?.sentence).toContain('sign the string with RSA-SHA256');
    expect(shown?.test(TEXT)).toBe(true);
    expect(shown?.test(Buffer.from('x'))).toBe(false);
  });

  test('SIG-15: the hash in base64', () => {
    const shown = recover(padded(Buffer.from(hash('sha256').toString('base64'))), publicKey);
    expect(shown?.mistakes).toEqual(['no-digest-info', 'base64-of-hash']);
    expect(shown?.hash).toBe(hash('sha256').toString('hex'));
    expect(shown?.form).toBe('PKCS #1 v1.5 padding of a hash in base64');
    expect(shown?.sentence).toContain('sign the string with RSA-SHA256');
    expect(shown?.test(TEXT)).toBe(true);
    expect(shown?.test(Buffer.from('x'))).toBe(false);
  });

  test.each<[string, Buffer]>([
    ['the string', TEXT],
    ['base64 of something else', Buffer.from('AAAA')],
    ['a DigestInfo that says another length than follows', info(DIGEST_INFOS[3][1])],
    ['a DigestInfo with a byte after its end', Buffer.concat([info(DIGEST_INFOS[0][1]), TEXT])],
  ])('SIG-15: %s, not hashed', (_, payload) => {
    const shown = recover(padded(payload), publicKey);
    expect(shown?.mistakes).toEqual(['not-hashed']);
    expect(shown?.form).toBe(`PKCS #1 v1.5 padding of ${payload.length} bytes that are no hash`);
    expect(shown?.hash).toBeUndefined();
    expect(shown?.sentence).toContain('without hashing');
    expect(shown?.test(payload)).toBe(true);
    expect(shown?.test(Buffer.concat([payload, Buffer.from('\n')]))).toBe(false);
  });
});

describe('SIG-15: raw RSA', () => {
  const SENTENCE =
    'You used the key without padding; rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256.';

  test.each<[string, Buffer, string]>([
    ['the bare hash', hash('sha256'), 'a bare SHA-256 hash'],
    ['a DigestInfo', info(DIGEST_INFOS[0][1]), 'RSASSA-PKCS1-v1_5 with SHA-256'],
    ['the string', TEXT, `${TEXT.length} bytes that are no hash`],
    ['the hash in hexadecimal', Buffer.from(hash('sha256').toString('hex')), 'hexadecimal'],
    ['the SHA-1', hash('sha1'), 'a bare SHA-1 hash'],
  ])('SIG-15: of %s', (_, payload, form) => {
    const shown = recover(raw(payload), publicKey);
    expect(shown?.mistakes).toEqual(['no-padding']);
    expect(shown?.sentence).toBe(SENTENCE);
    expect(shown?.form).toMatch(/^raw RSA \(.*\)$/);
    expect(shown?.form).toContain(form);
    expect(shown?.test(TEXT)).toBe(true);
    expect(shown?.test(Buffer.from('x'))).toBe(false);
  });

  /** A text whose SHA-256 begins with so many zero bytes. */
  function beginningWith(zeros: number): Buffer {
    for (let at = 0; ; at += 1) {
      const text = Buffer.from(`x-request-id: ${at}`);
      if (
        hash('sha256', text)
          .subarray(0, zeros)
          .every((byte) => byte === 0)
      )
        return text;
    }
  }

  test('SIG-15: of a hash that begins with a zero byte', () => {
    const text = beginningWith(1);
    const shown = recover(raw(hash('sha256', text)), publicKey);
    expect(shown?.mistakes).toEqual(['no-padding']);
    expect(shown?.test(text)).toBe(true);
  });

  test('SIG-15: the number needs eight zero bytes at its beginning to be taken for it', () => {
    const number = (length: number) => Buffer.concat([Buffer.from([7]), randomBytes(length - 1)]);
    expect(recover(raw(number(SIZE - 8)), publicKey)?.mistakes).toEqual(['no-padding']);
    expect(recover(raw(number(SIZE - 7)), publicKey)).toBeUndefined();
  });

  test('SIG-15: zero is nothing', () => {
    expect(recover(raw(Buffer.alloc(0)), publicKey)).toBeUndefined();
  });
});

describe('SIG-15: what shows nothing', () => {
  const encoded = (...start: number[]) =>
    raw(Buffer.concat([Buffer.from(start), Buffer.alloc(SIZE - 1 - start.length, 0x55)]));
  const type1 = (ones: number, end = 0) =>
    raw(
      Buffer.concat([
        Buffer.from([1]),
        Buffer.alloc(ones, 0xff),
        Buffer.from([end]),
        Buffer.alloc(SIZE - 3 - ones, 0x41),
      ]),
    );

  test.each<[string, Buffer]>([
    ['padding for encryption (type 2)', encoded(2)],
    ['seven bytes of FF', type1(7)],
    ['no zero after them', type1(20, 2)],
    ['FF to the end', raw(Buffer.concat([Buffer.from([1]), Buffer.alloc(SIZE - 2, 0xff)]))],
    ['a signature by another key', sign('RSA-SHA256', TEXT, stranger.privateKey)],
    ['a number larger than the modulus', Buffer.alloc(SIZE, 0xff)],
    ['a byte too many', Buffer.alloc(SIZE + 1, 1)],
    ['nothing', Buffer.alloc(0)],
  ])('SIG-15: %s', (_, signature) => {
    expect(recover(signature, publicKey)).toBeUndefined();
  });

  test('SIG-15: eight bytes of FF are enough', () => {
    expect(recover(type1(8), publicKey)?.mistakes).toEqual(['not-hashed']);
  });

  test('SIG-15: a key that is not RSA shows nothing', () => {
    const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signature = sign('sha256', TEXT, elliptic.privateKey);
    expect(recover(signature, elliptic.publicKey)).toBeUndefined();
  });

  test('SIG-15: random bytes show nothing for sure', () => {
    for (let round = 0; round < 100; round += 1) {
      const signature = randomBytes(SIZE);
      signature[0] = 1;
      expect(recover(signature, publicKey)?.unsure ?? true).toBe(true);
    }
  });
});
