// Faults on demand (FAULT-01), and how many a bank may have (WEB-05).
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { completeSca, consentOf, PERSONS, psuHeaders, type TestBank } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { eventually } from '../support/control-bank.ts';
import type { Answer, HeaderList } from '../support/http.ts';
import { openScene, SEPA } from '../support/payment-scene.ts';
import { approve, identify, openPage, redirectOf } from '../support/sca-browser.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const FAULTS = '/_sandbox/faults';
const CUSTOMERS = '/v1/sandbox/customers';

const house = await testBank();
const bank = eachTest(() => house.tenant());

async function set(fault: object, of: TestBank = bank): Promise<string> {
  const made = await of.control('POST', FAULTS, fault);
  expect({ status: made.status, text: made.text }).toEqual({ status: 201, text: made.text });
  return made.body.id;
}

const seen = async (id: string) => (await bank.control('GET', `${FAULTS}/${id}`)).body;
const customers = (query = '') => bank.tpp.get(CUSTOMERS + query);
const failure = (answer: Promise<Answer>): Promise<string> =>
  answer.then(
    ({ status }) => `answered ${status}`,
    (error: Error) => error.message,
  );

async function statuses(count: number): Promise<readonly number[]> {
  const all: number[] = [];
  for (let i = 0; i < count; i++) all.push((await customers()).status);
  return all;
}

describe('the list', () => {
  test('FAULT-01: shows each fault as it was set, in order, with what it has counted', async () => {
    const first = { match: { path: '/v1/accounts', method: 'GET' }, effect: { status: 503 } };
    const second = { effect: { delayMs: 1 }, times: 2, after: 1, probability: 0.5, seed: 'seven' };
    await bank.control('PUT', '/_sandbox/clock', { now: '2026-06-10T08:00:00Z', frozen: true });
    await set({ ...first, expiry: 'PT10M' });
    await set(second);
    const expected = [
      { id: 'f1', ...first, seed: 'f1', expiry: '2026-06-10T08:10:00.000Z', matched: 0, fired: 0 },
      { id: 'f2', ...second, matched: 0, fired: 0 },
    ];
    const list = await bank.control('GET', FAULTS);
    expect([list.status, list.body]).toEqual([200, { faults: expected }]);
    expect(await seen('f2')).toEqual(expected[1]);
  });

  test('FAULT-01: one is deleted, or all of them; no id comes twice', async () => {
    for (let i = 0; i < 3; i++) await set({ effect: { status: 503 } });
    expect((await bank.control('DELETE', `${FAULTS}/f3`)).status).toBe(204);
    expect(await set({ effect: { status: 502 } })).toBe('f4');
    const { faults } = (await bank.control('GET', FAULTS)).body;
    expect(faults.map(({ id }: { id: string }) => id)).toEqual(['f1', 'f2', 'f4']);
    expect((await bank.control('DELETE', FAULTS)).status).toBe(204);
    expect((await bank.control('GET', FAULTS)).body).toEqual({ faults: [] });
    expect((await customers()).status).toBe(200);
  });

  test('FAULT-01: an unknown one is 404', async () => {
    const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };
    expectRefusal(await bank.control('GET', `${FAULTS}/f1`), unknown);
    expectRefusal(await bank.control('DELETE', `${FAULTS}/f1`), unknown);
  });

  test.each([
    ['initialize', () => bank.tpp.post('/v1/sandbox/initialize')],
    ['reset', () => bank.control('POST', '/_sandbox/reset')],
  ])('FAULT-01: %s removes them all', async (_, start) => {
    await set({ match: { path: '/v1/accounts' }, effect: { status: 503 } });
    expect((await start()).status).toBe(200);
    expect((await bank.control('GET', FAULTS)).body).toEqual({ faults: [] });
  });

  test('FAULT-01: another bank has its own', async () => {
    await set({ effect: { status: 503 } });
    expect((await house.tenant().tpp.get(CUSTOMERS)).status).toBe(200);
    expect((await customers()).status).toBe(503);
  });

  test('WEB-05: a bank has at most 100 faults', async () => {
    for (let i = 0; i < 100; i++) await set({ effect: { delayMs: 1 }, match: { path: '/sca' } });
    const one = { effect: { status: 503 } };
    expectRefusal(await bank.control('POST', FAULTS, one), { status: 409, code: 'CONFLICT' });
    expect((await bank.control('GET', FAULTS)).body.faults).toHaveLength(100);
    await bank.control('DELETE', `${FAULTS}/f1`);
    await set(one);
  });
});

describe('bad input', () => {
  const effect = { status: 503 };
  test.each([
    ['no body', undefined, ''],
    ['no effect', { times: 1 }, '/effect'],
    ['an empty effect', { effect: {} }, '/effect'],
    ['an unknown effect', { effect: { explode: true } }, '/effect/explode'],
    ['two effects', { effect: { status: 503, truncate: 3 } }, '/effect/truncate'],
    ['a status that is no error', { effect: { status: 200 } }, '/effect/status'],
    ['an unknown code', { effect: { code: 'OOPS' } }, '/effect/code'],
    ['a negative delay', { effect: { delayMs: -1 } }, '/effect/delayMs'],
    ['a delay of text', { effect: { delayMs: '5' } }, '/effect/delayMs'],
    ['a delay without end', { effect: { delayMs: 600_001 } }, '/effect/delayMs'],
    [
      'no distribution',
      { effect: { delayMs: { min: 1, max: 2 } } },
      '/effect/delayMs/distribution',
    ],
    [
      'a distribution in part',
      { effect: { delayMs: { distribution: 'log-normal', median: 1 } } },
      '/effect/delayMs/sigma',
    ],
    [
      'an empty range',
      { effect: { delayMs: { distribution: 'uniform', min: 3, max: 2 } } },
      '/effect/delayMs/max',
    ],
    ['a negative length', { effect: { truncate: -1 } }, '/effect/truncate'],
    ['no reset', { effect: { reset: false } }, '/effect/reset'],
    ['an unknown match', { effect, match: { colour: 'blue' } }, '/match/colour'],
    ['an unknown method', { effect, match: { method: 'PATCH' } }, '/match/method'],
    ['a path beside the bank', { effect, match: { path: '/banks/x/v1' } }, '/match/path'],
    ['a path of the control API', { effect, match: { path: FAULTS } }, '/match/path'],
    ['a path with a query', { effect, match: { path: '/v1/accounts?x=1' } }, '/match/path'],
    ['a path that goes on', { effect, match: { path: '/v1accounts' } }, '/match/path'],
    ['a zeroth call', { effect, match: { nth: 0 } }, '/match/nth'],
    ['times 0', { effect, times: 0 }, '/times'],
    ['a negative after', { effect, after: -1 }, '/after'],
    ['a probability above 1', { effect, probability: 1.5 }, '/probability'],
    ['a seed that is none', { effect, seed: [] }, '/seed'],
    ['an expiry that is no time', { effect, expiry: 'tomorrow' }, '/expiry'],
    ['an endless expiry', { effect, expiry: 'P9999999999D' }, '/expiry'],
    ['an unknown member', { effect, time: 1 }, '/time'],
  ])('FAULT-01: %s is refused and changes nothing', async (_, body, path) => {
    expectRefusal(await bank.control('POST', FAULTS, body), { code: 'FORMAT_ERROR', path });
    expect((await bank.control('GET', FAULTS)).body).toEqual({ faults: [] });
  });

  test('FAULT-01: an unknown operation is refused', async () => {
    const fault = { effect, match: { operation: 'getAcounts' } };
    const refusal = { code: 'FORMAT_ERROR', path: '/match/operation', says: /getAcounts/ };
    expectRefusal(await bank.control('POST', FAULTS, fault), refusal);
  });
});

describe('a refusal', () => {
  test.each([
    [{ status: 503 }, 503, 'SYSTEM_ERROR'],
    [{ status: 429 }, 429, 'ACCESS_EXCEEDED'],
    [{ status: 418 }, 418, 'BAD_REQUEST'],
    [{ code: 'CONSENT_EXPIRED' }, 401, 'CONSENT_EXPIRED'],
    [{ status: 400, code: 'CONFLICT' }, 400, 'CONFLICT'],
  ])('FAULT-01: %j answers %d %s', async (effect, status, code) => {
    const id = await set({ effect });
    const answer = await customers();
    expectRefusal(answer, { status, code });
    expect(answer.headers['sandbank-fault']).toBe(id);
    expect(await seen(id)).toMatchObject({ matched: 1, fired: 1 });
  });

  test('FAULT-01: comes before anything changes, and after the signature', async () => {
    const scene = await openScene(bank);
    await set({ match: { method: 'POST' }, effect: { code: 'PAYMENT_FAILED' } }, scene.bank);
    const unsigned = await scene.bank.control('POST', SEPA, scene.sepa());
    expectRefusal(unsigned, { code: 'HTTP_HEADER_REQUIRED' });
    expect(unsigned.headers['sandbank-fault']).toBeUndefined();
    // Nothing of the request is looked at.
    expectRefusal(await scene.post(SEPA, {}), { code: 'PAYMENT_FAILED' });
    expect((await scene.bank.control('GET', `${FAULTS}/f1`)).body.matched).toBe(1);
    await scene.bank.control('DELETE', FAULTS);
    await scene.pay(SEPA, scene.sepa());
  });

  test('FAULT-01: is for the requests that match, by operation, TPP and PSU', async () => {
    const { psu, bank: own } = await openScene(bank);
    const other = await own.newTpp();
    const refuse = (match: object) => set({ match, effect: { code: 'CONFLICT' } }, own);
    await refuse({ operation: 'getAccounts', psuId: psu.psuId });
    expect((await psu.tpp.get('/v1/accounts')).headers['sandbank-fault']).toBe('f1');
    expect((await psu.tpp.get('/v1/user')).headers['sandbank-fault']).toBeUndefined();
    await own.control('DELETE', FAULTS);
    const certificate = await own.control('GET', '/_sandbox/requests?limit=1');
    await refuse({ tpp: certificate.body.requests[0].tpp.id });
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(409);
    expect((await other.get(CUSTOMERS)).status).toBe(409);
    await own.control('DELETE', FAULTS);
    await refuse({ tpp: 'NO-FSA-000000000' });
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
  });
});

describe('how often', () => {
  test.each([
    [{ times: 2 }, [503, 503, 200, 200, 200]],
    [{ after: 3 }, [200, 200, 200, 503, 503]],
    [{ match: { nth: 2 } }, [200, 503, 200, 200, 200]],
  ])('FAULT-01: %j', async (when, expected) => {
    const id = await set({ effect: { status: 503 }, ...when });
    expect(await statuses(5)).toEqual(expected);
    const fired = expected.filter((status) => status === 503).length;
    expect(await seen(id)).toMatchObject({ matched: 5, fired });
  });

  test('FAULT-01: holds for requests at once', async () => {
    const id = await set({ effect: { status: 503 }, times: 3, after: 2 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => customers()));
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(3);
    expect(await seen(id)).toMatchObject({ matched: 10, fired: 3 });
  });

  test('FAULT-01: the same seed draws the same, run by run', async () => {
    const run = async () => {
      await set({ effect: { status: 503 }, probability: 0.5, seed: 42 });
      return statuses(20);
    };
    const first = await run();
    await bank.control('DELETE', FAULTS);
    expect(await run()).toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 503]));
  });

  test('FAULT-01: of several, the first that fires acts, and all that match count', async () => {
    const first = await set({ effect: { status: 503 }, times: 1 });
    const second = await set({ effect: { status: 502 } });
    expect(await statuses(3)).toEqual([503, 502, 502]);
    expect(await seen(first)).toMatchObject({ matched: 3, fired: 1 });
    expect(await seen(second)).toMatchObject({ matched: 3, fired: 2 });
  });

  test('FAULT-01: a refused request counts too', async () => {
    const id = await set({ effect: { delayMs: 1 } });
    const answer = await customers('/unknown');
    expect([answer.status, answer.headers['sandbank-fault']]).toEqual([404, id]);
    expect(await seen(id)).toMatchObject({ matched: 1, fired: 1 });
  });

  test('FAULT-01: until it expires on the bank’s clock', async () => {
    await bank.control('PUT', '/_sandbox/clock', { now: '2026-06-10T08:00:00Z', frozen: true });
    const id = await set({ effect: { status: 503 }, expiry: '2026-06-10T10:10:00+02:00' });
    expect((await customers()).status).toBe(503);
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT10M' });
    expect((await customers()).status).toBe(200);
    expect(await seen(id)).toMatchObject({ matched: 1, fired: 1 });
  });
});

describe('the answer', () => {
  test('FAULT-01: loseReply does the request, for good, and answers nothing', async () => {
    const { psu, bank: own, sepa, pay } = await openScene(bank);
    await set(
      { match: { method: 'POST', path: '/v1/payments/' }, effect: { loseReply: true }, times: 1 },
      own,
    );
    expect(await failure(psu.tpp.post(SEPA, sepa()))).toBe('socket hang up');
    // The payment is there: the same again is a duplicate (PAY-08).
    expectRefusal(await psu.tpp.post(SEPA, sepa()), { status: 409, code: 'CONFLICT' });
    await pay(SEPA, sepa({ remittanceInformationUnstructured: 'Rechnung 8' }));
  });

  test('FAULT-01: reset breaks the connection, and nothing is done', async () => {
    const { psu, bank: own, sepa, pay } = await openScene(bank);
    await set({ match: { method: 'POST' }, effect: { reset: true }, times: 1 }, own);
    expect(await failure(psu.tpp.post(SEPA, sepa()))).toMatch(/ECONNRESET|socket hang up/);
    await pay(SEPA, sepa());
  });

  test('FAULT-01: truncate, malformed and slowBodyMs damage it', async () => {
    await set({ effect: { truncate: 10 }, times: 1 });
    expect(await failure(customers())).toBe('aborted');
    await set({ effect: { malformed: true }, times: 1 });
    const malformed = await customers();
    expect([malformed.status, malformed.body]).toEqual([200, undefined]);
    await set({ effect: { slowBodyMs: 20 }, times: 1 });
    const slow = await customers();
    expect([slow.headers['sandbank-fault'], slow.text]).toEqual(['f3', (await customers()).text]);
  });

  test('FAULT-01: delayMs holds one answer back, and nobody else’s', async () => {
    const id = await set({ match: { path: `${CUSTOMERS}/` }, effect: { delayMs: 600_000 } });
    const client = await open(`${CUSTOMERS}/unknown`);
    expect(
      await eventually(
        async () => (await seen(id)).fired,
        (fired) => fired === 1,
      ),
    ).toBe(1);
    expect((await customers()).status).toBe(200);
    expect((await bank.tpp.post('/v1/sandbox/initialize')).status).toBe(200);
    expect(client.answered()).toBe(false);
    client.close();
  });
});

/** A signed request that can be left before its answer. */
async function open(path: string) {
  const signed = await new Promise<HeaderList>((resolve) => {
    void bank.tpp
      .get(path, {
        after(headers) {
          resolve([...headers]);
          throw new Error('This one is sent in another way.');
        },
      })
      .catch(() => undefined);
  });
  let answered = false;
  const headers = Object.fromEntries(signed);
  const client = httpRequest(bank.url + path, { headers, agent: false }, () => {
    answered = true;
  });
  client.on('error', () => undefined).end();
  return { answered: () => answered, close: () => void client.destroy() };
}

describe('SCA pages', () => {
  const ask = () => bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');

  test('FAULT-01: scaPageDown shows 503 in place of the page, and the link stays', async () => {
    await set({ effect: { scaPageDown: true }, times: 2 });
    const asked = await ask();
    const { answer } = await openPage(asked);
    expect([answer.status, answer.headers['sandbank-fault']]).toEqual([503, 'f1']);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('<h1>This page is not available</h1>');
    await openPage(asked);
    const done = await approve(await identify(await openPage(asked), PERSONS.jonas));
    expect(redirectOf(done).searchParams.get('psu-id')).not.toBeNull();
  });

  test('FAULT-01: a page matches by method and path, whatever it does', async () => {
    const asked = await ask();
    await set({ match: { method: 'POST', path: '/sca/*' }, effect: { loseReply: true }, after: 1 });
    const page = await identify(await openPage(asked), PERSONS.jonas);
    expect(page.step).toBe('approve');
    await expect(approve(page)).rejects.toThrow('socket hang up');
    // Approved all the same.
    expect((await openPage(asked)).answer.status).toBe(410);
    await bank.control('DELETE', FAULTS);
    await set({ match: { path: '/sca/' }, effect: { status: 500 } });
    expectRefusal((await openPage(await ask())).answer, { code: 'SYSTEM_ERROR' });
  });

  test('FAULT-01, SCA-08: the headless way does not go through the page', async () => {
    await set({ effect: { scaPageDown: true } });
    const redirect = await completeSca(bank, await ask(), { nationalId: PERSONS.jonas });
    expect(redirect.get('psu-id')).not.toBeNull();
  });
});

describe('what is seen of them', () => {
  const logged = async () => (await bank.control('GET', '/_sandbox/requests')).body.requests;

  test('FAULT-01, CTRL-05: the request log names the fault', async () => {
    await set({ effect: { code: 'CONFLICT' }, times: 1 });
    await set({ effect: { loseReply: true }, times: 1 });
    await customers();
    await failure(customers());
    await customers();
    const [none, lost, refused] = await logged();
    expect([none.fault, none.brokenOff]).toEqual([undefined, undefined]);
    expect(lost).toMatchObject({ fault: 'f2', brokenOff: true, status: 200 });
    expect(refused).toMatchObject({ fault: 'f1', status: 409, rules: ['FAULT-01'] });
    const outcome = (one: { verdict: { check: string; outcome: string }[] }) =>
      one.verdict.find(({ check }) => check === 'fault')?.outcome;
    expect([none, lost, refused].map(outcome)).toEqual(['skipped', 'passed', 'refused']);
  });

  test.each([
    [{ status: 503 }, { refused: 1, passed: 0 }],
    [{ delayMs: 1 }, { refused: 0, passed: 1 }],
    [{ loseReply: true }, { refused: 0, passed: 1 }],
    [{ reset: true }, { refused: 1, passed: 0 }],
  ])('FAULT-01, CTRL-08: %j counts in coverage', async (effect, expected) => {
    await set({ effect });
    await failure(customers());
    const { sections } = (await bank.control('GET', '/_sandbox/coverage')).body;
    const rules = sections.find(({ name }: { name: string }) => name === 'rules').items;
    expect(rules.find(({ id }: { id: string }) => id === 'FAULT-01')).toMatchObject(expected);
  });
});

describe('what happens meanwhile', () => {
  test('FAULT-01: the clock moves before the request is handled: the session ends between two reads', async () => {
    const { tpp } = await consentOf(bank);
    await set({ match: { path: '/v1/accounts', nth: 2 }, effect: { advance: 'PT61M' } });
    const first = await tpp.get('/v1/accounts');
    expect(first.status).toBe(200);
    expectRefusal(await tpp.get('/v1/accounts'), {
      status: 401,
      code: 'SCA_EXPIRED',
    });
    const { events } = (await bank.control('GET', '/_sandbox/events?type=sessionEnded')).body;
    expect(events).toHaveLength(1);
    const { requests } = (await bank.control('GET', '/_sandbox/requests?limit=2')).body;
    const [later, sooner] = requests.map(({ bankTime }: { bankTime: string }) =>
      Date.parse(bankTime),
    );
    expect(later - sooner).toBeGreaterThanOrEqual(61 * 60_000);
  });

  test('FAULT-01: a frozen clock moves too', async () => {
    await bank.control('PUT', '/_sandbox/clock', { now: '2026-06-10T08:00:00Z', frozen: true });
    await set({ effect: { advance: 'P1D' }, times: 1 });
    await customers();
    expect((await bank.control('GET', '/_sandbox/clock')).body).toEqual({
      now: '2026-06-11T08:00:00.000Z',
      frozen: true,
    });
  });

  test('FAULT-01: the person revokes the consent between two reads', async () => {
    const { tpp } = await consentOf(bank);
    await set({ match: { nth: 2 }, effect: { revokeConsents: true } });
    expect((await tpp.get('/v1/accounts')).status).toBe(200);
    expectRefusal(await tpp.get('/v1/accounts'), {
      status: 403,
      code: 'CONSENT_UNKNOWN',
    });
  });

  test('FAULT-01: Retry-After, the page of a proxy, and members that no document names', async () => {
    await set({ effect: { status: 503, retryAfter: 20 }, times: 1 });
    await set({ effect: { status: 502, html: true }, times: 1 });
    await set({ effect: { extraMembers: true }, times: 1 });
    const busy = await customers();
    expect([busy.status, busy.headers['retry-after']]).toEqual([503, '20']);
    const page = await customers();
    expect([page.status, page.headers['content-type']]).toEqual([502, 'text/html; charset=utf-8']);
    expect(page.text).toMatch(/^<html>/);
    const { body } = await customers();
    expect(body.addedLater).toEqual({ code: 'NEW1', amount: null });
    expect(body.customers[0].addedLater).toBeDefined();
    expect(body.customers[0]._links?.addedLater).toBeUndefined();
  });

  test('FAULT-01: a callback with a foreign state', async () => {
    await set({ effect: { callback: { state: 'foreign' } }, times: 1 });
    await bank.control('PUT', '/_sandbox/sca-policy', {
      mode: 'auto',
      nationalId: PERSONS.jonas,
    });
    const uri = 'https://tpp.example/callback?state=own';
    const tpp = bank.tpp.with({ ...psuHeaders(), 'TPP-Redirect-URI': uri });
    const asked = await tpp.post('/v1/bank-offered-consents');
    const location = redirectOf(await openPage(asked.body._links.scaRedirect.href));
    expect(location.searchParams.get('state')).toBe('foreign');
    expect(location.searchParams.get('psu-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    [{ retryAfter: 20 }, '/effect/retryAfter'],
    [{ html: true }, '/effect/html'],
    [{ advance: 'tomorrow' }, '/effect/advance'],
    [{ advance: 'P1M' }, '/effect/advance'],
  ])('FAULT-01: %j is refused', async (effect, path) => {
    const answer = await bank.control('POST', FAULTS, { effect });
    expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', path });
  });
});
