// Settlement of single payments (MOVE-02) and bulks (PAY-19). A payment that becomes PDNG holds its money if
// there are funds. Settlement books what is held; if nothing is, the payment ends as ACCP, a bulk as RJCT.

import type { BankTx } from '../../banks/bank-tx.ts';
import { queueDue } from '../../banks/due.ts';
import type { PaymentDeps } from '../deps.ts';
import { moved, type PaymentEvent } from '../lifecycle.ts';
import { isRefusedEntry } from '../magic.ts';
import { isBulk, productOf } from '../products.ts';
import { bulkOf } from '../request-body.ts';
import { type PaymentRow, payments } from '../tables.ts';
import { bookTransfers, holdFunds } from './book-transfers.ts';
import { type PaymentWork, transfersOf } from './transfer.ts';

/** Takes a payment that has just become PDNG into settlement, and stores it. */
export async function startSettlement(work: PaymentWork, payment: PaymentRow): Promise<PaymentRow> {
  const { bank, parties, deps } = work;
  let fundsAvailable = true;
  for (const transfer of transfersOf(payment, parties)) {
    if (isRefusedEntry(transfer.body.creditorName, deps.magic)) continue;
    const held = await holdFunds(bank, transfer, deps.rates);
    fundsAvailable = fundsAvailable && held;
  }
  const pending: PaymentRow = { ...payment, fundsAvailable };
  const { settlement } = productOf(payment.product);
  if (settlement === 'instant') return settle(work, pending);
  await scheduleSettlement(bank, payment.id, deps);
  return store(bank, pending);
}

/** Lets settlement go on after the settlement delay. @param subject see `due-work.ts` */
export function scheduleSettlement(
  bank: BankTx,
  subject: string,
  deps: PaymentDeps,
): Promise<void> {
  return queueDue(bank, bank.now + deps.settlementDelay, 'paymentSettles', subject);
}

/** One step of settlement: PDNG books or fails, ACSP arrives. */
export async function settle(work: PaymentWork, payment: PaymentRow): Promise<PaymentRow> {
  const { bank, parties, deps } = work;
  if (payment.status !== 'PDNG') return store(bank, moved(payment, 'settled', bank.now));
  const transfers = transfersOf(payment, parties);
  const booked = await bookTransfers(bank, transfers, deps.rates, batchIdOf(payment));
  const event = bookedEvent(payment, booked.length, transfers.length);
  const after = moved(payment, event, bank.now);
  if (event === 'noFunds') return store(bank, { ...after, fundsAvailable: false });
  if (event === 'settling') await scheduleSettlement(bank, payment.id, deps);
  return store(bank, after);
}

function bookedEvent(payment: PaymentRow, booked: number, of: number): PaymentEvent {
  const product = productOf(payment.product);
  if (booked === 0) return isBulk(product) ? 'refused' : 'noFunds';
  if (booked < of) return 'partlyAccepted';
  return product.settlement === 'interim' ? 'settling' : 'settled';
}

/** PAY-19: with `batchBookingPreferred`, which only a bulk has, the debtor's statement shows it as one line. */
export function batchIdOf(payment: PaymentRow): string | undefined {
  const { batchBookingPreferred, paymentInformationId } = bulkOf(payment);
  return batchBookingPreferred === true ? paymentInformationId : undefined;
}

export function store(bank: BankTx, payment: PaymentRow): PaymentRow {
  bank.tx.put(payments, payment);
  return payment;
}
