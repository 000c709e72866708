// Mock transactions of cards over HTTP (SBX-05).
import { beforeEach, expect, test } from '@jest/globals';
import { PERSONS } from '../support/bank.ts';
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
  const made = await bank.tpp.post('/v1/sandbox/card-accounts', {
    customerNumber: PERSONS.jonas,
    currency: 'NOK',
    creditLimit: NOK(1_000),
  });
  card = `/v1/sandbox/card-accounts/${made.body.mockCardAccountId}`;
});

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

refuses({ rule: 'SBX-05', bank: () => bank, method: 'POST', path: () => `${card}/transactions` }, [
  {
    name: 'a card purchase tomorrow',
    body: purchase({ bookingDate: '2027-03-11' }),
    code: 'EXECUTION_DATE_INVALID',
    path: '/bookingDate',
  },
  {
    name: 'a category of letters',
    body: purchase({ merchantCategoryCode: 'food' }),
    code: 'FORMAT_ERROR',
    path: '/merchantCategoryCode',
  },
  {
    name: 'a card purchase in another currency than the card’s',
    body: { transactionAmount: { amount: '-1.00', currency: 'EUR' } },
    code: 'FORMAT_ERROR',
    path: '/transactionAmount/currency',
  },
]);
