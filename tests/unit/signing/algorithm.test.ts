import { expect, test } from '@jest/globals';
import { checkAlgorithm } from '../../../server/signing/algorithm.ts';
import { attempt } from '../../../server/signing/attempt.ts';
import { readCertificate } from '../../../server/signing/certificate.ts';
import { DerError } from '../../../server/signing/der.ts';
import { expectRefused } from './refused.ts';
import { certificateOf } from './vector-file.ts';

const { publicKey: key, ...keyless } = readCertificate(
  certificateOf('openssl: body, five headers'),
);

test('SIG-07: algorithm and key: rsa-sha256 and an RSA key of 2048 bits give the key', () => {
  expect(checkAlgorithm('rsa-sha256', { ...keyless, ...(key && { publicKey: key }) })).toBe(key);
});

test.each(['RSA-SHA256', 'rsa-sha1', 'rsa-sha512', 'hs2019', 'ecdsa-sha256', 'none', ''])(
  'SIG-07: algorithm and key: algorithm %j is refused',
  (algorithm) => {
    const certificate = { ...keyless, ...(key && { publicKey: key }) };
    expectRefused(
      () => checkAlgorithm(algorithm, certificate),
      'SIG-07 BAD_REQUEST Signature',
      'must be rsa-sha256',
    );
  },
);

test('SIG-07: algorithm and key: a dash that is no hyphen is named', () => {
  expectRefused(
    () => checkAlgorithm('rsa\xe2\x80\x93sha256', { ...keyless, ...(key && { publicKey: key }) }),
    'SIG-07 BAD_REQUEST Signature',
    'is "rsa–sha256", which holds U+2013; it must be rsa-sha256.',
  );
});

test('SIG-07: algorithm and key: a key of a kind that nobody knows is refused', () => {
  expectRefused(
    () => checkAlgorithm('rsa-sha256', keyless),
    'SIG-07 BAD_REQUEST Signature',
    'unknown kind',
  );
});

test.each<[string, typeof keyless]>([
  ['', { ...keyless, ...(key && { publicKey: key }) }],
  [", with an RSA key (the certificate's is unknown)", keyless],
])('SIG-07: algorithm and key: with another algorithm it is said%s', (also, certificate) => {
  const text = expectRefused(
    () => checkAlgorithm('x', certificate),
    'SIG-07 BAD_REQUEST Signature',
  );
  expect(text).toBe(`The Signature's algorithm is "x"; it must be rsa-sha256${also}.`);
});

test('attempt: returns what it was asked to catch, and nothing else', () => {
  const wanted = new DerError('x');
  const run = (error: Error) => () => {
    throw error;
  };
  expect(attempt(DerError, () => 1)).toBe(1);
  expect(attempt(DerError, run(wanted))).toBe(wanted);
  expect(() => attempt(DerError, run(new TypeError('y')))).toThrow(TypeError);
});
