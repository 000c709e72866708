// What the bank does by itself when its clock passes a payment's moments: `paymentDue` and `paymentSettles`,
// for a periodic payment run by run (PAY-13). Each answers with the event that `clock/advance` reports.

import { dateAt } from '../../../kernel/dates.ts';
import { defined } from '../../../kernel/defined.ts';
import { accounts } from '../../accounts/tables.ts';
import type { BankEvent, BankTx, DueHandler } from '../../banks/bank-tx.ts';
import type { PaymentDeps } from '../deps.ts';
import { isFinal, isWaiting, moved, nextStatus } from '../lifecycle.ts';
import { bookTransfers, holdFunds } from '../money/book-transfers.ts';
import { scheduleSettlement, settle, startSettlement, store } from '../money/settle.ts';
import { type PaymentWork, partiesOf, transfersOf } from '../money/transfer.ts';
import { isPeriodic, productOf } from '../products.ts';
import { bodyOf, scheduleOf } from '../request-body.ts';
import { type Execution, type PaymentRow, payments } from '../tables.ts';
import { nextRun } from './schedule.ts';
import { scheduleDate } from './schedule-payment.ts';

export function paymentDueHandlers(deps: PaymentDeps): Readonly<Record<string, DueHandler>> {
  return {
    paymentDue: (bank, subject) => whenDue(bank, subject, deps),
    paymentSettles: (bank, subject) => whenSettling(bank, subject, deps),
  };
}

async function whenDue(bank: BankTx, paymentId: string, deps: PaymentDeps) {
  const payment = await bank.tx.get(payments, paymentId);
  if (payment === undefined || !isWaiting(payment.status)) return [];
  const after = await withParties(bank, deps, payment, (work) =>
    isPeriodic(productOf(payment.product))
      ? startRun(work, payment)
      : startSettlement(work, moved(payment, 'due', bank.now)),
  );
  return [paymentEvent(bank, 'paymentDue', after)];
}

/** @param subject a payment's id, or `{id}#{run}` for one run of a periodic payment */
async function whenSettling(bank: BankTx, subject: string, deps: PaymentDeps) {
  const [paymentId = '', runText] = subject.split('#');
  const payment = await bank.tx.get(payments, paymentId);
  if (payment === undefined) return [];
  if (runText === undefined) {
    if (nextStatus(payment.status, 'settled') === undefined) return [];
    const after = await withParties(bank, deps, payment, (work) => settle(work, payment));
    return [paymentEvent(bank, 'paymentSettled', after)];
  }
  const run = Number(runText);
  if (payment.executions[run]?.status !== 'PDNG') return [];
  const after = await withParties(bank, deps, payment, (work) => settleRun(work, payment, run));
  const runStatus = after.executions[run]?.status;
  return [{ ...paymentEvent(bank, 'paymentSettled', after), run, runStatus }];
}

/** Looks the accounts up and goes on. The bank refuses a payment whose debtor account is gone. */
async function withParties(
  bank: BankTx,
  deps: PaymentDeps,
  payment: PaymentRow,
  goOn: (work: PaymentWork) => Promise<PaymentRow>,
): Promise<PaymentRow> {
  const id = payment.debtorAccountId;
  const debtor = id === undefined ? undefined : await bank.tx.get(accounts, id);
  if (debtor === undefined) return store(bank, moved(payment, 'refused', bank.now));
  return goOn({ bank, deps, parties: await partiesOf(bank, payment, debtor) });
}

function paymentEvent(bank: BankTx, type: BankEvent['type'], payment: PaymentRow): BankEvent {
  return { at: bank.now, type, paymentId: payment.id, transactionStatus: payment.status };
}

/** The same payment: one that has settled with its approval, such as straks, is reported. */
export function reported(bank: BankTx, payment: PaymentRow): PaymentRow {
  if (isFinal(payment.status)) bank.happened?.(paymentEvent(bank, 'paymentSettled', payment));
  return payment;
}

/** The next run begins, and the one after it is scheduled. */
async function startRun(work: PaymentWork, payment: PaymentRow): Promise<PaymentRow> {
  const { bank, parties, deps } = work;
  const { nextNominal, ...order } = payment;
  const run = order.executions.length;
  for (const transfer of transfersOf(order, parties, run)) {
    await holdFunds(bank, transfer, deps.rates);
  }
  const next = nextRun(scheduleOf(bodyOf(order)), nextNominal);
  if (next !== undefined) await scheduleDate(bank, order.id, next.date);
  await scheduleSettlement(bank, `${order.id}#${run}`, deps);
  const execution: Execution = { date: dateAt(bank.now), status: 'PDNG' };
  return store(bank, {
    ...order,
    executions: [...order.executions, execution],
    ...defined({ nextNominal: next?.nominal }),
  });
}

/** Books what the run has held. */
async function settleRun(
  { bank, parties, deps }: PaymentWork,
  payment: PaymentRow,
  run: number,
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

/** PAY-13: the last run is over. A cancelled order stays cancelled when a run that was executing settles. */
function isOver(payment: PaymentRow): boolean {
  const running = payment.executions.some((execution) => execution.status === 'PDNG');
  return payment.status === 'ACTC' && payment.nextNominal === undefined && !running;
}
