// Initialize over HTTP (SBX-01), and what it gives (SBX-02).
import { describe, expect, test } from '@jest/globals';
import {
  completeSca,
  consentOf,
  flowIdOf,
  PERSONS,
  psuHeaders,
  type TestBank,
} from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { accountOf, newPayment, SEPA, wholeBank } from '../support/control-bank.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const house = await testBank();
const bank = eachTest(() => house.tenant());

const initialize = (of: TestBank = bank) => of.tpp.post('/v1/sandbox/initialize');
const EXTRA = {
  customerNumber: '01010750160',
  customerType: 'PRIVATE',
  customerName: 'Kari Nordmann',
};

describe('SBX-01: initialize', () => {
  test('SBX-01: answers what the starting set holds', async () => {
    const answer = await initialize();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ customers: 4, accounts: 8, cardAccounts: 2 });
  });

  test.each([
    ['an object', { nothing: 'of this is read' }],
    ['what is not even JSON', 'not JSON {'],
  ])('SBX-01: the body is ignored, be it %s', async (_, body) => {
    const answer = await bank.tpp.post('/v1/sandbox/initialize', body);
    expect(answer.status).toBe(200);
  });

  test('SBX-01: gives the same bank every time, to the last transaction', async () => {
    await initialize();
    const first = await wholeBank(bank);
    const account = (await bank.tpp.get('/v1/sandbox/customers?includeAccounts=true')).body
      .customers[0].accounts[0];
    const path = `/v1/sandbox/accounts/${account.mockAccountId}`;
    const spent = { transactionAmount: { amount: '-9.00', currency: 'NOK' } };
    expect((await bank.tpp.post(`${path}/transactions`, spent)).status).toBe(201);
    expect((await bank.tpp.post('/v1/sandbox/customers', EXTRA)).status).toBe(201);
    const others = (await bank.tpp.get('/v1/sandbox/customers')).body.customers;
    await bank.tpp.send('DELETE', `/v1/sandbox/customers/${others[1].customerId}`);
    expect(await wholeBank(bank)).not.toEqual(first);
    await initialize();
    // Moments of change are those of the wall clock's day, so these are equal too.
    expect(await wholeBank(bank)).toEqual(first);
  });

  test('SBX-01: two banks begin alike in all but the ids that belong to the bank', async () => {
    const own =
      /"(?:resourceId|customerId|mockAccountId|mockCardAccountId|agreementId|engagementId|transactionId|cardTransactionId)":"[^"]+"/g;
    const shown = async (of: TestBank) =>
      JSON.stringify(await wholeBank(of))
        .replaceAll(own, '')
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '');
    expect(await shown(house.tenant())).toBe(await shown(bank));
  });

  test('SBX-01: consents and sessions are gone; the PSU-ID and account ids come out again', async () => {
    const before = await consentOf(bank);
    const accounts = (await before.tpp.get('/v1/accounts')).body.accounts;
    await initialize();
    expectRefusal(await before.tpp.get('/v1/accounts'), { code: 'PSU_CREDENTIALS_INVALID' });
    const after = await consentOf(bank);
    expect(after.psuId).toBe(before.psuId);
    const again = (await after.tpp.get('/v1/accounts')).body.accounts;
    expect(again.map((one: { resourceId: string }) => one.resourceId)).toEqual(
      accounts.map((one: { resourceId: string }) => one.resourceId),
    );
  });

  test('SBX-01: the corporate id comes out the same again', async () => {
    const corporateId = async () => {
      const asked = await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
      const wanted = { nationalId: PERSONS.mari, context: 'CORPORATE' };
      return (await completeSca(bank, asked, wanted)).get('psu-corporate-id');
    };
    const before = await corporateId();
    await initialize();
    expect(before).toMatch(/^[0-9a-f-]{36}$/);
    expect(await corporateId()).toBe(before);
  });

  test('SBX-01: payments and open SCA links are gone', async () => {
    const psu = await consentOf(bank);
    const made = await newPayment(psu);
    await initialize();
    const flow = `/_sandbox/sca/${flowIdOf(made)}`;
    const dead = await bank.control('POST', flow, { nationalId: PERSONS.jonas });
    expectRefusal(dead, { code: 'SCA_NOT_FOUND' });
    const again = await consentOf(bank);
    const gone = await again.tpp.get(`${SEPA}/${made.body.paymentId}`);
    expectRefusal(gone, { status: 404, code: 'RESOURCE_UNKNOWN' });
  });

  test('SBX-01: the clock and the SCA policy are as in a new bank', async () => {
    await bank.control('PUT', '/_sandbox/clock', { now: '2040-01-01T00:00:00Z', frozen: true });
    await bank.control('PUT', '/_sandbox/sca-policy', { mode: 'auto', nationalId: PERSONS.odd });
    await initialize();
    const { now, frozen } = (await bank.control('GET', '/_sandbox/clock')).body;
    expect(frozen).toBe(false);
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
    const policy = await bank.control('GET', '/_sandbox/sca-policy');
    expect(policy.body.mode).toBe('page');
    expect(policy.text).not.toContain(PERSONS.odd);
    const { mockAccountId } = await accountOf(bank, PERSONS.jonas);
    const latest = await bank.tpp.get(`/v1/sandbox/accounts/${mockAccountId}/transactions?limit=1`);
    expect(Date.parse(latest.body.transactions[0].bookingDate)).toBeLessThanOrEqual(Date.now());
  });

  test('SBX-01: whoever reads meanwhile sees the old bank or the new one, never half', async () => {
    await initialize();
    const list = '/v1/sandbox/customers?includeAccounts=true';
    const fresh = (await bank.tpp.get(list)).body.customers;
    const names = new Set<string>();
    let running = true;
    const read = async () => {
      while (running) {
        const { status, body } = await bank.tpp.get(list);
        expect(status).toBe(200);
        const there = body.customers.filter(
          (one: { customerNumber: string }) => one.customerNumber === EXTRA.customerNumber,
        );
        // The extra customer and its account were made at once with the spending on the first one.
        names.add(`${body.customers.length}/${there.length}`);
        if (there.length === 0) expect(body.customers).toEqual(fresh);
      }
    };
    const readers = [read(), read(), read()];
    for (let round = 0; round < 5; round++) {
      expect((await bank.tpp.post('/v1/sandbox/customers', EXTRA)).status).toBe(201);
      expect((await initialize()).status).toBe(200);
    }
    running = false;
    await Promise.all(readers);
    for (const seen of names) expect(['4/0', '5/1']).toContain(seen);
    expect((await bank.tpp.get(list)).body.customers).toEqual(fresh);
  });

  test('SBX-01: of many at once each is whole', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => initialize()));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await bank.tpp.get('/v1/sandbox/customers')).body.customers).toHaveLength(4);
  });
});

test.each([
  [PERSONS.jonas, 'PRIVATE', ['CACC NOK', 'SVGS NOK'], 1],
  [PERSONS.odd, 'PRIVATE', ['CACC NOK', 'SVGS NOK'], 1],
  [PERSONS.mari, 'CORPORATE', ['CACC EUR', 'CACC NOK'], 0],
  [PERSONS.thea, 'CORPORATE', ['CACC EUR', 'CACC NOK'], 0],
])('SBX-02: in the starting set %s is %s with %j', async (number, type, accounts, cards) => {
  const { body } = await bank.tpp.get('/v1/sandbox/customers?includeAccounts=true');
  const one = body.customers.find(
    (row: { customerNumber: string }) => row.customerNumber === number,
  );
  expect(one.customerType).toBe(type);
  const held = one.accounts.map(
    (row: { cashAccountType: string; currency: string }) =>
      `${row.cashAccountType} ${row.currency}`,
  );
  expect(held.sort()).toEqual(accounts);
  expect(one.cardAccounts ?? []).toHaveLength(cards);
});
