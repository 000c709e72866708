// Money is a bigint of minor units with its currency; text only at the edges. Never a float.
import currencyCodes from 'currency-codes';
import type { Amount } from '../protocol/generated/schemas.ts';

/** Minor units (øre, cents) of one currency. */
export interface Money {
  readonly amount: bigint;
  readonly currency: string;
}

const DIGITS = new Map(currencyCodes.data.map((row) => [row.code, row.digits] as const));

/** ISO 4217 fraction digits; 2 for a code that ISO no longer knows (PAY-03). */
export function minorDigits(currency: string): number {
  // Not Intl: V8 answers CLDR's customary digits (IQD 0, AFN 0) where ISO 4217 says 3 and 2.
  return DIGITS.get(currency) ?? 2;
}

/**
 * Decimal text to minor units. `undefined` when it is not plain digits with at most the currency's
 * fraction digits; a leading `-` only with `signed`.
 */
export function parseAmount(text: string, currency: string, signed = false): bigint | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = minorDigits(currency);
  if ((sign !== '' && !signed) || fraction.length > digits) return undefined;
  const minor = BigInt(whole + fraction.padEnd(digits, '0'));
  return sign === '' ? minor : -minor;
}

/** Minor units to decimal text with exactly the currency's fraction digits. */
export function formatAmount(amount: bigint, currency: string): string {
  const digits = minorDigits(currency);
  const text = (amount < 0n ? -amount : amount).toString().padStart(digits + 1, '0');
  const sign = amount < 0n ? '-' : '';
  if (digits === 0) return sign + text;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** `12345.60 NOK` */
export const moneyText = (amount: bigint, currency: string): string =>
  `${formatAmount(amount, currency)} ${currency}`;

export function amountText(money: Money): Amount {
  return { amount: formatAmount(money.amount, money.currency), currency: money.currency };
}
