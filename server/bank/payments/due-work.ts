// What the bank does by itself when its clock passes a payment's moments: `paymentDue` and
// `paymentSettles`. Each answers with the event that `clock/advance` reports.
import type { BankEvent, BankTx, DueHandler } from '../banks/bank-tx.ts';
import type { PaymentDeps } from './deps.ts';
import { isWaiting, moved, nextStatus } from './lifecycle.ts';
import { isPeriodic, productOf } from './products.ts';
import { settleRun, startRun } from './runs.ts';
import { settle, startSettlement } from './settle.ts';
import { type PaymentRow, payments } from './tables.ts';

export function paymentDueHandlers(deps: PaymentDeps): Readonly<Record<string, DueHandler>> {
  return {
    paymentDue: (bank, subject) => whenDue(bank, subject, deps),
    paymentSettles: (bank, subject) => whenSettling(bank, subject, deps),
  };
}

async function whenDue(
  bank: BankTx,
  paymentId: string,
  deps: PaymentDeps,
): Promise<readonly BankEvent[]> {
  const payment = await bank.tx.get(payments, paymentId);
  if (payment === undefined || !isWaiting(payment.status)) return [];
  const after = isPeriodic(productOf(payment.product))
    ? await startRun(bank, payment, deps)
    : await startSettlement(bank, moved(payment, 'due', bank.now), deps);
  return [event(bank, 'paymentDue', after)];
}

/** @param subject a payment's id, or `{id}#{run}` for one run of a periodic payment */
async function whenSettling(
  bank: BankTx,
  subject: string,
  deps: PaymentDeps,
): Promise<readonly BankEvent[]> {
  const [paymentId = '', run] = subject.split('#');
  const payment = await bank.tx.get(payments, paymentId);
  if (payment === undefined) return [];
  if (run !== undefined) {
    if (payment.executions[Number(run)]?.status !== 'PDNG') return [];
    const after = await settleRun(bank, payment, { run: Number(run), deps });
    const status = after.executions[Number(run)]?.status;
    return [{ ...event(bank, 'paymentSettled', after), run: Number(run), runStatus: status }];
  }
  if (nextStatus(payment.status, 'settled') === undefined) return [];
  return [event(bank, 'paymentSettled', await settle(bank, payment, deps))];
}

function event(bank: BankTx, type: BankEvent['type'], payment: PaymentRow): BankEvent {
  return { at: bank.now, type, paymentId: payment.id, transactionStatus: payment.status };
}
