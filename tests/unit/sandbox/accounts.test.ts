import { describe, expect, test } from '@jest/globals';
import { accounts, cardAccounts } from '../../../server/bank/accounts/tables.ts';
import { engagements } from '../../../server/bank/customers/tables.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { bbanProblem } from '../../../server/validation/account-number.ts';
import { type SandboxBank, sandboxBank, told } from './sandbox-bank.ts';

const ACCOUNT = { customerNumber: '13039319955', accountName: 'Feriekonto', currency: 'NOK' };
const CARD = {
  customerNumber: '13039319955',
  currency: 'NOK',
  product: 'Kredittkort',
  creditLimit: { amount: '10000', currency: 'NOK' },
};
const nok = (amount: string | number) => ({ amount, currency: 'NOK' });

const amounts = (body: JsonObject) =>
  Object.fromEntries(
    (body['balances'] as { balanceType: string; balanceAmount: { amount: string } }[]).map(
      (row) => [row.balanceType, row.balanceAmount.amount],
    ),
  );

async function made(bank: SandboxBank, more: JsonObject = {}): Promise<JsonObject> {
  return (await bank.call('addSandboxAccount', { body: { ...ACCOUNT, ...more } })).body;
}

const paramsOf = (account: JsonObject) => ({ mockAccountId: String(account['mockAccountId']) });

describe('SBX-04: accounts', () => {
  test('an account is made with little said', async () => {
    const bank = sandboxBank();
    const body = await made(bank);
    expect(body).toMatchObject({
      ...ACCOUNT,
      cashAccountType: 'CACC',
      kid: 'none',
      creditLine: nok('0.00'),
    });
    expect(bbanProblem(String(body['bban']))).toBeUndefined();
    expect(String(body['iban']).endsWith(String(body['bban']))).toBe(true);
    expect(amounts(body)).toEqual({ closingBooked: '0.00', expected: '0.00' });
  });

  test('an account is made with everything said, amounts as text or number', async () => {
    const bank = sandboxBank();
    const said = { product: 'Spar', cashAccountType: 'SVGS', kid: 'optional', bban: '86011117947' };
    const body = await made(bank, { ...said, creditLine: nok(5000.5), balance: nok('-12.3') });
    expect(body).toMatchObject({ ...said, iban: 'NO9386011117947', creditLine: nok('5000.50') });
    expect(amounts(body)).toEqual({ closingBooked: '-12.30', expected: '-12.30' });
  });

  test('an account number already there is 409 CONFLICT', async () => {
    const bank = sandboxBank();
    await made(bank, { bban: '86011117947' });
    const body = { ...ACCOUNT, bban: '86011117947' };
    const error = await bank.refused('addSandboxAccount', { body });
    expect(told(error)).toEqual([409, 'CONFLICT', '/bban']);
  });

  test('a customer that is not there is 400 RESOURCE_UNKNOWN, for cards too', async () => {
    const bank = sandboxBank('nothing');
    const wanted = [400, 'RESOURCE_UNKNOWN', '/customerNumber'];
    expect(told(await bank.refused('addSandboxAccount', { body: ACCOUNT }))).toEqual(wanted);
    expect(told(await bank.refused('addSandboxCardAccount', { body: CARD }))).toEqual(wanted);
  });

  test.each([
    ['balance', { amount: '1', currency: 'EUR' }, '/balance/currency'],
    ['creditLine', { amount: 1, currency: 'SEK' }, '/creditLine/currency'],
  ])('%s in another currency than the account is 400 FORMAT_ERROR', async (name, amount, path) => {
    const bank = sandboxBank();
    const body = { ...ACCOUNT, [name]: amount };
    const error = await bank.refused('addSandboxAccount', { body });
    expect(told(error)).toEqual([400, 'FORMAT_ERROR', path]);
  });

  test('an account is found by mockAccountId and by the resourceId that the TPP sees', async () => {
    const bank = sandboxBank();
    const account = await made(bank);
    const byId = await bank.call('getSandboxAccount', { params: paramsOf(account) });
    const params = { mockAccountId: String(account['resourceId']) };
    expect(account['resourceId']).not.toBe(account['mockAccountId']);
    expect((await bank.call('getSandboxAccount', { params })).body).toEqual(byId.body);
  });

  test.each([
    'getSandboxAccount',
    'deleteSandboxAccount',
    'putSandboxAccountBalances',
    'addSandboxTransactions',
    'getSandboxTransactions',
    'deleteSandboxTransactions',
  ])('%s of an unknown account is 404 RESOURCE_UNKNOWN', async (id) => {
    const bank = sandboxBank();
    const body = id.startsWith('put')
      ? { balances: [{ balanceType: 'expected', balanceAmount: nok(1) }] }
      : { transactionAmount: nok(1) };
    for (const mockAccountId of ['nothing', 'enc!!nothing']) {
      const error = await bank.refused(id, { params: { mockAccountId }, body });
      expect(told(error)).toEqual([404, 'RESOURCE_UNKNOWN', undefined]);
    }
  });

  test('a deleted account is gone, and its customer stays', async () => {
    const bank = sandboxBank();
    const before = bank.tx.all(accounts).length;
    const account = await made(bank, { balance: nok(100) });
    await bank.call('deleteSandboxAccount', { params: paramsOf(account) });
    expect(bank.tx.all(accounts).length).toBe(before);
    expect(bank.tx.dump()).not.toContain(String(account['mockAccountId']));
  });
});

describe('SBX-04: balances', () => {
  const put = (account: JsonObject, ...balances: JsonObject[]) =>
    ['putSandboxAccountBalances', { params: paramsOf(account), body: { balances } }] as const;
  const balance = (balanceType: string, amount: number, currency = 'NOK') => ({
    balanceType,
    balanceAmount: { amount, currency },
  });

  test('closingBooked, expected or both that agree can be set', async () => {
    const bank = sandboxBank();
    const account = await made(bank, { balance: nok(100) });
    const pending = { transactionAmount: nok(-30), pending: true };
    await bank.call('addSandboxTransactions', { params: paramsOf(account), body: pending });
    for (const [balances, wanted] of [
      [[balance('closingBooked', 500)], { closingBooked: '500.00', expected: '470.00' }],
      [[balance('expected', 0)], { closingBooked: '30.00', expected: '0.00' }],
      [
        [balance('expected', 10), balance('closingBooked', 40)],
        { closingBooked: '40.00', expected: '10.00' },
      ],
    ] as const) {
      const { body } = await bank.call(...put(account, ...balances));
      expect(amounts(body)).toEqual(wanted);
      const read = await bank.call('getSandboxAccount', { params: paramsOf(account) });
      expect(amounts(read.body)).toEqual(wanted);
    }
  });

  test.each([
    [
      'contradict',
      [balance('expected', 1), balance('closingBooked', 2)],
      '/balances/1/balanceAmount/amount',
    ],
    ['repeat', [balance('expected', 1), balance('expected', 1)], '/balances/1/balanceType'],
    ['are a card’s', [balance('forwardAvailable', 1)], '/balances/0/balanceType'],
    ['are foreign', [balance('expected', 1, 'EUR')], '/balances/0/balanceAmount/currency'],
  ])('balances that %s are 400 FORMAT_ERROR', async (_, balances, path) => {
    const bank = sandboxBank();
    const account = await made(bank);
    const error = await bank.refused(...put(account, ...balances));
    expect(told(error)).toEqual([400, 'FORMAT_ERROR', path]);
  });
});

describe('SBX-04: card accounts', () => {
  const cardParams = (card: JsonObject) => ({
    mockCardAccountId: String(card['mockCardAccountId']),
  });

  test('a card is made, read, set and deleted', async () => {
    const bank = sandboxBank();
    const more = { balance: nok(-250), maskedPan: '123456******1234' };
    const { body } = await bank.call('addSandboxCardAccount', { body: { ...CARD, ...more } });
    expect(body).toMatchObject({ maskedPan: '123456******1234', creditLimit: nok('10000.00') });
    expect(amounts(body)).toEqual({ forwardAvailable: '9750.00', interimBooked: '-250.00' });
    const params = cardParams(body);
    const set = { balanceType: 'forwardAvailable', balanceAmount: nok(9000) };
    await bank.call('putSandboxCardAccountBalances', { params, body: { balances: [set] } });
    const read = await bank.call('getSandboxCardAccount', { params });
    expect(amounts(read.body)).toEqual({ forwardAvailable: '9000.00', interimBooked: '-1000.00' });
    await bank.call('deleteSandboxCardAccount', { params });
    const error = await bank.refused('getSandboxCardAccount', { params });
    expect(told(error)).toEqual([404, 'RESOURCE_UNKNOWN', undefined]);
    expect(bank.tx.all(cardAccounts).length).toBe(2);
  });

  test('SBX-05: a purchase abroad keeps its original amount and lowers what is available', async () => {
    const bank = sandboxBank();
    const card = (await bank.call('addSandboxCardAccount', { body: CARD })).body;
    const params = cardParams(card);
    const body = {
      transactionAmount: nok('-116.5'),
      originalAmount: { amount: 10, currency: 'EUR' },
      merchantCategoryCode: '5812',
      invoiced: true,
    };
    const posted = await bank.call('addSandboxCardTransactions', { params, body });
    const [first] = posted.body['transactions'] as JsonObject[];
    expect(first).toMatchObject({
      transactionAmount: nok('-116.50'),
      originalAmount: { amount: '10.00', currency: 'EUR' },
      merchantCategoryCode: '5812',
      invoiced: true,
      bookingDate: '2026-11-21',
    });
    const id = { ...params, transactionId: String(first?.['cardTransactionId']) };
    expect((await bank.call('getSandboxCardTransaction', { params: id })).body).toEqual(first);
    const read = await bank.call('getSandboxCardAccount', { params });
    expect(amounts(read.body)).toEqual({ forwardAvailable: '9883.50', interimBooked: '-116.50' });
    await bank.call('deleteSandboxCardTransactions', { params });
    const list = await bank.call('getSandboxCardTransactions', { params });
    expect(list.body['transactions']).toEqual([]);
  });
});

describe('SBX-06: agreements', () => {
  const OWNER = '18129215603';
  async function engagedBank() {
    const bank = sandboxBank();
    const { iban } = await made(bank, { customerNumber: OWNER });
    const body = { owner: OWNER, name: 'Nytt AS' };
    const agreement = (await bank.call('addSandboxAgreement', { body })).body;
    const params = { agreementId: String(agreement['agreementId']) };
    return { bank, iban: String(iban), params };
  }
  const engagement = (iban: string, more: JsonObject = {}) => ({
    customer: OWNER,
    account: { iban },
    roles: ['VIEW', 'REGISTER'],
    ...more,
  });

  test('an account of the owner is engaged once per customer', async () => {
    const { bank, params } = await engagedBank();
    // The company's first agreement took the account that was made before there were two.
    const { iban } = await made(bank, { customerNumber: OWNER });
    const limits = { registerLimit: nok(1000), approvalLimit: nok('2000.00') };
    const body = engagement(String(iban), limits);
    const { body: view } = await bank.call('addSandboxEngagement', { params, body });
    expect(view).toMatchObject({ customer: OWNER, registerLimit: nok('1000.00') });
    const again = await bank.refused('addSandboxEngagement', { params, body });
    expect(told(again)).toEqual([409, 'CONFLICT', '/customer']);
    const list = (await bank.call('getSandboxAgreements')).body['agreements'] as JsonObject[];
    expect(list.length).toBe(5);
    const engagementId = String(view['engagementId']);
    await bank.call('deleteSandboxEngagement', { params: { ...params, engagementId } });
    expect(bank.tx.all(engagements).some((row) => row.id === engagementId)).toBe(false);
  });

  test('an account under another agreement is 409 CONFLICT', async () => {
    const { bank, iban, params } = await engagedBank();
    const error = await bank.refused('addSandboxEngagement', { params, body: engagement(iban) });
    expect(told(error)).toEqual([409, 'CONFLICT', '/account/iban']);
  });

  test('somebody else’s account, or nobody’s, is 400 RESOURCE_UNKNOWN', async () => {
    const { bank, params } = await engagedBank();
    const foreign = String((await made(bank))['iban']);
    for (const iban of [foreign, 'NO9386011117947']) {
      const error = await bank.refused('addSandboxEngagement', { params, body: engagement(iban) });
      expect(told(error)).toEqual([400, 'RESOURCE_UNKNOWN', '/account/iban']);
    }
  });

  test('a private customer neither owns a further agreement nor takes engagements in its own', async () => {
    const bank = sandboxBank();
    const body = { owner: '13039319955' };
    const owner = await bank.refused('addSandboxAgreement', { body });
    expect(told(owner)).toEqual([400, 'BAD_REQUEST', '/owner']);
    const list = (await bank.call('getSandboxAgreements')).body['agreements'] as JsonObject[];
    const own = list.find((row) => row['owner'] === '13039319955');
    const params = { agreementId: String(own?.['agreementId']) };
    const { iban } = await made(bank);
    const posted = { params, body: engagement(String(iban), { customer: '13039319955' }) };
    expect(told(await bank.refused('addSandboxEngagement', posted))).toEqual([
      409,
      'CONFLICT',
      undefined,
    ]);
  });

  test('a deleted agreement leaves its accounts to their owner', async () => {
    const bank = sandboxBank();
    const [account] = bank.tx.all(accounts).filter((row) => row.kid === 'required');
    const params = { agreementId: account?.agreementId ?? '' };
    await bank.call('deleteSandboxAgreement', { params });
    const left = bank.tx.all(accounts).find((row) => row.id === account?.id);
    expect(left).toMatchObject({ customerId: account?.customerId });
    expect(left).not.toHaveProperty('agreementId');
    const error = await bank.refused('getSandboxAgreement', { params });
    expect(told(error)).toEqual([404, 'RESOURCE_UNKNOWN', undefined]);
  });
});
