// The runs of a periodic payment (PAY-13). The order itself stays ACTC between and during its runs;
// each run is PDNG, then ACSC, or ACCP for lack of funds.

import { dateAt, type PlainDate } from '../../kernel/dates.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { bodyOf, scheduleOf } from './body.ts';
import type { PaymentDeps } from './deps.ts';
import { moved } from './lifecycle.ts';
import { nextRun, type Run } from './schedule.ts';
import { schedulePayment, scheduleSettlement, store } from './settle.ts';
import type { Execution, PaymentRow } from './tables.ts';
import { bookTransfer, holdFunds } from './transfer.ts';

/** The next run begins, and the one after it is planned. A run without its account ends the order. */
export async function startRun(
  bank: BankTx,
  payment: PaymentRow,
  deps: PaymentDeps,
): Promise<PaymentRow> {
  const run = payment.executions.length;
  const hold = await holdFunds(bank, { payment, run }, deps);
  const { nextNominal, ...rest } = payment;
  if (hold === 'gone') return store(bank, moved(rest, 'refused', bank.now));
  const schedule = scheduleOf(bodyOf(payment));
  const next = nextRun(schedule, nextNominal, deps.isClosedDay);
  if (next !== undefined) schedulePayment(bank, payment.id, next.date);
  scheduleSettlement(bank, `${payment.id}#${run}`, deps);
  const execution: Execution = { date: dateAt(bank.now), status: 'PDNG' };
  return store(bank, {
    ...rest,
    executions: [...payment.executions, execution],
    ...nominalOf(next),
  });
}

/** Books what the run has held. */
export async function settleRun(
  bank: BankTx,
  payment: PaymentRow,
  { run, deps }: { readonly run: number; readonly deps: PaymentDeps },
): Promise<PaymentRow> {
  const outcome = await bookTransfer(bank, { payment, run }, deps.rates);
  const executions = payment.executions.map((execution, at): Execution => {
    if (at !== run) return execution;
    if (outcome.result === 'booked') {
      return { ...execution, status: 'ACSC', transactionId: outcome.transactionId };
    }
    return { ...execution, status: outcome.result === 'gone' ? 'RJCT' : 'ACCP' };
  });
  const after: PaymentRow = { ...payment, executions };
  return store(bank, isOver(after) ? moved(after, 'completed', bank.now) : after);
}

/** PAY-13: the last run is over. A cancelled order stays cancelled while its last run settles. */
function isOver(payment: PaymentRow): boolean {
  const running = payment.executions.some((execution) => execution.status === 'PDNG');
  return payment.status === 'ACTC' && payment.nextNominal === undefined && !running;
}

export function nominalOf(run: Run | undefined): { readonly nextNominal?: PlainDate } {
  return run === undefined ? {} : { nextNominal: run.nominal };
}
