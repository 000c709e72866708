import { expect, test } from '@jest/globals';
import { REQUEST_TARGET, type SignedName } from '../../../server/signing/signed-headers.ts';
import { signingString } from '../../../server/signing/signing-string.ts';
import { createVerifier } from '../../support/verifier.ts';
import { expectRefused } from './refused.ts';
import { rulesOf } from './support.ts';
import { requestOf, VECTORS, type Vector } from './vector-file.ts';

function verify(vector: Vector) {
  const trust = vector.trust === undefined ? {} : { trust: vector.trust };
  const verifier = createVerifier({ ...trust, ownAuthorities: () => [] });
  return verifier.verify(requestOf(vector), Date.parse(vector.now), vector.role ?? 'PSP_PI');
}

const accepted = VECTORS.filter((vector) => vector.accepted);
const refused = VECTORS.filter((vector) => !vector.accepted);

test('the vectors are there', () => {
  expect(accepted.length).toBeGreaterThan(50);
  expect(refused.length).toBeGreaterThan(80);
});

test.each(accepted.map((vector) => [vector.title, vector] as const))(
  'SIG-10: known answers signed by openssl and Java are accepted: %s',
  (_, vector) => {
    const verification = verify(vector);
    expect(rulesOf(verification)).toEqual(vector.findings);
    expect(verification.tpp.id).toBe('PSDNO-FSA-987654321');
  },
);

test.each(accepted.map((vector) => [vector.title, vector] as const))(
  'SIG-09: the signing string is rebuilt byte for byte: %s',
  (_, vector) => {
    const names = vector.signingString
      .split('\n')
      .map((line) => (line.startsWith('(') ? REQUEST_TARGET : line.split(':')[0]) as SignedName);
    expect(signingString(names, requestOf(vector))).toBe(vector.signingString);
  },
);

test.each(refused.map((vector) => [`${vector.rule}: ${vector.title}`, vector] as const))(
  'SIG-01 … TPP-03: known broken requests are refused by the right rule: %s',
  (_, vector) => {
    const { rule, code, path = 'Signature' } = vector;
    expect(expectRefused(() => verify(vector), `${rule} ${code} ${path}`)).not.toBe('');
  },
);
