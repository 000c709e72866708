// Mock transactions of accounts over HTTP (SBX-05).
import { beforeEach, describe, expect, test } from '@jest/globals';
import { consentOf, PERSONS } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { accountOf, balancesOf } from '../support/control-bank.ts';
import { refuses } from '../support/control-refused.ts';
import { testBank } from '../support/test-bank.ts';

let account: string;
let iban: string;
const TODAY = '2027-03-10';
const bank = await testBank();
// The bank's today, which dates are compared with, stays what it is.
await bank.control('PUT', '/_sandbox/clock', { now: `${TODAY}T12:00:00Z`, frozen: true });

const NOK = (amount: string | number) => ({ amount, currency: 'NOK' });
const spent = (amount: string | number, change: Readonly<Record<string, unknown>> = {}) => ({
  transactionAmount: NOK(amount),
  ...change,
});

/** An account of its own for each test, with 1000.00 on it. */
beforeEach(async () => {
  const made = await bank.tpp.post('/v1/sandbox/accounts', {
    customerNumber: PERSONS.jonas,
    accountName: 'Testkonto',
    currency: 'NOK',
    balance: NOK('1000.00'),
  });
  expect(made.status).toBe(201);
  ({ mockAccountId: account, iban } = made.body);
});

const path = () => `/v1/sandbox/accounts/${account}/transactions`;
const post = (body: unknown) => bank.tpp.post(path(), body);
const balances = async () =>
  balancesOf((await bank.tpp.get(`/v1/sandbox/accounts/${account}`)).body);
const amounts = (body: { transactions: { transactionAmount: { amount: string } }[] }) =>
  body.transactions.map((one) => one.transactionAmount.amount);

describe('posting', () => {
  const KID = { reference: '2345676', referenceType: 'SCOR' };

  test.each([
    ['the receiver', spent('-1', { creditorName: 'Kaffebar' }), 'Til: Kaffebar'],
    ['the sender', spent('1', { debtorName: 'Ola Nordmann' }), 'Fra: Ola Nordmann'],
    [
      'a KID',
      spent('-1', { creditorName: 'Strøm AS', remittanceInformationStructured: KID }),
      'Til: Strøm AS KID: 2345676',
    ],
    [
      'another reference',
      spent('-1', { remittanceInformationStructuredArray: [{ reference: 'A-1' }] }),
      'BELASTNING Ref: A-1',
    ],
    [
      'the code where there is no name',
      spent('-1', { proprietaryBankTransactionCode: 'GEBYR' }),
      'GEBYR',
    ],
    ['that money came in', spent('1'), 'INNBETALING'],
  ])('ACC-04: without a text the bank words one: %s', async (_, entry, text) => {
    for (const pending of [false, true]) {
      const made = await post({ ...entry, pending });
      expect(made.body.transactions[0]).toMatchObject({
        bookingDate: TODAY,
        remittanceInformationUnstructured: text,
        remittanceInformationUnstructuredArray: [text],
      });
    }
  });

  test('SBX-05: one is booked today, has an id and moves the balance', async () => {
    const made = await post(spent('-12.50', { creditorName: 'Kaffebar' }));
    expect(made.status).toBe(201);
    const [line, ...others] = made.body.transactions;
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      status: 'booked',
      bookingDate: TODAY,
      valueDate: TODAY,
      transactionAmount: NOK('-12.50'),
      creditorName: 'Kaffebar',
    });
    expect(await balances()).toEqual({ closingBooked: '987.50', expected: '987.50' });
    const location = new URL(String(made.headers['location']), bank.url).href;
    expect(location).toBe(`${bank.url}${path()}/${line.transactionId}`);
    expect((await bank.tpp.get(`${path()}/${line.transactionId}`)).body).toEqual(line);
  });

  test.each([
    ['text', '-0.10', '-0.10'],
    ['a number', -0.1, '-0.10'],
    ['a number without decimals', 7, '7.00'],
    ['text without decimals', '7', '7.00'],
  ])('SBX-05: an amount is %s', async (_, amount, shown) => {
    expect(amounts((await post(spent(amount))).body)).toEqual([shown]);
  });

  test('SBX-05: a pending one is expected, not booked', async () => {
    const made = await post(spent(-400, { pending: true }));
    expect(made.body.transactions[0].status).toBe('pending');
    expect(await balances()).toEqual({ closingBooked: '1000.00', expected: '600.00' });
  });

  test('SBX-05: an array is answered in its order and moves the balance by its sum', async () => {
    const made = await post([spent(-1), spent(2), spent(-3, { pending: true }), spent(4)]);
    expect(amounts(made.body)).toEqual(['-1.00', '2.00', '-3.00', '4.00']);
    const ids = made.body.transactions.map((one: { transactionId: string }) => one.transactionId);
    expect(new Set(ids).size).toBe(4);
    expect(new URL(String(made.headers['location']), bank.url).href).toBe(`${bank.url}${path()}`);
    expect(await balances()).toEqual({ closingBooked: '1005.00', expected: '1002.00' });
  });

  test('SBX-05: 1000 at once are written; 1001 are 400 FORMAT_ERROR and none is', async () => {
    const refused = await post(Array.from({ length: 1001 }, () => spent(1)));
    expectRefusal(refused, { code: 'FORMAT_ERROR' });
    expect((await bank.tpp.get(path())).body.transactions).toEqual([]);
    const made = await post(Array.from({ length: 1000 }, () => spent(1)));
    expect(made.body.transactions).toHaveLength(1000);
    expect((await balances())['closingBooked']).toBe('2000.00');
  });

  test('SBX-05: concurrent postings all count, each once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => post(spent(i + 1))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await balances())['closingBooked']).toBe('1210.00');
    expect((await bank.tpp.get(path())).body.transactions).toHaveLength(20);
  });

  test('SBX-05: a date in the past is kept, and one stands for the other', async () => {
    const past = { bookingDate: '2027-01-02' };
    const [line] = (await post(spent(1, past))).body.transactions;
    expect([line.bookingDate, line.valueDate]).toEqual(['2027-01-02', '2027-01-02']);
    const both = { bookingDate: '2027-01-02', valueDate: '2027-01-04' };
    expect((await post(spent(1, both))).body.transactions[0]).toMatchObject(both);
  });

  const spaced = (text: string) => text.replace(/(.{4})/g, '$1 ').trim();
  test.each([
    ['its IBAN', () => ({ iban })],
    ['its IBAN with spaces', () => ({ iban: spaced(iban) })],
    ['its BBAN', () => ({ bban: iban.slice(4) })],
    ['both and its currency', () => ({ iban, bban: iban.slice(4), currency: 'NOK' })],
  ])('SBX-05: the account itself as debtor, by %s, is fine', async (_, debtorAccount) => {
    expect((await post(spent(-1, { debtorAccount: debtorAccount() }))).status).toBe(201);
  });

  test.each([
    ['another BBAN', () => ({ bban: '86011117947' })],
    ['its IBAN with another currency', () => ({ iban, currency: 'EUR' })],
  ])('SBX-05: %s as debtor is 400 FORMAT_ERROR', async (_, debtorAccount) => {
    const answer = await post(spent(-1, { debtorAccount: debtorAccount() }));
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: '/debtorAccount' });
  });

  test('SBX-05: remittance data comes back in all its forms, other members as they were', async () => {
    const references = [KID, { reference: 'A-1', referenceType: 'SCOR' }];
    const entry = {
      creditorName: 'Kiosken',
      remittanceInformationUnstructuredArray: ['a', 'b'],
      remittanceInformationStructuredArray: references,
      additionalInformationProprietary1: 'x',
    };
    expect((await post(spent(-1, entry))).body.transactions[0]).toMatchObject({
      ...entry,
      remittanceInformationUnstructured: 'a',
      remittanceInformationStructured: KID,
    });
  });

  const date = 'EXECUTION_DATE_INVALID';
  const tomorrow = '2027-03-11';
  refuses({ rule: 'SBX-05', bank: () => bank, method: 'POST', path }, [
    ['a booking tomorrow', spent(1, { bookingDate: tomorrow }), '/bookingDate', date],
    [
      'a value date tomorrow',
      spent(1, { bookingDate: TODAY, valueDate: tomorrow }),
      '/valueDate',
      date,
    ],
    ['a value date tomorrow alone', spent(1, { valueDate: tomorrow }), '/valueDate', date],
    [
      'a booking after its value date',
      spent(1, { bookingDate: '2027-03-02', valueDate: '2027-03-01' }),
      '/bookingDate',
      date,
    ],
    ['a day that does not exist', spent(1, { bookingDate: '2027-02-29' }), '/bookingDate'],
    [
      'another account as debtor',
      spent(1, { debtorAccount: { iban: 'NO9386011117947' } }),
      '/debtorAccount',
    ],
    [
      'another currency',
      spent(0, { transactionAmount: { amount: '1.00', currency: 'EUR' } }),
      '/transactionAmount/currency',
    ],
    ['three decimals', spent('1.005'), '/transactionAmount/amount'],
    ['no amount', {}, '/transactionAmount'],
    ['an unknown member', spent(1, { colour: 'red' }), '/colour'],
    ['pending as text', spent(1, { pending: 'true' }), '/pending'],
    ['a creditor without a number', spent(1, { creditorAccount: {} }), '/creditorAccount'],
    [
      'additional information that is a number',
      spent(1, { additionalInformationProprietaryX: 1 }),
      '/additionalInformationProprietaryX',
    ],
    ['an empty array', []],
    [
      'an array whose second entry is in the future',
      [spent(1), spent(1, { bookingDate: tomorrow })],
      '/1/bookingDate',
      date,
    ],
    [
      'an array whose last entry has another debtor',
      [spent(1), spent(1), spent(1, { debtorAccount: { iban: 'NO9386011117947' } })],
      '/2/debtorAccount',
    ],
    ['an array whose second entry lacks its amount', [spent(1), {}], '/1/transactionAmount'],
  ]);

  test.each(['POST', 'GET', 'DELETE'])(
    'SBX-05: %s on an unknown account is 404',
    async (method) => {
      const nowhere = '/v1/sandbox/accounts/nobody/transactions';
      const body = method === 'POST' ? { body: spent(1) } : {};
      const answer = await bank.tpp.send(method, nowhere, body);
      expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
    },
  );
});

describe('reading and deleting', () => {
  /** Days 1 to 5 of March, one each, then a pending one. */
  beforeEach(async () => {
    const days = [1, 2, 3, 4, 5].map((day) => spent(day, { bookingDate: `2027-03-0${day}` }));
    expect((await post([...days, spent(-100, { pending: true })])).status).toBe(201);
  });
  const list = async (query: string) => (await bank.tpp.get(`${path()}${query}`)).body;

  test('SBX-05: pending before booked, newest first', async () => {
    expect(amounts(await list(''))).toEqual(['-100.00', '5.00', '4.00', '3.00', '2.00', '1.00']);
  });

  test.each([
    ['?fromDate=2027-03-04&toDate=2027-03-05', ['5.00', '4.00']],
    ['?toDate=2027-03-01', ['1.00']],
    ['?limit=2', ['-100.00', '5.00']],
    ['?offset=4&limit=5', ['2.00', '1.00']],
    ['?offset=6', []],
  ])('SBX-05: %s', async (query, shown) => {
    expect(amounts(await list(query))).toEqual(shown);
  });

  test('SBX-05: the next link keeps the dates', async () => {
    const dates = { fromDate: '2027-03-01', toDate: '2090-01-01' };
    const { next } = (await list(`?${new URLSearchParams({ ...dates, limit: '2' })}`))._links;
    const linked = new URL(next.href, 'http://bank.example').searchParams;
    expect(Object.fromEntries(linked)).toEqual({ ...dates, offset: '2', limit: '2' });
  });

  test.each([
    ['fromDate', 'fromDate=2027-03-05&toDate=2027-03-04'],
    ['toDate', 'toDate=yesterday'],
    ['offset', 'offset=-1'],
    ['limit', 'limit=1001'],
  ])('SBX-05: a wrong %s is 400 FORMAT_ERROR: %s', async (name, query) => {
    expectRefusal(await bank.tpp.get(`${path()}?${query}`), { code: 'FORMAT_ERROR', path: name });
  });

  test('SBX-05: one is read by its id, on its own account only', async () => {
    const [first] = (await list('')).transactions;
    expect((await bank.tpp.get(`${path()}/${first.transactionId}`)).body).toEqual(first);
    const other = (await accountOf(bank, PERSONS.odd)).mockAccountId;
    for (const at of [
      `${path()}/nothing`,
      `${path().replace(account, other)}/${first.transactionId}`,
    ]) {
      expectRefusal(await bank.tpp.get(at), { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
  });

  test('SBX-05: the PSU reads the same transactions with the same ids', async () => {
    const psu = await consentOf(bank);
    const { resourceId } = (await bank.tpp.get(`/v1/sandbox/accounts/${account}`)).body;
    const seen = await psu.tpp.get(
      `/v1/accounts/${resourceId}/transactions?bookingStatus=booked&dateFrom=2027-03-01`,
    );
    const ids = (all: { transactionId: string }[]) => all.map((one) => one.transactionId);
    const booked = (await list('')).transactions.slice(1);
    expect(ids(seen.body.transactions.booked)).toEqual(ids(booked));
  });

  test('SBX-05: a delete takes all of them; what was booked stays in the balance', async () => {
    expect(await balances()).toEqual({ closingBooked: '1015.00', expected: '915.00' });
    const deleted = await bank.tpp.send('DELETE', path());
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await list('')).transactions).toEqual([]);
    expect(await balances()).toEqual({ closingBooked: '1015.00', expected: '1015.00' });
    expect((await post(spent(5))).status).toBe(201);
    expect((await balances())['closingBooked']).toBe('1020.00');
  });
});
