// Cases that one small slip would change and that no larger test comes across.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { corporateConsentOf } from '../support/account-reads.ts';
import {
  completeSca,
  consentOf,
  openBank,
  PERSONS,
  psuHeaders,
  type TestBank,
} from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { accountOf, answered } from '../support/control-bank.ts';
import { created, openScene, PERIODIC, SEPA, selfOf } from '../support/payment-scene.ts';

let house: TestBank;
let bank: TestBank;

beforeAll(async () => {
  house = await openBank();
});
afterAll(() => house.close());
beforeEach(() => {
  bank = house.tenant();
});

test('PAY-04: iban and bban that differ in their last digits only disagree', async () => {
  const scene = await openScene(house);
  const creditorAccount = { iban: 'NO9386011117947', bban: '86011118005', currency: 'NOK' };
  const answer = await scene.psu.tpp.post(PERIODIC, scene.periodic({ creditorAccount }));
  expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', path: '/creditorAccount/bban' });
});

test('PAY-20, MOVE-01: an approval that the bank refuses is no failed SCA', async () => {
  const scene = await openScene(house);
  const pisp = scene.tpp.with({ ...psuHeaders(), 'PSU-Context': 'PRIVATE' });
  const made = await created(pisp, SEPA, scene.sepa());
  let asked = made;
  for (let times = 0; times < 3; times += 1) {
    const back = await completeSca(scene.bank, asked, { nationalId: PERSONS.odd });
    expect(back.get('code')).toBe('PAYMENT_FAILED');
    asked = answered(await pisp.post(`${selfOf(made)}/authorisations`), 201);
  }
  const { body } = await pisp.get(`${selfOf(made)}/status`);
  expect(body.transactionStatus).toBe('RCVD');
});

test('ACC-05: the details have what the list leaves out', async () => {
  const psu = await consentOf(bank);
  const { iban, mockAccountId } = await accountOf(bank, PERSONS.jonas);
  const purchase = {
    transactionAmount: { amount: '-12.00', currency: 'NOK' },
    purposeCode: 'SUPP',
    ultimateDebtor: 'Kari Nordmann',
  };
  const path = `/v1/sandbox/accounts/${mockAccountId}/transactions`;
  const posted = answered(await bank.tpp.post(path, purchase), 201);
  const [{ transactionId }] = posted.body.transactions;
  const { accounts } = (await psu.tpp.get('/v1/accounts')).body;
  const { resourceId } = accounts.find((one: { iban: string }) => one.iban === iban);
  const list = `/v1/accounts/${resourceId}/transactions`;
  const { booked } = (await psu.tpp.get(`${list}?bookingStatus=booked&limit=1`)).body.transactions;
  const { transactionsDetails } = (await psu.tpp.get(`${list}/${transactionId}`)).body;
  expect(booked[0]).toMatchObject({ transactionId });
  expect(booked[0]).not.toHaveProperty('ultimateDebtor');
  expect(transactionsDetails).toMatchObject({
    purposeCode: 'SUPP',
    ultimateDebtor: 'Kari Nordmann',
  });
});

test('SBX-01: initialize begins today again, wherever the clock was', async () => {
  const today = new Date().toISOString().slice(0, 10);
  await bank.control('PUT', '/_sandbox/clock', { now: '2031-01-15T12:00:00Z', frozen: true });
  answered(await bank.tpp.post('/v1/sandbox/initialize'), 200);
  const { mockAccountId } = await accountOf(bank, PERSONS.jonas);
  const { body } = await bank.tpp.get(`/v1/sandbox/accounts/${mockAccountId}/transactions?limit=1`);
  expect(body.transactions[0].bookingDate < `${Number(today.slice(0, 4)) + 1}`).toBe(true);
});

test('SBX-03: a deleted customer takes the consents along', async () => {
  await consentOf(bank);
  const { customers } = (await bank.tpp.get('/v1/sandbox/customers')).body;
  const { customerId } = customers.find(
    (one: { customerNumber: string }) => one.customerNumber === PERSONS.jonas,
  );
  expect((await bank.control('GET', '/_sandbox/consents')).body.consents).toHaveLength(1);
  answered(await bank.tpp.send('DELETE', `/v1/sandbox/customers/${customerId}`), 204);
  expect((await bank.control('GET', '/_sandbox/consents')).body.consents).toEqual([]);
});

test('SBX-05: the links of mock transactions keep the dates', async () => {
  const { mockAccountId } = await accountOf(bank, PERSONS.jonas);
  const path = `/v1/sandbox/accounts/${mockAccountId}/transactions`;
  const dates = { fromDate: '2020-01-01', toDate: '2090-01-01' };
  const query = new URLSearchParams({ ...dates, limit: '2' });
  const { next } = (await bank.tpp.get(`${path}?${query}`)).body._links;
  const linked = new URL(next.href, 'http://bank.example').searchParams;
  expect(Object.fromEntries(linked)).toMatchObject({ ...dates, offset: '2', limit: '2' });
});

describe('SBX-06: a second agreement', () => {
  test('SBX-06: a new account of its owner lies under neither before an engagement says so', async () => {
    const second = { owner: PERSONS.mari, name: 'Datter AS' };
    answered(await bank.tpp.post('/v1/sandbox/agreements', second), 201);
    const account = { customerNumber: PERSONS.mari, accountName: 'Drift', currency: 'NOK' };
    const { iban } = answered(await bank.tpp.post('/v1/sandbox/accounts', account), 201).body;
    const engagement = { customer: PERSONS.mari, account: { iban }, roles: ['VIEW', 'REGISTER'] };
    const { agreements } = (await bank.tpp.get('/v1/sandbox/agreements')).body;
    const { agreementId } = agreements.find((one: { name: string }) => one.name === second.name);
    const path = `/v1/sandbox/agreements/${agreementId}/engagements`;
    answered(await bank.tpp.post(path, engagement), 201);
    const mari = await corporateConsentOf(bank, PERSONS.odd);
    const { accounts } = (await mari.tpp.get('/v1/accounts')).body;
    expect(accounts.map((one: { iban: string }) => one.iban)).not.toContain(iban);
  });
});

test('BANK-01, SCA-06: the same company has another PSU-Corporate-ID in another bank', async () => {
  const [here, there] = [bank, house.tenant()];
  const ids = [
    await corporateConsentOf(here, PERSONS.odd),
    await corporateConsentOf(there, PERSONS.odd),
  ];
  expect(ids[0]?.psuCorporateId).not.toBe(ids[1]?.psuCorporateId);
});
