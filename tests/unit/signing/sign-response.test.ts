// SIG-14 by itself: the text that is signed, and the headers that come of it.
import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { signResponse } from '../../../server/signing/sign-response.ts';
import { nextPair } from '../../support/key-stock.ts';

const { privateKey } = await nextPair();
const seal = { keyId: 'SN=1F,CA=CN=Test,C=NO', privateKey };
const now = Date.UTC(2026, 10, 3, 9, 5, 7);
const body = Buffer.from('{"a":"ø"}');
const DIGEST = 'SHA-256=vrtpPJGVeEzjEreEd0IAdNDyBUiSTcxnutjN6P9PYCo=';
const EMPTY = 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

const signatureIn = (header = ''): Buffer =>
  Buffer.from(/signature="([^"]+)"$/.exec(header)?.[1] ?? '', 'base64');

test('SIG-14: date, digest and x-request-id are signed, in this order', () => {
  const headers = signResponse({ now, body, requestId: 'r-1' }, seal);
  expect(Object.keys(headers)).toEqual(['Date', 'Digest', 'X-Request-ID', 'Signature']);
  expect(headers['Date']).toBe('Tue, 03 Nov 2026 09:05:07 GMT');
  expect(headers['Digest']).toBe(DIGEST);
  expect(headers['Signature']).toMatch(
    /^keyId="SN=1F,CA=CN=Test,C=NO",algorithm="rsa-sha256",headers="date digest x-request-id",signature="[\w+/=]+"$/,
  );
  const text = `date: Tue, 03 Nov 2026 09:05:07 GMT\ndigest: ${DIGEST}\nx-request-id: r-1`;
  const signature = signatureIn(headers['Signature']);
  expect(verify('sha256', Buffer.from(text), createPublicKey(privateKey), signature)).toBe(true);
});

test('SIG-14: what was not sent is not signed, and nothing has a digest too', () => {
  const headers = signResponse({ now, body: Buffer.alloc(0) }, seal);
  expect(Object.keys(headers)).toEqual(['Date', 'Digest', 'Signature']);
  expect(headers['Digest']).toBe(EMPTY);
  expect(headers['Signature']).toContain('headers="date digest"');
});
