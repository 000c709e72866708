import { expect, test } from '@jest/globals';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { checkDigest, digestHeader } from '../../../server/signing/digest.ts';
import { expectRefused } from './refused.ts';
import { digest, refusalOf } from './support.ts';

const BODY = '{"a":"ø"}';
const check = (value: string | readonly string[], body = BODY) =>
  checkDigest(
    new RawHeaders([value].flat().flatMap((each) => ['Digest', each])),
    Buffer.from(body),
  );
const RIGHT = digest(BODY);
const RIGHT_512 = digest(BODY, 'SHA-512');
const OTHER = digest('other');
const BASE64 = RIGHT.slice('SHA-256='.length);
const HEXADECIMAL = Buffer.from(BASE64, 'base64').toString('hex');

test.each([
  ['SHA-256', RIGHT],
  ['SHA-512', RIGHT_512],
  ['a name in lower case', RIGHT.replace('SHA', 'sha')],
  ['two', `${RIGHT},${RIGHT_512}`],
  ['two and a space', `${RIGHT}, ${RIGHT_512}`],
  ['one known, one unknown', `UNIXsum=30637,${RIGHT}`],
  ['no Digest and no body', [], ''],
  ['the digest of nothing', digest(''), ''],
])('SIG-12: accepted: %s', (_, value, body = BODY) => {
  expect(() => check(value, body)).not.toThrow();
});

test('SIG-12: a Digest that the Signature lists and the request lacks, or sends empty, was not sent or was removed', () => {
  const signed = (list: string) => ['Signature', `keyId="k",headers="${list}",signature="s"`];
  const refused = (list: string, ...digests: string[]) =>
    refusalOf(() => checkDigest(new RawHeaders([...digests, ...signed(list)]), Buffer.from(BODY)))
      .text;
  const lost =
    'lists digest, but no value of it came: send one, or find what removes it on the way.';
  expect(refused('date Digest psu-id')).toContain(lost);
  expect(refused('date digest', 'Digest', '')).toContain(lost);
  expect(refused('date x-digest-of')).toMatch(/of its hash>\.$/);
});

test.each([
  ['absent', [], 'HTTP_HEADER_REQUIRED', 'needs the header Digest: SHA-256=<base64 of its hash>.'],
  ['empty', '', 'HTTP_HEADER_REQUIRED', 'SHA-256=<base64 of its hash>.'],
  ['of another body', OTHER, 'BAD_REQUEST', 'The Digest does not match the '],
  [
    'one of two wrong',
    `${RIGHT},${digest('x', 'SHA-512')}`,
    'BAD_REQUEST',
    'The Digest by SHA-512 does not match the ',
  ],
  [
    'the other of two wrong',
    `${OTHER},${RIGHT_512}`,
    'BAD_REQUEST',
    'The Digest by SHA-256 does not match the ',
  ],
  [
    'two of three by the same hash wrong',
    `${OTHER},${digest('another')},${RIGHT}`,
    'BAD_REQUEST',
    'The Digest has 3 values of SHA-256 or SHA-512, and the body that the bank received matches 1 of them',
  ],
  [
    'one of three wrong, and another that is not read',
    `MD5=YQ==,${OTHER},${RIGHT},${RIGHT_512}`,
    'BAD_REQUEST',
    'has 3 values of SHA-256 or SHA-512, and the body that the bank received matches 2 of them; send one that',
  ],
  [
    'two by the same hash wrong',
    `${OTHER},${digest('another')}`,
    'BAD_REQUEST',
    'The Digest by SHA-256 does not match the ',
  ],
  ['hexadecimal', `SHA-256=${HEXADECIMAL}`, 'BAD_REQUEST', `it must be base64: ${RIGHT}.`],
  ['nothing after the equals sign', 'SHA-256=', 'FORMAT_ERROR', 'is not SHA-256=<base64>.'],
  ['no value', 'undefined', 'FORMAT_ERROR', 'The Digest "undefined" is no value'],
  ['its own name in front', `Digest: ${RIGHT}`, 'FORMAT_ERROR', 'is not SHA-256=<base64>.'],
  ['no name', BASE64, 'FORMAT_ERROR', 'is not SHA-256=<base64>.'],
  ['only a known name', 'SHA-256', 'FORMAT_ERROR', 'is not SHA-256=<base64>.'],
  [
    'an unknown name only',
    'MD5=HUXZLQLMuI/KZ5KDcJPcOA==',
    'FORMAT_ERROR',
    'has no value that begins with SHA-256= or',
  ],
  [
    'SHA256 without its hyphen',
    `SHA256=${BASE64}`,
    'FORMAT_ERROR',
    'has no value that begins with SHA-256= or',
  ],
  ["RFC 9530's colons", `SHA-256=:${BASE64}:`, 'FORMAT_ERROR', 'base64'],
  [
    'hexadecimal with hyphens',
    'SHA-256=2C-F2-4D',
    'FORMAT_ERROR',
    'it has - or _ in it, where base64',
  ],
  ['the URL-safe alphabet', 'SHA-256=-_-_', 'FORMAT_ERROR', 'URL-safe'],
  ['percent-encoding', 'SHA-256=abc%3D', 'FORMAT_ERROR', 'percent'],
  ['line ends as text', 'SHA-256=ab\\ncd', 'FORMAT_ERROR', 'it has \\n or \\r written'],
  ['no padding', RIGHT.slice(0, -1), 'FORMAT_ERROR', 'padding'],
  ['white space', 'SHA-256=ab cd', 'FORMAT_ERROR', 'white space'],
  ['a comma at the end', `${RIGHT},`, 'FORMAT_ERROR', 'is not SHA-256=<base64>.'],
])('SIG-12: refused: %s', (_, value, code, reason) => {
  expectRefused(() => check(value), `SIG-12 ${code} Digest`, reason);
});

test('SIG-12: refused: a wrong digest of no body', () => {
  expectRefused(() => check(OTHER, ''), 'SIG-12 BAD_REQUEST Digest', '0 bytes');
});

test('SIG-14: the Digest of an answer is that of its bytes', () => {
  expect(digestHeader(Buffer.from(BODY))).toBe(RIGHT);
});
