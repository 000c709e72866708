// Scenarios by the control API (SCEN-01): the bank is prepared, the client does its task, and the bank judges what it saw.
import { expect, test } from '@jest/globals';
import { psuHeaders, type TestBank } from '../support/bank.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const house = await testBank();
const bank = eachTest(() => house.tenant());

const SCENARIOS = '/_sandbox/scenarios';
const TPP = 'PSDNO-FSA-123456789';

/** The certificate of the tests' TPP, and what it has of the person. */
async function prepared(name: string, of: TestBank = bank) {
  await of.tpp.get('/v1/accounts');
  const { status, body } = await of.control('POST', `${SCENARIOS}/${name}`);
  expect([status, body.name, body.run]).toEqual([200, name, 1]);
  const { psuId, sessionId } = body.connected;
  const psu = of.tpp.with({ ...psuHeaders(), 'PSU-ID': psuId, 'TPP-Session-ID': sessionId });
  return { turn: body, psu };
}

const judged = async (name: string, body?: object) =>
  (await bank.control('POST', `${SCENARIOS}/${name}/judge`, body)).body;

test('SCEN-01: the list has every scenario with its task, and what the bank plays', async () => {
  const { body } = await bank.control('GET', SCENARIOS);
  expect(body.scenarios).toContainEqual({
    name: 'account-without-transactions',
    task: 'read',
    title: 'An account without transactions',
    happens: 'The first account is new, and its lists are empty. The second has transactions.',
  });
  expect(body.turn).toBeUndefined();
  const { turn } = await prepared('texts');
  expect((await bank.control('GET', SCENARIOS)).body.turn).toEqual(turn);
});

test('SCEN-01: the person has given access to the TPP that signed last', async () => {
  const { psu, turn } = await prepared('account-without-transactions');
  expect((await psu.get('/v1/accounts')).status).toBe(200);
  const { body } = await bank.control('GET', `${SCENARIOS}/${turn.name}`);
  expect(body.requests).toMatchObject([{ run: 1, request: 'GET /v1/accounts', status: 200 }]);
  expect([body.byHand, body.showsStored]).toEqual([true, false]);
  const storing = await bank.control('GET', `${SCENARIOS}/pending-becomes-booked`);
  expect(storing.body.showsStored).toBe(true);
  const own = { tpp: 'PSDNO-FSA-900000001' };
  const other = await bank.control('POST', `${SCENARIOS}/${turn.name}`, own);
  expect(other.body.connected.tpp).toBe(own.tpp);
  const organisationId = 'PSDNO-FSA-900000002';
  await (await house.newTpp({ organisationId })).at(bank.url).get('/v1/accounts');
  const { body: last } = await bank.control('POST', `${SCENARIOS}/${turn.name}`);
  expect(last.connected.tpp).toBe(organisationId);
});

test('SCEN-02: the judgement names the request that earned it, and what the bank did', async () => {
  const { psu } = await prepared('error-500-once');
  // One that somebody has added, and that nothing meets.
  await bank.control('POST', '/_sandbox/faults', {
    ...{ match: { operation: 'getUser' }, effect: { status: 503 } },
  });
  const [{ resourceId }] = (await psu.get('/v1/accounts')).body.accounts;
  await psu.get(`/v1/accounts/${resourceId}/transactions?bookingStatus=both`);
  const { failures, advice, requests } = await judged('error-500-once');
  expect(failures).toEqual([]);
  expect(advice).toMatchObject([{ cites: 'ERR-01', request: requests[1].id }]);
  expect(requests[1]).toMatchObject({ status: 500, happened: 'answered 500' });
});

test('SCEN-03: who got nothing but refusals of its certificate has not passed', async () => {
  await prepared('revoked-while-absent');
  const payer = await house.newTpp({ roles: ['PSP_PI'] });
  await payer.at(bank.url).get('/v1/accounts');
  const { failures } = await judged('revoked-while-absent');
  expect(failures).toMatchObject([
    { cites: 'SCEN-03', text: expect.stringMatching(/^The bank refused it: 403 FORBIDDEN /) },
  ]);
});

test('SCEN-02: where no request shows what was wrong, the first refusal is said, once', async () => {
  const { psu } = await prepared('one-account-only');
  const [{ resourceId }] = (await psu.get('/v1/accounts')).body.accounts;
  await psu.get(`/v1/accounts/${resourceId}/transactions?bookingStatus=every`);
  const { failures } = await judged('one-account-only');
  expect(failures.map(({ text }: { text: string }) => text)).toEqual([
    expect.stringMatching(
      /^No transactions were read\. Before, the bank refused GET .+: 400 FORMAT_ERROR /,
    ),
  ]);
});

test('SCEN-01: whatever the client has to do, it begins in a bank that has nothing else in it', async () => {
  for (const name of ['person-cancels-sca', 'texts']) {
    const fault = { match: { operation: 'getUser' }, effect: { status: 503 } };
    await bank.control('POST', '/_sandbox/faults', fault);
    await bank.control('POST', `${SCENARIOS}/${name}`, { tpp: TPP });
    // The scenario's own.
    expect((await bank.control('GET', '/_sandbox/faults')).body.faults).toHaveLength(1);
  }
});

test('SCEN-01: between two runs happens what the scenario says; after the last nothing does', async () => {
  const { psu, turn } = await prepared('account-joins-and-leaves');
  const seen = async () => (await psu.get('/v1/accounts')).body.accounts[0].iban;
  expect(turn.runs).toBe(2);
  const before = await seen();
  const next = await bank.control('POST', `${SCENARIOS}/${turn.name}/runs`);
  expect(next.body.run).toBe(2);
  expect(await seen()).not.toBe(before);
  const again = await bank.control('POST', `${SCENARIOS}/${turn.name}/runs`);
  expect(again.body.run).toBe(2);
});

test('SCEN-01: of a cancellation one answer is lost: who sends it again has the next', async () => {
  const { psu } = await prepared('cancel-answer-lost');
  const cancel = () => psu.send('DELETE', '/v1/payments/sepa-credit-transfers/none');
  await expect(cancel()).rejects.toThrow();
  expect((await cancel()).status).toBe(404);
});

test('SCEN-01: a client that connects first has no turn until it has access', async () => {
  const path = `${SCENARIOS}/account-without-transactions`;
  const { body } = await bank.control('POST', path, { connect: true });
  expect([body.run, body.task, body.connected]).toEqual([0, 'connect', undefined]);
  expect((await bank.control('POST', `${path}/runs`)).body.run).toBe(0);
  expect((await judged('account-without-transactions')).failures).toMatchObject([
    { sentence: 'A good client connects.' },
  ]);
  const headers = { 'TPP-Redirect-URI': 'https://tpp.example/', 'TPP-Session-ID': 'own' };
  const asked = await bank.tpp.with({ ...psuHeaders(), ...headers }).get('/v1/accounts');
  await fetch(asked.body._links.scaRedirect.href, { redirect: 'manual' });
  const turn = (await bank.control('POST', `${path}/runs`)).body;
  expect([turn.run, turn.connected.sessionId]).toEqual([1, 'own']);
});

test('SCEN-01: the bank as it was before its first scenario comes back', async () => {
  await bank.control('POST', '/_sandbox/faults', { effect: { status: 503 } });
  await prepared('texts');
  const { turn } = await prepared('flood');
  expect((await bank.control('GET', '/_sandbox/faults')).body.faults).toHaveLength(1);
  await bank.control('POST', `/_sandbox/snapshots/${turn.undo}/restore`);
  const { faults } = (await bank.control('GET', '/_sandbox/faults')).body;
  expect(faults).toMatchObject([{ effect: { status: 503 } }]);
  expect((await bank.control('GET', SCENARIOS)).body.turn).toBeUndefined();
});

test('SCEN-01: a scenario that there is not, and one that is not played, are refused', async () => {
  const unknown = await bank.control('POST', `${SCENARIOS}/nothing`);
  expect([unknown.status, unknown.body.tppMessages[0].code]).toEqual([404, 'RESOURCE_UNKNOWN']);
  const idle = await bank.control('POST', `${SCENARIOS}/flood/judge`);
  expect([idle.status, idle.body.tppMessages[0].code]).toEqual([409, 'CONFLICT']);
  const wrong = await bank.control('POST', `${SCENARIOS}/flood`, { tpp: TPP, connects: true });
  expect([wrong.status, wrong.body.tppMessages[0].path]).toEqual([400, '/connects']);
});
