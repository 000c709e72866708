// The signature parameter's text as the bytes that it may stand for.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { signatureReadings } from '../../../server/insight/explain/signature/signature-text.ts';
import { runs } from '../../support/corpus.ts';

/** With + and / in its base64, and two = at its end. */
const BYTES = Buffer.concat([Buffer.from('fbeffffbefbe', 'hex'), Buffer.alloc(250, 0xa5)]);
const BASE64 = BYTES.toString('base64');
const HEX = BYTES.toString('hex');
/** Every byte there is, as hardly any text has them. */
const BINARY = Buffer.from(Array.from({ length: 256 }, (_, at) => at));

const base64 = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, encoding).toString('base64');

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
    ['hexadecimal as openssl prints it', `RSA-SHA2-256(stdin)= ${HEX}`, 'signature-hex'],
    ['hexadecimal as an older openssl prints it', `(stdin)= ${HEX}`, 'signature-hex'],
    ['hexadecimal as openssl dgst -r prints it', `${HEX} *stdin`, 'signature-hex'],
    ['base64 of hexadecimal', base64(`${HEX}\n`), 'signature-hex'],
    ['base64 of hexadecimal in UTF-16', base64(HEX, 'utf16le'), 'signature-hex'],
    [
      'base64 of what openssl prints',
      base64(`RSA-SHA2-256(/tmp/a b.txt)= ${HEX}\n`),
      'signature-hex',
    ],
    ['base64 of PEM', base64(`-----BEGIN X-----\n${BASE64}\n-----END X-----\n`), 'signature-pem'],
    ['the bytes as UTF-8', base64(BINARY.toString('latin1')), 'signature-as-text', BINARY],
    [
      'the bytes as UTF-8, read by Windows',
      base64(BINARY.toString('latin1').replace('\x80', '€').replace('\x99', '™')),
      'signature-as-text',
      BINARY,
    ],
    ["Python's bytes", `b'${BASE64}'`, 'signature-quoted'],
    ["Python's bytes in double quotes", `b\\"${BASE64}\\"`, 'signature-quoted'],
    ['+ as spaces', BASE64.replaceAll('+', ' '), 'signature-plus-lost'],
    [
      'the whole header',
      `keyId=\\"SN=1,CA=CN=x\\",algorithm=\\"rsa-sha256\\",headers=\\"date\\",signature=\\"${BASE64}\\"`,
      'signature-header-inside',
    ],
    ['the name before it', `signature=${BASE64}`, 'signature-header-inside'],
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
  ])('SIG-15: %s', (_, text, names, bytes = BYTES) => {
    expect(namesOf(text, bytes)).toEqual([names]);
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

  test('SIG-15: a zero that a library for big numbers left out is put back', () => {
    const bytes = Buffer.concat([Buffer.from([7]), BYTES.subarray(1)]);
    const hex = bytes.toString('hex').slice(1);
    expect(namesOf(hex, bytes)).toEqual(['signature-hex']);
  });

  test('SIG-15: text that was meant as text stands for no bytes', () => {
    const names = (text: string) =>
      signatureReadings(base64(text)).map(({ mistakes }) => mistakes.join());
    expect(names('date: Tue, 03 Nov 2026 09:05:07 GMT\nx-request-id: blåbær '.repeat(4))).toEqual([
      '',
    ]);
    expect(names('no key was found by that name in the token '.repeat(4))).toEqual(['']);
    expect(names(HEX)).toEqual(['', 'signature-hex']);
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
      runs(2000),
    );
  });
});
