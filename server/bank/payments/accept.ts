// An approved payment, or one exempt from SCA, goes on its way: settled today, or later by its date.

import { dateAt, type PlainDate } from '../../kernel/dates.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { bodyOf, scheduleOf } from './body.ts';
import type { PaymentDeps } from './deps.ts';
import { moved } from './lifecycle.ts';
import { magicStatusOf } from './magic.ts';
import { acceptMagic } from './magic-course.ts';
import { isPeriodic, productOf } from './products.ts';
import { nominalOf } from './runs.ts';
import { type IsClosedDay, moveOffClosedDays, nextRunFrom } from './schedule.ts';
import { schedulePayment, startSettlement } from './settle.ts';
import { type PaymentRow, payments } from './tables.ts';

/**
 * Moves a received payment to PDNG, ACTC or ACWC and stores it. RJCT where an account is gone, or
 * where a periodic payment was approved after its last run would have been. MAGIC-01 goes first.
 */
export async function acceptPayment(
  bank: BankTx,
  received: PaymentRow,
  deps: PaymentDeps,
): Promise<PaymentRow> {
  const payment: PaymentRow = { ...received, approvedAt: bank.now };
  const magic = magicStatusOf(payment.request, deps.magic);
  if (magic !== undefined) return acceptMagic(bank, payment, { magic, deps });
  if (isPeriodic(productOf(payment.product))) return acceptPeriodic(bank, payment, deps);
  const today = dateAt(bank.now);
  const wanted = payment.request.requestedExecutionDate ?? today;
  if (wanted <= today) {
    const now = { ...moved(payment, 'approvedForToday', bank.now), executionDate: today };
    return startSettlement(bank, now, deps);
  }
  const executionDate = executionDateOf(payment, today, deps.isClosedDay);
  const event = executionDate === wanted ? 'approvedAhead' : 'approvedMoved';
  const waiting: PaymentRow = { ...moved(payment, event, bank.now), executionDate };
  schedulePayment(bank, payment.id, executionDate);
  bank.tx.put(payments, waiting);
  return waiting;
}

/** When a single payment runs if it is approved today: a later date moves off closed days. */
export function executionDateOf(
  payment: PaymentRow,
  today: PlainDate,
  isClosedDay: IsClosedDay,
): PlainDate {
  const wanted = payment.request.requestedExecutionDate ?? today;
  return wanted <= today ? today : moveOffClosedDays(wanted, isClosedDay);
}

function acceptPeriodic(bank: BankTx, payment: PaymentRow, deps: PaymentDeps): PaymentRow {
  const { nextNominal: _, ...rest } = payment;
  // Runs that lay before the approval are missed, not made up for.
  const first = nextRunFrom(scheduleOf(bodyOf(payment)), dateAt(bank.now), deps.isClosedDay);
  const event = first === undefined ? 'refused' : 'approvedAhead';
  const accepted: PaymentRow = { ...moved(rest, event, bank.now), ...nominalOf(first) };
  if (first !== undefined) schedulePayment(bank, payment.id, first.date);
  bank.tx.put(payments, accepted);
  return accepted;
}
