// A signing client as a Node developer would write it, for the hand-made corpus, without this project's
// code. Each request of the corpus goes through `entry`, which changes one thing.
import { createHash, createPrivateKey, createSign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const BODY =
  '{"instructedAmount":{"currency":"NOK","amount":"310.00"},"creditorName":"Ås Bær & Grønt","remittanceInformationUnstructured":"Faktura 7/2026"}';
export const REDIRECT = 'https://tpp.example/tilbake?state=x%2Fy&by=Troms%C3%B8';
export const DATE = 'Tue, 03 Nov 2026 09:05:07 GMT';

export const sha256 = (data) => createHash('sha256').update(data).digest('base64');
export const one = (...names) => ({ mistakes: names });
export const either = (...sets) => ({ either: sets });
export const anyOf = (...sets) => ({ anyOf: sets });
export const none = (...names) => ({ mistakes: null, wish: names });

export function get(more = {}) {
  return {
    date: DATE,
    'x-request-id': 'c56a4180-65aa-42ec-a945-5fd21dec0538',
    'psu-id': '6c875382-8963-4617-a931-738c9b8bae7f',
    'tpp-redirect-uri': REDIRECT,
    ...more,
  };
}

export function post(more = {}, body = BODY) {
  const { date, ...rest } = get();
  return { date, digest: `SHA-256=${sha256(body)}`, ...rest, ...more };
}

/** Headers that a GET and a POST sign. */
export const G = get();
export const P = post();
export const CORPORATE = get({ 'psu-corporate-id': '0b9e486c-7580-4fac-a44b-cbdfcbe628ad' });
export const PRETTY = JSON.stringify(JSON.parse(BODY), null, 2);
/** A payment with another digest line. */
export const line = (digest) => ({ ...P, digest });
export const pay = { body: BODY };
export const big = { body: BODY, cert: 'big' };

export const lines = (headers) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
export const text = (headers) => lines(headers).join('\n');

const NAMES = {
  date: 'Date',
  digest: 'Digest',
  'x-request-id': 'X-Request-ID',
  'psu-id': 'PSU-ID',
  'psu-corporate-id': 'PSU-Corporate-ID',
  'tpp-redirect-uri': 'TPP-Redirect-URI',
  host: 'Host',
  '(request-target)': '(request-target)',
};

export const crlf = (headers) => lines(headers).join('\r\n');
export const capitals = (headers) =>
  Object.fromEntries(Object.entries(headers).map(([n, v]) => [NAMES[n], v]));
export const tight = (headers, end) =>
  Object.entries(headers)
    .map(([n, v]) => `${n}:${v}`)
    .join(end);
export const sorted = (headers) =>
  Object.fromEntries(Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1)));
export const without = (headers, name) =>
  Object.fromEntries(Object.entries(headers).filter(([n]) => n !== name));
export const hash = (string) => createHash('sha256').update(string).digest();

/** Collects entries; `folder` holds keys and certificates. */
export function client(folder) {
  const entries = [];
  const file = (name) => readFileSync(join(folder, name));
  const key = (name = 'tpp') => createPrivateKey(file(`${name}.key`));
  const certificate = (name = 'tpp') => new X509Certificate(file(`${name}.pem`));
  const sign = (string, keyName) =>
    createSign('RSA-SHA256').update(string).sign(key(keyName), 'base64');

  const by = (algorithm, string, keyName = 'tpp') =>
    createSign(algorithm).update(string).sign(key(keyName), 'base64');

  // RFC 2253: the last line of Node's issuer first; Node has already escaped the commas.
  const issuer = (name) => certificate(name).issuer.split('\n').reverse().join(',');
  const keyId = (name) => `SN=${certificate(name).serialNumber},CA=${issuer(name)}`;

  /** `signed`: the string that was signed in place of the right one; `options` change the rest. */
  function entry(title, headers, signed, expect, note, options = {}) {
    const { body, cert = 'tpp', says = [], refusedBy = 'SIG-10' } = options;
    const names = options.names ?? Object.keys(headers);
    const signature = options.signature ?? sign(signed, options.key ?? cert);
    const certificates = options.certificate ?? file(`${cert}.der`).toString('base64');
    const plain = `keyId="${options.keyId ?? keyId(cert)}",algorithm="rsa-sha256",headers="${names.join(' ').toLowerCase()}",signature="${signature}"`;
    const value = options.value?.(plain) ?? plain;
    const sent = {
      ...(options.sent ?? headers),
      ...options.more,
      'TPP-Signature-Certificate': certificates,
      Signature: value,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    delete sent['(request-target)'];
    entries.push({
      title,
      madeWith: options.madeWith ?? 'node:crypto',
      method: options.method ?? (body === undefined ? 'GET' : 'POST'),
      target:
        options.target ??
        (body === undefined ? '/v1/accounts' : '/v1/payments/norwegian-domestic-credit-transfers'),
      headers: Object.entries(sent).map(([n, v]) => [n, Buffer.from(v).toString('latin1')]),
      body: Buffer.from(body ?? '').toString('base64'),
      refusedBy,
      expect,
      says,
      note,
    });
  }

  return { entries, entry, file, key, certificate, sign, by, issuer, keyId };
}
