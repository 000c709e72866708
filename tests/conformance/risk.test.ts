// SES-07: a bank that asks for SCA more often than the rules, or lets payments pass without.
import { describe, expect, test } from '@jest/globals';
import {
  completeSca,
  consentOf,
  createHeaders,
  PERSONS,
  type Psu,
  psuHeaders,
} from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { askPayment, statusOf } from '../support/control-bank.ts';
import type { Answer } from '../support/http.ts';
import { eachBank } from '../support/test-bank.ts';

const bank = await eachBank();

const demand = (what: string) => bank.control('PUT', '/_sandbox/sca-policy', { demand: what });
const EXPIRED = { code: 'SCA_EXPIRED', path: 'TPP-Session-ID' };

interface Seen {
  readonly iban: string;
  readonly currency: string;
}

const ibansOf = async (psu: Psu): Promise<readonly Seen[]> =>
  (await psu.tpp.get('/v1/accounts')).body.accounts;

const DOMESTIC = '/v1/payments/norwegian-domestic-credit-transfers';

/** Out of the bank, or to another account of it. */
function pay(psu: Psu, debtor: Seen | undefined, own?: Seen): Promise<Answer> {
  if (debtor === undefined) throw new Error('no account');
  if (own === undefined) return askPayment(psu, debtor);
  const body = {
    instructedAmount: { amount: '12.50', currency: own.currency },
    creditorName: 'Meg selv',
    creditorAccount: { iban: own.iban, currency: own.currency },
    debtorAccount: { iban: debtor.iban, currency: debtor.currency },
  };
  return psu.tpp.post(`${DOMESTIC}?allowLogicalDuplicate=true`, body, { headers: createHeaders });
}

describe('SES-07: always', () => {
  test('SES-07: an SCA is good for one call', async () => {
    const psu = await consentOf(bank);
    await demand('always');
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
    const second = await psu.tpp.get('/v1/accounts');
    expectRefusal(second, { ...EXPIRED, says: /is used up: .*demand always.* one call only/ });
    await completeSca(bank, second, {});
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
    expectRefusal(await psu.tpp.get('/v1/accounts'), EXPIRED);
  });

  test('SES-07: a call that is refused uses nothing up', async () => {
    const psu = await consentOf(bank);
    await demand('always');
    expect((await psu.tpp.get('/v1/accounts/nothing/balances')).status).toBe(404);
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
  });

  test('SES-07: of many calls at once one passes', async () => {
    const psu = await consentOf(bank);
    await demand('always');
    const calls = Array.from({ length: 10 }, () => psu.tpp.get('/v1/accounts'));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test('SES-07: without the PSU no SCA was needed, and none is used up', async () => {
    const psu = await consentOf(bank);
    await demand('always');
    const absent = psu.tpp.with({ 'PSU-IP-Address': undefined });
    expect((await absent.get('/v1/accounts')).status).toBe(200);
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
  });

  test('SES-07: a call that needs no session leaves one as it ended', async () => {
    const psu = await consentOf(bank);
    await demand('always');
    const [account] = await ibansOf(psu);
    const ends = async () =>
      (await bank.control('GET', `/_sandbox/people/${PERSONS.jonas}`)).body.sessions.map(
        (session: { ends: string }) => session.ends,
      );
    const before = await ends();
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT2H' });
    expect((await pay(psu, account)).status).toBe(201);
    expect(await ends()).toEqual(before);
  });

  test('SES-07: between own accounts a payment needs approval as well', async () => {
    const psu = await consentOf(bank);
    const [from, to] = await ibansOf(psu);
    const exempt = await pay(psu, from, to);
    expect([exempt.status, exempt.body.transactionStatus]).toEqual([201, 'PDNG']);
    expect(exempt.body._links.scaRedirect).toBeUndefined();
    await demand('always');
    const asked = await pay(psu, from, to);
    expect([asked.status, asked.body.transactionStatus]).toEqual([201, 'RCVD']);
    expect(asked.body._links.scaRedirect.href).toContain('/sca/');
  });

  test('SES-02: between own accounts a payment needs approval once the session has run out', async () => {
    const psu = await consentOf(bank);
    const [from, to] = await ibansOf(psu);
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT1H' });
    const asked = await pay(psu, from, to);
    expect([asked.status, asked.body.transactionStatus]).toEqual([201, 'RCVD']);
    expect(asked.body._links.scaRedirect.href).toContain('/sca/');
  });

  test('SES-07: back to the rules, an hour is an hour', async () => {
    await demand('always');
    const psu = await consentOf(bank);
    await demand('rules');
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
  });
});

describe('SES-07: never', () => {
  test('SES-07: a payment is approved as it is made', async () => {
    const psu = await consentOf(bank);
    const [from] = await ibansOf(psu);
    await demand('never');
    const made = await pay(psu, from);
    expect(made.status).toBe(201);
    expect(made.body.transactionStatus).toBe('PDNG');
    expect(made.body._links.scaRedirect).toBeUndefined();
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT1M' });
    expect(await statusOf(psu, made.body.paymentId)).toBe('ACSC');
  });

  test('SES-07: where the debtor is not known yet, the SCA finds out', async () => {
    const psu = await consentOf(bank);
    const [from] = await ibansOf(psu);
    await demand('never');
    const nobody = { ...psu, tpp: bank.tpp.with({ ...psuHeaders(), 'PSU-Context': 'PRIVATE' }) };
    const made = await pay(nobody, from);
    expect([made.status, made.body.transactionStatus]).toEqual([201, 'RCVD']);
    expect(made.body._links.scaRedirect.href).toContain('/sca/');
  });

  test('SES-07: reading accounts needs its SCA as ever', async () => {
    const psu = await consentOf(bank);
    await demand('never');
    const other = psu.tpp.with({ 'TPP-Session-ID': 'another' });
    expectRefusal(await other.get('/v1/accounts'), { code: 'CONSENT_INVALID' });
  });
});

test('SES-07: the policy tells what it demands, and refuses what it does not know', async () => {
  await demand('always');
  const shown = await bank.control('GET', '/_sandbox/sca-policy');
  expect(shown.body).toEqual({ mode: 'page', demand: 'always' });
  expectRefusal(await demand('sometimes'), { code: 'FORMAT_ERROR', path: '/demand' });
  const headless = await bank.control('PUT', '/_sandbox/sca-policy', { mode: 'headless' });
  expectRefusal(headless, { code: 'FORMAT_ERROR', path: '/mode' });
});
