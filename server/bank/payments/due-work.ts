// What the bank does by itself when its clock passes a payment's moments: `paymentDue` and
// `paymentSettles`. Each answers with the event that `clock/advance` reports.
import { accounts } from '../accounts/tables.ts';
import type { BankEvent, BankTx, DueHandler } from '../banks/bank-tx.ts';
import type { PaymentDeps } from './deps.ts';
import { isWaiting, moved, nextStatus } from './lifecycle.ts';
import { type Parties, partiesOf } from './parties.ts';
import { isPeriodic, productOf } from './products.ts';
import { settleRun, startRun } from './runs.ts';
import { settle, startSettlement, store } from './settle.ts';
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
  const after = await withParties(bank, payment, (parties) =>
    isPeriodic(productOf(payment.product))
      ? startRun(bank, payment, parties, deps)
      : startSettlement(bank, moved(payment, 'due', bank.now), parties, deps),
  );
  return [event(bank, 'paymentDue', after)];
}

/** @param subject a payment's id, or `{id}#{run}` for one run of a periodic payment */
async function whenSettling(
  bank: BankTx,
  subject: string,
  deps: PaymentDeps,
): Promise<readonly BankEvent[]> {
  const [paymentId = '', runText] = subject.split('#');
  const payment = await bank.tx.get(payments, paymentId);
  if (payment === undefined) return [];
  if (runText === undefined) {
    if (nextStatus(payment.status, 'settled') === undefined) return [];
    const after = await withParties(bank, payment, (parties) =>
      settle(bank, payment, parties, deps),
    );
    return [event(bank, 'paymentSettled', after)];
  }
  const run = Number(runText);
  if (payment.executions[run]?.status !== 'PDNG') return [];
  const after = await withParties(bank, payment, (parties) =>
    settleRun(bank, payment, parties, { run, deps }),
  );
  const runStatus = after.executions[run]?.status;
  return [{ ...event(bank, 'paymentSettled', after), run, runStatus }];
}

/** Looks the accounts up and goes on. The bank refuses a payment whose debtor account is gone. */
async function withParties(
  bank: BankTx,
  payment: PaymentRow,
  goOn: (parties: Parties) => Promise<PaymentRow>,
): Promise<PaymentRow> {
  const id = payment.debtorAccountId;
  const debtor = id === undefined ? undefined : await bank.tx.get(accounts, id);
  if (debtor === undefined) return store(bank, moved(payment, 'refused', bank.now));
  return goOn(await partiesOf(bank, payment, debtor));
}

function event(bank: BankTx, type: BankEvent['type'], payment: PaymentRow): BankEvent {
  return { at: bank.now, type, paymentId: payment.id, transactionStatus: payment.status };
}
