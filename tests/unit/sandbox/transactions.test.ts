import { describe, expect, test } from '@jest/globals';
import { accounts } from '../../../server/bank/accounts/tables.ts';
import { balanceOf } from '../../../server/bank/ledger/ledger.ts';
import type { Json, JsonObject } from '../../../server/protocol/json.ts';
import { NOW, type SandboxBank, sandboxBank, TODAY, told } from './sandbox-bank.ts';

const nok = (amount: string | number) => ({ amount, currency: 'NOK' });
const ENTRY = { transactionAmount: nok('-10') };

/** A bank with one fresh account of 100 NOK. */
async function bankWithAccount() {
  const bank = sandboxBank();
  const account = {
    customerNumber: '13039319955',
    accountName: 'Test',
    currency: 'NOK',
    bban: '86011117947',
    balance: nok(100),
  };
  const { body } = await bank.call('addSandboxAccount', { body: account });
  const params = { mockAccountId: String(body['mockAccountId']) };
  const balance = async () => {
    const row = await balanceOf({ tx: bank.tx, now: NOW }, params.mockAccountId);
    return [row?.booked, row?.pending];
  };
  const post = async (posted: Json): Promise<readonly JsonObject[]> => {
    const answer = await bank.call('addSandboxTransactions', { params, body: posted });
    return answer.body['transactions'] as readonly JsonObject[];
  };
  const refused = async (posted: Json) =>
    told(await bank.refused('addSandboxTransactions', { params, body: posted }));
  return { bank, params, balance, post, refused };
}

const list = async (
  bank: SandboxBank,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>> = {},
) => (await bank.call('getSandboxTransactions', { params, query })).body;

const textsOf = (body: JsonObject) =>
  (body['transactions'] as JsonObject[])
    .map((row) => row['remittanceInformationUnstructured'])
    .join('');

describe('SBX-05: making transactions', () => {
  test('one transaction is booked today and moves the balance', async () => {
    const { post, balance } = await bankWithAccount();
    const [only, ...others] = await post(ENTRY);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      bookingDate: TODAY,
      valueDate: TODAY,
      transactionAmount: nok('-10.00'),
      status: 'booked',
    });
    expect(await balance()).toEqual([9_000n, 0n]);
  });

  test('amounts are text or number, and 18 digits keep every digit', async () => {
    const { post, balance } = await bankWithAccount();
    await post([
      { transactionAmount: nok(0.1) },
      { transactionAmount: nok('0.2') },
      { transactionAmount: nok('1234567890123456.78') },
    ]);
    expect(await balance()).toEqual([10_030n + 123_456_789_012_345_678n, 0n]);
  });

  test('a pending one is expected, not booked', async () => {
    const { post, balance } = await bankWithAccount();
    const [only] = await post({ ...ENTRY, pending: true });
    expect(only).toMatchObject({ status: 'pending', transactionAmount: nok('-10.00') });
    expect(await balance()).toEqual([10_000n, -1_000n]);
  });

  test('an array is written whole and answered in its order', async () => {
    const { bank, params, post, balance } = await bankWithAccount();
    const text = (n: number, more = {}) => ({
      transactionAmount: nok(n),
      remittanceInformationUnstructured: `${n}`,
      ...more,
    });
    const written = await post([text(1), text(2, { pending: true }), text(3)]);
    expect(textsOf({ transactions: written })).toBe('123');
    expect(await balance()).toEqual([10_400n, 200n]);
    expect(textsOf(await list(bank, params))).toBe('231');
  });

  test('remittance data comes back in all its forms, other members as they were', async () => {
    const { post } = await bankWithAccount();
    const references = [{ reference: '12345678903', referenceType: 'SCOR' }];
    const [only] = await post({
      ...ENTRY,
      creditorName: 'Kiosken',
      remittanceInformationUnstructuredArray: ['a', 'b'],
      remittanceInformationStructuredArray: references,
      additionalInformationProprietary1: 'x',
    });
    expect(only).toMatchObject({
      creditorName: 'Kiosken',
      remittanceInformationUnstructured: 'a',
      remittanceInformationUnstructuredArray: ['a', 'b'],
      remittanceInformationStructured: references[0],
      remittanceInformationStructuredArray: references,
      additionalInformationProprietary1: 'x',
    });
  });

  test('dates: one stands for the other', async () => {
    const { post } = await bankWithAccount();
    const day = '2026-11-02';
    const written = await post([
      { ...ENTRY, bookingDate: day },
      { ...ENTRY, valueDate: day },
      { ...ENTRY, bookingDate: day, valueDate: TODAY },
    ]);
    expect(written.map((row) => [row['bookingDate'], row['valueDate']])).toEqual([
      [day, day],
      [day, day],
      [day, TODAY],
    ]);
  });

  test.each([
    ['bookingDate after now', { bookingDate: '2026-11-22' }, '/bookingDate'],
    ['valueDate after now', { valueDate: '2026-11-22', bookingDate: TODAY }, '/valueDate'],
    [
      'bookingDate after valueDate',
      { bookingDate: TODAY, valueDate: '2026-11-20' },
      '/bookingDate',
    ],
  ])('%s is 400 EXECUTION_DATE_INVALID, alone and in an array', async (_, dates, path) => {
    const { refused } = await bankWithAccount();
    const wrong = { ...ENTRY, ...dates };
    expect(await refused(wrong)).toEqual([400, 'EXECUTION_DATE_INVALID', path]);
    const array = [ENTRY, ENTRY, ENTRY, wrong];
    expect(await refused(array)).toEqual([400, 'EXECUTION_DATE_INVALID', `/3${path}`]);
  });

  test.each([
    ['iban', { iban: 'NO9386011117947' }],
    ['iban with spaces', { iban: 'NO93 8601 1117 947' }],
    ['bban', { bban: '86011117947' }],
    ['both and currency', { iban: 'NO9386011117947', bban: '86011117947', currency: 'NOK' }],
  ])('this account may be named as debtor by %s', async (_, debtorAccount) => {
    const { post } = await bankWithAccount();
    expect(await post({ ...ENTRY, debtorAccount })).toHaveLength(1);
  });

  test('another account as debtor is 400 FORMAT_ERROR', async () => {
    const { bank, refused } = await bankWithAccount();
    const [other] = bank.tx.all(accounts);
    for (const debtorAccount of [
      { iban: other?.iban ?? '' },
      { bban: other?.bban ?? '' },
      { iban: 'NO9386011117947', currency: 'EUR' },
    ]) {
      const wrong = { ...ENTRY, debtorAccount };
      expect(await refused(wrong)).toEqual([400, 'FORMAT_ERROR', '/debtorAccount']);
      expect(await refused([ENTRY, wrong])).toEqual([400, 'FORMAT_ERROR', '/1/debtorAccount']);
    }
  });

  test.each([
    [{ amount: '1', currency: 'EUR' }, '/transactionAmount/currency'],
    [nok('1.005'), '/transactionAmount/amount'],
    [nok(1e21), '/transactionAmount/amount'],
  ])('an amount of %j on a NOK account is 400 FORMAT_ERROR', async (transactionAmount, path) => {
    const { refused } = await bankWithAccount();
    expect(await refused({ transactionAmount })).toEqual([400, 'FORMAT_ERROR', path]);
  });

  test('1000 at once are written, 1001 are 400 FORMAT_ERROR', async () => {
    const { post, refused, balance } = await bankWithAccount();
    expect((await refused(Array(1001).fill(ENTRY))).slice(0, 2)).toEqual([400, 'FORMAT_ERROR']);
    expect(await post(Array(1000).fill(ENTRY))).toHaveLength(1000);
    expect(await balance()).toEqual([10_000n - 1_000_000n, 0n]);
  });
});

describe('SBX-05: reading and deleting transactions', () => {
  async function bankWithLines() {
    const made = await bankWithAccount();
    const text = (day: number, more = {}) => ({
      ...ENTRY,
      bookingDate: `2026-11-0${day}`,
      remittanceInformationUnstructured: `${day}`,
      ...more,
    });
    await made.post([text(2), text(1), text(4), text(3), text(5, { pending: true })]);
    return made;
  }

  test('the list has pending ones first, each newest first, within the dates asked for', async () => {
    const { bank, params } = await bankWithLines();
    expect(textsOf(await list(bank, params))).toBe('54321');
    expect(textsOf(await list(bank, params, { fromDate: '2026-11-03' }))).toBe('543');
    expect(textsOf(await list(bank, params, { toDate: '2026-11-03' }))).toBe('321');
  });

  test('next links lead through all pages, previous ones back', async () => {
    const { bank, params } = await bankWithLines();
    const pages: string[] = [];
    let query: Record<string, string> = { limit: '2', fromDate: '2026-11-01' };
    for (;;) {
      const body = await list(bank, params, query);
      pages.push(textsOf(body));
      const links = body['_links'] as Record<string, { href: string }>;
      expect('previous' in links).toBe(pages.length > 1);
      if (links['next'] === undefined) break;
      query = Object.fromEntries(new URL(links['next'].href, 'http://x').searchParams);
    }
    expect(pages).toEqual(['54', '32', '1']);
  });

  test('fromDate after toDate is 400 FORMAT_ERROR', async () => {
    const { bank, params } = await bankWithLines();
    const query = { fromDate: '2026-11-03', toDate: '2026-11-02' };
    const error = await bank.refused('getSandboxTransactions', { params, query });
    expect(told(error)).toEqual([400, 'FORMAT_ERROR', 'fromDate']);
  });

  test('one is read by its id, on its own account only', async () => {
    const { bank, params, post } = await bankWithAccount();
    const [only] = await post(ENTRY);
    const transactionId = String(only?.['transactionId']);
    const found = await bank.call('getSandboxTransaction', {
      params: { ...params, transactionId },
    });
    expect(found.body).toEqual(only);
    const elsewhere = { mockAccountId: bank.tx.all(accounts)[0]?.id ?? '', transactionId };
    for (const wrong of [elsewhere, { ...params, transactionId: 'nothing' }]) {
      const error = await bank.refused('getSandboxTransaction', { params: wrong });
      expect(told(error)).toEqual([404, 'RESOURCE_UNKNOWN', undefined]);
    }
  });

  test('a delete takes all lines and leaves the balance', async () => {
    const { bank, params, balance } = await bankWithLines();
    await bank.call('deleteSandboxTransactions', { params });
    expect((await list(bank, params))['transactions']).toEqual([]);
    expect(await balance()).toEqual([6_000n, 0n]);
  });
});
