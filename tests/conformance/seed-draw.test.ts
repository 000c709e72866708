// The draw of a preview adds exactly what the preview has shown, once; else it is refused and nothing changes (CTRL-15).
import { beforeEach, expect, test } from '@jest/globals';
import { freeze } from '../support/account-reads.ts';
import { PERSONS } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { accountOf, answered } from '../support/control-bank.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const house = await testBank();
const bank = eachTest(() => house.tenant());
// So that no midnight comes between a preview and what is added.
beforeEach(() => freeze(bank));

const post = (seed: object, query = '') => bank.control('POST', `/_sandbox/seed${query}`, seed);

async function previewed(seed: object) {
  const { body } = answered(await post(seed, '?preview=true'), 200);
  return { shown: body, query: `?draw=${body.draw}` };
}

/** After what must not change any row. */
async function unchanged<T>(work: () => Promise<T>): Promise<T> {
  answered(await bank.control('PUT', '/_sandbox/snapshots/before'), 200, 201);
  const result = await work();
  const { body } = await bank.control('GET', '/_sandbox/snapshots/diff?from=before');
  expect(body).toMatchObject({ added: [], changed: [], removed: [] });
  return result;
}

/** The bank does not add it, says why, and stays as it is. */
async function expectRefused(seed: object, query: string, says = /Preview again/): Promise<void> {
  const refused = await unchanged(() => post(seed, query));
  expectRefusal(refused, { code: 'CONFLICT', path: 'draw', says });
}

async function account() {
  const { mockAccountId: accountId, currency } = await accountOf(bank, PERSONS.jonas);
  return { accountId, currency, customerNumber: PERSONS.jonas, accountName: 'Sparekonto' };
}

const BOOK = { transactionAmount: -349, bookingDate: 'today-3d', creditorName: 'Bok' };
const GROCERIES = { generate: [{ what: 'groceries', count: 5 }] };
const TPP = 'PSDNO-FSA-987654321';

test.each<[string, object]>([
  ['transactions', { transactions: [BOOK] }],
  ['generated transactions', GROCERIES],
  ['a balance', { balance: 500 }],
  ['a name', { accountName: 'Hytte' }],
])('CTRL-15: of an account, a draw adds %s once', async (_, change) => {
  const seed = { accounts: [{ ...(await account()), ...change }] };
  const { shown, query } = await previewed(seed);
  const added = answered(await post(seed, query), 200).body;
  expect(added).toEqual({ ...shown, preview: false });
  await expectRefused(seed, query);
});

const PAYMENT = {
  product: 'payments/norwegian-domestic-credit-transfers',
  tpp: TPP,
  psu: PERSONS.jonas,
  request: {
    debtorAccount: { iban: 'NO4599996896389', currency: 'NOK' },
    creditorName: 'Ola',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    instructedAmount: { amount: '1.00', currency: 'NOK' },
  },
};
const PERSON = { customerNumber: '15479801026', customerName: 'Kari Nordmann' };

test.each<[string, object]>([
  ['a person', { customers: [PERSON] }],
  ['a payment', { payments: [PAYMENT] }],
  ['a session', { sessions: [{ psu: PERSONS.jonas, tpp: TPP, sessionId: 'once' }] }],
  ['a fault', { faults: [{ match: { path: '/v1/accounts' }, effect: { delayMs: 1 } }] }],
  ['a registration', { tpps: [{ tpp: 'PSDNO-FSA-1', registered: false }] }],
  ['an SCA policy', { scaPolicy: { demand: 'always' } }],
])('CTRL-15: a draw adds %s once', async (_, seed) => {
  const { query } = await previewed(seed);
  answered(await post(seed, query), 200);
  await expectRefused(seed, query);
});

test('CTRL-15: of two that send the same draw at once, one adds', async () => {
  const seed = { accounts: [{ ...(await account()), ...GROCERIES }] };
  const { query } = await previewed(seed);
  const both = await Promise.all([post(seed, query), post(seed, query)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('CTRL-15: a draw is refused after other transactions, another day, and for another seed', async () => {
  const own = await account();
  const seed = { accounts: [{ ...own, ...GROCERIES }] };
  const first = await previewed(seed);
  await expectRefused(
    { accounts: [{ ...own, generate: [{ what: 'fuel', count: 5 }] }] },
    first.query,
  );
  answered(await post({ accounts: [{ ...own, transactions: [BOOK] }] }), 200);
  await expectRefused(seed, first.query);
  const second = await previewed(seed);
  answered(await bank.control('POST', '/_sandbox/clock/advance', { by: 'P1D' }), 200);
  await expectRefused(seed, second.query);
  const balance = { accounts: [{ ...own, balance: 500 }] };
  const third = await previewed(balance);
  answered(await post({ accounts: [{ ...own, transactions: [BOOK] }] }), 200);
  await expectRefused(balance, third.query);
});

test('CTRL-15: what else happens in the bank does not matter', async () => {
  const seed = { accounts: [{ ...(await account()), ...GROCERIES }] };
  const { shown, query } = await previewed(seed);
  const { mockAccountId, currency } = await accountOf(bank, PERSONS.odd);
  const other = { accountId: mockAccountId, currency, customerNumber: PERSONS.odd };
  const meanwhile = { customers: [PERSON], accounts: [{ ...other, accountName: 'A', balance: 7 }] };
  answered(await post(meanwhile), 200);
  answered(await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT1S' }), 200);
  expect(answered(await post(seed, query), 200).body).toEqual({ ...shown, preview: false });
});

test('CTRL-15: what fitted in the preview and does not fit now is named', async () => {
  const one = { ...BOOK, transactionId: 'mine' };
  const seed = { accounts: [{ ...(await account()), transactions: [one] }] };
  const { query } = await previewed(seed);
  answered(await post(seed), 200);
  await expectRefused(seed, query, /Preview again.*Line 1.*The id mine is there twice/);
});

test('CTRL-15: a repeatable bank draws another after what was added', async () => {
  const clock = { now: '2026-06-10T08:00:00Z', frozen: true };
  answered(await bank.control('POST', '/_sandbox/reset', { repeatable: 'r', clock }), 200);
  const seed = { accounts: [{ ...(await account()), transactions: [BOOK] }] };
  const first = await previewed(seed);
  answered(await post(seed, first.query), 200);
  const second = await previewed(seed);
  expect(answered(await post(seed, second.query), 200).body).toEqual({
    ...second.shown,
    preview: false,
  });
});

test.each(['abc', '', '00000000-0000-4000-8000-000000000000'])(
  'CTRL-15: the draw "%s" is none',
  async (draw) => {
    const refused = await unchanged(() => post({ customers: [PERSON] }, `?draw=${draw}`));
    expectRefusal(refused, { code: 'FORMAT_ERROR', path: 'draw', says: /no draw/ });
  },
);

test('ERR-01: a seed is refused with the status of the code: what is there already is 409', async () => {
  const own = await account();
  const seed = {
    accounts: [{ ...own, transactions: [{ ...BOOK, transactionId: 'mine' }] }],
    payments: [{ ...PAYMENT, paymentId: '11111111-1111-4111-8111-111111111111' }],
    sessions: [{ psu: PERSONS.jonas, tpp: TPP, sessionId: 's' }],
  };
  answered(await post(seed), 200);
  for (const [again, path] of [
    [{ accounts: seed.accounts }, '/accounts/0/transactions/0/transactionId'],
    [{ payments: seed.payments }, '/payments/0/paymentId'],
    [{ sessions: seed.sessions }, '/sessions/0/sessionId'],
    [{ accounts: [{ ...own, bban: '99997649326' }] }, '/accounts/0/bban'],
  ] as const) {
    const refused = await unchanged(() => post(again));
    expectRefusal(refused, { status: 409, code: 'CONFLICT', path });
  }
  const twice = { customers: [PERSON, PERSON] };
  const reset = await unchanged(() => bank.control('POST', '/_sandbox/reset', twice));
  // In a bank that begins nothing is there already.
  expectRefusal(reset, { status: 400, code: 'FORMAT_ERROR', path: '/customers/1/customerNumber' });
});
