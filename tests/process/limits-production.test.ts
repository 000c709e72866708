// ACC-08: under SANDBANK_PROFILE=production pending transactions of accounts know no window; in the
// sandbox, and on cards, they do.
import { expect, test } from '@jest/globals';
import { absent, accountPath, bankDay, cardPath, freeze } from '../support/account-reads.ts';
import { consentOf, type Psu, type TestBank } from '../support/bank.ts';
import { testBank } from '../support/test-bank.ts';

interface Seen {
  readonly bank: TestBank;
  readonly psu: Psu;
  readonly account: string;
  readonly card: string;
}

/** Three pending transactions on an account and a card, besides those of the starting set. */
async function open(bank: TestBank): Promise<Seen> {
  await freeze(bank);
  const psu = await consentOf(bank);
  const seen = { bank, psu, account: await accountPath(psu), card: await cardPath(psu) };
  const pending = { transactionAmount: { amount: '-7.00', currency: 'NOK' }, pending: true };
  for (const path of [seen.account, seen.card]) {
    const mock = path.replace('/v1/', '/v1/sandbox/');
    const made = await bank.tpp.post(`${mock}/transactions`, [pending, pending, pending]);
    expect(made.status).toBe(201);
  }
  return seen;
}

const listed = async ({ psu }: Seen, path: string, query: string, tpp = psu.tpp) => {
  const { body } = await tpp.get(`${path}/transactions?${query}`);
  const { booked, pending, _links } = body.transactions ?? body.cardTransactions;
  return { booked: booked?.length, pending: pending?.length, next: _links.next !== undefined };
};

async function longAgo(bank: TestBank): Promise<string> {
  const day = await bankDay(bank, -300);
  return `dateFrom=${day}&dateTo=${day}`;
}

const house = await testBank();
const seen = await open(await testBank({ profile: 'production' }));
const all: number = (await listed(seen, seen.account, 'bookingStatus=pending')).pending;

test('ACC-08: dateFrom, dateTo and limit leave pending ones alone', async () => {
  expect(all).toBeGreaterThan(3);
  const days = await longAgo(seen.bank);
  for (const status of ['pending', 'both', 'all']) {
    const query = `bookingStatus=${status}&limit=1&${days}`;
    expect((await listed(seen, seen.account, query)).pending).toBe(all);
  }
});

test('ACC-08: they take no room from booked ones, and are on every page', async () => {
  const query = 'bookingStatus=both&limit=5';
  const page = { booked: 5, pending: all, next: true };
  expect(await listed(seen, seen.account, query)).toEqual(page);
  expect(await listed(seen, seen.account, `${query}&offset=5`)).toEqual(page);
  const alone = await listed(seen, seen.account, 'bookingStatus=pending&limit=1');
  expect(alone).toEqual({ pending: all, next: false });
});

test('ACC-08: production: and without the PSU', async () => {
  const tpp = absent(seen.psu);
  const today = await bankDay(seen.bank, 0);
  const query = `bookingStatus=pending&limit=1&dateFrom=${today}`;
  expect((await listed(seen, seen.account, query, tpp)).pending).toBe(all);
});

test('ACC-08, ACC-07: without the PSU, those of the last 90 days', async () => {
  const savings = await accountPath(seen.psu, ['SVGS']);
  const query = 'bookingStatus=pending&offset=1&limit=1';
  const before = (await listed(seen, savings, query)).pending;
  const mock = savings.replace('/v1/', '/v1/sandbox/');
  for (const days of [-90, -91]) {
    const made = await seen.bank.tpp.post(`${mock}/transactions`, {
      transactionAmount: { amount: '-7.00', currency: 'NOK' },
      bookingDate: await bankDay(seen.bank, days),
      pending: true,
    });
    expect(made.status).toBe(201);
  }
  expect((await listed(seen, savings, query)).pending).toBe(before + 2);
  expect((await listed(seen, savings, query, absent(seen.psu))).pending).toBe(before + 1);
});

test('ACC-08: production: cards keep to the window', async () => {
  const query = 'bookingStatus=pending&limit=1';
  expect(await listed(seen, seen.card, query)).toEqual({ pending: 1, next: true });
  const days = await longAgo(seen.bank);
  expect((await listed(seen, seen.card, `bookingStatus=both&${days}`)).pending).toBe(0);
});

test('ACC-08: in the sandbox pending ones keep to the window', async () => {
  const sandbox = await open(house);
  const query = 'bookingStatus=both&limit=1';
  expect(await listed(sandbox, sandbox.account, query)).toEqual({
    booked: 0,
    pending: 1,
    next: true,
  });
  const days = await longAgo(sandbox.bank);
  expect((await listed(sandbox, sandbox.account, `bookingStatus=pending&${days}`)).pending).toBe(0);
});
