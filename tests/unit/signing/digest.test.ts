import { describe, expect, test } from '@jest/globals';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { checkDigest } from '../../../server/signing/digest.ts';
import { digest, refusal, refusalOf } from './support.ts';

const BODY = '{"a":"ø"}';
const check = (value: string | readonly string[], body = BODY) =>
  checkDigest(
    new RawHeaders([value].flat().flatMap((each) => ['Digest', each])),
    Buffer.from(body),
  );
const OTHER = digest('other');

describe('SIG-12: accepted', () => {
  test.each([
    ['SHA-256', digest(BODY)],
    ['SHA-512', digest(BODY, 'SHA-512')],
    ['a name in lower case', digest(BODY).replace('SHA', 'sha')],
    ['two', `${digest(BODY)},${digest(BODY, 'SHA-512')}`],
    ['two and a space', `${digest(BODY)}, ${digest(BODY, 'SHA-512')}`],
    ['one known, one unknown', `UNIXsum=30637,${digest(BODY)}`],
  ])('%s', (_, value) => {
    expect(() => check(value)).not.toThrow();
  });

  test.each([
    ['no Digest and no body', []],
    ['the digest of nothing', digest('')],
  ])('%s', (_, value) => {
    expect(() => check(value, '')).not.toThrow();
  });
});

describe('SIG-12: refused', () => {
  test.each([
    ['absent', [], 'HTTP_HEADER_REQUIRED', 'needs'],
    ['empty', '', 'HTTP_HEADER_REQUIRED', 'needs'],
    ['of another body', OTHER, 'BAD_REQUEST', 'does not match'],
    [
      'one of two wrong',
      `${digest(BODY)},${digest('x', 'SHA-512')}`,
      'BAD_REQUEST',
      'does not match',
    ],
    [
      'the other of two wrong',
      `${OTHER},${digest(BODY, 'SHA-512')}`,
      'BAD_REQUEST',
      'does not match',
    ],
    [
      'hexadecimal',
      `SHA-256=${Buffer.from(digest(BODY).slice(8), 'base64').toString('hex')}`,
      'BAD_REQUEST',
      'hexadecimal',
    ],
    ['nothing after the equals sign', 'SHA-256=', 'FORMAT_ERROR', 'name=base64'],
    ['no name', digest(BODY).slice(8), 'FORMAT_ERROR', 'name=base64'],
    ['only a known name', 'SHA-256', 'FORMAT_ERROR', 'name=base64'],
    ['an unknown name only', 'MD5=HUXZLQLMuI/KZ5KDcJPcOA==', 'FORMAT_ERROR', 'neither'],
    [
      'SHA256 without its hyphen',
      digest(BODY).replace('SHA-256', 'SHA256'),
      'FORMAT_ERROR',
      'neither',
    ],
    [
      "RFC 9530's colons",
      digest(BODY).replace('=', '=:').replace(/$/, ':'),
      'FORMAT_ERROR',
      'base64',
    ],
    ['the URL-safe alphabet', 'SHA-256=-_-_', 'FORMAT_ERROR', 'URL-safe'],
    ['percent-encoding', 'SHA-256=abc%3D', 'FORMAT_ERROR', 'percent'],
    ['no padding', digest(BODY).slice(0, -1), 'FORMAT_ERROR', 'padding'],
    ['white space', 'SHA-256=ab cd', 'FORMAT_ERROR', 'white space'],
    ['a comma at the end', `${digest(BODY)},`, 'FORMAT_ERROR', 'name=base64'],
  ])('%s', (_, value, code, reason) => {
    const { text, ...got } = refusalOf(() => check(value));
    expect(got).toEqual(refusal('SIG-12', code, 'Digest'));
    expect(text).toContain(reason);
  });

  test('a wrong digest of no body', () => {
    const { text, ...got } = refusalOf(() => check(OTHER, ''));
    expect(got).toEqual(refusal('SIG-12', 'BAD_REQUEST', 'Digest'));
    expect(text).toContain('0 bytes');
  });

  test('SIG-13: sent twice', () => {
    const { text, ...got } = refusalOf(() => check([digest(BODY), digest(BODY)]));
    expect(got).toEqual(refusal('SIG-13', 'FORMAT_ERROR', 'Digest'));
    expect(text).toContain('Digest');
  });
});
