// A program can mount the bank in a server of its own: `sandbank.app` is an Express application. Every way runs the
// same code, so every answer is the same.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import fastifyExpress from '@fastify/express';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import express from 'express';
import { fastify } from 'fastify';
import supertest from 'supertest';
import { createSandbank } from '../../server/sandbank.ts';
import { bankAt, consentOf, control, PERSONS } from '../support/bank.ts';
import { connectTo, sendRaw } from '../support/conformance-raw.ts';
import { askPayment } from '../support/control-bank.ts';
import { sampleOf } from '../support/corpus.ts';
import { keyStock } from '../support/key-stock.ts';
import { type Credentials, Tpp } from '../support/tpp.ts';
import { listen, portOf } from '../support/tpp-server.ts';

const sandbank = await createSandbank({ makeKey: keyStock() });
const { app } = sandbank;
const { body } = await control(sandbank.url, 'POST', '/_sandbox/certificates');
const credentials = body as Credentials;
afterAll(() => sandbank.close());

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Address of a server with that handler. */
async function served(handler: Parameters<typeof listen>[0]): Promise<string> {
  const server = await listen(handler);
  servers.push(server);
  return `http://127.0.0.1:${portOf(server)}`;
}

/** What does not change from one request to the next. */
const lasting = ({ status, text, headers }: supertest.Response) => ({
  status,
  text: text?.replaceAll(/x\d+/g, 'x'),
  type: headers['content-type'],
  cache: headers['cache-control'],
});

test.each([
  ['get', '/health'],
  ['head', '/health'],
  ['delete', '/health'],
  ['get', '/v1'],
  ['get', '/v1/accounts'],
  ['post', '/v1/payments/sepa-credit-transfers'],
  ['patch', '/v1/accounts'],
  ['get', '/v1/nothing'],
  ['get', '/v10'],
  ['get', '/banks/other/v1/accounts?x=1'],
  ['get', '/banks/Other/v1/accounts'],
  ['get', '/banks/%6fther/v1/accounts'],
  ['get', '/banks/%zz/v1/accounts'],
  ['get', '/banks//v1/accounts'],
  ['get', '/'],
  ['get', '/_sandbox/clock?at=now'],
  ['get', '/nothing'],
] as const)('ERR-01: %s %s is answered alike by supertest(app)', async (method, path) => {
  const [own, mounted] = await Promise.all([
    supertest(sandbank.url)[method](path),
    supertest(app)[method](path).set('Host', new URL(sandbank.url).host),
  ]);
  expect(lasting(mounted)).toEqual(lasting(own));
});

test('ERR-01: a wrong Host is refused in both', async () => {
  for (const agent of [supertest(sandbank.url), supertest(app)]) {
    expect((await agent.get('/v1/accounts').set('Host', 'no host')).status).toBe(400);
  }
});

/** A signed GET and a signed POST, sent to that address. */
async function signedAt(address: string) {
  const bank = bankAt(sandbank.url, credentials, async () => undefined);
  const psu = await consentOf(bank, PERSONS.jonas);
  const tpp = new Tpp(address, credentials, psu.tpp.defaults);
  const accounts = await tpp.get('/v1/accounts');
  const own = await psu.tpp.get('/v1/accounts');
  const [account] = own.body.accounts;
  const payment = await askPayment({ ...psu, tpp }, account);
  return { accounts, payment, own };
}

const parent = () => express();
const keepBytes = express.json({
  verify(request, _response, bytes) {
    Object.assign(request, { rawBody: bytes });
  },
});

test.each([
  ['in plain http', async () => served(app)],
  ['at the root of an Express application', async () => served(parent().use(app))],
  ['behind a parser that keeps the bytes', async () => served(parent().use(keepBytes, app))],
  ['behind express.raw()', async () => served(parent().use(express.raw({ type: '*/*' }), app))],
  ['below a path', async () => `${await served(parent().use('/bank', app))}/bank`],
  [
    'below a path of a router below another',
    async () => {
      const router = express.Router().use('/bank', app);
      return `${await served(parent().use('/a', router))}/a/bank`;
    },
  ],
])('SIG-10: signed requests pass: %s', async (_, address) => {
  const { accounts, payment, own } = await signedAt(await address());
  expect([accounts.status, accounts.text]).toEqual([200, own.text]);
  expect(payment.status).toBe(201);
});

test('SIG-10: in Fastify, by its adapter for Express', async () => {
  const server = fastify();
  await server.register(fastifyExpress);
  server.use(app);
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const { accounts, payment } = await signedAt(address);
  await server.close();
  expect([accounts.status, payment.status]).toEqual([200, 201]);
});

test('HDR-06: behind a parser that keeps no bytes the bank says how to mount it, and does not hang', async () => {
  const { accounts, payment } = await signedAt(await served(parent().use(express.json(), app)));
  expect(accounts.status).toBe(200);
  expect(payment.status).toBe(400);
  expect(payment.body.tppMessages[0].text).toContain('Mount the bank before the parser');
});

test('HDR-06: behind a parser an empty body that it has read is answered too', async () => {
  const address = await served(parent().use(express.json(), app));
  const json = { 'Content-Type': 'application/json' };
  const url = `${address}/_sandbox/clock/advance`;
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(url, { method: 'POST', headers: json, body: '', signal });
  expect(answer.status).toBe(400);
});

test('HDR-06: a client that asks whether to send gets one 100 Continue, mounted or not', async () => {
  const body = '{}';
  const head = `POST /_sandbox/reset HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n`;
  const asking = `${head}Expect: 100-continue\r\nConnection: close\r\n\r\n`;
  for (const address of [sandbank.url, await served(app)]) {
    const socket = connectTo(address);
    let text = '';
    socket.on('data', (chunk) => {
      if (text === '') socket.write(body);
      text += chunk.toString('latin1');
    });
    socket.write(asking);
    await once(socket, 'close');
    expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200']);
  }
});

const mounted = async () => `${await served(parent().use('/bank', app))}/bank`;

const PAGES = [
  '/',
  '/console',
  '/banks/b-1/console/people',
  '/docs',
  '/docs/signing',
  '/docs/search?q=crlf',
];

test.each(sampleOf(PAGES))(
  'WEB-01: every link and asset of %s leads below it, and is there',
  async (path) => {
    const address = await mounted();
    const { origin } = new URL(address);
    const page = await (await fetch(address + path, { headers: { Accept: 'text/html' } })).text();
    const found = [...page.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, to]) => to ?? '');
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter((to) => !to.startsWith('/bank/'))).toEqual([]);
    const distinct = [
      ...new Set(found.map((to) => to.replace(/#.*$/, '').replaceAll('&amp;', '&'))),
    ];
    const answers = await Promise.all(
      distinct.map(async (to) => `${(await fetch(origin + to)).status} ${to}`),
    );
    expect(answers.filter((answer) => !answer.startsWith('200'))).toEqual([]);
  },
);

test('WEB-10: the scaRedirect leads below it, and its page and form do', async () => {
  const address = await mounted();
  const tpp = new Tpp(address, credentials);
  const refused = await tpp.get('/v1/accounts', {
    headers: { 'TPP-Redirect-URI': 'https://tpp.example/cb', 'PSU-IP-Address': '192.0.2.1' },
  });
  const { href } = refused.body._links.scaRedirect;
  expect(href).toMatch(new RegExp(`^${address}/sca/`));
  const page = await (await fetch(href)).text();
  expect(page).toContain('href="/bank/assets/sandbank.css');
  expect(page).toMatch(/action="[^"]*\/bank\/sca\/[^"]+"/);
});

test('SIG-01: the target of an absolute address is its path, mounted as at the own port', async () => {
  const targets = await Promise.all(
    [await mounted(), sandbank.url].map(async (address) => {
      const { host, origin } = new URL(address);
      const head = `GET ${address}/v1/accounts?x=1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
      const [answer] = await sendRaw(origin, head);
      const verdict = answer?.headers['sandbank-verdict'] as string;
      const entry = (await (await fetch(new URL(verdict, origin))).json()) as { target: string };
      return entry.target;
    }),
  );
  expect(targets).toEqual(['/bank/v1/accounts?x=1', '/v1/accounts?x=1']);
});

test('WEB-04: below a path: cookies are for it alone', async () => {
  const address = await mounted();
  const answer = await fetch(`${address}/console?lang=nb`, { headers: { Accept: 'text/html' } });
  expect(answer.headers.get('set-cookie')).toContain('; Path=/bank;');
});

test('WEB-10: below a path: the verdict is named with the path', async () => {
  const address = await mounted();
  const answer = await fetch(`${address}/banks/b-1/v1/accounts`);
  const verdict = answer.headers.get('Sandbank-Verdict') ?? '';
  expect(verdict).toMatch(/^\/bank\/banks\/b-1\/_sandbox\/requests\/x\d+$/);
  expect((await fetch(new URL(verdict, address))).status).toBe(200);
});

test('WEB-07: every 401 names its scheme (RFC 9110, 15.5.2)', async () => {
  const tpp = new Tpp(sandbank.url, credentials);
  const headers = { 'TPP-Redirect-URI': 'https://tpp.example/cb', 'PSU-IP-Address': '192.0.2.1' };
  const answers = await Promise.all([
    tpp.get('/v1/accounts', { headers }),
    tpp.get('/v1/accounts', { headers: { ...headers, 'PSU-ID': randomUUID() } }),
  ]);
  for (const { status, headers: answered } of answers) {
    expect([status, answered['www-authenticate']]).toEqual([401, 'Signature realm="Sandbank"']);
  }
});
