// Mock accounts and card accounts over HTTP, and setting their balances (SBX-04).
import { beforeEach, describe, expect, test } from '@jest/globals';
import { consentOf, PERSONS } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { type AccountSeen, accountOf, balancesOf } from '../support/control-bank.ts';
import { refuses } from '../support/control-refused.ts';
import { testBank } from '../support/test-bank.ts';

const bank = await testBank();

const ACCOUNTS = '/v1/sandbox/accounts';
const CARDS = '/v1/sandbox/card-accounts';
const NOK = (amount: string | number) => ({ amount, currency: 'NOK' });
type Body = Readonly<Record<string, unknown>>;

function without(body: Body, name: string): Body {
  const { [name]: _, ...rest } = body;
  return rest;
}

const account = (change: Body = {}): Body => ({
  customerNumber: PERSONS.odd,
  accountName: 'Hyttekonto',
  currency: 'NOK',
  ...change,
});

async function newAccount(change: Body = {}): Promise<AccountSeen> {
  const made = await bank.tpp.post(ACCOUNTS, account(change));
  expect({ status: made.status, text: made.text }).toEqual({ status: 201, text: made.text });
  return made.body;
}

describe('accounts', () => {
  test('SBX-04: made with little said, an account has a valid number and nothing on it', async () => {
    const made = await newAccount();
    expect(made).toMatchObject({ accountName: 'Hyttekonto', cashAccountType: 'CACC', kid: 'none' });
    expect(made.bban).toMatch(/^\d{11}$/);
    expect(made.iban).toMatch(new RegExp(`^NO\\d\\d${made.bban}$`));
    expect(made.resourceId).toMatch(/^enc!![\w-]+$/);
    expect(balancesOf(made)).toEqual({ closingBooked: '0.00', expected: '0.00' });
    expect((await bank.tpp.get(`${ACCOUNTS}/${made.mockAccountId}`)).body).toEqual(made);
  });

  test('SBX-04: made with everything said, it has everything', async () => {
    const said = {
      product: 'Ferie',
      cashAccountType: 'SVGS',
      bban: '86011117947',
      creditLine: NOK(100),
      kid: 'optional',
    };
    const made = await newAccount({ ...said, balance: NOK('-50.05') });
    expect(made).toMatchObject({ ...said, creditLine: NOK('100.00') });
    expect(made.iban).toBe('NO9386011117947');
    expect(balancesOf(made)).toEqual({ closingBooked: '-50.05', expected: '-50.05' });
    const again = await bank.tpp.post(ACCOUNTS, account({ bban: said.bban }));
    expectRefusal(again, { code: 'CONFLICT', path: '/bban' });
  });

  test.each([
    ['JPY', '1200', '1200'],
    ['BHD', '1.005', '1.005'],
    ['EUR', '0.1', '0.10'],
    ['NOK', '9999999999999999.99', '9999999999999999.99'],
  ])('SBX-04: a balance in %s has its own decimals: %s', async (currency, amount, shown) => {
    const made = await newAccount({ currency, balance: { amount, currency } });
    expect(balancesOf(made)['closingBooked']).toBe(shown);
  });

  test.each([
    [0, '0.00'],
    [5000.5, '5000.50'],
  ])('SBX-04: a credit line may be a plain number: %s', async (creditLine, shown) => {
    expect(await newAccount({ creditLine })).toMatchObject({ creditLine: NOK(shown) });
  });

  refuses({ rule: 'SBX-04', bank: () => bank, method: 'POST', path: () => ACCOUNTS }, [
    ...['customerNumber', 'accountName', 'currency'].map(
      (name) => [`no ${name}`, without(account(), name), `/${name}`] as const,
    ),
    ['a currency that is none', account({ currency: 'XYZ' }), '/currency'],
    ['a name of 71 characters', account({ accountName: 'x'.repeat(71) }), '/accountName'],
    ['a product of 36 characters', account({ product: 'x'.repeat(36) }), '/product'],
    ['an unknown account type', account({ cashAccountType: 'LOAN' }), '/cashAccountType'],
    ['an account number with a wrong check digit', account({ bban: '86011117948' }), '/bban'],
    ['an account number of ten digits', account({ bban: '8601111794' }), '/bban'],
    ['an unknown KID policy', account({ kid: 'sometimes' }), '/kid'],
    [
      'a balance in another currency',
      account({ balance: { amount: 1, currency: 'EUR' } }),
      '/balance/currency',
    ],
    ['a balance with three decimals', account({ balance: NOK('1.005') }), '/balance/amount'],
    ['a balance that is a word', account({ balance: NOK('much') }), '/balance/amount'],
    [
      'a balance of 17 digits and decimals',
      account({ balance: NOK('12345678901234567.00') }),
      '/balance/amount',
    ],
    ['a bare number as balance', account({ balance: 5 }), '/balance'],
    ['a negative credit line', account({ creditLine: NOK(-1) }), '/creditLine/amount'],
    ['a negative plain credit line', account({ creditLine: -1 }), '/creditLine'],
    ['a plain credit line with three decimals', account({ creditLine: 1.005 }), '/creditLine'],
    ['a plain credit line of 19 digits', account({ creditLine: 1e18 }), '/creditLine'],
    ['a credit line as bare text', account({ creditLine: '0' }), '/creditLine'],
    ['an unknown member', account({ owner: 'me' }), '/owner'],
    [
      'a customer that is not there',
      account({ customerNumber: '01010750160' }),
      '/customerNumber',
      'RESOURCE_UNKNOWN',
    ],
  ]);

  test('SBX-04: found by mockAccountId and by resourceId, raw or percent-encoded', async () => {
    const { mockAccountId, resourceId } = await newAccount();
    for (const id of [
      mockAccountId,
      resourceId,
      encodeURIComponent(resourceId).replace(/!/g, '%21'),
    ]) {
      const read = await bank.tpp.get(`${ACCOUNTS}/${id}`);
      expect(read.body.mockAccountId).toBe(mockAccountId);
    }
  });

  test('SBX-04: a TPP finds it by its own resourceId only', async () => {
    const { mockAccountId, resourceId } = await newAccount();
    const stranger = await bank.newTpp({ organisationId: 'PSDNO-FSA-911222333' });
    const seen = await stranger.get(`${ACCOUNTS}/${mockAccountId}`);
    expect(seen.body.resourceId).not.toBe(resourceId);
    const refused = await stranger.get(`${ACCOUNTS}/${resourceId}`);
    expectRefusal(refused, { status: 404, code: 'RESOURCE_UNKNOWN' });
  });

  test('SBX-04: deleted, it is gone for the sandbox and for whoever had it shared', async () => {
    const made = await newAccount();
    const psu = await consentOf(bank, PERSONS.odd);
    const path = `/v1/accounts/${made.resourceId}`;
    expect((await psu.tpp.get(path)).status).toBe(200);
    const deleted = await bank.tpp.send('DELETE', `${ACCOUNTS}/${made.mockAccountId}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expectRefusal(await psu.tpp.get(path), { status: 404, code: 'RESOURCE_UNKNOWN' });
    for (const method of ['GET', 'DELETE']) {
      const again = await bank.tpp.send(method, `${ACCOUNTS}/${made.mockAccountId}`);
      expectRefusal(again, { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
  });
});

describe('setting balances', () => {
  let id: string;
  beforeEach(async () => {
    id = (await newAccount({ balance: NOK(100) })).mockAccountId;
    const pending = { transactionAmount: NOK(-30), pending: true };
    expect((await bank.tpp.post(`${ACCOUNTS}/${id}/transactions`, pending)).status).toBe(201);
  });
  const path = () => `${ACCOUNTS}/${id}/balances`;
  const set = (...balances: readonly [string, string | number][]) => ({
    balances: balances.map(([balanceType, amount]) => ({
      balanceType,
      balanceAmount: NOK(amount),
    })),
  });

  test.each([
    ['closingBooked', set(['closingBooked', '500.00'])],
    ['expected', set(['expected', 470])],
    ['both', set(['closingBooked', 500], ['expected', 470])],
  ])('SBX-04: by %s: booked 500.00, expected 470.00', async (_, body) => {
    const answer = await bank.tpp.send('PUT', path(), { body });
    expect(answer.status).toBe(200);
    expect(balancesOf(answer.body)).toEqual({ closingBooked: '500.00', expected: '470.00' });
    const read = await bank.tpp.get(`${ACCOUNTS}/${id}`);
    expect(balancesOf(read.body)).toEqual({ closingBooked: '500.00', expected: '470.00' });
  });

  refuses({ rule: 'SBX-04', bank: () => bank, method: 'PUT', path }, [
    [
      'a contradiction',
      set(['closingBooked', 500], ['expected', 500]),
      '/balances/1/balanceAmount/amount',
    ],
    ['a type that is not kept', set(['openingBooked', 1]), '/balances/0/balanceType'],
    ['an unknown type', set(['wished', 1]), '/balances/0/balanceType'],
    ['one type twice', set(['expected', 1], ['expected', 1]), '/balances/1/balanceType'],
    [
      'another currency',
      {
        balances: [{ balanceType: 'expected', balanceAmount: { amount: 1, currency: 'SEK' } }],
      },
      '/balances/0/balanceAmount/currency',
    ],
    ['too many decimals', set(['expected', '1.001']), '/balances/0/balanceAmount/amount'],
    ['nothing', {}, '/balances'],
    ['an empty list', { balances: [] }, '/balances'],
  ]);

  test('SBX-04: of an unknown account is 404', async () => {
    const answer = await bank.tpp.send('PUT', `${ACCOUNTS}/nobody/balances`, {
      body: set(['expected', 1]),
    });
    expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
  });

  test('SBX-04: of the starting set is what the PSU then reads', async () => {
    const of = await accountOf(bank, PERSONS.jonas);
    const psu = await consentOf(bank);
    const body = { balances: [{ balanceType: 'closingBooked', balanceAmount: NOK('7.00') }] };
    await bank.tpp.send('PUT', `${ACCOUNTS}/${of.mockAccountId}/balances`, { body });
    const read = await psu.tpp.get(`/v1/accounts/${of.resourceId}/balances`);
    expect(balancesOf(read.body)['closingBooked']).toBe('7.00');
  });
});

describe('card accounts', () => {
  const card = (change: Body = {}): Body => ({
    customerNumber: PERSONS.odd,
    currency: 'NOK',
    creditLimit: NOK(20_000),
    ...change,
  });

  test('SBX-04: a card is made, read, set and deleted', async () => {
    const made = await bank.tpp.post(CARDS, card({ balance: NOK('-1500.50') }));
    expect(made.status).toBe(201);
    expect(made.body.maskedPan).toMatch(/^\d{6}\*{6}\d{4}$/);
    expect(balancesOf(made.body)['forwardAvailable']).toBe('18499.50');
    const path = `${CARDS}/${made.body.mockCardAccountId}`;
    expect((await bank.tpp.get(path)).body).toEqual(made.body);
    const body = { balances: [{ balanceType: 'forwardAvailable', balanceAmount: NOK(20_000) }] };
    const set = await bank.tpp.send('PUT', `${path}/balances`, { body });
    expect(balancesOf(set.body)['interimBooked']).toBe('0.00');
    expect((await bank.tpp.send('DELETE', path)).status).toBe(204);
    expectRefusal(await bank.tpp.get(path), { status: 404, code: 'RESOURCE_UNKNOWN' });
  });

  test('SBX-04: a credit limit may be a plain number', async () => {
    const made = await bank.tpp.post(CARDS, card({ creditLimit: 20_000 }));
    expect(made.status).toBe(201);
    expect(made.body.creditLimit).toEqual(NOK('20000.00'));
    expect(balancesOf(made.body)['forwardAvailable']).toBe('20000.00');
  });

  refuses({ rule: 'SBX-04', bank: () => bank, method: 'POST', path: () => CARDS }, [
    ...['customerNumber', 'currency', 'creditLimit'].map(
      (name) => [`a card without ${name}`, without(card(), name), `/${name}`] as const,
    ),
    ['a whole card number', card({ maskedPan: '4925001234561234' }), '/maskedPan'],
    ['a negative limit', card({ creditLimit: NOK(-1) }), '/creditLimit/amount'],
    [
      'a limit in another currency',
      card({ creditLimit: { amount: 1, currency: 'EUR' } }),
      '/creditLimit/currency',
    ],
    [
      'a card for nobody',
      card({ customerNumber: '01010750160' }),
      '/customerNumber',
      'RESOURCE_UNKNOWN',
    ],
  ]);
});
