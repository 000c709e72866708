// What a run has exercised (CTRL-08), counted from requests as a TPP sends them.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { consentOf, createHeaders, psuHeaders, type TestBank } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { COVERAGE, coverageOf, coveredIn, itemOf, named, sectionOf } from '../support/coverage.ts';
import { send } from '../support/http.ts';
import { SEPA, selfOf } from '../support/payment-scene.ts';
import { testBank } from '../support/test-bank.ts';

let bank: TestBank;

const house = await testBank();
beforeEach(() => {
  bank = house.tenant();
});

describe('CTRL-08: what there is to exercise', () => {
  test('is every operation of openapi.json, every code, status and outcome; a new bank has none', async () => {
    const report = await coverageOf(bank);
    const document = await send({
      method: 'GET',
      url: `${new URL(house.url).origin}/openapi.json`,
    });
    const paths = Object.values(document.body.paths) as Record<string, { operationId: string }>[];
    const operations = paths.flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    const ids = (name: string) => sectionOf(report, name).items.map(({ id }) => id);
    expect([...ids('operations')].sort()).toEqual(operations.filter(Boolean).sort());
    expect(ids('response-statuses')).toEqual(
      '200 201 202 204 400 401 403 404 409 429 500'.split(' '),
    );
    expect(ids('error-codes')).toHaveLength(24);
    expect(ids('transaction-statuses')).toHaveLength(11);
    expect(ids('sca-outcomes')).toHaveLength(7);
    expect(report).toMatchObject({ requests: 0, covered: 0, percent: 0, advice: [] });
    expect(report.sections.flatMap(({ items }) => items).every(({ count }) => count === 0)).toBe(
      true,
    );
  });

  test('of a name that no bank can have is 404', async () => {
    const wrong = `${new URL(house.url).origin}/banks/No_Bank${COVERAGE}`;
    expectRefusal(await send({ method: 'GET', url: wrong }), { code: 'NOT_FOUND' });
  });
});

describe('CTRL-08: a run', () => {
  test('of consent, reading, paying and cancelling is counted item by item', async () => {
    const psu = await consentOf(bank);
    const { body } = await psu.tpp.get('/v1/accounts', named('list-1'));
    const account = body.accounts[0];
    await psu.tpp.get(`/v1/accounts/${account.resourceId}/balances`);
    const iban = { iban: account.iban, currency: 'NOK' };
    const payment = {
      instructedAmount: { amount: '10.00', currency: 'EUR' },
      creditorName: 'Anna Schmidt',
      creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
      creditorAddress: { townName: 'Berlin', country: 'DE' },
      debtorAccount: iban,
    };
    const made = await psu.tpp.post(SEPA, payment, { headers: createHeaders });
    expect(made.status).toBe(201);
    await psu.tpp.get(`${selfOf(made)}/status`);
    expect((await psu.tpp.send('DELETE', selfOf(made), named('gone-1'))).status).toBe(204);
    await psu.tpp.get(`${selfOf(made)}/status`, named('status-1'));
    await psu.tpp.get('/v1/accounts/enc!!bm8', named('nobody-1'));

    const report = await coverageOf(bank);
    expect(report.requests).toBe(8);
    expect(coveredIn(report, 'operations')).toEqual({
      createBankOfferedConsent: 1,
      getAccounts: 1,
      getAccount: 1,
      getBalances: 1,
      createSepaCreditTransfer: 1,
      getSepaCreditTransferStatus: 2,
      deleteSepaCreditTransfer: 1,
    });
    expect(coveredIn(report, 'response-statuses')).toEqual({ 200: 4, 201: 2, 204: 1, 404: 1 });
    expect(coveredIn(report, 'error-codes')).toEqual({ RESOURCE_UNKNOWN: 1 });
    expect(coveredIn(report, 'transaction-statuses')).toEqual({ RCVD: 2, CANC: 1 });
    expect(coveredIn(report, 'sca-outcomes')).toEqual({ approved: 1 });
    expect(coveredIn(report, 'rules')).toMatchObject({ 'CONS-08': 1, 'ACC-01': 1, 'PAY-17': 1 });
    expect(itemOf(report, 'operations', 'getAccount')).toMatchObject({ statuses: { 404: 1 } });
    const last = (section: string, id: string) => itemOf(report, section, id)?.lastRequestId;
    expect(last('operations', 'getAccounts')).toBe('list-1');
    expect(last('response-statuses', '204')).toBe('gone-1');
    expect(last('transaction-statuses', 'CANC')).toBe('status-1');
    expect(last('error-codes', 'RESOURCE_UNKNOWN')).toBe('nobody-1');
    const covered = report.sections.reduce((sum, section) => sum + section.covered, 0);
    expect(report.covered).toBe(covered);
  });

  test('of refusals counts them for statuses, codes and rules, for the operation only its own', async () => {
    const spoilt = { headers: { Date: new Date(Date.now() - 3_600_000).toUTCString() } };
    await bank.tpp.with(psuHeaders()).get('/v1/accounts', spoilt);
    await bank.tpp.get('/v1/accounts');
    await bank.tpp.with(psuHeaders()).get('/v1/accounts');
    await bank.tpp.send('PATCH', '/v1/accounts');
    await bank.tpp.with(psuHeaders()).get('/v1/nowhere');
    const report = await coverageOf(bank);
    expect(report.requests).toBe(5);
    expect(itemOf(report, 'operations', 'getAccounts')).toMatchObject({
      count: 1,
      statuses: { 400: 2, 401: 1 },
    });
    // 405 is none of those that a client should have met.
    expect(coveredIn(report, 'response-statuses')).toEqual({ 400: 2, 401: 1, 404: 1 });
    expect(coveredIn(report, 'error-codes')).toEqual({
      BAD_REQUEST: 2,
      HTTP_HEADER_REQUIRED: 1,
      CONSENT_INVALID: 1,
      NOT_FOUND: 1,
    });
    expect(coveredIn(report, 'rules')).toEqual({
      'SIG-11': 1,
      'HDR-02': 1,
      'CONS-01': 1,
      'ERR-01': 2,
    });
  });
});

describe('CTRL-08: keeping and emptying', () => {
  test('a reset, signed or not, keeps what was counted', async () => {
    await bank.tpp.with(psuHeaders()).get('/v1/accounts');
    await bank.control('POST', '/_sandbox/reset');
    await bank.tpp.post('/v1/sandbox/initialize');
    const report = await coverageOf(bank);
    expect(coveredIn(report, 'operations')).toEqual({ getAccounts: 1, initializeSandbox: 1 });
  });

  test('DELETE empties this bank, 204, and counting goes on', async () => {
    await bank.tpp.with(psuHeaders()).get('/v1/accounts');
    const before = await coverageOf(bank);
    const emptied = await bank.control('DELETE', COVERAGE);
    expect([emptied.status, emptied.text]).toEqual([204, '']);
    const after = await coverageOf(bank);
    expect(after).toMatchObject({ requests: 0, covered: 0, advice: [] });
    expect(Date.parse(after.since)).toBeGreaterThanOrEqual(Date.parse(before.since));
    await bank.tpp.with(psuHeaders()).get('/v1/accounts');
    expect((await coverageOf(bank)).requests).toBe(1);
  });
});
