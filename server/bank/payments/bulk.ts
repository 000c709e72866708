// The money of a bulk (PAY-19): each entry holds its own amount, in the order of the bulk, and what was
// not held is not accepted.
import type { BankTx } from '../banks/bank-tx.ts';
import { bulkOf } from './body.ts';
import type { PaymentDeps } from './deps.ts';
import type { PaymentEvent } from './lifecycle.ts';
import { isRefusedEntry } from './magic.ts';
import type { PaymentRow } from './tables.ts';
import { bookBulk, type HoldResult, holdFunds } from './transfer.ts';

/** `held`: all of it. `no funds`: not all of it, perhaps some. */
export async function holdBulk(
  bank: BankTx,
  payment: PaymentRow,
  deps: PaymentDeps,
): Promise<HoldResult> {
  let missing = false;
  for (const [entry, { creditorName }] of bulkOf(payment).payments.entries()) {
    if (isRefusedEntry(creditorName, deps.magic)) continue;
    const hold = await holdFunds(bank, { payment, entry }, deps);
    if (hold === 'gone') return 'gone';
    if (hold === 'no funds') missing = true;
  }
  return missing ? 'no funds' : 'held';
}

/** Books what is held: all accepted, some, or none. */
export async function settleBulk(
  bank: BankTx,
  payment: PaymentRow,
  deps: PaymentDeps,
): Promise<PaymentEvent> {
  const accepted = await bookBulk(bank, payment, deps.rates);
  if (accepted === 'gone' || accepted === 0) return 'refused';
  return accepted === bulkOf(payment).payments.length ? 'settled' : 'partlyAccepted';
}
