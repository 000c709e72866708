// Mock agreements and engagements over HTTP (SBX-06).
import { beforeEach, describe, expect, test } from '@jest/globals';
import { PERSONS, psuHeaders, type TestBank } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { accountOf } from '../support/control-bank.ts';
import { refuses } from '../support/control-refused.ts';
import { identify, openPage } from '../support/sca-browser.ts';
import { testBank } from '../support/test-bank.ts';

let bank: TestBank;
let ownIban: string;
const AGREEMENTS = '/v1/sandbox/agreements';

const house = await testBank();
beforeEach(async () => {
  bank = house.tenant();
  const made = await bank.tpp.post('/v1/sandbox/accounts', {
    customerNumber: PERSONS.thea,
    accountName: 'Prosjekt',
    currency: 'NOK',
  });
  // Thea's only agreement takes her new account; without it the account is free.
  ownIban = made.body.iban;
});

const engagement = (change: Readonly<Record<string, unknown>> = {}) => ({
  customer: PERSONS.jonas,
  account: { iban: ownIban },
  roles: ['REGISTER', 'VIEW'],
  ...change,
});

async function agreementOf(number: string): Promise<string> {
  const list = await bank.tpp.get(AGREEMENTS);
  const found = list.body.agreements.find((one: { owner: string }) => one.owner === number);
  return found.agreementId;
}

describe('agreements', () => {
  test('SBX-06: one is made, listed, read and deleted', async () => {
    const made = await bank.tpp.post(AGREEMENTS, { owner: PERSONS.mari, name: 'Datter AS' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ owner: PERSONS.mari, name: 'Datter AS', engagements: [] });
    expect(made.body.organisationNumber).toMatch(/^\d{9}$/);
    const path = `${AGREEMENTS}/${made.body.agreementId}`;
    expect((await bank.tpp.get(path)).body).toEqual(made.body);
    expect((await bank.tpp.get(AGREEMENTS)).body.agreements).toContainEqual(made.body);
    expect((await bank.tpp.send('DELETE', path)).status).toBe(204);
    expectRefusal(await bank.tpp.get(path), { status: 404, code: 'RESOURCE_UNKNOWN' });
  });

  refuses({ rule: 'SBX-06', bank: () => bank, method: 'POST', path: () => AGREEMENTS }, [
    ['no owner', {}, '/owner'],
    ['an unknown member', { owner: PERSONS.mari, shoeSize: 43 }, '/shoeSize'],
    ['an owner who is not there', { owner: '01010750160' }, '/owner', 'RESOURCE_UNKNOWN'],
    ['a private owner', { owner: PERSONS.jonas }, '/owner', 'BAD_REQUEST'],
    [
      'an organisation number with a wrong check digit',
      { owner: PERSONS.mari, organisationNumber: '123456789' },
      '/organisationNumber',
    ],
    [
      'an engagement on nobody’s account',
      {
        owner: PERSONS.mari,
        engagements: [
          { customer: PERSONS.odd, account: { iban: 'NO9386011117947' }, roles: ['VIEW'] },
        ],
      },
      '/engagements/0/account/iban',
      'RESOURCE_UNKNOWN',
    ],
  ]);
});

describe('engagements', () => {
  /** Whether the SCA page offers the person the company. */
  async function offered(nationalId: string, company: string): Promise<boolean> {
    const asked = await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
    const page = await identify(await openPage(asked), nationalId);
    return page.answer.text.includes(company);
  }

  test('SBX-06: an engagement lets the person act for the company, until it is ended', async () => {
    const company = 'Havbris Sjømat AS';
    expect(await offered(PERSONS.jonas, company)).toBe(false);
    const path = `${AGREEMENTS}/${await agreementOf(PERSONS.thea)}/engagements`;
    const made = await bank.tpp.post(path, engagement());
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ customer: PERSONS.jonas, account: { iban: ownIban } });
    expect(await offered(PERSONS.jonas, company)).toBe(true);
    const ended = await bank.tpp.send('DELETE', `${path}/${made.body.engagementId}`);
    expect(ended.status).toBe(204);
    expect(await offered(PERSONS.jonas, company)).toBe(false);
    const again = await bank.tpp.send('DELETE', `${path}/${made.body.engagementId}`);
    expectRefusal(again, { status: 404, code: 'RESOURCE_UNKNOWN' });
  });

  test('SBX-06: its limits are Amounts or plain numbers', async () => {
    const path = `${AGREEMENTS}/${await agreementOf(PERSONS.thea)}/engagements`;
    const limits = { registerLimit: 0, approvalLimit: { amount: '2000', currency: 'NOK' } };
    const made = await bank.tpp.post(path, engagement(limits));
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      registerLimit: { amount: '0.00', currency: 'NOK' },
      approvalLimit: { amount: '2000.00', currency: 'NOK' },
    });
    const negative = await bank.tpp.post(path, engagement({ approvalLimit: -1 }));
    expectRefusal(negative, { status: 400, code: 'FORMAT_ERROR', path: '/approvalLimit' });
  });

  test('SBX-06: twice for one account and person is 409 CONFLICT', async () => {
    const path = `${AGREEMENTS}/${await agreementOf(PERSONS.thea)}/engagements`;
    expect((await bank.tpp.post(path, engagement())).status).toBe(201);
    expectRefusal(await bank.tpp.post(path, engagement()), { code: 'CONFLICT', path: '/customer' });
  });

  test('SBX-06: on somebody else’s account is 400 RESOURCE_UNKNOWN', async () => {
    const path = `${AGREEMENTS}/${await agreementOf(PERSONS.thea)}/engagements`;
    const { iban } = await accountOf(bank, PERSONS.mari);
    const answer = await bank.tpp.post(path, engagement({ account: { iban } }));
    expectRefusal(answer, { code: 'RESOURCE_UNKNOWN', path: '/account/iban' });
  });

  test('SBX-06: an account for which nobody is engaged comes under a new agreement', async () => {
    const engagements = [engagement({ roles: ['VIEW'] })];
    const made = await bank.tpp.post(AGREEMENTS, { owner: PERSONS.thea, engagements });
    expect(made.status).toBe(201);
  });

  test('SBX-06: on an account that is engaged in another agreement is 409 CONFLICT, which says in which', async () => {
    const first = await agreementOf(PERSONS.thea);
    await bank.tpp.post(`${AGREEMENTS}/${first}/engagements`, engagement());
    const other = await bank.tpp.post(AGREEMENTS, { owner: PERSONS.thea });
    const path = `${AGREEMENTS}/${other.body.agreementId}/engagements`;
    const answer = await bank.tpp.post(path, engagement());
    const refused = { status: 409, code: 'CONFLICT', path: '/account/iban' };
    expectRefusal(answer, { ...refused, says: new RegExp(`in agreement ${first}`) });
  });

  test('SBX-06: in a private customer’s own agreement is 409 CONFLICT', async () => {
    const path = `${AGREEMENTS}/${await agreementOf(PERSONS.jonas)}/engagements`;
    expectRefusal(await bank.tpp.post(path, engagement()), { status: 409, code: 'CONFLICT' });
  });

  test('SBX-06: with an unknown role, with none, one twice, or no IBAN is 400 FORMAT_ERROR', async () => {
    const path = `${AGREEMENTS}/${await agreementOf(PERSONS.thea)}/engagements`;
    const unknown = await bank.tpp.post(path, engagement({ roles: ['OWN'] }));
    expectRefusal(unknown, { code: 'FORMAT_ERROR', path: '/roles/0' });
    for (const roles of [[], ['VIEW', 'VIEW']]) {
      const wrong = await bank.tpp.post(path, engagement({ roles }));
      expectRefusal(wrong, { code: 'FORMAT_ERROR', path: '/roles' });
    }
    const account = { iban: 'NO9486011117947' };
    const nobodys = await bank.tpp.post(path, engagement({ account }));
    expectRefusal(nobodys, { code: 'FORMAT_ERROR', path: '/account/iban' });
  });

  test('SBX-06: in an unknown agreement is 404', async () => {
    const answer = await bank.tpp.post(`${AGREEMENTS}/nothing/engagements`, engagement());
    expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
  });
});
