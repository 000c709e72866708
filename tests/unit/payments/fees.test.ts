import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readPaymentFixtures } from '../../../server/bank/payments/deps.ts';
import {
  convert,
  costOf,
  parseRates,
  rateDecimals,
} from '../../../server/bank/payments/money/cost.ts';
import { productOf } from '../../../server/bank/payments/products.ts';
import { ROOT_URL } from '../../support/source-tree.ts';

const rates = parseRates({
  rates: { NOK: '1', EUR: '11.684', JPY: '0.068', KWD: '33.33', VND: '0.0004' },
});
const sepa = productOf('payments/sepa-credit-transfers');

test('PAY-11: fees and conversion: the same currency costs nothing', () => {
  const cost = costOf(sepa, { amount: 10_050n, currency: 'EUR' }, 'EUR', rates);
  expect(cost).toEqual({ debit: 10_050n, fee: 0n });
});

test('PAY-11: from a NOK account, the converted amount and half a per cent of it', () => {
  // 100.50 EUR * 11.684 = 1174.242 NOK; 0.5 % of 1174.24 = 5.8712
  const cost = costOf(sepa, { amount: 10_050n, currency: 'EUR' }, 'NOK', rates);
  expect(cost).toEqual({ debit: 117_424n, fee: 587n });
});

test('PAY-11: a cross-border payment has a fixed fee as well', () => {
  const product = productOf('payments/cross-border-credit-transfers');
  const cost = costOf(product, { amount: 1_000n, currency: 'JPY' }, 'NOK', rates);
  expect(cost).toEqual({ debit: 6_800n, fee: 5_034n });
});

test('PAY-11: however little it is worth, a payment costs something', () => {
  const product = productOf('payments/cross-border-credit-transfers');
  expect(costOf(product, { amount: 1n, currency: 'VND' }, 'NOK', rates).debit).toBe(1n);
});

test.each([
  [{ amount: 100n, currency: 'EUR' }, 'NOK', 1_168n],
  [{ amount: 1_000n, currency: 'JPY' }, 'NOK', 6_800n],
  [{ amount: 6_800n, currency: 'NOK' }, 'JPY', 1_000n],
  [{ amount: 1_000n, currency: 'KWD' }, 'EUR', 285n],
  [{ amount: 7n, currency: 'NOK' }, 'NOK', 7n],
  // 1,460.5 øre: half up, and not to the even one below.
  [{ amount: 125n, currency: 'EUR' }, 'NOK', 1_461n],
])('PAY-11: fees and conversion: %s in %s', (money, currency, expected) => {
  expect(convert(money, currency, rates)).toBe(expected);
});

test('PAY-11: fees and conversion: the rate as the statement tells it', () => {
  expect(rateDecimals('EUR', 'NOK', rates)).toBe('11.684000');
  expect(rateDecimals('NOK', 'EUR', rates)).toBe('0.085587');
});

test('PAY-11: fees and conversion: every listed currency has a rate', () => {
  const folder = new URL('schemas/types/', ROOT_URL);
  const listed = JSON.parse(readFileSync(new URL('currency-code.json', folder), 'utf8')) as {
    readonly enum: readonly string[];
  };
  const file = readFileSync(new URL('fixtures/exchange-rates.json', ROOT_URL), 'utf8');
  const { rates: texts } = JSON.parse(file) as { rates: Readonly<Record<string, string>> };
  expect(Object.keys(texts).sort()).toEqual([...listed.enum].sort());
  for (const text of Object.values(texts)) expect(text).toMatch(/^\d+(?:\.\d{1,12})?$/);
  const read = [...readPaymentFixtures(ROOT_URL).rates.values()];
  expect(read.every((rate) => rate > 0n)).toBe(true);
});
