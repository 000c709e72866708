// The signature parameter's text as the bytes that it may stand for.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Part } from '../../../server/insight/explain/reading.ts';
import { signatureReadings } from '../../../server/insight/explain/signature/signature-text.ts';
import { runs } from '../../support/corpus.ts';

/** With + and / in its base64, and two = at its end. */
const BYTES = Buffer.concat([Buffer.from('fbeffffbefbe', 'hex'), Buffer.alloc(250, 0xa5)]);
const BASE64 = BYTES.toString('base64');
const URL_SAFE = BYTES.toString('base64url');
const HEX = BYTES.toString('hex');
/** Every byte there is, as hardly any text has them. */
const BINARY = Buffer.from(Array.from({ length: 256 }, (_, at) => at)).toString('latin1');

const base64 = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, encoding).toString('base64');
const lines = (end: string, text = BASE64) => text.replace(/.{64}/g, `$&${end}`);
const namesIn = (parts: readonly Part[]) =>
  parts
    .flatMap(({ mistakes }) => mistakes)
    .sort()
    .join(' + ');
const namesOf = (text: string) => signatureReadings(text).map(({ parts }) => namesIn(parts));
/** The names of the readings whose bytes are those. */
const namesOfBytes = (text: string, bytes: Buffer) =>
  signatureReadings(text)
    .filter((reading) => reading.bytes.equals(bytes))
    .map(({ parts }) => namesIn(parts));

const TWICE = 'signature-base64-twice';
const HEXADECIMAL = /^The signature is written in hexadecimal; write its bytes in base64/;

/** What is wrong with how the bytes are written down, what is said of that, and the texts. */
const WRITTEN: readonly (readonly [names: string, says: RegExp, ...texts: string[]])[] = [
  ['', /^$/, BASE64],
  [
    'signature-hex',
    HEXADECIMAL,
    ...[HEX, HEX.toUpperCase(), `0x${HEX}`, `0X${HEX}`],
    ...[':', ' '].map((between) => HEX.replace(/..(?=.)/g, `$&${between}`)),
    // As openssl prints it, an older one, and dgst -r.
    ...[`RSA-SHA2-256(stdin)= ${HEX}`, `(stdin)= ${HEX}`, `${HEX} *stdin`],
  ],
  [
    'signature-hex',
    HEXADECIMAL,
    ...[base64(`${HEX}\n`), base64(HEX, 'utf16le')],
    base64(`RSA-SHA2-256(/tmp/a b.txt)= ${HEX}\n`),
  ],
  ['signature-hex', HEXADECIMAL, Buffer.from(BASE64).toString('hex')],
  [
    'signature-base64url',
    /written in base64url \(with - and _\); write it in base64 with/,
    URL_SAFE,
    `${URL_SAFE}==`,
  ],
  [
    'signature-without-padding',
    /lacks the padding \(=\)/,
    BASE64.slice(0, -2),
    BASE64.slice(0, -1),
  ],
  [
    TWICE,
    /^The signature is in base64 twice; encode its bytes once\.$/,
    base64(BASE64),
    base64(`${lines('\n')}\n`),
  ],
  [TWICE, /^The signature is in base64 3 times; encode its bytes once\.$/, base64(base64(BASE64))],
  [TWICE, /twice/, base64(`\ufeff${BASE64}`)],
  [
    'signature-percent-encoded',
    /is percent-encoded \(%2B, %2F, %3D\); send it as it is\.$/,
    encodeURIComponent(BASE64),
    encodeURIComponent(BASE64).replace(/%../g, (code) => code.toLowerCase()),
  ],
  [
    'signature-quoted',
    /stands in quotation marks of its own; send/,
    `\\"${BASE64}\\"`,
    `'${BASE64}'`,
  ],
  [
    'signature-quoted',
    /stands in b'…', as Python prints bytes/,
    `b'${BASE64}'`,
    `b\\"${BASE64}\\"`,
  ],
  [
    'signature-plus-lost',
    /has spaces where its base64 had \+, as form decoding leaves them/,
    BASE64.replaceAll('+', ' '),
  ],
  [
    'signature-header-inside',
    /holds a whole Signature header; send only the base64 in it/,
    `keyId=\\"SN=1,CA=CN=x\\",algorithm=\\"rsa-sha256\\",headers=\\"date\\",signature=\\"${BASE64}\\"`,
    `signature=${BASE64}`,
  ],
  [
    'signature-white-space',
    /has white space or line ends inside; send it on one line/,
    ...[' ', '\t', '\\n', '\\r\\n'].map((end) => lines(end)),
    `${BASE64} `,
  ],
  [
    'signature-pem',
    /stands in PEM armour; send only the base64 between the BEGIN and END lines, on one line\.$/,
    `-----BEGIN SIGNATURE-----${BASE64}-----END SIGNATURE-----`,
    `-----BEGIN PKCS7-----\\n${lines('\\n')}\\n-----END PKCS7-----\\n`,
  ],
  [
    'signature-pem',
    /stands in PEM armour/,
    base64(`-----BEGIN X-----\n${BASE64}\n-----END X-----\n`),
  ],
  ['signature-quoted + signature-hex', /hexadecimal; .*quotation marks/, `"${HEX}"`],
  ['signature-quoted + signature-hex', /in base64/, base64(`b'${HEX}'`)],
  ['signature-quoted + signature-without-padding', /lacks the padding/, `"${BASE64.slice(0, -2)}"`],
  ['signature-white-space + signature-base64url', /base64url/, lines(' ', URL_SAFE)],
  [`${TWICE} + signature-quoted`, /in base64/, base64(`"${BASE64}"`), base64(`b'${BASE64}'`)],
  [`${TWICE} + signature-percent-encoded`, /in base64/, base64(encodeURIComponent(BASE64))],
  [`${TWICE} + signature-base64url`, /in base64/, base64(URL_SAFE)],
  [
    `${TWICE} + signature-in-text`,
    /twice; .*has other text around its base64; send only the base64\.$/,
    base64(JSON.stringify({ value: BASE64 })),
    base64(`<SignatureValue>${BASE64}</SignatureValue>`),
  ],
];

describe('SIG-15: how a signature can be written down', () => {
  test('SIG-15: the sample has all that base64 has', () => {
    expect(BASE64).toMatch(/^[^=]*\+[^=]*==$/);
    expect(BASE64).toContain('/');
  });

  test.each(WRITTEN)('SIG-15: %s: %s', (names, says, ...texts) => {
    for (const text of texts) {
      const sorted = names.split(' + ').sort().join(' + ');
      expect([text, namesOfBytes(text, BYTES)]).toEqual([text, [sorted]]);
      const found = signatureReadings(text).find(({ bytes }) => bytes.equals(BYTES));
      const sentences = found?.parts.map(({ sentence }) => sentence) ?? [];
      expect(sentences.join(' ')).toMatch(says);
      for (const sentence of sentences) expect(sentence).toMatch(/^The.*\.$/);
    }
  });

  test.each([
    ['UTF-8', BINARY],
    ['UTF-8, read by Windows', BINARY.replace('\x80', '€').replace('\x99', '™')],
  ])('SIG-15: signature-as-text: %s', (_, text) => {
    const bytes = Buffer.from(BINARY, 'latin1');
    expect(namesOfBytes(base64(text), bytes)).toEqual(['signature-as-text']);
    const found = signatureReadings(base64(text)).find((reading) => reading.bytes.equals(bytes));
    expect(found?.parts.map(({ sentence }) => sentence).join()).toMatch(
      /read as Latin-1 text and written as UTF-8 before base64; write the bytes themselves/,
    );
  });

  test('SIG-15: what is base64 as it should be comes first, hexadecimal too', () => {
    expect(namesOf(HEX)).toEqual(['', 'signature-hex']);
    expect(signatureReadings(HEX)[0]?.bytes).toEqual(Buffer.from(HEX, 'base64'));
  });

  test.each([
    ...['', 'A', 'AAAAA', 'none of your business!', '====', '%'],
    ...[`"${BASE64}`, `-----BEGIN SIGNATURE-----${BASE64}`],
    // Long ones, which cost no more than their length.
    ...[`%2B${'='.repeat(7990)}x`, '-----BEGIN x*-----'.repeat(440)],
    ...['"'.repeat(7999), '\\n'.repeat(3999), `"${'A'.repeat(8000)}"`],
  ])('SIG-15: %.40s stands for nothing', (text) => {
    expect(signatureReadings(text)).toEqual([]);
  });

  test('SIG-15: short hexadecimal is not taken for a signature', () => {
    expect(namesOf('ab'.repeat(31))).not.toContain('signature-hex');
    expect(namesOf('ab'.repeat(32))).toContain('signature-hex');
  });

  test('SIG-15: a zero that a library for big numbers left out is put back', () => {
    const bytes = Buffer.concat([Buffer.from([7]), BYTES.subarray(1)]);
    expect(namesOfBytes(bytes.toString('hex').slice(1), bytes)).toEqual(['signature-hex']);
  });

  test('SIG-15: text that was meant as text stands for no bytes', () => {
    const of = (text: string) => namesOf(base64(text.repeat(4)));
    expect(of('date: Tue, 03 Nov 2026 09:05:07 GMT\nx-request-id: blåbær ')).toEqual(['']);
    expect(of('no key was found by that name in the token ')).toEqual(['']);
  });

  test('SIG-15: nothing is read twice', () => {
    const spaced = HEX.replace(/..(?=.)/g, '$& ');
    const bytes = signatureReadings(spaced).map((reading) => reading.bytes.toString('hex'));
    expect(new Set(bytes).size).toBe(bytes.length);
  });

  test('SIG-15: a text longer than any signature is read as base64 only', () => {
    expect(namesOf('ab'.repeat(4000))).toEqual(['', 'signature-hex']);
    expect(namesOf('ab'.repeat(4002))).toEqual(['']);
    expect(signatureReadings('A'.repeat(100_000))[0]?.bytes).toHaveLength(75_000);
  });

  test('SIG-15: any text is read, and whatever comes of it is bytes', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 600 }),
      fc.base64String({ maxLength: 600 }),
      fc.string({ unit: fc.constantFrom(...'=-_+/\\"\'nr%2BFD :ab-BEGIN '), maxLength: 300 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        for (const { parts, bytes } of signatureReadings(text)) {
          expect(Buffer.isBuffer(bytes)).toBe(true);
          expect(parts.every(({ mistakes }) => mistakes.length === 1)).toBe(true);
        }
      }),
      runs(2000),
    );
  });
});
