// The arithmetic of one balance: pure functions, no storage.
import type { Money } from '../../kernel/money.ts';
import type { BalanceRow } from './tables.ts';

/** BG's `expected`: what `booked` will be once all that is pending has been booked. Minor units. */
export const expected = (balance: BalanceRow): bigint => balance.booked + balance.pending;

/**
 * What a new payment may use: closingBooked + creditLine − holds (MOVE-02). Incoming
 * pending lines don't count; they may never arrive. Minor units.
 */
export const available = (balance: BalanceRow): bigint =>
  balance.booked + balance.creditLine + balance.held;

/** The balance with a pending line of that amount more (or, with the amount negated back, less). */
export function withPending(balance: BalanceRow, amount: bigint, sign: 1n | -1n): BalanceRow {
  return {
    ...balance,
    pending: balance.pending + sign * amount,
    held: amount < 0n ? balance.held + sign * amount : balance.held,
  };
}

/** The sum of the amounts in each currency. */
export function sumsOf(amounts: readonly Money[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  }
  return sums;
}

/** Sort key of line number `number` on `date`; sorts as text by date, then by number. */
export const lineOrder = (date: string, number: number): string =>
  `${date}#${String(number).padStart(9, '0')}`;

/** Id of the clearing account through which money of that currency enters and leaves the bank. */
export const clearingId = (currency: string): string => `clearing:${currency}`;

/** Whether a balance is of a clearing account. */
export const isClearing = (id: string): boolean => id.startsWith(clearingId(''));

/** A clearing account has no lines: what it has is its opening balance. */
export const clearingRow = (currency: string, booked: bigint, changedAt: number): BalanceRow => ({
  id: clearingId(currency),
  currency,
  opening: booked,
  booked,
  pending: 0n,
  held: 0n,
  creditLine: 0n,
  lastLine: 0,
  changedAt,
});
