// What one transfer of a payment moves: of a single payment, of a run of a periodic one, or of an entry
// of a bulk.
import { bodyOf, bulkEntry, bulkOf, instructedMoney } from './body.ts';
import type { PaymentBody } from './request-body.ts';
import type { PaymentRow } from './tables.ts';

/** The money of one payment, of one run of a periodic one, or of one entry of a bulk. */
export interface Transfer {
  readonly payment: PaymentRow;
  /** Place in `executions`. */
  readonly run?: number;
  /** Place in the bulk. */
  readonly entry?: number;
}

/** What moves, in minor units: `amount` of `currency` to the creditor, `debit` and `fee` off the debtor. */
export interface Sum {
  readonly body: PaymentBody;
  readonly amount: bigint;
  readonly currency: string;
  readonly debit: bigint;
  readonly fee: bigint;
}

export function sumOf({ payment, entry }: Transfer): Sum {
  if (entry === undefined) return { ...payment, body: bodyOf(payment) };
  const body = bulkEntry(bulkOf(payment), entry);
  const money = instructedMoney(body);
  // A bulk is domestic: one currency, no fee.
  return { ...money, body, debit: money.amount, fee: 0n };
}
