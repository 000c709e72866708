// A header that was sent under another API's name is named where the one that is read is missing (SIG-01, SIG-08, SIG-12).
import { expect, test } from '@jest/globals';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { checkDigest } from '../../../server/signing/digest.ts';
import { checkSignedHeaders } from '../../../server/signing/signed-headers.ts';
import { requiredValue } from '../../../server/signing/single-header.ts';

const of = (...names: readonly string[]) => new RawHeaders(names.flatMap((name) => [name, 'x']));
const required = (name: 'signature' | 'date', sent: string) => () => requiredValue(of(sent), name);

test.each([
  ['x-jws-signature', required('signature', 'X-JWS-Signature')],
  ['x-amz-date', required('date', 'X-Amz-Date')],
  ['repr-digest', () => checkDigest(of('Repr-Digest'), Buffer.from('{}'))],
  ['x-content-sha256', () => checkDigest(of('X-Content-SHA256'), Buffer.from('{}'))],
  [
    'x-correlation-id',
    () => checkSignedHeaders('x-request-id', of('X-Correlation-ID'), () => undefined),
  ],
  [
    'tpp-redirect-url',
    () => checkSignedHeaders('tpp-redirect-uri', of('TPP-Redirect-URL'), () => undefined),
  ],
])('SIG-01: %s was sent, and is not read', (name, check) => {
  expect(check).toThrow(`; ${name} is not read`);
});

test('SIG-01: one that ends as the missing one does is named', () => {
  expect(() =>
    requiredValue(of('My-TPP-Signature-Certificate'), 'tpp-signature-certificate'),
  ).toThrow('; my-tpp-signature-certificate is not read');
});

test('SIG-01: a header that is read under its own name is not named', () => {
  expect(required('date', 'Signature')).toThrow('the header Date is missing.');
  expect(required('signature', 'TPP-Signature-Certificate')).toThrow('Signature is missing.');
  const empty = new RawHeaders(['Date', '']);
  expect(() => requiredValue(empty, 'date')).toThrow('the header Date is empty.');
});

test('SIG-01: what came in place of a signature, or was taken out of the request, is said', () => {
  const token = new RawHeaders(['Authorization', 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln']);
  expect(() => requiredValue(token, 'signature')).toThrow(
    'Signature is missing; the Bearer token in Authorization signs nothing of the request.',
  );
  const listed = new RawHeaders(['Signature', 'keyId="k",headers="x-request-id date"']);
  expect(() => requiredValue(listed, 'date')).toThrow('missing, though the Signature lists it;');
});
