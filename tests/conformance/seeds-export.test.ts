// A bank as a seed (CTRL-11): loaded into another bank, it gives the same answers, and goes on in the same way.
import { expect, test } from '@jest/globals';
import { corporateConsentOf } from '../support/account-reads.ts';
import {
  bankAt,
  completeSca,
  consentOf,
  createHeaders,
  PERSONS,
  type Psu,
  type TestBank,
} from '../support/bank.ts';
import {
  accountOf,
  accountsOf,
  answered,
  balancesOf,
  newPayment,
  statusOf,
  wholeBank,
} from '../support/control-bank.ts';
import type { Answer } from '../support/http.ts';
import { loadSeed } from '../support/seeded.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const house = await testBank();
const bank = eachTest(() => house.tenant());

const exported = async (of: TestBank) =>
  answered(await of.control('GET', '/_sandbox/seed'), 200).body;

/** Another bank from the seed of this one. */
async function copyOf(of: TestBank): Promise<TestBank> {
  const copy = house.tenant();
  answered(await loadSeed(copy, await exported(of)), 200);
  return bankAt(copy.url, of.tpp.credentials, async () => undefined);
}

/** The starting set of a day with open days after it. */
const freeze = () =>
  loadSeed(bank, {
    extends: 'starting-set',
    clock: { now: '2026-06-17T10:00:00+02:00', frozen: true },
  });
const advance = (at: TestBank, by: string) => at.control('POST', '/_sandbox/clock/advance', { by });
const at = (copy: TestBank, psu: Psu): Psu => ({ ...psu, tpp: psu.tpp.at(copy.url) });

/** Answers without the addresses of their bank. */
const plain = ({ status, text }: Answer) => [status, text.replaceAll(/\/banks\/[a-z0-9-]+/g, '')];

/** Everything that a PSU's TPP reads. */
async function reads({ tpp }: Psu): Promise<unknown> {
  const answers = [
    await tpp.get('/v1/accounts?withBalance=true'),
    await tpp.get('/v1/card-accounts'),
    await tpp.get('/v1/user'),
  ];
  for (const [list, kind] of [
    ['accounts', 'accounts'],
    ['cardAccounts', 'card-accounts'],
  ] as const) {
    const found = answers.find(({ body }) => body[list] !== undefined)?.body[list] ?? [];
    for (const { resourceId } of found) {
      answers.push(await tpp.get(`/v1/${kind}/${resourceId}/balances`));
      answers.push(
        await tpp.get(
          `/v1/${kind}/${resourceId}/transactions?bookingStatus=both&dateFrom=2026-01-01`,
        ),
      );
    }
  }
  return answers.map(({ status, body }) => ({ status, body }));
}

async function approved(psu: Psu, change: Readonly<Record<string, unknown>>): Promise<string> {
  const created = await newPayment(psu, change);
  await completeSca(bank, created, { outcome: 'approve' });
  return created.body.paymentId;
}

test('CTRL-11: the starting set: the copy shows the same, and its seed is the same', async () => {
  const copy = await copyOf(bank);
  expect(await wholeBank(copy)).toEqual(await wholeBank(bank));
  expect(await exported(copy)).toEqual(await exported(bank));
});

test('CTRL-11: consents, sessions and payments: the copy gives the same answers and goes on in the same way', async () => {
  await freeze();
  const psu = await consentOf(bank);
  const settled = await approved(psu, {});
  await advance(bank, 'PT1M');
  const pending = await approved(psu, { creditorName: 'Second' });
  const ahead = await approved(psu, { requestedExecutionDate: '2026-06-22' });
  const received = (await newPayment(psu, { creditorName: 'Third' })).body.paymentId;
  const stuck = await approved(psu, { creditorName: 'Sandbox PDNG' });
  const ids = [settled, pending, ahead, received, stuck];

  const copy = await copyOf(bank);
  const there = at(copy, psu);
  expect(await reads(there)).toEqual(await reads(psu));
  const statuses = (one: Psu) => Promise.all(ids.map((id) => statusOf(one, id)));
  expect(await statuses(psu)).toEqual(['ACSC', 'PDNG', 'ACTC', 'RCVD', 'PDNG']);
  expect(await statuses(there)).toEqual(await statuses(psu));
  expect(await exported(copy)).toEqual(await exported(bank));

  for (const one of [bank, copy]) await advance(one, 'P6D');
  expect(await statuses(psu)).toEqual(['ACSC', 'ACSC', 'ACSC', 'RCVD', 'PDNG']);
  expect(await statuses(there)).toEqual(await statuses(psu));
  const balances = async (one: TestBank) => (await accountsOf(one)).map(balancesOf);
  expect(await balances(copy)).toEqual(await balances(bank));
});

test('CTRL-11: a periodic payment keeps its runs and the next one', async () => {
  await freeze();
  const psu = await consentOf(bank);
  const { iban } = await accountOf(bank, PERSONS.jonas);
  const path = '/v1/periodic-payments/norwegian-domestic-credit-transfers';
  const body = {
    debtorAccount: { iban, currency: 'NOK' },
    creditorName: 'Utleier',
    creditorAccount: { iban: 'NO1499992324852', currency: 'NOK' },
    instructedAmount: { amount: '5.00', currency: 'NOK' },
    startDate: '2026-06-18',
    frequency: 'Weekly',
  };
  const created = answered(await psu.tpp.post(path, body, { headers: createHeaders }), 201);
  await completeSca(bank, created, { outcome: 'approve' });
  // To the moment at which the second run begins.
  await advance(bank, 'P7DT20H');
  const copy = await copyOf(bank);
  const details = async (one: Psu) => plain(await one.tpp.get(`${path}/${created.body.paymentId}`));
  expect(await details(at(copy, psu))).toEqual(await details(psu));
  for (const one of [bank, copy]) await advance(one, 'P30D');
  const runs = async (one: Psu) =>
    (await one.tpp.get(`${path}/${created.body.paymentId}`)).body.executions.map(
      ({ date, status }: { date: string; status: string }) => [date, status],
    );
  expect((await runs(psu)).length).toBeGreaterThan(4);
  expect(await runs(at(copy, psu))).toEqual(await runs(psu));
});

test('CTRL-11: a bank whose clock was set back, so that its transactions are in its future', async () => {
  await bank.tpp.get('/v1/sandbox/customers');
  await bank.control('PUT', '/_sandbox/clock', { now: '2020-01-01T00:00:00Z', frozen: true });
  expect(await wholeBank(await copyOf(bank))).toEqual(await wholeBank(bank));
});

test('CTRL-11: corporate access, settings and faults', async () => {
  await freeze();
  const psu = await corporateConsentOf(bank, PERSONS.odd);
  await bank.control('PUT', '/_sandbox/rules', { preset: 'as-observed' });
  await bank.control('PUT', '/_sandbox/sca-policy', { demand: 'never' });
  await bank.control('PUT', '/_sandbox/tpps/PSDNO-FSA-1', { registered: false });
  await bank.control('POST', '/_sandbox/faults', {
    effect: { status: 503 },
    match: { path: '/v1/x' },
    expiry: 'PT1H',
  });
  const [account] = await accountsOf(bank);
  await bank.control('PUT', `/_sandbox/accounts/${account?.mockAccountId}/permissions`, {
    payments: false,
  });
  const copy = await copyOf(bank);
  expect(await reads(at(copy, psu))).toEqual(await reads(psu));
  expect(await wholeBank(copy)).toEqual(await wholeBank(bank));
  for (const path of ['rules?tolerated=true', 'sca-policy', 'tpps', 'clock', 'consents']) {
    const [mine, its] = [
      await bank.control('GET', `/_sandbox/${path}`),
      await copy.control('GET', `/_sandbox/${path}`),
    ];
    expect(its.body).toEqual(mine.body);
  }
  expect(await exported(copy)).toEqual(await exported(bank));
  expect(
    (await exported(copy)).accounts.filter(
      ({ payments }: { payments?: boolean }) => payments === false,
    ),
  ).toHaveLength(1);
  expect(PERSONS.odd).toBe((await exported(copy)).consents[0].psu);
});
