import { execFileSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { afterAll, expect, test } from '@jest/globals';
import { createSigningFetch, digestOf, keyIdOf, signRequest } from '../../../client/sign.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { closeServer, listen, portOf } from '../../support/tpp-server.ts';
import { createVerifier } from '../../support/verifier.ts';
import { mint, NOW, refusalOf } from '../signing/support.ts';
import { certificateOf } from '../signing/vector-file.ts';

interface Received {
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

const verifier = createVerifier({ ownAuthorities: () => [] });
const received: Received[] = [];
const server = await listen(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  received.push({ request, body: Buffer.concat(chunks) });
  response.end('{}');
});
const base = `http://127.0.0.1:${portOf(server)}`;
const credentials = await mint();
afterAll(() => closeServer(server));

/** What the bank says of the request that arrived last. */
function verifyLast(now = NOW) {
  const { request, body } = received.at(-1) as Received;
  return verifier.verify(
    {
      method: request.method as string,
      target: request.url as string,
      headers: new RawHeaders(request.rawHeaders),
      body,
    },
    now,
    'PSP_PI',
  );
}

test.each([
  ['GET', {}],
  ['GET with (request-target)', { requestTarget: true }],
  ['POST with a body', { method: 'POST', body: '{"creditorName":"Blåbær"}' }],
  ['POST with bytes', { method: 'POST', body: Buffer.from('{"a":1}') }],
  ['POST without a body', { method: 'POST' }],
  ['POST with an empty body', { method: 'POST', body: '' }],
  ['headers in any case', { headers: { 'psu-id': 'x', 'PSU-Corporate-ID': 'y' } }],
  ['a value of ISO-8859-1', { headers: { 'TPP-Redirect-URI': 'https://tpp.example/blå' } }],
  ['outer white space', { headers: { 'PSU-ID': '  x ' } }],
  ['an empty header', { headers: { 'PSU-ID': '' } }],
  ['signal and redirect', { redirect: 'manual', signal: new AbortController().signal }],
] as const)(
  'SIG-10: a request of the signing fetch verifies as it arrives: %s',
  async (_, init) => {
    const send = createSigningFetch(credentials, { 'TPP-Redirect-URI': 'https://tpp.example/cb' });
    const response = await send(`${base}/v1/accounts?withBalance=true`, { ...init, now: NOW });
    expect(response.status).toBe(200);
    expect(verifyLast().findings).toEqual([]);
  },
);

test('SIG-10: a request of the signing fetch verifies as it arrives: the machine clock is the default', async () => {
  await createSigningFetch(await mint({ validDays: 3650 }))(new URL(`${base}/v1/accounts`));
  const { request } = received.at(-1) as Received;
  expect(Math.abs(Date.parse(request.headers.date as string) - Date.now())).toBeLessThan(5000);
});

test('SIG-10: a request of the signing fetch verifies as it arrives: a body is JSON unless a header says otherwise, and own headers win over defaults', async () => {
  const send = createSigningFetch(credentials, { 'PSU-ID': 'default' });
  await send(base, { method: 'POST', body: '{}', headers: { 'psu-id': 'own' } });
  const first = received.at(-1) as Received;
  expect(first.request.headers).toMatchObject({
    'content-type': 'application/json',
    'psu-id': 'own',
  });
  await send(base, { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } });
  const second = received.at(-1) as Received;
  expect(second.request.headers['content-type']).toBe('text/plain');
});

const url = 'http://127.0.0.1/v1/accounts';

test('signRequest: adds what is missing and keeps what is there', () => {
  const headers = signRequest(
    { method: 'POST', url, body: '{}', headers: { 'X-Request-ID': 'mine', Accept: '*/*' } },
    credentials,
    { now: NOW },
  );
  expect(headers).toMatchObject({
    'X-Request-ID': 'mine',
    Accept: '*/*',
    Date: 'Tue, 03 Nov 2026 09:05:07 GMT',
    Digest: digestOf('{}'),
  });
  expect(headers['Signature']).toContain('headers="date digest x-request-id"');
});

const OWN = ['Date', 'Digest', 'X-Request-ID', 'TPP-Signature-Certificate', 'Signature'];

test.each([...OWN, 'Content-Type', 'TPP-Redirect-URI'])(
  'a header that is undefined is left out, also one that the signer adds: %s',
  async (name) => {
    const fetchSigned = createSigningFetch(credentials, {
      'TPP-Redirect-URI': 'https://tpp.example/cb',
    });
    const headers = { [name.toLowerCase()]: undefined };
    await fetchSigned(`${base}/v1/accounts`, { method: 'POST', body: '{}', headers });
    const names = Object.keys(received.at(-1)?.request.headers ?? {});
    const all = [...OWN, 'Content-Type', 'TPP-Redirect-URI'].map((one) => one.toLowerCase());
    expect(all.filter((one) => !names.includes(one))).toEqual([name.toLowerCase()]);
    const signed = /headers="([^"]*)"/.exec(String(received.at(-1)?.request.headers['signature']));
    expect(signed?.[1]?.split(' ') ?? []).not.toContain(name.toLowerCase());
  },
);

test('SIG-12: signRequest: no Digest without a body', () => {
  expect(signRequest({ method: 'GET', url }, credentials)).not.toHaveProperty('Digest');
});

test('signRequest: takes PEM or base64, a key or its PEM, and a keyId of its own', async () => {
  const { certificateBase64, privateKey, certificate } = await mint();
  const sign = (each: Parameters<typeof signRequest>[1]) =>
    signRequest({ method: 'GET', url, headers: { 'X-Request-ID': 'x' } }, each, { now: NOW });
  const first = sign({ certificate, privateKey });
  const key = createPrivateKey(privateKey);
  expect(sign({ certificate: certificateBase64, privateKey: key })).toEqual(first);
  expect(first['Signature']).toContain(`keyId="${keyIdOf(certificate)}"`);
  expect(sign({ certificate, privateKey, keyId: 'SN=1,CA=x' })['Signature']).toContain(
    'keyId="SN=1,CA=x"',
  );
});

test('SIG-08: a value that HTTP cannot carry is refused by name', () => {
  const headers = { 'TPP-Redirect-URI': 'https://tpp.example/日' };
  expect(() => signRequest({ method: 'GET', url, headers }, credentials)).toThrow(
    'TPP-Redirect-URI',
  );
});

test('SIG-12: a Digest of another body is signed as it is, for negative tests', async () => {
  const headers = { Digest: digestOf('other') };
  await createSigningFetch(credentials)(base, { method: 'POST', body: '{}', headers, now: NOW });
  expect(refusalOf(() => verifyLast())).toMatchObject({ rule: 'SIG-12', path: 'Digest' });
});

test.each([
  'openssl: body, five headers',
  'issuer B: multi-valued name, quotes, plus, hash, trailing space',
])('SIG-05, SIG-06: keyIdOf agrees with openssl: %s', (title) => {
  const input = certificateOf(title);
  const args = ['x509', '-inform', 'DER', '-noout', '-serial', '-issuer', '-nameopt', 'RFC2253'];
  const printed = execFileSync('openssl', args, { input, encoding: 'utf8' });
  const [serial = '', issuer = ''] = printed.trimEnd().split('\n');
  expect(keyIdOf(input.toString('base64'))).toBe(
    `SN=${serial.replace(/^serial=0*/, '')},CA=${issuer.replace('issuer=', '')}`,
  );
});

test('the options of fetch are given to it, and none that was not asked for', async () => {
  const { fetch } = globalThis;
  const given: RequestInit[] = [];
  globalThis.fetch = async (_, init = {}) => {
    const { headers, ...rest } = init;
    given.push(rest);
    return new Response(Object.keys(headers as object).join());
  };
  try {
    const signing = createSigningFetch(credentials, { 'PSU-ID': '1', 'X-Own': 'x' });
    const { signal } = new AbortController();
    const names = async (...call: Parameters<typeof signing>) => (await signing(...call)).text();
    const certificate = 'TPP-Signature-Certificate,Signature';
    const own = 'PSU-ID,X-Own';
    expect([
      await names(base),
      await names(base, { redirect: 'manual' }),
      await names(base, { redirect: 'error', signal, method: 'PUT', body: '' }),
      await names(base, { method: 'POST', body: 'ø', headers: { 'psu-id': '2', Date: 'now' } }),
      await names(base, {
        body: Buffer.from('x'),
        headers: { 'content-type': 'a/b', 'X-Own': undefined },
      }),
    ]).toEqual([
      `${own},Date,X-Request-ID,${certificate}`,
      `${own},Date,X-Request-ID,${certificate}`,
      `${own},Content-Type,Date,X-Request-ID,${certificate}`,
      `psu-id,X-Own,Date,Content-Type,Digest,X-Request-ID,${certificate}`,
      `PSU-ID,content-type,Date,Digest,X-Request-ID,${certificate}`,
    ]);
    expect(given).toEqual([
      { method: 'GET' },
      { method: 'GET', redirect: 'manual' },
      { method: 'PUT', redirect: 'error', signal, body: Buffer.alloc(0) },
      { method: 'POST', body: Buffer.from('ø') },
      { method: 'GET', body: Buffer.from('x') },
    ]);
    expect(given.every((init) => !('signal' in init) || init.signal === signal)).toBe(true);
  } finally {
    globalThis.fetch = fetch;
  }
});
