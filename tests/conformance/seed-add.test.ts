// A seed that is added to a bank as it is (CTRL-15): what it names and the bank lacks is new, what the bank has is
// changed, all else stays, and the balances add up.
import { expect, test } from '@jest/globals';
import { consentOf, PERSONS } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { accountOf, accountsOf, answered, balancesOf, wholeBank } from '../support/control-bank.ts';
import { schemaErrors } from '../support/sandbanks.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const house = await testBank();
const bank = eachTest(() => house.tenant());

const KARI = '15479801026';
const CUSTOMER = { customerNumber: KARI, customerName: 'Kari Nordmann' };
const ACCOUNT = { customerNumber: KARI, accountName: 'Brukskonto', currency: 'NOK' };
const GENERATED = { what: 'groceries', count: 100 };

const post = (seed: object, query = '') => bank.control('POST', `/_sandbox/seed${query}`, seed);

async function added(seed: object, query = '') {
  const { body } = answered(await post(seed, query), 200);
  expect(await schemaErrors('control/seed-added.json', body)).toEqual([]);
  return body;
}

const transactionsOf = async (id: string) => {
  const path = `/v1/sandbox/accounts/${id}/transactions?limit=1000`;
  return answered(await bank.tpp.get(path), 200).body.transactions;
};

/** A snapshot that is imported again is checked: balances are their transactions, and all together are 0. */
async function expectAddsUp(): Promise<void> {
  answered(await bank.control('PUT', '/_sandbox/snapshots/now'), 201);
  const { tables } = answered(await bank.control('GET', '/_sandbox/snapshots/now'), 200).body;
  answered(await bank.control('PUT', '/_sandbox/snapshots/again', { tables }), 201);
}

/** An existing account, as a seed names it. */
async function existing() {
  const { mockAccountId: accountId, currency } = await accountOf(bank, PERSONS.jonas);
  return { accountId, currency, customerNumber: PERSONS.jonas, accountName: 'Sparekonto' };
}

test('CTRL-15: a person with two accounts and exactly 100 transactions, beside what is there', async () => {
  const before = (await wholeBank(bank)) as { customers?: unknown };
  const psu = await consentOf(bank);
  const { words, customers, accounts } = await added({
    customers: [CUSTOMER],
    accounts: [
      { ...ACCOUNT, balance: 12500, generate: [GENERATED] },
      { ...ACCOUNT, accountName: 'Sparekonto', balance: '0.50' },
    ],
  });
  expect(customers).toEqual([{ customerId: expect.any(String), ...CUSTOMER }]);
  expect(words).toEqual([
    `Kari Nordmann ${KARI} is a new customer`,
    expect.stringMatching(
      /^Kari Nordmann, Brukskonto \d{11}: new, \+12500.00 NOK .*, 100 new transactions$/,
    ),
    expect.stringMatching(/^Kari Nordmann, Sparekonto \d{11}: new, \+0.50 NOK /),
  ]);
  const [first] = accounts;
  expect(await transactionsOf(first.accountId)).toHaveLength(100);
  await expectAddsUp();
  // The session goes on, and everybody has what they had.
  expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
  await bank.tpp.send('DELETE', `/v1/sandbox/customers/${customers[0].customerId}`);
  expect(await wholeBank(bank)).toEqual(before);
});

test('CTRL-15: transactions for an account that is there, twice, and none is lost', async () => {
  const account = await existing();
  const count = (await transactionsOf(account.accountId)).length;
  const { transactions } = await added({ accounts: [{ ...account, generate: [GENERATED] }] });
  expect(transactions).toHaveLength(100);
  await added({ accounts: [{ ...account, generate: [{ what: 'salary', count: 3 }, GENERATED] }] });
  expect(await transactionsOf(account.accountId)).toHaveLength(count + 203);
  await expectAddsUp();
});

test('CTRL-15: transactions of a new card are shown in its currency', async () => {
  const card = { customerNumber: KARI, currency: 'EUR', creditLimit: 1000 };
  const { transactions } = await added({
    customers: [CUSTOMER],
    cards: [{ ...card, generate: [{ what: 'fuel', count: 2 }] }],
  });
  expect(transactions).toHaveLength(2);
  for (const { transactionAmount } of transactions) expect(transactionAmount.currency).toBe('EUR');
});

test('CTRL-15: a balance is a booking of the difference, which says so', async () => {
  const account = await existing();
  const before = await transactionsOf(account.accountId);
  const { transactions } = await added({ accounts: [{ ...account, balance: '500.25' }] });
  expect(transactions).toEqual([
    expect.objectContaining({
      text: 'Balance set to 500.25 NOK',
      transactionAmount: expect.objectContaining({ currency: 'NOK' }),
    }),
  ]);
  const all = await accountsOf(bank);
  const now = all.find(({ mockAccountId }) => mockAccountId === account.accountId);
  expect(now && balancesOf(now)['closingBooked']).toBe('500.25');
  expect(await transactionsOf(account.accountId)).toHaveLength(before.length + 1);
  // What it is already needs no booking.
  expect((await added({ accounts: [{ ...account, balance: 500.25 }] })).words).toEqual([]);
  await expectAddsUp();
});

test('CTRL-15: names of a person and of an account', async () => {
  const account = await existing();
  const customers = [{ customerNumber: PERSONS.jonas, customerName: 'Jonas Berg' }];
  const { words } = await added({ customers, accounts: [{ ...account, accountName: 'Hytte' }] });
  expect(words[0]).toBe('Jonas Bakkerud is now called Jonas Berg');
  expect(words[1]).toMatch(/^Jonas Berg, Hytte \d{11} was called Sparekonto$/);
  const psu = await consentOf(bank);
  const { body } = await psu.tpp.get('/v1/accounts');
  expect(body.accounts.map(({ name }: { name: string }) => name)).toContain('Hytte');
});

test('CTRL-15: a company, and who acts for it', async () => {
  await added({
    customers: [{ ...CUSTOMER, customerName: 'Fjord AS', customerType: 'CORPORATE' }],
    agreements: [
      { owner: KARI, engagements: [{ customer: PERSONS.odd, roles: ['VIEW', 'REGISTER'] }] },
    ],
    accounts: [{ ...ACCOUNT, accountName: 'Drift', balance: 1000 }],
  });
  const psu = await consentOf(bank, PERSONS.odd);
  const { body } = answered(await psu.tpp.get('/v1/agreements'), 200);
  expect(JSON.stringify(body)).toContain('Fjord AS');
});

test('CTRL-15: with the draw of a preview one gets what it has shown, and only once', async () => {
  const seed = {
    customers: [CUSTOMER],
    accounts: [
      { ...ACCOUNT, balance: '10000.00', generate: [GENERATED] },
      { ...(await existing()), generate: [{ what: 'cafes', count: 5 }] },
    ],
  };
  const preview = await added(seed, '?preview=true');
  expect(preview.draw).toEqual(expect.any(String));
  expect((await added(seed, '?preview=true')).accounts).not.toEqual(preview.accounts);
  const query = `?draw=${preview.draw}`;
  const real = await added(seed, query);
  // Ids, account numbers and amounts.
  expect(real).toEqual({ ...preview, preview: false });
  const before = await wholeBank(bank);
  expectRefusal(await post(seed, query), { status: 409, code: 'CONFLICT', path: 'draw' });
  expect(await wholeBank(bank)).toEqual(before);
  await expectAddsUp();
});

test('CTRL-15: a preview says the same and stores nothing', async () => {
  const account = await existing();
  const seed = { accounts: [{ ...account, generate: [GENERATED] }] };
  const before = await wholeBank(bank);
  const preview = await added(seed, '?preview=true');
  expect([preview.preview, preview.transactions.length]).toEqual([true, 100]);
  expect(await wholeBank(bank)).toEqual(before);
  for (const value of ['yes', '1', 'TRUE', '']) {
    expectRefusal(await post(seed, `?preview=${value}`), { code: 'FORMAT_ERROR', path: 'preview' });
  }
  expect(await wholeBank(bank)).toEqual(before);
  const real = await added(seed);
  expect(real).toEqual({ ...preview, preview: false, draw: undefined });
});

test.each([
  ['clock', { clock: { now: '2026-06-10T08:00:00Z' } }, '/clock'],
  ['extends', { extends: 'starting-set' }, '/extends'],
  ['idsOf', { idsOf: 'golden' }, '/idsOf'],
  ['repeatable', { repeatable: 'x' }, '/repeatable'],
  [
    'count and monthly',
    {
      accounts: [
        {
          ...ACCOUNT,
          customerNumber: PERSONS.jonas,
          generate: [{ what: 'salary', count: 1, monthly: 3 }],
        },
      ],
    },
    '/accounts/0/generate/0/count',
  ],
  ['an unknown owner', { accounts: [ACCOUNT] }, '/accounts/0/customerNumber'],
])('CTRL-15: %s is refused with its place, and nothing is stored', async (_, seed, path) => {
  const before = await wholeBank(bank);
  const { status, body } = await post({ customers: [], ...seed });
  expect([status, body.tppMessages[0].path]).toEqual([400, path]);
  expect(await wholeBank(bank)).toEqual(before);
});

test('CTRL-15: what an account cannot change is refused', async () => {
  const account = await existing();
  for (const [member, value] of [
    ['currency', 'EUR'],
    ['customerNumber', PERSONS.odd],
    ['openingBalance', 5],
  ] as const) {
    const refused = await post({ accounts: [{ ...account, [member]: value }] });
    expectRefusal(refused, { status: 409, code: 'CONFLICT', path: `/accounts/0/${member}` });
  }
  const company = { ...CUSTOMER, customerNumber: PERSONS.jonas, customerType: 'CORPORATE' };
  const refused = await post({ customers: [company] });
  expectRefusal(refused, { status: 409, code: 'CONFLICT', path: '/customers/0/customerNumber' });
});
