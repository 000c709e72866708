// What a run has exercised (CTRL-08): counted from requests as a TPP sends them, from SCAs as a PSU ends
// them, and told as JSON, JUnit and a page.
import { describe, expect, test } from '@jest/globals';
import { completeSca, consentOf, flowIdOf, PERSONS, psuHeaders } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { askPayment } from '../support/control-bank.ts';
import {
  COVERAGE,
  coverageOf,
  coveredIn,
  itemOf,
  named,
  type Section,
  sectionOf,
} from '../support/coverage.ts';
import { type Answer, send } from '../support/http.ts';
import { openScene, SEPA, selfOf } from '../support/payment-scene.ts';
import { identify, openPage } from '../support/sca-browser.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const house = await testBank();
const bank = eachTest(() => house.tenant());

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

  test('CTRL-08: a rule that the settings of the bank leave out says which setting it needs', async () => {
    const rules = sectionOf(await coverageOf(bank), 'rules').items;
    const needs = Object.fromEntries(
      rules.filter((item) => 'needs' in item).map((item) => [item.id, item.needs]),
    );
    expect(needs).toEqual({
      'TPP-02': 'SANDBANK_TRUST',
      'TLS-02': 'SANDBANK_MTLS',
      'TLS-03': 'SANDBANK_MTLS',
      'ACC-08': 'SANDBANK_PROFILE=production',
      'PAY-15': 'SANDBANK_PROFILE=production',
    });
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
    const made = await askPayment(psu, account);
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

  test('of payments: rules are passed when their case arises: with a known PSU, on a date, to a magic name', async () => {
    const scene = await openScene(house);
    const rules = async () => {
      const all = coveredIn(await coverageOf(scene.bank), 'rules');
      return ['PAY-01', 'PAY-06', 'PAY-07', 'MAGIC-01'].map((rule) => all[rule] ?? 0);
    };
    await scene.pay(SEPA, scene.sepa());
    expect(await rules()).toEqual([1, 1, 0, 0]);
    const { 'PSU-ID': _, ...single } = scene.psu.tpp.defaults;
    const unknown = scene.bank.tpp.with({ ...single, 'PSU-Context': 'PRIVATE' });
    const change = { creditorName: 'Sandbox ACSC', requestedExecutionDate: '2026-06-12' };
    const made = await unknown.post(SEPA, scene.sepa(change));
    expect(made.status).toBe(201);
    expect(await rules()).toEqual([2, 1, 1, 1]);
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

describe('CTRL-08: SCA', () => {
  const ask = (headers = {}): Promise<Answer> =>
    bank.tpp.with({ ...psuHeaders(), ...headers }).post('/v1/bank-offered-consents');
  const nationalId = PERSONS.jonas;

  const outcomes = [
    ['approve', 'approved', {}],
    ['cancel', 'cancelled', { SCA_INVALID: 1 }],
    ['wrong-id', 'unknown-person', { PSU_CREDENTIALS_INVALID: 1 }],
    ['expire', 'expired', { SCA_EXPIRED: 1 }],
    ['error', 'error', { SYSTEM_ERROR: 1 }],
  ] as const;

  test.each(outcomes)('ended without a browser with %s is %s', async (outcome, ending, codes) => {
    await completeSca(bank, await ask(), { nationalId, outcome });
    const report = await coverageOf(bank);
    expect(coveredIn(report, 'sca-outcomes')).toEqual({ [ending]: 1 });
    expect(coveredIn(report, 'error-codes')).toEqual(codes);
  });

  test('answered by the link itself counts as well', async () => {
    const policy = { mode: 'auto', nationalId, outcome: 'cancel' };
    await bank.control('PUT', '/_sandbox/sca-policy', policy);
    const { body } = await ask();
    await openPage(body._links.scaRedirect.href);
    expect(coveredIn(await coverageOf(bank), 'sca-outcomes')).toEqual({ cancelled: 1 });
  });

  test('HEAD ends no flow, so it counts for nothing', async () => {
    const policy = { mode: 'auto', nationalId, outcome: 'cancel' };
    await bank.control('PUT', '/_sandbox/sca-policy', policy);
    const { body } = await ask();
    await send({ method: 'HEAD', url: body._links.scaRedirect.href });
    expect(coveredIn(await coverageOf(bank), 'sca-outcomes')).toEqual({});
  });

  test('of a person without the context that was asked for', async () => {
    const asked = await ask({ 'PSU-Context': 'CORPORATE' });
    await identify(await openPage(asked), nationalId);
    const report = await coverageOf(bank);
    expect(coveredIn(report, 'sca-outcomes')).toEqual({ 'context-refused': 1 });
    expect(coveredIn(report, 'error-codes')).toEqual({ SCA_INVALID: 1 });
  });

  test('SCA-07: without a browser too, by completion and by the policy', async () => {
    const headers = { 'PSU-Context': 'CORPORATE' };
    const back = await completeSca(bank, await ask(headers), { nationalId });
    expect(back.get('code')).toBe('SCA_INVALID');
    const policy = { mode: 'auto', nationalId, context: 'PRIVATE' };
    await bank.control('PUT', '/_sandbox/sca-policy', policy);
    const { answer } = await openPage(await ask(headers));
    expect(new URL(String(answer.headers['location'])).searchParams.get('code')).toBe(
      'SCA_INVALID',
    );
    expect(coveredIn(await coverageOf(bank), 'sca-outcomes')).toEqual({ 'context-refused': 2 });
  });

  test('SCA-08: a completion that names another context than the request is refused', async () => {
    const asked = await ask({ 'PSU-Context': 'CORPORATE' });
    const wrong = { nationalId, context: 'PRIVATE' };
    const refused = await bank.control('POST', `/_sandbox/sca/${flowIdOf(asked)}`, wrong);
    expect([refused.status, refused.body.tppMessages[0].path]).toEqual([400, '/context']);
    expect((await openPage(asked)).step).toBe('identify');
  });

  test('that the bank refuses after the approval', async () => {
    const scene = await openScene(house);
    const { 'PSU-ID': _, ...single } = scene.psu.tpp.defaults;
    const made = await bank.tpp
      .at(scene.bank.url)
      .with({ ...single, 'PSU-Context': 'PRIVATE' })
      .post(SEPA, scene.sepa());
    await completeSca(scene.bank, made, { nationalId: PERSONS.odd });
    const report = await coverageOf(scene.bank);
    expect(coveredIn(report, 'sca-outcomes')).toEqual({ approved: 1, 'approval-refused': 1 });
    expect(itemOf(report, 'error-codes', 'PAYMENT_FAILED')?.count).toBe(1);
  });

  test('that ran out by the clock counts once, when it is opened later too', async () => {
    const asked = await ask();
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT16M' });
    const before = await coverageOf(bank);
    expect(coveredIn(before, 'sca-outcomes')).toEqual({ expired: 1 });
    // Nobody has been told the code yet.
    expect(coveredIn(before, 'error-codes')).toEqual({});
    await openPage(asked);
    await bank.control('POST', `/_sandbox/sca/${flowIdOf(asked)}`, { nationalId });
    const after = await coverageOf(bank);
    expect(coveredIn(after, 'sca-outcomes')).toEqual({ expired: 1 });
    expect(coveredIn(after, 'error-codes')).toEqual({ SCA_EXPIRED: 1 });
  });
});

describe('CTRL-08: advice', () => {
  const adviceOf = async () => (await coverageOf(bank)).advice.map(({ id }) => id);

  test('names what was seen, with the requests', async () => {
    const tpp = bank.tpp.with(psuHeaders());
    await tpp.post('/v1/consents', undefined, named('twice'));
    await tpp.get('/v1/user?verbose=1', named('twice'));
    const { advice } = await coverageOf(bank);
    expect(advice.map(({ id, examples }) => [id, examples])).toEqual([
      ['request-id-reused', ['twice']],
      ['deprecated-operation', ['twice']],
      ['tolerated-err-01', ['twice']],
    ]);
  });

  test('a Date near the limit, and a loopback address for the PSU', async () => {
    const headers = {
      ...psuHeaders(),
      Date: new Date(Date.now() - 50_000).toUTCString(),
      'PSU-IP-Address': '127.0.0.1',
    };
    await bank.tpp.get('/v1/accounts', { headers });
    expect(await adviceOf()).toEqual(['psu-ip-address-of-a-machine', 'date-near-limit']);
  });
});

describe('CTRL-08: formats', () => {
  const ask = (query: string, accept = '*/*'): Promise<Answer> =>
    send({ method: 'GET', url: bank.url + COVERAGE + query, headers: [['Accept', accept]] });
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  test('JSON unless a browser asks; a format asked for by name is sent to anyone', async () => {
    await bank.tpp.with(psuHeaders()).get('/v1/accounts');
    const type = ({ headers }: Answer) => headers['content-type'];
    for (const [query, accept, expected] of [
      ['', '*/*', 'application/json;charset=utf-8'],
      ['', browser, 'text/html; charset=utf-8'],
      ['?format=json', browser, 'application/json;charset=utf-8'],
      ['?format=html', '*/*', 'text/html;charset=utf-8'],
      ['?format=junit', browser, 'text/xml;charset=utf-8'],
      ['?missing=false', '*/*', 'application/json;charset=utf-8'],
    ] as const) {
      const answer = await ask(query, accept);
      expect([query, answer.status, type(answer)]).toEqual([query, 200, expected]);
    }
    expect((await ask('?format=json')).body).toEqual((await ask('')).body);
  });

  test('missing=true lists what is not covered and keeps the figures', async () => {
    await bank.tpp.with(psuHeaders()).get('/v1/accounts');
    const whole = await coverageOf(bank);
    const { body: missing } = await ask('?missing=true');
    expect(missing.percent).toBe(whole.percent);
    for (const section of missing.sections as Section[]) {
      const { covered, total, items } = sectionOf(whole, section.name);
      expect(section).toMatchObject({ covered, total });
      expect(section.items).toEqual(items.filter(({ count }) => count === 0));
    }
  });

  test('the page has the figures, escapes what it shows, and links the requests', async () => {
    const hostile = `"><script>x</script>/`;
    for (let i = 0; i < 2; i++) {
      await bank.tpp.with(psuHeaders()).get('/v1/accounts', named(hostile));
    }
    const { text } = await ask('?format=html');
    expect(text).not.toContain('<script');
    const id = encodeURIComponent(hostile).replaceAll("'", '&#39;');
    expect(text).toContain(`href="requests/${id}"`);
    const { percent } = await coverageOf(bank);
    expect(text).toContain(`${percent} %`);
  });

  test('DELETE takes no parameters, and empties nothing when it refuses', async () => {
    await bank.tpp.with(psuHeaders()).get('/v1/accounts');
    const refused = await bank.control('DELETE', `${COVERAGE}?bank=x`);
    expectRefusal(refused, { code: 'FORMAT_ERROR', path: 'bank' });
    expect((await coverageOf(bank)).requests).toBe(1);
  });
});
