// What the ledger keeps: one balance per account, and the statement lines that explain it.
import type { JsonObject } from '../../protocol/json.ts';
import { defineTable } from '../../storage/table.ts';

/**
 * The money side of an account or card (id = its internal id), or of a clearing account of the bank
 * (`clearing:NOK`), through which money enters and leaves. All amounts in minor units of `currency`.
 * Always: booked = opening + the sum of its booked lines; pending = the sum of its pending lines;
 * held = the sum of its negative pending lines. Over all balances of one currency, `booked` sums to
 * zero. Clearing accounts have no lines: their `opening` is their `booked`.
 */
export interface BalanceRow {
  readonly id: string;
  readonly currency: string;
  readonly opening: bigint;
  readonly booked: bigint;
  /** Sum of pending lines, incoming ones too. `expected` = booked + pending. */
  readonly pending: bigint;
  /** Sum of negative pending lines (holds), 0 or less: what of `booked` is spoken for. */
  readonly held: bigint;
  /** What may be overdrawn; 0 for none. */
  readonly creditLine: bigint;
  /** Number given to the last line, so that lines of one day keep their order. */
  readonly lastLine: number;
  /** Instant (ms) of the last change. */
  readonly changedAt: number;
}

export const balances = defineTable<BalanceRow>()({
  name: 'balances',
  members: {
    id: 'text',
    currency: 'text',
    opening: 'money',
    booked: 'money',
    pending: 'money',
    held: 'money',
    creditLine: 'money',
    lastLine: 'number',
    changedAt: 'number',
  },
  indexes: {},
});

/** A statement line of an account or card. Debits are negative. */
export interface LineRow {
  /** The transactionId that TPPs see. */
  readonly id: string;
  /** The balance it belongs to. */
  readonly accountId: string;
  readonly status: 'booked' | 'pending';
  /** Sort key within account and status: `{date}#{line number, 9 digits}`. */
  readonly order: string;
  /** Booking date; for a pending line the date it was made. */
  readonly date: string;
  readonly valueDate: string;
  readonly amount: bigint;
  /** The rest of the transaction, in the interface's own member names. */
  readonly details: JsonObject;
  /** The payment that made it. */
  readonly paymentId?: string;
}

export const lines = defineTable<LineRow>()({
  name: 'transactions',
  members: {
    id: 'text',
    accountId: 'text',
    status: 'text',
    order: 'text',
    date: 'text',
    valueDate: 'text',
    amount: 'money',
    details: 'json',
    paymentId: 'text?',
  },
  indexes: {
    /** key `{accountId}|{status}`; order by day, then by line number */
    byAccount: { key: (row) => `${row.accountId}|${row.status}`, order: (row) => row.order },
    byPayment: { key: (row) => row.paymentId, order: (row) => row.order },
  },
});
