// The signature parameter's text as the bytes that it may stand for.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isEcdsa, isHash, signatureReadings } from '../../../server/explain/signature-text.ts';

/** With + and / in its base64, and two = at its end. */
const BYTES = Buffer.concat([Buffer.from('fbeffffbefbe', 'hex'), Buffer.alloc(250, 0xa5)]);
const BASE64 = BYTES.toString('base64');
const HEX = BYTES.toString('hex');

/** The names of the readings whose bytes are those. */
function namesOf(text: string, bytes = BYTES): readonly string[] {
  return signatureReadings(text)
    .filter((reading) => reading.bytes.equals(bytes))
    .map(({ mistakes }) => mistakes.join(' + '));
}

test('SIG-15: the sample has all that base64 has', () => {
  expect(BASE64).toMatch(/^[^=]*\+[^=]*\/[^=]*==$|^[^=]*\/[^=]*\+[^=]*==$|^[^=]*==$/);
  expect(BASE64).toContain('+');
  expect(BASE64).toContain('/');
});

describe('SIG-15: how a signature can be written down', () => {
  test.each([
    ['as it should be', BASE64, ''],
    ['hexadecimal', HEX, 'signature-hex'],
    ['hexadecimal in capitals', HEX.toUpperCase(), 'signature-hex'],
    ['hexadecimal with 0x', `0x${HEX}`, 'signature-hex'],
    ['hexadecimal with 0X', `0X${HEX}`, 'signature-hex'],
    ['hexadecimal with colons', HEX.replace(/..(?=.)/g, '$&:'), 'signature-hex'],
    ['hexadecimal with spaces', HEX.replace(/..(?=.)/g, '$& '), 'signature-hex'],
    ['base64url', BYTES.toString('base64url'), 'signature-base64url'],
    ['base64url with padding', `${BYTES.toString('base64url')}==`, 'signature-base64url'],
    ['base64 without padding', BASE64.slice(0, -2), 'signature-without-padding'],
    ['base64 with half its padding', BASE64.slice(0, -1), 'signature-without-padding'],
    ['base64 twice', Buffer.from(BASE64).toString('base64'), 'signature-base64-twice'],
    [
      'base64 twice, with line ends inside',
      Buffer.from(`${BASE64.replace(/.{64}/g, '$&\n')}\n`).toString('base64'),
      'signature-base64-twice',
    ],
    ['percent-encoded', encodeURIComponent(BASE64), 'signature-percent-encoded'],
    [
      'percent-encoded in lower case',
      encodeURIComponent(BASE64).replace(/%../g, (code) => code.toLowerCase()),
      'signature-percent-encoded',
    ],
    ['quotes inside the quotes', `\\"${BASE64}\\"`, 'signature-quoted'],
    ['apostrophes', `'${BASE64}'`, 'signature-quoted'],
    ['white space', BASE64.replace(/.{64}/g, '$& '), 'signature-white-space'],
    ['tabs', BASE64.replace(/.{64}/g, '$&\t'), 'signature-white-space'],
    ['line ends as escapes', BASE64.replace(/.{64}/g, '$&\\n'), 'signature-white-space'],
    ['CRLF as escapes', BASE64.replace(/.{64}/g, '$&\\r\\n'), 'signature-white-space'],
    ['a space after it', `${BASE64} `, 'signature-white-space'],
    ['PEM armour', `-----BEGIN SIGNATURE-----${BASE64}-----END SIGNATURE-----`, 'signature-pem'],
    [
      'PEM armour with line ends as escapes',
      `-----BEGIN PKCS7-----\\n${BASE64.replace(/.{64}/g, '$&\\n')}\\n-----END PKCS7-----\\n`,
      'signature-pem',
    ],
    ['quotes and hexadecimal', `"${HEX}"`, 'signature-quoted + signature-hex'],
    [
      'quotes and no padding',
      `"${BASE64.slice(0, -2)}"`,
      'signature-quoted + signature-without-padding',
    ],
    [
      'white space and base64url',
      BYTES.toString('base64url').replace(/.{64}/g, '$& '),
      'signature-white-space + signature-base64url',
    ],
  ])('SIG-15: %s', (_, text, names) => {
    expect(namesOf(text)).toEqual([names]);
  });

  test('SIG-15: each mistake has its sentence', () => {
    const [, ...others] = signatureReadings(`"${HEX}"`);
    const readings = [...signatureReadings(`"${HEX}"`), ...others];
    expect(readings.length).toBeGreaterThan(0);
    for (const { mistakes, sentences } of readings) {
      expect(sentences).toHaveLength(mistakes.length);
      for (const sentence of sentences) expect(sentence).toMatch(/^The (signature|base64) .*\.$/);
    }
  });

  test('SIG-15: what is base64 as it should be comes first, hexadecimal too', () => {
    expect(signatureReadings(HEX).map(({ mistakes }) => mistakes)).toEqual([[], ['signature-hex']]);
    const [first] = signatureReadings(HEX);
    expect(first?.bytes.equals(Buffer.from(HEX, 'base64'))).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['one character', 'A'],
    ['five characters, which no base64 has', 'AAAAA'],
    ['words', 'none of your business!'],
    ['padding alone', '===='],
    ['an opening quote', `"${BASE64}`],
    ['PEM without its end', `-----BEGIN SIGNATURE-----${BASE64}`],
    ['a percent sign alone', '%'],
  ])('SIG-15: %s stands for nothing', (_, text) => {
    expect(signatureReadings(text)).toEqual([]);
  });

  test('SIG-15: short hexadecimal is not taken for a signature', () => {
    const names = (length: number) =>
      signatureReadings('ab'.repeat(length)).map(({ mistakes }) => mistakes.join());
    expect(names(31)).not.toContain('signature-hex');
    expect(names(32)).toContain('signature-hex');
  });

  test('SIG-15: nothing is read twice', () => {
    const spaced = HEX.replace(/..(?=.)/g, '$& ');
    const bytes = signatureReadings(spaced).map((reading) => reading.bytes.toString('hex'));
    expect(new Set(bytes).size).toBe(bytes.length);
  });
});

describe('SIG-15: long texts', () => {
  test('SIG-15: a text longer than any signature is read as base64 only', () => {
    const names = (text: string) => signatureReadings(text).map(({ mistakes }) => mistakes.join());
    expect(names('ab'.repeat(4000))).toEqual(['', 'signature-hex']);
    expect(names('ab'.repeat(4002))).toEqual(['']);
    expect(names(`"${'A'.repeat(8000)}"`)).toEqual([]);
    expect(signatureReadings('A'.repeat(100_000))[0]?.bytes).toHaveLength(75_000);
  });

  test.each([
    ['padding without end', `%2B${'='.repeat(7990)}x`],
    ['many beginnings of PEM', '-----BEGIN x*-----'.repeat(440)],
    ['many quotes', '"'.repeat(7999)],
    ['many escapes', '\\n'.repeat(3999)],
  ])('SIG-15: %s', (_, text) => {
    expect(signatureReadings(text)).toEqual([]);
  });

  test('SIG-15: any text is read, and whatever comes of it is bytes', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 600 }),
      fc.base64String({ maxLength: 600 }),
      fc.string({ unit: fc.constantFrom(...'=-_+/\\"\'nr%2BFD :ab-BEGIN '), maxLength: 300 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        for (const { mistakes, sentences, bytes } of signatureReadings(text)) {
          expect(Buffer.isBuffer(bytes)).toBe(true);
          expect(sentences).toHaveLength(mistakes.length);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('SIG-15: what is no RSA signature at all', () => {
  test.each(['P-256', 'P-384', 'P-521'])('SIG-15: ECDSA on %s', (namedCurve) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve });
    for (let round = 0; round < 20; round += 1) {
      const text = Buffer.from(String(round));
      expect(isEcdsa(sign('sha256', text, privateKey))).toBe(true);
      const plain = sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' });
      expect(isEcdsa(plain)).toBe(true);
    }
  });

  test.each([
    ['RSA of 1024 bits', randomBytes(128)],
    ['RSA of 2048 bits', randomBytes(256)],
    ['a SHA-256', randomBytes(32)],
    ['67 bytes that begin like DER', Buffer.from([0x30, 65, ...Buffer.alloc(65)])],
    ['142 bytes that begin like DER', Buffer.from([0x30, 0x81, 139, ...Buffer.alloc(139)])],
    ['DER of another length than it says', Buffer.from([0x30, 67, ...Buffer.alloc(68)])],
    [
      'long DER of another length than it says',
      Buffer.from([0x30, 0x81, 137, ...Buffer.alloc(136)]),
    ],
    ['70 bytes that do not begin like DER', Buffer.from([0x31, 68, ...Buffer.alloc(68)])],
    ['nothing', Buffer.alloc(0)],
  ])('SIG-15: %s is no ECDSA', (_, bytes) => {
    expect(isEcdsa(bytes)).toBe(false);
  });

  test.each([
    [68, 66],
    [139, 137],
  ])('SIG-15: DER of %i bytes is', (length, inner) => {
    const head = inner < 0x80 ? [0x30, inner] : [0x30, 0x81, inner - 1];
    expect(isEcdsa(Buffer.from([...head, ...Buffer.alloc(length - head.length)]))).toBe(true);
  });

  test('SIG-15: a hash instead of a signature', () => {
    const text = 'date: Tue, 03 Nov 2026 09:05:07 GMT\nx: Ã¸';
    const of = (name: string) => createHash(name).update(text, 'latin1').digest();
    for (const name of ['sha384', 'sha512']) {
      expect(isHash(of(name), text)).toBe(true);
      expect(isHash(of(name), `${text}\n`)).toBe(false);
    }
    // As long as MD5, SHA-1 or SHA-256 is no signature of any kind: an HMAC cannot be checked.
    for (const length of [16, 20, 32]) expect(isHash(randomBytes(length), text)).toBe(true);
    for (const length of [0, 15, 33, 48, 64, 256]) {
      expect(isHash(randomBytes(length), text)).toBe(false);
    }
  });
});
