// An approved payment, or one that needs no SCA, is settled today or scheduled for its date.

import { dateAt, instantAt, type PlainDate } from '../../../kernel/dates.ts';
import type { BankTx } from '../../banks/bank-tx.ts';
import { queueDue } from '../../banks/due.ts';
import { moved, type PaymentEvent } from '../lifecycle.ts';
import { type MagicStatus, magicStatusOf } from '../magic.ts';
import { bookTransfers, holdFunds } from '../money/book-transfers.ts';
import { batchIdOf, startSettlement, store } from '../money/settle.ts';
import { type PaymentWork, transfersOf } from '../money/transfer.ts';
import { isPeriodic, productOf } from '../products.ts';
import { bodyOf, scheduleOf } from '../request-body.ts';
import type { PaymentRow } from '../tables.ts';
import { firstOpen, nextRunFrom } from './schedule.ts';

/** When payments of a later date fall due, in Oslo. */
const DUE_TIME = '06:00';

/**
 * Moves a received payment to PDNG, ACTC or ACWC and stores it; RJCT if a periodic payment was approved after
 * its last run would have been. MAGIC-01 goes first.
 */
export async function schedulePayment(
  work: PaymentWork,
  received: PaymentRow,
): Promise<PaymentRow> {
  const { bank, deps } = work;
  const payment: PaymentRow = { ...received, approvedAt: bank.now };
  const magic = magicStatusOf(payment.request, deps.magic);
  if (magic !== undefined) return moveByMagic(work, payment, magic);
  if (isPeriodic(productOf(payment.product))) return schedulePeriodic(bank, payment);
  const today = dateAt(bank.now);
  const executionDate = executionDateOf(payment, today);
  const approved = { ...moved(payment, approvalOf(payment, today), bank.now), executionDate };
  if (executionDate === today) return startSettlement(work, approved);
  await scheduleDate(bank, payment.id, executionDate);
  return store(bank, approved);
}

/** The payment falls due at 06:00 of that date, or at once if that has passed. */
export function scheduleDate(bank: BankTx, paymentId: string, date: PlainDate): Promise<void> {
  return queueDue(bank, Math.max(bank.now, instantAt(date, DUE_TIME)), 'paymentDue', paymentId);
}

/** When a single payment runs if it is approved today: a later date moves off closed days. */
export function executionDateOf({ request }: PaymentRow, today: PlainDate): PlainDate {
  const wanted = request.requestedExecutionDate ?? today;
  return wanted <= today ? today : firstOpen(wanted);
}

/** How an approval today moves the payment, if no magic name does. */
export function approvalOf(payment: PaymentRow, today: PlainDate): PaymentEvent {
  if (isPeriodic(productOf(payment.product))) return 'approvedAhead';
  const executionDate = executionDateOf(payment, today);
  if (executionDate === today) return 'approvedForToday';
  const wanted = payment.request.requestedExecutionDate;
  return executionDate === wanted ? 'approvedAhead' : 'approvedMoved';
}

async function schedulePeriodic(
  bank: BankTx,
  { nextNominal: _, ...payment }: PaymentRow,
): Promise<PaymentRow> {
  // Runs before the approval are missed; the bank does not make up for them.
  const first = nextRunFrom(scheduleOf(bodyOf(payment)), dateAt(bank.now));
  if (first === undefined) return store(bank, moved(payment, 'refused', bank.now));
  await scheduleDate(bank, payment.id, first.date);
  const waiting = moved(payment, 'approvedAhead', bank.now);
  return store(bank, { ...waiting, nextNominal: first.nominal });
}

/** Moves the received payment to that status and stores it. Money moves as the status says, funds or not. */
export async function moveByMagic(
  { bank, parties, deps: { rates } }: PaymentWork,
  { nextNominal: _, ...payment }: PaymentRow,
  magic: Pick<MagicStatus, 'moves'>,
): Promise<PaymentRow> {
  let after: PaymentRow = payment;
  for (const event of magic.moves) after = moved(after, event, bank.now);
  if (after.status === 'ACCP') return store(bank, { ...after, fundsAvailable: false });
  if (!movesMoney(after)) return store(bank, after);
  const transfers = transfersOf(after, parties);
  for (const transfer of transfers) await holdFunds(bank, transfer, rates, true);
  if (after.status !== 'PDNG') await bookTransfers(bank, transfers, rates, batchIdOf(after));
  return store(bank, { ...after, fundsAvailable: true });
}

/** Money is held while PDNG, and booked from there on. A periodic order itself moves none. */
function movesMoney({ status, product }: PaymentRow): boolean {
  if (isPeriodic(productOf(product))) return false;
  return status === 'PDNG' || status === 'ACSC' || status === 'ACSP' || status === 'ACWP';
}
