// The runs of a periodic payment (PAY-13). The order itself stays ACTC between and during its runs;
// each run is PDNG, then ACSC, or ACCP for lack of funds.

import { dateAt } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { bookTransfers, holdFunds } from './book-transfers.ts';
import type { PaymentDeps } from './deps.ts';
import { moved } from './lifecycle.ts';
import type { Parties } from './parties.ts';
import { bodyOf, scheduleOf } from './request-body.ts';
import { nextRun } from './schedule.ts';
import { scheduleDate } from './schedule-payment.ts';
import { scheduleSettlement, store } from './settle.ts';
import type { Execution, PaymentRow } from './tables.ts';
import { transfersOf } from './transfer.ts';

/** The next run begins, and the one after it is scheduled. */
export async function startRun(
  bank: BankTx,
  payment: PaymentRow,
  parties: Parties,
  deps: PaymentDeps,
): Promise<PaymentRow> {
  const { nextNominal, ...order } = payment;
  const run = order.executions.length;
  for (const transfer of transfersOf(order, parties, run)) await holdFunds(bank, transfer, deps);
  const next = nextRun(scheduleOf(bodyOf(order)), nextNominal, deps.isClosedDay);
  if (next !== undefined) scheduleDate(bank, order.id, next.date);
  scheduleSettlement(bank, `${order.id}#${run}`, deps);
  const execution: Execution = { date: dateAt(bank.now), status: 'PDNG' };
  return store(bank, {
    ...order,
    executions: [...order.executions, execution],
    ...defined({ nextNominal: next?.nominal }),
  });
}

/** Books what the run has held. */
export async function settleRun(
  bank: BankTx,
  payment: PaymentRow,
  parties: Parties,
  { run, deps }: { readonly run: number; readonly deps: PaymentDeps },
): Promise<PaymentRow> {
  const transfers = transfersOf(payment, parties, run);
  const [transactionId] = await bookTransfers(bank, transfers, deps.rates);
  const status = transactionId === undefined ? 'ACCP' : 'ACSC';
  const executions = payment.executions.map(
    (execution, at): Execution =>
      at === run ? { ...execution, status, ...defined({ transactionId }) } : execution,
  );
  const after: PaymentRow = { ...payment, executions };
  return store(bank, isOver(after) ? moved(after, 'completed', bank.now) : after);
}

/** PAY-13: the last run is over. A cancelled order stays cancelled while its last run settles. */
function isOver(payment: PaymentRow): boolean {
  const running = payment.executions.some((execution) => execution.status === 'PDNG');
  return payment.status === 'ACTC' && payment.nextNominal === undefined && !running;
}
