// Settlement of single payments (MOVE-02) and bulks (PAY-19). A payment that becomes PDNG holds its amount if there are
// funds; settlement books what was held, or ends as ACCP.

import { instantAt, type PlainDate } from '../../kernel/dates.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { scheduleDue } from '../banks/due.ts';
import { holdBulk, settleBulk } from './bulk.ts';
import type { PaymentDeps } from './deps.ts';
import { moved } from './lifecycle.ts';
import { isBulk, productOf } from './products.ts';
import { type PaymentRow, payments } from './tables.ts';
import { bookTransfer, holdFunds } from './transfer.ts';

/** When payments of a later date fall due, in Oslo. */
const DUE_TIME = '06:00';

/** Has the payment fall due at 06:00 of that date; at once where that has passed. */
export function schedulePayment(bank: BankTx, paymentId: string, date: PlainDate): void {
  scheduleDue(bank, Math.max(bank.now, instantAt(date, DUE_TIME)), 'paymentDue', paymentId);
}

/** Takes a payment that has just become PDNG into settlement, and stores it. */
export async function startSettlement(
  bank: BankTx,
  payment: PaymentRow,
  deps: PaymentDeps,
): Promise<PaymentRow> {
  const product = productOf(payment.product);
  const hold = isBulk(product)
    ? await holdBulk(bank, payment, deps)
    : await holdFunds(bank, { payment }, deps);
  if (hold === 'gone') return store(bank, moved(payment, 'refused', bank.now));
  const pending: PaymentRow = { ...payment, fundsAvailable: hold === 'held' };
  if (product.settlement === 'instant') return settle(bank, pending, deps);
  scheduleSettlement(bank, payment.id, deps);
  return store(bank, pending);
}

/** Has settlement go on after the settlement delay. @param subject see `due-work.ts` */
export function scheduleSettlement(bank: BankTx, subject: string, deps: PaymentDeps): void {
  scheduleDue(bank, bank.now + deps.settlementDelay, 'paymentSettles', subject);
}

/** One step of settlement: PDNG books or fails, ACSP arrives. */
export async function settle(
  bank: BankTx,
  payment: PaymentRow,
  deps: PaymentDeps,
): Promise<PaymentRow> {
  if (payment.status !== 'PDNG') return store(bank, moved(payment, 'settled', bank.now));
  const product = productOf(payment.product);
  if (isBulk(product)) {
    return store(bank, moved(payment, await settleBulk(bank, payment, deps), bank.now));
  }
  const { result } = await bookTransfer(bank, { payment }, deps.rates);
  if (result === 'gone') return store(bank, moved(payment, 'refused', bank.now));
  if (result === 'no funds') {
    return store(bank, { ...moved(payment, 'noFunds', bank.now), fundsAvailable: false });
  }
  if (product.settlement !== 'interim') {
    return store(bank, moved(payment, 'settled', bank.now));
  }
  scheduleSettlement(bank, payment.id, deps);
  return store(bank, moved(payment, 'settling', bank.now));
}

export function store(bank: BankTx, payment: PaymentRow): PaymentRow {
  bank.tx.put(payments, payment);
  return payment;
}
