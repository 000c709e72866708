// Which rules a success exercises, advice that a client without reproach must not get (CTRL-08), and what
// a report must not show (WEB-06).
import { expect, test } from '@jest/globals';
import { consentOf, psuHeaders } from '../support/bank.ts';
import { printed, sandbank } from '../support/commands.ts';
import { COVERAGE, coverageOf, coveredIn, named } from '../support/coverage.ts';
import { openScene, SEPA } from '../support/payment-scene.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();
const production = await testBank({ profile: 'production' });

test('CTRL-08: rules are passed when their case arises: reading with and without the PSU, and with a fix', async () => {
  const bank = house.tenant();
  const psu = await consentOf(bank);
  const { body } = await psu.tpp.get('/v1/accounts');
  const account = `/v1/accounts/${body.accounts[0].resourceId}`;
  const rules = async () => coveredIn(await coverageOf(bank), 'rules');
  await psu.tpp.get(`${account}/balances`);
  expect(await rules()).toEqual({ 'ACC-01': 1, 'ACC-02': 1, 'CONS-09': 1 });
  const absent = psu.tpp.with({ 'PSU-IP-Address': '' });
  await absent.get(`${account}/balances`);
  expect(await rules()).toEqual({ 'ACC-01': 1, 'ACC-02': 2, 'ACC-06': 1, 'CONS-09': 1 });
  await absent.get(`${account}/transactions?bookingStatus=both`);
  const listed = { 'ACC-03': 1, 'ACC-04': 1, 'ACC-06': 2, 'ACC-07': 1 };
  expect(await rules()).toEqual({ 'ACC-01': 1, 'ACC-02': 2, 'CONS-09': 1, ...listed });
  await psu.tpp.with({ 'x-accept-fix': 'longer-names' }).get('/v1/accounts');
  expect(await rules()).toMatchObject({ 'ACC-01': 2, 'ACC-09': 1 });
});

test('CTRL-08: rules are passed when their case arises: reading pending transactions under the production profile', async () => {
  const psu = await consentOf(production);
  const { body } = await psu.tpp.get('/v1/accounts');
  const transactions = `/v1/accounts/${body.accounts[0].resourceId}/transactions`;
  const seen = async () => coveredIn(await coverageOf(production), 'rules')['ACC-08'];
  await psu.tpp.get(`${transactions}?bookingStatus=booked`);
  expect(await seen()).toBeUndefined();
  await psu.tpp.get(`${transactions}?bookingStatus=pending`);
  expect(await seen()).toBe(1);
});

test('CTRL-08: no advice for a client without reproach', async () => {
  const scene = await openScene(house);
  const made = await scene.pay(SEPA, scene.sepa());
  await scene.approve(made);
  for (let i = 0; i < 6; i++) {
    await scene.get(made, '/status');
    await scene.psu.tpp.get('/v1/accounts');
  }
  expect((await coverageOf(scene.bank)).advice).toEqual([]);
});

test('WEB-06: a national id in X-Request-ID is nowhere in it, and the link finds the request', async () => {
  const bank = house.tenant();
  const nationalId = '13039319955';
  const tpp = bank.tpp.with(psuHeaders());
  for (let i = 0; i < 2; i++) await tpp.get('/v1/accounts?odd=1', named(`req-${nationalId}`));
  const out = [await printed(sandbank('coverage', '--url', bank.url))];
  for (const format of ['json', 'html', 'junit']) {
    out.push((await bank.control('GET', `${COVERAGE}?format=${format}`)).text);
  }
  expect(out).toHaveLength(4);
  expect(out.join()).not.toContain(nationalId);
  const { advice } = await coverageOf(bank);
  const reused = advice.find(({ id }) => id === 'request-id-reused')?.examples ?? [];
  expect(reused).toEqual(['x2']);
  const found = await bank.control('GET', `/_sandbox/requests/${reused[0]}`);
  expect(found.body.requestId).toBe('req-*********55');
});

test('CTRL-08: the page names its bank', async () => {
  const bank = house.tenant('painters');
  const { text } = await bank.control('GET', `${COVERAGE}?format=html`);
  expect(text).toMatch(/<title>[^<]*\bpainters\b/);
  expect(text).toMatch(/<h1>[^<]*\bpainters\b/);
});
