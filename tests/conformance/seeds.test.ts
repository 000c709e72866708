// Seeds (CTRL-11): what a bank holds that began from one. Mistakes are tried in seeds-mistakes.test.ts.
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { createHeaders, PERSONS, psuHeaders, type TestBank } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import {
  accountsOf,
  allTransactions,
  answered,
  balancesOf,
  wholeBank,
} from '../support/control-bank.ts';
import { send } from '../support/http.ts';
import { exampleSeed, loadSeed, SEED_TPP, type SeededBank, seededBank } from '../support/seeded.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();
const tpp = await house.newTpp({ organisationId: SEED_TPP });

const KARI = '15479801026';
const IBAN = 'NO0699997649326';
const DOMESTIC = 'payments/norwegian-domestic-credit-transfers';

const customers = [{ customerNumber: KARI, customerName: 'Kari Nordmann' }];
const account = {
  customerNumber: KARI,
  accountName: 'Konto',
  currency: 'NOK',
  bban: '99997649326',
};
const access = { psu: KARI, tpp: SEED_TPP };
const FROZEN = { now: '2026-06-17T10:00:00+02:00', frozen: true };

const seeded = (seed: unknown): Promise<SeededBank> => seededBank(house, tpp, seed);

/** The TPP as the PSU of the first session of the seed. */
function reader(bank: SeededBank) {
  const [{ psuId, psuCorporateId, tppSessionId }] = bank.loaded.sessions;
  return bank.tpp.with({
    ...psuHeaders(tppSessionId),
    'PSU-ID': psuId,
    ...(psuCorporateId === undefined ? {} : { 'PSU-Corporate-ID': psuCorporateId }),
  });
}

async function onlyAccount(bank: TestBank) {
  const [only] = await accountsOf(bank);
  if (only === undefined) throw new Error('no account');
  const path = `/v1/sandbox/accounts/${only.mockAccountId}/transactions`;
  const transactions = (await allTransactions(bank, path)) as readonly {
    readonly bookingDate: string;
    readonly transactionAmount: { readonly amount: string };
    readonly remittanceInformationUnstructured: string;
    readonly transactionId: string;
    readonly creditorName: string;
    readonly status: string;
  }[];
  return { ...only, balance: balancesOf(only), transactions };
}

describe('the examples', () => {
  test('CTRL-11: household: the first request of a test can be a read', async () => {
    const bank = await seeded(exampleSeed('household'));
    expect(bank.loaded).toMatchObject({ customers: 2, accounts: 3, cardAccounts: 1 });
    const psu = reader(bank);
    const { accounts } = answered(await psu.get('/v1/accounts?withBalance=true'), 200).body;
    const given = bank.loaded.consents[0].accounts;
    expect(accounts.map(({ resourceId }: { resourceId: string }) => resourceId)).toEqual(
      given.slice(0, 2).map(({ resourceId }: { resourceId: string }) => resourceId),
    );
    const { transactions } = answered(
      await psu.get(`/v1/accounts/${accounts[0].resourceId}/transactions?bookingStatus=both`),
      200,
    ).body;
    expect(transactions.pending).toHaveLength(1);
    const [{ paymentId }] = bank.loaded.payments;
    const status = await psu.get(`/v1/${DOMESTIC}/${paymentId}/status`);
    expect(answered(status, 200).body.transactionStatus).toBe('ACTC');
    expect(answered(await psu.get('/v1/card-accounts'), 200).body.cardAccounts).toHaveLength(1);
  });

  test('CTRL-11: company: 10,000 transactions, and the manager reads them', async () => {
    const bank = await seeded(exampleSeed('company'));
    const psu = reader(bank);
    const { accounts } = answered(await psu.get('/v1/accounts?withBalance=true'), 200).body;
    expect(accounts).toHaveLength(2);
    const all = await Promise.all(
      accounts.map(({ bban }: { bban: string }) => countOf(bank, bban)),
    );
    expect(all.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(10_000);
  });

  async function countOf(bank: TestBank, bban: string): Promise<number> {
    const found = (await accountsOf(bank)).find((one) => one.bban === bban);
    const path = `/v1/sandbox/accounts/${found?.mockAccountId}/transactions`;
    return (await allTransactions(bank, path)).length;
  }

  test('CTRL-11: empty: no customer, and sandbox operations create some', async () => {
    const bank = await seeded(exampleSeed('empty'));
    expect(bank.loaded).toMatchObject({ customers: 0, accounts: 0, cardAccounts: 0 });
    const body = { customerNumber: KARI, customerType: 'PRIVATE', customerName: 'Kari' };
    answered(await bank.tpp.post('/v1/sandbox/customers', body), 201);
  });

  test.each(['empty', 'household', 'company'] as const)(
    'CTRL-11: /schemas/seed.json describes %s to an editor, without our formats',
    async (name) => {
      const url = `${new URL(house.url).origin}/schemas/seed.json`;
      const schema = answered(await send({ method: 'GET', url }), 200).body;
      const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
      expect([
        isValid(parse(exampleSeed(name).replaceAll(/\b\d{9,11}\b/g, '"$&"'))),
        isValid.errors,
      ]).toEqual([true, null]);
      expect(isValid({ customers: [{ customerNumber: KARI, name: 'Kari' }] })).toBe(false);
    },
  );
});

describe('accounts and transactions', () => {
  test('CTRL-11: dates are relative to the clock of the seed', async () => {
    const dates = ['today', 'today-3d', 'today-2w', 'today-1m', 'today-1y', '2026-06-01'];
    const transactions = dates.map((bookingDate) => ({ transactionAmount: -1, bookingDate }));
    const { transactions: listed } = await onlyAccount(
      await seeded({ clock: FROZEN, customers, accounts: [{ ...account, transactions }] }),
    );
    expect(listed.map(({ bookingDate }) => bookingDate)).toEqual([
      '2026-06-17',
      '2026-06-14',
      '2026-06-03',
      '2026-06-01',
      '2026-05-17',
      '2025-06-17',
    ]);
  });

  test.each([
    [{}, '-30.50'],
    [{ balance: 100 }, '100.00'],
    [{ openingBalance: '130.50' }, '100.00'],
    [{ openingBalance: 130.5, balance: { amount: '100.00', currency: 'NOK' } }, '100.00'],
  ])('CTRL-11: with %j, the balance is %s', async (money, closingBooked) => {
    const transactions = [
      { transactionAmount: '-30.50' },
      { transactionAmount: -20, pending: true },
    ];
    const bank = await seeded({ customers, accounts: [{ ...account, ...money, transactions }] });
    const expected = String((Number(closingBooked) - 20).toFixed(2));
    expect((await onlyAccount(bank)).balance).toEqual({ closingBooked, expected });
  });

  test('CTRL-11: a transaction without a date is of today, also if the seed gives it an id', async () => {
    const transactions = [{ transactionAmount: 1 }, { transactionAmount: 2, transactionId: 'own' }];
    const accounts = [{ ...account, transactions }];
    const { transactions: listed } = await onlyAccount(
      await seeded({ clock: FROZEN, customers, accounts }),
    );
    const today = FROZEN.now.slice(0, 10);
    expect(listed.map(({ bookingDate }) => bookingDate)).toEqual([today, today]);
  });

  test('CTRL-11: the same seed gives the same ids everywhere, with idsOf also to TPPs', async () => {
    const generate = [{ what: 'groceries' }];
    const seed = {
      clock: FROZEN,
      idsOf: 'golden',
      customers,
      accounts: [{ ...account, generate }],
      consents: [access],
    };
    const [one, other] = [await seeded(seed), await seeded(seed)];
    expect(one.loaded).toEqual(other.loaded);
    expect(await wholeBank(one)).toEqual(await wholeBank(other));
    const { idsOf: _, ...own } = seed;
    const [{ psuId }] = (await seeded(own)).loaded.consents;
    expect(psuId).not.toBe(one.loaded.consents[0].psuId);
  });
});

describe('generators', () => {
  const generated = async (...generate: readonly object[]) => {
    const bank = await seeded({ clock: FROZEN, customers, accounts: [{ ...account, generate }] });
    return (await onlyAccount(bank)).transactions;
  };

  test('CTRL-11: salary on the 12th of every month, off weekends', async () => {
    const salaries = await generated({ what: 'salary', amount: 38500, days: 100 });
    expect(
      salaries.map(({ bookingDate, transactionAmount }) => [bookingDate, transactionAmount.amount]),
    ).toEqual([
      ['2026-06-12', '38500.00'],
      ['2026-05-12', '38500.00'],
      // The 12th is a Sunday.
      ['2026-04-10', '38500.00'],
      ['2026-03-12', '38500.00'],
    ]);
  });

  test('CTRL-11: groceries three times in every whole week', async () => {
    const bought = await generated({ what: 'groceries', perWeek: 3, days: 72 });
    const weeks = new Map<number, number>();
    for (const { bookingDate } of bought) {
      // Mondays have whole numbers.
      const week = Math.floor(
        (Date.parse(bookingDate) - Date.parse('2026-01-05')) / (7 * 86_400_000),
      );
      weeks.set(week, (weeks.get(week) ?? 0) + 1);
    }
    // The first and the last week are not whole.
    expect([...weeks.values()].slice(1, -1)).toEqual(Array(weeks.size - 2).fill(3));
  });

  test('CTRL-11: more than seven a week, within the amounts', async () => {
    const sales = await generated({ what: 'sales', perWeek: 14, days: 70, amount: ['10.00', 12] });
    expect(sales).toHaveLength(140);
    for (const {
      transactionAmount: { amount },
    } of sales) {
      expect(Number(amount)).toBeGreaterThanOrEqual(10);
      expect(Number(amount)).toBeLessThanOrEqual(12);
    }
  });

  test('CTRL-11: other generators of the account change nothing', async () => {
    const made = async (generate: readonly object[]) => {
      const { transactions } = await onlyAccount(
        await seeded({ clock: FROZEN, customers, accounts: [{ ...account, generate }] }),
      );
      return transactions
        .filter(({ transactionAmount }) => Number(transactionAmount.amount) < 0)
        .map((one) => [one.transactionId, one.bookingDate, one.transactionAmount.amount]);
    };
    const alone = await made([{ what: 'groceries', days: 60 }]);
    expect(alone.length).toBeGreaterThan(20);
    const [salary, sales] = [{ what: 'salary' }, { what: 'sales', days: 60 }];
    expect(await made([salary, sales, { what: 'groceries', days: 60 }])).toEqual(alone);
  });

  test('CTRL-11: what was bought with a card before this month is invoiced', async () => {
    const generate = [{ what: 'groceries', days: 60 }];
    const card = { customerNumber: KARI, currency: 'NOK', creditLimit: 100_000, generate };
    const bank = await seeded({ clock: FROZEN, customers, cards: [card] });
    const { transactions } = (await wholeBank(bank)) as { readonly transactions: object };
    const bought = Object.values(transactions).flat() as readonly {
      readonly bookingDate: string;
      readonly invoiced: boolean;
    }[];
    expect(bought.map(({ invoiced }) => invoiced)).toEqual(
      bought.map(({ bookingDate }) => bookingDate < '2026-06'),
    );
    expect(new Set(bought.map(({ invoiced }) => invoiced)).size).toBe(2);
  });

  test('CTRL-11: the seed decides, and the other party is what the seed says', async () => {
    const series = (seed: number) => generated({ what: 'cafes', seed });
    expect(await series(1)).toEqual(await series(1));
    expect(await series(1)).not.toEqual(await series(2));
    const [rent] = await generated({
      what: 'rent',
      name: 'Utleier',
      account: IBAN,
      text: 'Leie {month}',
    });
    expect(rent).toMatchObject({
      creditorName: 'Utleier',
      creditorAccount: { iban: IBAN },
      remittanceInformationUnstructured: 'Leie juni',
    });
  });
});

describe('payments', () => {
  const request = {
    debtorAccount: { iban: IBAN, currency: 'NOK' },
    creditorName: 'Ola Nordmann',
    creditorAccount: { iban: 'NO1499992324852', currency: 'NOK' },
    instructedAmount: { amount: '40.00', currency: 'NOK' },
  };
  const withPayment = (payment: object, extra: object = {}) =>
    seeded({
      clock: FROZEN,
      customers,
      accounts: [{ ...account, openingBalance: 1000 }],
      payments: [{ product: DOMESTIC, ...access, request, ...payment }],
      sessions: [{ ...access, sessionId: 's1' }],
      ...extra,
    });
  const statusOf = async (bank: SeededBank) => {
    const [{ paymentId }] = bank.loaded.payments;
    return answered(await reader(bank).get(`/v1/${DOMESTIC}/${paymentId}/status`), 200).body
      .transactionStatus;
  };
  const advance = (bank: TestBank, by: string) =>
    bank.control('POST', '/_sandbox/clock/advance', { by });

  test.each([
    ['RCVD', '1000.00', '1000.00'],
    ['PDNG', '1000.00', '960.00'],
    ['ACTC', '1000.00', '1000.00'],
    ['ACWC', '1000.00', '1000.00'],
    ['ACSP', '960.00', '960.00'],
    ['ACWP', '960.00', '960.00'],
    ['ACSC', '960.00', '960.00'],
    ['ACCP', '1000.00', '1000.00'],
    ['RJCT', '1000.00', '1000.00'],
    ['CANC', '1000.00', '1000.00'],
    ['PART', '1000.00', '1000.00'],
  ])(
    'CTRL-11: a payment can be %s from the start, and stays',
    async (status, closingBooked, expected) => {
      const bank = await withPayment({ status, paymentId: '6d1c0f6e-2f0b-4b58-9d1e-7a4f5c1b2a01' });
      expect(await statusOf(bank)).toBe(status);
      expect((await onlyAccount(bank)).balance).toEqual({ closingBooked, expected });
      await advance(bank, 'P1D');
      expect(await statusOf(bank)).toBe(status);
    },
  );

  test('CTRL-11: a payment that waits for its date falls due on it', async () => {
    const ahead = { ...request, requestedExecutionDate: 'today+2d' };
    const bank = await withPayment({ status: 'ACTC', request: ahead });
    await advance(bank, 'P3D');
    expect(await statusOf(bank)).toBe('ACSC');
    expect((await onlyAccount(bank)).transactions).toHaveLength(1);
  });

  test.each([
    ['ACSC', 'Ola Nordmann', '960.00'],
    ['ACTC', 'Sandbox RJCT', '1000.00'],
  ])('CTRL-11, MAGIC-01: also one of a later date stays %s, to %s', async (...row) => {
    const [status, creditorName, closingBooked] = row;
    const ahead = { ...request, creditorName, requestedExecutionDate: 'today+2d' };
    const bank = await withPayment({ status, request: ahead });
    expect((await onlyAccount(bank)).balance).toMatchObject({ closingBooked });
    await advance(bank, 'P3D');
    expect(await statusOf(bank)).toBe(status);
  });

  test.each(['ACTC', 'ACWC'])(
    'CTRL-11: a payment in %s falls due on its date, whichever day of the week that is',
    async (status) => {
      const days = [4, 5, 6, 7, 8, 9, 10];
      const bank = await withPayment(
        {},
        {
          payments: days.map((day) => ({
            ...{ product: DOMESTIC, ...access, status },
            request: { ...request, requestedExecutionDate: `today+${day}d` },
          })),
        },
      );
      const statuses = async () => {
        const paths = bank.loaded.payments.map(
          ({ paymentId }: { paymentId: string }) => `/v1/${DOMESTIC}/${paymentId}/status`,
        );
        const answers = await Promise.all(paths.map((path: string) => reader(bank).get(path)));
        return answers.map((answer) => answered(answer, 200).body.transactionStatus);
      };
      await advance(bank, 'P3D');
      expect(await statuses()).toEqual(days.map(() => status));
      await advance(bank, 'P10D');
      expect(await statuses()).toEqual(days.map(() => 'ACSC'));
    },
  );

  test('CTRL-11: a settled payment of last week is on the statement of last week', async () => {
    const bank = await withPayment({
      ...{ status: 'ACSC', created: 'today-1w' },
      // A word for a date is a name where a name stands.
      request: { ...request, creditorName: 'today' },
    });
    const { transactions } = await onlyAccount(bank);
    expect(transactions).toMatchObject([{ bookingDate: '2026-06-10', creditorName: 'today' }]);
  });

  test('CTRL-11: a received payment can be approved', async () => {
    const bank = await withPayment({ status: 'RCVD' });
    const [{ paymentId }] = bank.loaded.payments;
    const started = await reader(bank).post(
      `/v1/${DOMESTIC}/${paymentId}/authorisations`,
      undefined,
      {
        headers: createHeaders,
      },
    );
    expect(answered(started, 201).body._links.scaRedirect.href).toContain('/sca/');
  });
});

describe('everything else', () => {
  test('CTRL-11: extends: starting-set adds to the four test users', async () => {
    const accounts = [{ ...account, balance: 1 }];
    const bank = await seeded({ extends: 'starting-set', customers, accounts });
    expect(bank.loaded).toMatchObject({ customers: 5, accounts: 9, cardAccounts: 2 });
    const consents = [{ psu: PERSONS.jonas, tpp: SEED_TPP }];
    const other = await seeded({ extends: 'starting-set', consents });
    expect(other.loaded.consents[0].accounts).toHaveLength(3);
  });

  test('CTRL-11: settings, faults, clock, TPPs and magic persons', async () => {
    const bank = await seeded({
      clock: FROZEN,
      ruleLevels: { preset: 'strict', levels: { 'SIG-05': 'warn' } },
      scaPolicy: { demand: 'never' },
      tpps: [{ tpp: 'NO-FSA-1', registered: false }],
      // This one has 30 accounts.
      magicPersons: ['21907910013'],
      faults: [{ effect: { status: 503 }, times: 1 }],
    });
    expect(bank.loaded).toMatchObject({ customers: 1, accounts: 30 });
    const get = async (path: string) => (await bank.control('GET', `/_sandbox/${path}`)).body;
    expect(await get('clock')).toEqual({ now: '2026-06-17T08:00:00.000Z', frozen: true });
    expect(await get('rules/SIG-05')).toMatchObject({ level: 'warn' });
    expect(await get('sca-policy')).toEqual({ mode: 'page', demand: 'never' });
    expect((await get('tpps')).tpps).toEqual([
      { organisationId: 'PSDNO-FSA-1', registered: false },
    ]);
    expect((await get('faults')).faults).toHaveLength(1);
  });

  test('CTRL-11: a clock that is set runs on', async () => {
    const bank = await seeded({ clock: { now: '2031-01-01T00:00:00Z' }, customers });
    const { now, frozen } = (await bank.control('GET', '/_sandbox/clock')).body;
    expect([now.slice(0, 4), frozen]).toEqual(['2031', false]);
  });

  test('CTRL-11: a consent to one account, and one that was revoked', async () => {
    const accounts = [account, { ...account, bban: '99999351499' }];
    const sessions = [{ ...access, sessionId: 's1' }];
    const one = await seeded({
      customers,
      accounts,
      sessions,
      consents: [{ ...access, accounts: [account.bban] }],
    });
    expect((await reader(one).get('/v1/accounts')).body.accounts).toHaveLength(1);
    const none = await seeded({
      customers,
      accounts,
      sessions,
      consents: [{ ...access, status: 'revoked' }],
    });
    expectRefusal(await reader(none).get('/v1/accounts'), { code: 'CONSENT_UNKNOWN' });
  });

  test('CTRL-11: an SCA of long ago opens nothing to a TPP alone', async () => {
    const consents = [{ ...access, lastSca: 'today-181d' }];
    const bank = await seeded({ customers, accounts: [account], consents });
    const psu = bank.tpp.with({
      'PSU-ID': bank.loaded.consents[0].psuId,
      'TPP-Redirect-URI': 'https://tpp.example/',
    });
    expectRefusal(await psu.get('/v1/accounts'), { code: 'CONSENT_EXPIRED' });
  });

  test('CTRL-11: a reset without a body gives the starting set again', async () => {
    const bank = await seeded({ customers });
    const { body } = await bank.control('POST', '/_sandbox/reset');
    expect(body).toEqual({ customers: 4, accounts: 8, cardAccounts: 2 });
  });

  test.each([
    ['YAML', 'customers: []\n'],
    ['JSON', '{"customers": []}'],
  ])('CTRL-11: %s may begin with a byte order mark', async (_, body) => {
    const url = `${(await house.tenant()).url}/_sandbox/reset`;
    const answer = await send({ method: 'POST', url, body: `\uFEFF${body}` });
    expect(answered(answer, 200).body).toMatchObject({ customers: 0 });
    const wrong = await send({ method: 'POST', url, body: `\uFEFF${body.replace('[]', '1')}` });
    expectRefusal(wrong, {
      status: 400,
      code: 'FORMAT_ERROR',
      path: '/customers',
      says: /^Line 1, column (?:12|15): /,
    });
  });

  test('CTRL-11: an anchor can name a text, and be used more than a hundred times', async () => {
    const transactions = '      - { transactionAmount: -1, creditorName: *name }\n'.repeat(200);
    const bank = await seeded(
      `customers:\n  - { customerNumber: ${KARI}, customerName: &name Kari Anker }\naccounts:\n  - customerNumber: ${KARI}\n    accountName: *name\n    currency: NOK\n    transactions:\n${transactions}`,
    );
    const { transactions: listed } = await onlyAccount(bank);
    expect(new Set(listed.map(({ creditorName }) => creditorName))).toEqual(
      new Set(['Kari Anker']),
    );
  });

  test('CTRL-11: JSON and YAML say the same', async () => {
    const [json, yaml] = [house.tenant(), house.tenant()];
    answered(
      await loadSeed(json, {
        clock: FROZEN,
        idsOf: 'a',
        customers,
        accounts: [{ ...account, balance: 5 }],
      }),
      200,
    );
    const text = `{ idsOf: a, clock: { now: "${FROZEN.now}", frozen: true }, customers: [{ customerNumber: ${KARI}, customerName: Kari Nordmann }],
      accounts: [{ customerNumber: ${KARI}, accountName: Konto, currency: NOK, bban: 99997649326, balance: 5 }] }`;
    answered(await loadSeed(yaml, text), 200);
    const at = (bank: TestBank) => wholeBank({ ...bank, tpp: bank.tpp.at(bank.url) });
    expect(await at(yaml)).toEqual(await at(json));
  });
});
