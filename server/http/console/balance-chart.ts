// The booked balance of an account over the last ninety days, as the points of a line.

import type { BankTx } from '../../bank/banks/bank-tx.ts';
import { lineOrder } from '../../bank/ledger/balance.ts';
import { type BalanceRow, lines } from '../../bank/ledger/tables.ts';
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import { formatAmount } from '../../kernel/money.ts';

const DAYS = 90;
const HEIGHT = 100;
const WIDTH = 360;

interface ChartQuestion {
  readonly id: string;
  readonly balance: BalanceRow;
  readonly until: PlainDate;
}

/** `points` for an SVG polyline of 360 × 100; the lowest and the highest balance as text. */
export async function balanceChart({ tx }: BankTx, { id, balance, until }: ChartQuestion) {
  const dates = Array.from({ length: DAYS }, (_, day) => addDays(until, day + 1 - DAYS));
  const from = lineOrder(dates[0] ?? until, 0);
  const booked = await tx.listBy(lines, 'byAccount', `${id}|booked`, { from });
  const added = new Map<string, bigint>();
  for (const { date, amount } of booked) added.set(date, (added.get(date) ?? 0n) + amount);
  // From today's balance back: what a day's lines added is what it had not before.
  const ends: bigint[] = [];
  let end = balance.booked;
  for (const date of dates.toReversed()) {
    ends.unshift(end);
    end -= added.get(date) ?? 0n;
  }
  const [low, high] = ends.reduce(
    ([least, most], value) => [value < least ? value : least, value > most ? value : most],
    [balance.booked, balance.booked],
  );
  const span = Number(high - low) || 1;
  const points = ends.map((value, day) => {
    const x = (day * WIDTH) / (DAYS - 1);
    const y = HEIGHT - (Number(value - low) / span) * HEIGHT;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const text = (amount: bigint) => `${formatAmount(amount, balance.currency)} ${balance.currency}`;
  return { points: points.join(' '), low: text(low), high: text(high), from: dates[0], until };
}
