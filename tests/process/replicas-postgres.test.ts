// Two replicas on one database: any of them answers (docs/postgres.md).
import { expect, test } from '@jest/globals';
import {
  completeSca,
  consentOf,
  flowIdOf,
  PERSONS,
  type Psu,
  psuHeaders,
  REDIRECT,
  type TestBank,
} from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import {
  accountOf,
  allTransactions,
  eventually,
  newPayment,
  statusOf,
} from '../support/control-bank.ts';
import { describeOnPostgres } from '../support/on-postgres.ts';
import { twoReplicas } from '../support/replicas.ts';

const FIRST = '2026-06-10T08:00:00Z';

describeOnPostgres('two replicas', () => {
  const replicas = twoReplicas();
  let tenants = 0;
  const tenant = () => replicas.tenant(`r-${++tenants}`);
  /** The same PSU at the other replica. */
  const at = (other: TestBank, { psuId, sessionId }: Psu): Psu => ({
    psuId,
    sessionId,
    tpp: other.tpp.with({ ...psuHeaders(sessionId), 'PSU-ID': psuId }),
  });
  const get = async (bank: TestBank, path: string) => (await bank.control('GET', path)).body;

  test('SES-01: a session of one is valid on the other', async () => {
    const [one, other] = tenant();
    const psu = await consentOf(one);
    const there = await at(other, psu).tpp.get('/v1/accounts');
    expect(there.status).toBe(200);
    expect(there.body).toEqual((await psu.tpp.get('/v1/accounts')).body);
  });

  test('ACC-06: the fifth balance in 24 hours is refused wherever it arrives', async () => {
    const [one, other] = tenant();
    const psu = await consentOf(one);
    const [account] = (await psu.tpp.get('/v1/accounts')).body.accounts;
    const absent = (bank: TestBank) =>
      bank.tpp
        .with({
          'TPP-Redirect-URI': REDIRECT,
          'TPP-Session-ID': psu.sessionId,
          'PSU-ID': psu.psuId,
        })
        .get(`/v1/accounts/${account.resourceId}/balances`);
    const all = await Promise.all([one, other, one, other, other, one].map(absent));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429]);
    expectRefusal(await absent(one), { code: 'ACCESS_EXCEEDED', status: 429 });
  });

  test('SCA-08: a link that was used on one is used up on the other', async () => {
    const [one, other] = tenant();
    const asked = await one.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
    await completeSca(other, asked, { nationalId: PERSONS.jonas });
    const again = await one.control('POST', `/_sandbox/sca/${flowIdOf(asked)}`, {
      nationalId: PERSONS.jonas,
    });
    expect(again.status).toBeGreaterThanOrEqual(400);
  });

  test('CLOCK-01: what falls due is done once, however many replicas pass the moment', async () => {
    const [one, other] = tenant();
    await one.control('PUT', '/_sandbox/clock', { now: FIRST, frozen: true });
    const psu = await consentOf(one);
    const made = await newPayment(psu);
    await completeSca(other, made, { nationalId: PERSONS.jonas });
    const moved = await Promise.all(
      [one, other, one, other].map((bank) =>
        bank.control('PUT', '/_sandbox/clock', { now: '2026-06-10T08:10:00Z', frozen: true }),
      ),
    );
    const settled = moved
      .flatMap(({ body }) => body.events)
      .filter(({ type }: { type: string }) => type === 'paymentSettled');
    expect(settled).toHaveLength(1);
    const account = await accountOf(other, PERSONS.jonas);
    const path = `/v1/sandbox/accounts/${account.mockAccountId}/transactions`;
    const lines = (await allTransactions(other, path)) as readonly { creditorName?: string }[];
    expect(lines.filter(({ creditorName }) => creditorName === 'Café Zentral GmbH')).toHaveLength(
      1,
    );
    expect((await get(one, '/_sandbox/clock')).now).toBe((await get(other, '/_sandbox/clock')).now);
  });

  test('CTRL-06: who waits at one hears what happens at the other', async () => {
    const [one, other] = tenant();
    const psu = await consentOf(one);
    const made = await newPayment(psu);
    const before = (await get(one, '/_sandbox/events')).last;
    const waited = one.control('GET', `/_sandbox/events/next?type=paymentSettled&after=${before}`);
    await completeSca(other, made, { nationalId: PERSONS.jonas });
    await other.control('POST', '/_sandbox/clock/advance', { by: 'PT1H' });
    expect((await waited).body).toMatchObject({ paymentId: made.body.paymentId });
    expect(await statusOf(psu, made.body.paymentId)).toBe('ACSC');

    const redirect = one.control('GET', '/_sandbox/redirects/next?state=s1&after=0');
    await other.control('GET', '/_sandbox/redirects/catch?state=s1');
    expect((await redirect).body.query).toEqual({ state: 's1' });
  });

  test('CTRL-05: both show the same requests, numbered through, and wait for one of either', async () => {
    const [one, other] = tenant();
    await consentOf(one);
    const { last } = await get(other, '/_sandbox/requests');
    const waited = other.control('GET', `/_sandbox/requests/next?after=${last}&status=404`);
    const refused = await one.tpp.get('/v1/nothing');
    const asked = await Promise.all(
      [one, other, one, other].map(({ tpp }) => tpp.get('/v1/sandbox/customers')),
    );
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await waited).body.number).toBe(last + 1);
    const lists = await Promise.all([one, other].map((bank) => get(bank, '/_sandbox/requests')));
    expect(lists[0]).toEqual(lists[1]);
    const numbers = lists[0].requests.map(({ number }: { number: number }) => number);
    expect(numbers).toEqual(Array.from({ length: last + 5 }, (_, i) => last + 5 - i));
    const verdict = String(refused.headers['sandbank-verdict']);
    const shown = await other.control('GET', verdict.slice(verdict.indexOf('/_sandbox')));
    expect(shown.body).toMatchObject({ status: 404, number: last + 1 });
    expect((await other.control('DELETE', '/_sandbox/requests')).status).toBe(204);
    expect((await get(one, '/_sandbox/requests')).requests).toEqual([]);
  });

  test('CTRL-08: coverage counts what either was asked, also what has left the log', async () => {
    const [one, other] = tenant();
    await consentOf(one);
    await other.tpp.get('/v1/sandbox/customers');
    await one.control('DELETE', '/_sandbox/requests');
    await one.tpp.get('/v1/sandbox/customers');
    const reports = await Promise.all([one, other].map((bank) => get(bank, '/_sandbox/coverage')));
    expect(reports[0]).toEqual(reports[1]);
    expect(reports[0].requests).toBe(3);
    const items = reports[0].sections.flatMap(({ items }: { items: object[] }) => items);
    expect(items).toContainEqual(expect.objectContaining({ id: 'getSandboxCustomers', count: 2 }));
    expect(items).toContainEqual(expect.objectContaining({ id: 'approved', count: 1 }));
    await other.control('DELETE', '/_sandbox/coverage');
    expect((await get(one, '/_sandbox/coverage')).requests).toBe(0);
  });

  test('FAULT-01: a fault set on one fires once over both', async () => {
    const [one, other] = tenant();
    await one.control('POST', '/_sandbox/faults', { effect: { status: 503 }, times: 1 });
    const all = await Promise.all(
      [one, other, other, one].map(({ tpp }) => tpp.get('/v1/sandbox/customers')),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 503]);
    expect(await get(other, '/_sandbox/faults/f1')).toMatchObject({ matched: 4, fired: 1 });
  });

  test('CTRL-04: a snapshot of one restores on the other, and a reset of one is one of both', async () => {
    const [one, other] = tenant();
    const psu = await consentOf(one);
    expect((await one.control('PUT', '/_sandbox/snapshots/golden')).status).toBe(201);
    await other.control('POST', '/_sandbox/reset');
    expectRefusal(await psu.tpp.get('/v1/accounts'), { code: 'PSU_CREDENTIALS_INVALID' });
    const restored = await other.control('POST', '/_sandbox/snapshots/golden/restore');
    expect(restored.status).toBe(200);
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
    const { snapshots } = await get(other, '/_sandbox/snapshots');
    expect(snapshots.map(({ name }: { name: string }) => name)).toEqual(['golden']);
  });

  test('WEB-05: of 150 snapshots at once both together make 100, all that there is room for', async () => {
    const [one, other] = tenant();
    const saved = await Promise.all(
      Array.from({ length: 150 }, (_, i) =>
        (i % 2 ? one : other).control('PUT', `/_sandbox/snapshots/s${i}`),
      ),
    );
    expect(saved.filter(({ status }) => status === 201)).toHaveLength(100);
    const full = (await get(one, '/_sandbox/snapshots')).snapshots;
    expect(full).toHaveLength(100);
    await other.control('DELETE', `/_sandbox/snapshots/${full[0].name}`);
    expect((await one.control('PUT', '/_sandbox/snapshots/another')).status).toBe(201);
  });

  test('SIG-14: both have one authority and one seal, though they were opened at once', async () => {
    const [one, other] = tenant();
    const shown = [one, other].map((bank) => get(bank, '/_sandbox/certificates/bank'));
    const [mine, theirs] = await Promise.all(shown);
    expect(mine).toEqual(theirs);
    const issued = await Promise.all([one, other].map((bank) => bank.newTpp()));
    for (const tpp of issued) expect((await tpp.get('/v1/sandbox/customers')).status).toBe(200);
  });

  test('ERR-01: without the database it is SYSTEM_ERROR and not healthy, and goes on when it is back', async () => {
    const [one, other] = tenant();
    const customers = (bank: TestBank) => bank.tpp.get('/v1/sandbox/customers');
    expect((await customers(one)).status).toBe(200);
    const health = async (bank: TestBank) => (await fetch(new URL('/health', bank.url))).status;
    await replicas.server.kill();
    for (const bank of [one, other]) {
      expectRefusal(await customers(bank), { code: 'SYSTEM_ERROR', status: 500 });
      expect(await health(bank)).toBe(503);
    }
    await replicas.server.start();
    for (const bank of [one, other]) {
      await eventually(
        () => health(bank),
        (status) => status === 200,
      );
      expect((await customers(bank)).status).toBe(200);
    }
  });
});
