// The balance of an account over the last days, as places in an SVG: a step for each day, and what was booked on it.
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import { endsOfDays } from '../../bank/ledger/ledger.ts';
import type { BalanceRow } from '../../bank/ledger/tables.ts';
import { addDays, dateAt } from '../../kernel/dates.ts';
import { moneyText } from '../../kernel/money.ts';

const DAYS = 90;
/** In units of the SVG: `viewBox="0 0 900 120"`. */
const STEP = 10;
const HEIGHT = 120;
/** Bookings of one day that have room. */
const MOST_NAMED = 8;

export async function balanceChart(bank: BankTx, { id, currency }: BalanceRow) {
  const until = dateAt(bank.now);
  const days = await endsOfDays(bank, id, { from: addDays(until, 1 - DAYS), until });
  const ends = days.map(({ booked }) => booked);
  const low = ends.reduce((least, value) => (value < least ? value : least));
  const high = ends.reduce((most, value) => (value > most ? value : most));
  const span = Number(high - low) || 1;
  const text = (amount: bigint) => moneyText(amount, currency);
  const steps = days.map(({ date, booked, lines }, nth) => ({
    date,
    x: nth * STEP,
    y: (HEIGHT - (Number(booked - low) / span) * HEIGHT).toFixed(1),
    booked: text(booked),
    lines: lines.slice(0, MOST_NAMED).map(({ amount, details }) => ({
      amount: text(amount),
      text: lineText(details),
    })),
    more: Math.max(0, lines.length - MOST_NAMED),
  }));
  return {
    points: steps.map(({ x, y }) => `${x},${y} ${x + STEP},${y}`).join(' '),
    steps,
    low: text(low),
    high: text(high),
    from: days[0]?.date,
    until,
  };
}

/** Who is on the other side, else what the line says of itself. */
export function lineText(details: Readonly<Record<string, unknown>>): string {
  const names = [
    'creditorName',
    'debtorName',
    'remittanceInformationUnstructured',
    'transactionDetails',
  ];
  return String(names.map((name) => details[name]).find((value) => value !== undefined) ?? '');
}
