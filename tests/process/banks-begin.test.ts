// The bank at the root of a Sandbank, and when any other begins, as its files tell (BANK-01).
import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { control, psuHeaders } from '../support/bank.ts';
import { send } from '../support/http.ts';
import { SEPA, sceneAt, selfOf } from '../support/payment-scene.ts';
import { testBank } from '../support/test-bank.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();
const bank = await testBank({ data: folder });
const { tpp } = bank;

test('PAY-01: at the root Location has no prefix', async () => {
  const root = await sceneAt(bank);
  const made = await root.pay(SEPA, root.sepa());
  expect(made.headers['location']).toBe(selfOf(made));
  expect(selfOf(made)).toMatch(/^\/v1\//);
  expect((await root.get(made)).status).toBe(200);
});

const begun = (name: string): boolean =>
  readdirSync(folder).some((file) => new RegExp(`^${name}\\b`).test(file));
const at = (name: string) => `${bank.url}/banks/${name}`;

test('BANK-01: what is not validly signed, and looking around, begins no bank', async () => {
  const url = at('untouched');
  const there = tpp.at(url);
  const wrong = { after: (headers: [string, string][]) => headers.slice(0, -1) };
  expect((await send({ method: 'POST', url: `${url}/v1/sandbox/initialize` })).status).toBe(400);
  expect((await there.post('/v1/sandbox/initialize', {}, wrong)).status).toBe(400);
  expect((await there.get('/v1/sandbox/customers', wrong)).status).toBe(400);
  expect((await there.get('/v1/nothing')).status).toBe(404);
  expect((await there.post('/v1/sandbox/customers', {})).status).toBe(400);
  expect((await control(url, 'GET', '/_sandbox/clock')).status).toBe(200);
  expect((await control(url, 'GET', '/_sandbox/sca-policy')).status).toBe(200);
  expect((await control(url, 'PUT', '/_sandbox/clock', { now: 1 })).status).toBe(400);
  expect((await control(url, 'POST', '/_sandbox/nothing')).status).toBe(404);
  expect((await control(url, 'POST', '/_sandbox/certificates')).status).toBe(201);
  expect((await send({ method: 'GET', url: `${url}/sca/${'x'.repeat(32)}` })).status).toBe(404);
  const form = { method: 'POST', url: `${url}/sca/${'x'.repeat(32)}`, body: 'do=approve' };
  expect((await send(form)).status).toBe(404);
  expect(begun('untouched')).toBe(false);
});

test('BANK-01: the first validly signed request begins one, even a read', async () => {
  expect((await tpp.at(at('read')).get('/v1/sandbox/customers')).status).toBe(200);
  expect(begun('read')).toBe(true);
});

test('BANK-01: a validly signed request that wants SCA first begins one', async () => {
  const asked = await tpp.at(at('asked')).with(psuHeaders()).get('/v1/accounts');
  expect(asked.status).toBe(401);
  expect(begun('asked')).toBe(true);
});

test('BANK-01: when a bank begins: a control write begins one', async () => {
  await control(at('written'), 'PUT', '/_sandbox/clock', { frozen: true });
  expect(begun('written')).toBe(true);
  expect((await control(at('written'), 'GET', '/_sandbox/clock')).body.frozen).toBe(true);
});
