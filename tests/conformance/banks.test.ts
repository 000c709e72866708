import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  completeSca,
  consentOf,
  control,
  flowIdOf,
  PERSONS,
  type Psu,
  type TestBank,
} from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { accountsOf, newPayment, SEPA, statusOf, wholeBank } from '../support/control-bank.ts';
import { send } from '../support/http.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();

/** Every string under the key `href`, however deep. */
function hrefs(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'href' ? [String(member)] : hrefs(member),
  );
}

describe('two banks at once, one TPP and one person in both', () => {
  let one: TestBank;
  let other: TestBank;
  let inOne: Psu;
  let inOther: Psu;

  beforeAll(async () => {
    [one, other] = [house.tenant(), house.tenant()];
    [inOne, inOther] = [await consentOf(one), await consentOf(other)];
  });

  test('BANK-01: a customer made in one is in no other', async () => {
    const customer = {
      customerNumber: '01010750160',
      customerType: 'PRIVATE',
      customerName: 'Only Here',
    };
    expect((await one.tpp.post('/v1/sandbox/customers', customer)).status).toBe(201);
    for (const bank of [other, house]) {
      const list = await bank.tpp.get('/v1/sandbox/customers');
      expect(list.body.customers).toHaveLength(4);
      expect(list.text).not.toContain('Only Here');
    }
  });

  test('BANK-01: the PSU-ID of one is unknown in the other, and its session is none', async () => {
    expect(inOne.psuId).not.toBe(inOther.psuId);
    const answer = await inOther.tpp.with({ 'PSU-ID': inOne.psuId }).get('/v1/accounts');
    expectRefusal(answer, { code: 'PSU_CREDENTIALS_INVALID' });
    const borrowed = inOther.tpp.with({ 'TPP-Session-ID': inOne.sessionId });
    expectRefusal(await borrowed.get('/v1/accounts'), { code: 'CONSENT_INVALID' });
  });

  test('BANK-01: resource ids of one mean nothing in the other', async () => {
    const mine = await inOne.tpp.get('/v1/accounts');
    const theirs = await inOther.tpp.get('/v1/accounts');
    expect(mine.body.accounts[0].iban).toBe(theirs.body.accounts[0].iban);
    const { resourceId } = mine.body.accounts[0];
    expect((await inOne.tpp.get(`/v1/accounts/${resourceId}`)).status).toBe(200);
    const answer = await inOther.tpp.get(`/v1/accounts/${resourceId}`);
    expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
  });

  test('BANK-01: a payment of one is unknown in the other, and so is its SCA flow', async () => {
    const made = await newPayment(inOne);
    const path = `${SEPA}/${made.body.paymentId}`;
    expect((await inOne.tpp.get(path)).status).toBe(200);
    expectRefusal(await inOther.tpp.get(path), { status: 404, code: 'RESOURCE_UNKNOWN' });
    const flow = `/_sandbox/sca/${flowIdOf(made)}`;
    const stolen = await other.control('POST', flow, { nationalId: PERSONS.jonas });
    expectRefusal(stolen, { code: 'SCA_NOT_FOUND' });
    await completeSca(one, made, { nationalId: PERSONS.jonas });
    expect(await statusOf(inOne, made.body.paymentId)).toBe('PDNG');
  });

  test('BANK-01: clock and SCA policy of one leave the other as it is', async () => {
    const before = Date.parse((await other.control('GET', '/_sandbox/clock')).body.now);
    await one.control('POST', '/_sandbox/clock/advance', { by: 'P400D' });
    await one.control('PUT', '/_sandbox/clock', { frozen: true });
    await one.control('PUT', '/_sandbox/sca-policy', { mode: 'auto', nationalId: PERSONS.jonas });
    expect((await other.control('GET', '/_sandbox/sca-policy')).body.mode).toBe('page');
    const after = await other.control('GET', '/_sandbox/clock');
    expect(after.body.frozen).toBe(false);
    expect(Date.parse(after.body.now) - before).toBeLessThan(60_000);
    expect((await inOther.tpp.get('/v1/accounts')).status).toBe(200);
    expectRefusal(await inOne.tpp.get('/v1/accounts'), { code: 'SCA_EXPIRED' });
  });

  test('BANK-01: initialize on one leaves customers, consents and payments of the other', async () => {
    const kept = await newPayment(inOther);
    const before = await wholeBank(other);
    expect((await one.tpp.post('/v1/sandbox/initialize')).status).toBe(200);
    expect(await wholeBank(other)).toEqual(before);
    expect(await statusOf(inOther, kept.body.paymentId)).toBe('RCVD');
    expect((await inOther.tpp.get('/v1/accounts')).status).toBe(200);
  });
});

describe('addresses', () => {
  test('BANK-01: links are relative to the bank, scaRedirect is absolute with its prefix', async () => {
    const bank = house.tenant();
    const psu = await consentOf(bank);
    const made = await newPayment(psu);
    const { scaRedirect, ...links } = made.body._links;
    expect(scaRedirect.href.startsWith(`${bank.url}/sca/`)).toBe(true);
    // A Location is resolved against the request's own address, so the prefix belongs to it.
    expect(new URL(String(made.headers['location']), bank.url).href).toBe(
      bank.url + made.body._links.self.href,
    );
    const account = (await accountsOf(bank))[0];
    const relative = [
      ...hrefs(links),
      ...hrefs((await psu.tpp.get('/v1/accounts')).body),
      ...hrefs((await bank.tpp.get('/v1/sandbox/customers?includeAccounts=true')).body),
      ...hrefs(
        (await bank.tpp.get(`/v1/sandbox/accounts/${account?.mockAccountId}/transactions`)).body,
      ),
    ];
    expect(relative.length).toBeGreaterThan(20);
    expect(relative.filter((href) => !href.startsWith('/v1/'))).toEqual([]);
    // What a link names is there, below the bank's own address.
    for (const href of hrefs(links).slice(0, 2)) expect((await psu.tpp.get(href)).status).toBe(200);
  });

  test('BANK-01: the bank default is the one at the root', async () => {
    const origin = new URL(house.url).origin;
    const root = house.tpp.at(origin);
    const named = house.tpp.at(`${origin}/banks/default`);
    const customer = {
      customerNumber: '17054026641',
      customerType: 'PRIVATE',
      customerName: 'Both Doors',
    };
    const made = await named.post('/v1/sandbox/customers', customer);
    const path = `/v1/sandbox/customers/${made.body.customerId}`;
    expect((await root.get(path)).body.customerName).toBe('Both Doors');
    expect((await named.send('DELETE', path)).status).toBe(204);
  });

  test.each(['0', 'constructor', 'a--', '1-2-3', 'x'.repeat(63)])(
    'BANK-01: %s names a bank',
    async (name) => {
      const bank = house.tenant(name);
      expect((await bank.tpp.get('/v1/sandbox/customers')).body.customers).toHaveLength(4);
      expect((await bank.control('GET', '/_sandbox/clock')).status).toBe(200);
    },
  );

  const words = 'UPPER -a a_b a.b _sandbank __proto__ a%2Fb a%2Eb a%00 a%20 b%C3%A5nk';
  const impossible = [...words.split(' '), 'x'.repeat(64), 'con', 'nul', 'com1', 'lpt9', 'con.txt'];
  test.each(impossible)('BANK-01: %s names none: 404 NOT_FOUND at every door', async (name) => {
    const url = `${new URL(house.url).origin}/banks/${name}`;
    const refusal = { code: 'NOT_FOUND' };
    expectRefusal(await house.tpp.at(url).get('/v1/sandbox/customers'), refusal);
    expectRefusal(await control(url, 'GET', '/_sandbox/clock'), refusal);
    expectRefusal(await control(url, 'POST', '/_sandbox/certificates'), refusal);
    expectRefusal(await send({ method: 'GET', url: `${url}/sca/${'x'.repeat(32)}` }), refusal);
  });
});
