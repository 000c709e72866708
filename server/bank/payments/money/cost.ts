// What a payment costs the debtor (PAY-11): fixed exchange rates of the sandbox
// (fixtures/exchange-rates.json), the arithmetic on them in bigints, so that the same payment costs the same
// every time, and the fee.

import { type Money, minorDigits } from '../../../kernel/money.ts';
import type { Product } from '../products.ts';

/** What one unit of each currency costs in the base currency, as whole 10^-SCALE parts. */
export type Rates = ReadonlyMap<string, bigint>;

const SCALE = 12;

/** The document of fixtures/exchange-rates.json: positive decimals with at most 12 digits after the point. */
export function parseRates(document: { readonly rates: Readonly<Record<string, string>> }): Rates {
  const scaled = (decimal: string): bigint => {
    const [whole = '', fraction = ''] = decimal.split('.');
    return BigInt(whole + fraction.padEnd(SCALE, '0'));
  };
  return new Map(Object.entries(document.rates).map(([name, rate]) => [name, scaled(rate)]));
}

/** The same value in another currency, rounded half up to its minor units. */
export function convert(money: Money, currency: string, rates: Rates): bigint {
  if (money.currency === currency) return money.amount;
  const numerator =
    money.amount * rateOf(rates, money.currency) * 10n ** BigInt(minorDigits(currency));
  const denominator = rateOf(rates, currency) * 10n ** BigInt(minorDigits(money.currency));
  return (2n * numerator + denominator) / (2n * denominator);
}

/** What one unit of `from` costs in `to`, as decimal text with six digits: `11.684000`. */
export function rateDecimals(from: string, to: string, rates: Rates): string {
  const [of, by] = [rateOf(rates, from), rateOf(rates, to)];
  const digits = String((2n * of * 1_000_000n + by) / (2n * by)).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

function rateOf(rates: Rates, currency: string): bigint {
  const rate = rates.get(currency);
  if (rate === undefined) throw new Error(`no exchange rate for ${currency}`);
  return rate;
}

export interface Cost {
  /** Minor units of the debtor account's currency. */
  readonly debit: bigint;
  /** Likewise; on top of the debit. */
  readonly fee: bigint;
}

const BASIS = 10_000n;

/** Pure; the rates are the sandbox's fixed ones. */
export function costOf(
  product: Product,
  instructed: Money,
  debtorCurrency: string,
  rates: Rates,
): Cost {
  const converted = convert(instructed, debtorCurrency, rates);
  // At least one minor unit, however small the amount is in the account's currency.
  const debit = converted > 0n ? converted : 1n;
  const fixed = convert({ amount: product.fee.fixed, currency: 'NOK' }, debtorCurrency, rates);
  const share = instructed.currency === debtorCurrency ? 0n : product.fee.conversionBasisPoints;
  return { debit, fee: fixed + (2n * debit * share + BASIS) / (2n * BASIS) };
}
