// A program can mount the bank in a server of its own: `sandbank.app`. Both ways run the same code, so every
// answer is the same.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { createSandbank } from '../../server/sandbank.ts';
import { bankAt, consentOf, control, PERSONS } from '../support/bank.ts';
import { keyStock } from '../support/key-stock.ts';
import { type Credentials, Tpp } from '../support/tpp.ts';

const sandbank = await createSandbank({ makeKey: keyStock() });
const { app } = sandbank;
afterAll(() => sandbank.close());

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
] as const)('ERR-01: %s %s is answered alike in both', async (method, path) => {
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

test('SIG-10: a signed request passes in both', async () => {
  const { body } = await control(sandbank.url, 'POST', '/_sandbox/certificates');
  const credentials = body as Credentials;
  const bank = bankAt(sandbank.url, credentials, async () => undefined);
  const psu = await consentOf(bank, PERSONS.jonas);
  const own = await psu.tpp.get('/v1/accounts');
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const mounted = new Tpp(`http://127.0.0.1:${port}`, credentials, psu.tpp.defaults);
  const answer = await mounted.get('/v1/accounts');
  server.close();
  expect([answer.status, answer.text]).toEqual([200, own.text]);
});
