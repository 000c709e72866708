// Mock transactions of cards over HTTP (SBX-05).
import { beforeEach, expect, test } from '@jest/globals';
import { consentOf, PERSONS } from '../support/bank.ts';
import { berlinGroupErrors } from '../support/berlin-group.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { balancesOf } from '../support/control-bank.ts';
import { refuses } from '../support/control-refused.ts';
import { testBank } from '../support/test-bank.ts';

const bank = await testBank();
await bank.control('PUT', '/_sandbox/clock', { now: '2027-03-10T12:00:00Z', frozen: true });

const NOK = (amount: string | number) => ({ amount, currency: 'NOK' });

const purchase = (change: Readonly<Record<string, unknown>>) => ({
  transactionAmount: NOK(-1),
  ...change,
});

let card: string;
beforeEach(async () => {
  card = await newCard();
});

async function newCard(): Promise<string> {
  const made = await bank.tpp.post('/v1/sandbox/card-accounts', {
    customerNumber: PERSONS.jonas,
    currency: 'NOK',
    creditLimit: NOK(1_000),
  });
  return `/v1/sandbox/card-accounts/${made.body.mockCardAccountId}`;
}

test('SBX-05: a purchase abroad keeps its original amount and lowers what is available', async () => {
  const made = await bank.tpp.post(`${card}/transactions`, {
    transactionAmount: NOK('-118.40'),
    originalAmount: { amount: '-10.00', currency: 'EUR' },
    merchantCategoryCode: '5812',
  });
  expect(made.status).toBe(201);
  const [line] = made.body.transactions;
  expect(line).toMatchObject({
    transactionAmount: NOK('-118.40'),
    originalAmount: { amount: '-10.00', currency: 'EUR' },
    merchantCategoryCode: '5812',
  });
  expect(balancesOf((await bank.tpp.get(card)).body)['forwardAvailable']).toBe('881.60');
  const listed = await bank.tpp.get(`${card}/transactions`);
  expect(listed.body.transactions).toEqual([line]);
  const one = await bank.tpp.get(`${card}/transactions/${line.cardTransactionId}`);
  expect(one.body).toEqual(line);
  expect((await bank.tpp.send('DELETE', `${card}/transactions`)).status).toBe(204);
  expect((await bank.tpp.get(`${card}/transactions`)).body.transactions).toEqual([]);
});

const LIVE = {
  cardTransactionId: 'test-1',
  terminalId: 'tid',
  bookingDate: '2027-03-09',
  transactionDate: '2027-03-08',
  merchantCategoryCode: '5812',
  cardAcceptorId: '4711',
  cardAcceptorAddress: { townName: 'Bergen', country: 'NO' },
  transactionDetails: 'Kaffe',
};

test('SBX-05: a card transaction answers what live bodies carry', async () => {
  const body = {
    ...LIVE,
    transactionAmount: NOK(100),
    originalAmount: NOK(100),
    markupFee: NOK(10),
    markupFeePercentage: '20',
    maskedPan: '123456******1234',
    invoiced: 'true',
  };
  const made = await bank.tpp.post(`${card}/transactions`, [body]);
  expect(made.status).toBe(201);
  const [line] = made.body.transactions;
  expect(line).toEqual({
    ...LIVE,
    valueDate: '2027-03-09',
    transactionAmount: NOK('100.00'),
    originalAmount: NOK('100.00'),
    markupFee: NOK('10.00'),
    markupFeePercentage: '20',
    maskedPAN: '123456******1234',
    invoiced: true,
  });
  expect(made.headers['location']).toMatch(/\/transactions\/test-1$/);
  expect((await bank.tpp.get(`${card}/transactions/test-1`)).body).toEqual(line);
  const psu = await consentOf(bank);
  const { resourceId } = (await bank.tpp.get(card)).body;
  const path = `/v1/card-accounts/${resourceId}/transactions?bookingStatus=booked`;
  const read = await psu.tpp.get(path);
  expect(read.body.cardTransactions.booked).toEqual([line]);
  expect(berlinGroupErrors('cardAccountsTransactionsResponse-200', read.body)).toEqual([]);
});

test.each([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
])('SBX-05: invoiced %j is answered as %s', async (invoiced, shown) => {
  const made = await bank.tpp.post(`${card}/transactions`, purchase({ invoiced }));
  expect(made.body.transactions[0].invoiced).toBe(shown);
});

test('SBX-05: the same cardTransactionId twice on a card is 409 CONFLICT, on another card it is free', async () => {
  const one = purchase({ cardTransactionId: 'test/1' });
  const path = `${card}/transactions`;
  const twice = await bank.tpp.post(path, [one, one]);
  expectRefusal(twice, { status: 409, code: 'CONFLICT', path: '/1/cardTransactionId' });
  expect((await bank.tpp.get(path)).body.transactions).toEqual([]);
  expect((await bank.tpp.post(path, one)).status).toBe(201);
  expect((await bank.tpp.get(`${path}/test%2F1`)).body.cardTransactionId).toBe('test/1');
  const again = await bank.tpp.post(path, one);
  expectRefusal(again, { status: 409, code: 'CONFLICT', path: '/cardTransactionId' });
  const other = await newCard();
  expect((await bank.tpp.post(`${other}/transactions`, one)).status).toBe(201);
});

refuses({ rule: 'SBX-05', bank: () => bank, method: 'POST', path: () => `${card}/transactions` }, [
  [
    'a card purchase tomorrow',
    purchase({ bookingDate: '2027-03-11' }),
    '/bookingDate',
    'EXECUTION_DATE_INVALID',
  ],
  ['invoiced as another word', purchase({ invoiced: 'yes' }), '/invoiced'],
  ['a fee with three decimals', purchase({ markupFee: NOK('1.005') }), '/markupFee/amount'],
  ['a percentage that is a word', purchase({ markupFeePercentage: 'ten' }), '/markupFeePercentage'],
  ['a whole card number', purchase({ maskedPan: '4925001234561234' }), '/maskedPan'],
  ['the spelling of answers, maskedPAN', purchase({ maskedPAN: '123456******1234' }), '/maskedPAN'],
  ['a category of letters', purchase({ merchantCategoryCode: 'food' }), '/merchantCategoryCode'],
  [
    'a card purchase in another currency than the card’s',
    { transactionAmount: { amount: '-1.00', currency: 'EUR' } },
    '/transactionAmount/currency',
  ],
]);
