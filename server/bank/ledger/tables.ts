// What the ledger keeps: one balance per account, and the statement lines that explain it.
import type { JsonObject } from '../../protocol/json.ts';
import {
  code,
  count,
  defineTable,
  formatted,
  idIn,
  instant,
  oneOf,
  patterned,
  type RowOf,
  typed,
} from '../../storage/table.ts';

/**
 * The money side of an account or card (id = its internal id), or of a clearing account of the bank
 * (`clearing:NOK`), through which money enters and leaves. All amounts in minor units of `currency`.
 * Always: booked = opening + the sum of its booked lines; pending = the sum of its pending lines;
 * held = the sum of its negative pending lines. Over all balances of one currency, `booked` sums to
 * zero. Clearing accounts have no lines: their `opening` is their `booked`.
 */
export const balances = defineTable({
  name: 'balances',
  members: {
    id: 'text',
    currency: code('types/currency-code.json'),
    opening: 'money',
    booked: 'money',
    /** Sum of pending lines, incoming ones too. `expected` = booked + pending. */
    pending: 'money',
    /** Sum of negative pending lines (holds), 0 or less: what of `booked` is spoken for. */
    held: 'money',
    /** What may be overdrawn; 0 for none. */
    creditLine: 'money',
    /** Number given to the last line, so that lines of one day keep their order. */
    lastLine: count,
    /** Instant (ms) of the last change. */
    changedAt: instant,
  },
  indexes: {},
});
export type BalanceRow = RowOf<typeof balances>;

/** A statement line of an account or card. Debits are negative. */
export const lines = defineTable({
  name: 'transactions',
  members: {
    /** The transactionId that TPPs see. */
    id: 'text',
    /** The balance it belongs to. */
    accountId: idIn('balances'),
    status: oneOf('booked', 'pending'),
    /** Sort key within account and status: `{date}#{line number, 9 digits}`. */
    order: patterned('^\\d{4}-\\d{2}-\\d{2}#\\d{9}$', 'its date, # and its number in 9 digits'),
    /** Booking date; for a pending line the date it was made. */
    date: formatted('date'),
    valueDate: formatted('date'),
    amount: 'money',
    /** The payment that made it; one of a deleted account is gone. */
    paymentId: 'text?',
    /** The rest of the transaction, in the interface's own member names. Last: indexes do without it. */
    details: typed<JsonObject>('rows/transaction-details.json'),
  },
  indexes: {
    /** key `{accountId}|{status}`; order by day, then by line number */
    byAccount: { key: (row) => `${row.accountId}|${row.status}`, order: (row) => row.order },
    byPayment: { key: (row) => row.paymentId, order: (row) => row.order },
  },
});
export type LineRow = RowOf<typeof lines>;
