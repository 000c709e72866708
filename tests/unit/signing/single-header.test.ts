// A header that was sent under another API's name is named where the one that is read is missing (SIG-01, SIG-08, SIG-12).
import { expect, test } from '@jest/globals';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { checkDigest } from '../../../server/signing/digest.ts';
import { checkSignedHeaders } from '../../../server/signing/signed-headers.ts';
import { otherHeader, requiredValue } from '../../../server/signing/single-header.ts';

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

test.each([
  ['date', 'Timestamp', 'X-Timestamp', 'X-Date', 'X-Amz-Date', 'My-Own-Date'],
  ['x-request-id', 'RequestId', 'Trace-ID', 'Transaction-Id', 'traceparent'],
  ['tpp-redirect-uri', 'Redirect', 'RedirectUrl', 'X-TPP-Redirect-Uri', 'TppRedirectUri'],
  ['psu-id', 'User-ID', 'CustomerId', 'X-Client-ID', 'PSU-User-ID'],
  ['signature', 'X-Signature', 'Signature-Value'],
  ['digest', 'Content-MD5', 'X-Checksum', 'SHA256', 'Body-Hash'],
] as const)('SIG-01: %s was probably meant', (name, ...titles) => {
  for (const title of titles) expect(otherHeader(of(title), name)).toBe(title.toLowerCase());
  expect(otherHeader(of('Accept', ...titles), name)).toBe(titles[0]?.toLowerCase());
});

test.each([
  ['date', 'Update', 'Date-Style', 'Last-Timestamp-At'],
  ['x-request-id', 'Request-Idea', 'Traceparents', 'Xtraceparent'],
  ['tpp-redirect-uri', 'NoRedirect', 'Redirected', 'Redirect-Uri-2'],
  ['psu-id', 'XUser-ID', 'User-IDs', 'Session-ID'],
  ['signature', 'Signature-Certificate', 'Signature-Input', 'Sign'],
  ['digest', 'Hash', 'Body', 'Digest'],
  ['tpp-signature-certificate', 'Certificate'],
] as const)('SIG-01: %s was not meant', (name, ...titles) => {
  for (const title of titles)
    expect([title, otherHeader(of(title), name)]).toEqual([title, undefined]);
});

test('SIG-01: where it was sent empty, no other is named', () => {
  const sent = new RawHeaders(['Signature', '', 'X-JWS-Signature', 'x']);
  const refused = expect(() => requiredValue(sent, 'signature'));
  refused.toThrow('the header Signature is empty');
  refused.not.toThrow('is not read');
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
  const shouted = new RawHeaders(['Signature', 'HEADERS="Date"']);
  expect(() => requiredValue(shouted, 'date')).toThrow('missing, though the Signature lists it;');
  const dpop = new RawHeaders(['Authorization', 'dpop x']);
  expect(() => requiredValue(dpop, 'signature')).toThrow('; the dpop token in Authorization');
});

test('SIG-01: what says nothing about a missing header is not spoken of', () => {
  const token = new RawHeaders(['Authorization', 'Bearer x']);
  expect(() => requiredValue(token, 'date')).toThrow('the header Date is missing.');
  const basic = new RawHeaders(['Authorization', 'Basic Bearer x']);
  expect(() => requiredValue(basic, 'signature')).toThrow('Signature is missing.');
  const signed = new RawHeaders(['Signature', 'headers="date"']);
  const certificate = () => requiredValue(signed, 'tpp-signature-certificate');
  expect(certificate).toThrow('the header TPP-Signature-Certificate is missing.');
  const unlisted = new RawHeaders(['Signature', 'headers="digest update"']);
  expect(() => requiredValue(unlisted, 'date')).toThrow('the header Date is missing.');
});
