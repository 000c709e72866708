import { describe, expect, test } from '@jest/globals';
import { checkAlgorithm } from '../../../server/signing/algorithm.ts';
import { attempt } from '../../../server/signing/attempt.ts';
import { readCertificate } from '../../../server/signing/certificate.ts';
import { DerError } from '../../../server/signing/der.ts';
import { refusal, refusalOf } from './support.ts';
import { certificateOf } from './vector-file.ts';

const { publicKey: key, ...keyless } = readCertificate(
  certificateOf('openssl: body, five headers'),
);

describe('SIG-07: algorithm and key', () => {
  test('rsa-sha256 and an RSA key of 2048 bits give the key', () => {
    expect(checkAlgorithm('rsa-sha256', { ...keyless, ...(key && { publicKey: key }) })).toBe(key);
  });

  test.each(['RSA-SHA256', 'rsa-sha1', 'rsa-sha512', 'hs2019', 'ecdsa-sha256', 'none', ''])(
    'algorithm %j is refused',
    (algorithm) => {
      const certificate = { ...keyless, ...(key && { publicKey: key }) };
      const { text, ...got } = refusalOf(() => checkAlgorithm(algorithm, certificate));
      expect(got).toEqual(refusal('SIG-07', 'BAD_REQUEST'));
      expect(text).toContain('must be rsa-sha256');
    },
  );

  test.each([
    ['EC', 'EC key', 'key is ec;'],
    ['RSA-PSS', 'RSA-PSS key', 'key is rsa-pss;'],
    ['1024 bits', 'RSA key of 1024 bits', '1024 bits'],
  ])('a key of the kind %s is refused', (_, title, reason) => {
    const certificate = readCertificate(certificateOf(title));
    const { text, ...got } = refusalOf(() => checkAlgorithm('rsa-sha256', certificate));
    expect(got).toEqual(refusal('SIG-07', 'BAD_REQUEST'));
    expect(text).toContain(reason);
  });

  test('a key of a kind that nobody knows is refused', () => {
    const { text, ...got } = refusalOf(() => checkAlgorithm('rsa-sha256', keyless));
    expect(got).toEqual(refusal('SIG-07', 'BAD_REQUEST'));
    expect(text).toContain('unknown kind');
  });
});

describe('attempt', () => {
  test('returns what it was asked to catch, and nothing else', () => {
    const wanted = new DerError('x');
    const run = (error: Error) => () => {
      throw error;
    };
    expect(attempt(DerError, () => 1)).toBe(1);
    expect(attempt(DerError, run(wanted))).toBe(wanted);
    expect(() => attempt(DerError, run(new TypeError('y')))).toThrow(TypeError);
  });
});
