// Libraries of npm that sign by another standard than the bank's: RFC 9421, JWS, and the draft with other headers.
import { createSign } from 'node:crypto';
import hms from 'http-message-signatures';
import joyent from 'http-signature';
import { CompactSign, importPKCS8 } from 'jose';
import { BANK, headersOf, KEY_ID, kit, next, note, sha256 } from './client.mjs';

/** `sign` adds headers to the request and returns the bytes that the library signed. */
async function row([id, stack, what, expects], tags, sign) {
  const { method, path, ...context } = next(tags);
  const body = context.body && JSON.stringify(context.body);
  const headers = { Date: new Date().toUTCString(), ...headersOf(context) };
  headers['TPP-Signature-Certificate'] = kit('own.b64');
  if (body !== undefined) {
    headers.Digest = `SHA-256=${sha256(body)}`;
    headers['Content-Type'] = 'application/json';
  }
  const request = { url: BANK + path, method, path, headers, body };
  note({ id, what, expects, stack }, await sign(request));
  await fetch(request.url, request);
}

await row(
  ['rfc-9421', 'http-message-signatures', 'signMessage()', ['http-message-signatures']],
  'body',
  async (request) => {
    let signed;
    const sign = async (data) => {
      signed = data;
      return createSign('RSA-SHA256').update(data).sign(kit('own.key'));
    };
    const key = { id: KEY_ID.own, alg: 'rsa-v1_5-sha256', sign };
    const fields = ['@method', '@target-uri', 'digest', 'date'];
    const { headers } = await hms.httpbis.signMessage({ key, fields }, request);
    Object.assign(request.headers, headers);
    return signed;
  },
);

await row(
  ['detached-jws', 'jose', 'A detached JWS of the body in x-jws-signature', ['jws']],
  'body',
  async ({ headers, body }) => {
    const key = await importPKCS8(kit('own.key'), 'RS256');
    const jws = await new CompactSign(Buffer.from(body))
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID.own })
      .sign(key);
    const [header, payload, signature] = jws.split('.');
    headers['x-jws-signature'] = `${header}..${signature}`;
    return `${header}.${payload}`;
  },
);

await row(
  ['host', 'http-signature', 'sign() of (request-target) host date, as in examples', ['SIG-08']],
  'get',
  async ({ method, path, headers }) => {
    headers.Host = '127.0.0.1:8080';
    const named = (name) => Object.keys(headers).find((key) => key.toLowerCase() === name);
    const request = {
      method,
      path,
      getHeader: (name) => headers[named(name.toLowerCase())],
      setHeader: (name, value) => {
        headers[name] = value;
      },
      _stringToSign: undefined,
    };
    joyent.sign(request, {
      key: kit('own.rsa.key'),
      keyId: KEY_ID.own,
      authorizationHeaderName: 'Signature',
      headers: ['(request-target)', 'host', 'date'],
    });
    return request._stringToSign;
  },
);
