// What an SCA flow does for a payment or its cancellation: it shows the payment, approves it, or counts a
// failure. In single SCA (PAY-20) the bank finds the debtor account only here.

import { dateAt } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { cancelDue } from '../banks/due.ts';
import { waitsForSecond } from '../sca/authorisations.ts';
import type { ApprovalFailure, IdentifiedFlow, Purpose } from '../sca/purpose.ts';
import type { FlowPurpose, FlowRow } from '../sca/tables.ts';
import { needDebtorAccount } from './create/debtor.ts';
import { duplicateKeyOf } from './create/duplicates.ts';
import { reported } from './dates/due-work.ts';
import { schedulePayment } from './dates/schedule-payment.ts';
import type { PaymentDeps } from './deps.ts';
import { moved, tooLateToCancel } from './lifecycle.ts';
import { magicStatusOf } from './magic.ts';
import { partiesOf } from './money/transfer.ts';
import { approvalOf } from './payment-view.ts';
import { type PaymentRow, payments } from './tables.ts';

/** This many failed SCAs reject a payment. */
const MAX_FAILED_SCAS = 3;

export function paymentPurposes(deps: PaymentDeps) {
  return { payment: paymentPurpose(deps), cancellation: cancellationPurpose(deps) };
}

function paymentPurpose(deps: PaymentDeps): Purpose {
  const view = async (bank: BankTx, flow: FlowRow) =>
    approvalOf(bank, [await paymentOf(bank, flow.purpose)], deps.rates);
  return {
    view,
    about: view,
    async refusal(bank, flow) {
      const payment = await paymentOf(bank, flow.purpose);
      return inBasket(payment) ?? refusalOf(bank, flow, payment);
    },
    async approve(bank, flow) {
      const payment = await paymentOf(bank, flow.purpose);
      return inBasket(payment) ?? approvePayment(bank, flow, { payment, deps });
    },
    async failed(bank, flow) {
      // Who cancels after somebody else has approved takes nothing back.
      if (await waitsForSecond(bank, flow.purpose)) return;
      countFailedSca(bank, await paymentOf(bank, flow.purpose));
    },
  };
}

function cancellationPurpose({ rates }: PaymentDeps): Purpose {
  const view = async (bank: BankTx, flow: FlowRow) => {
    const { payments: shown } = approvalOf(bank, [await paymentOf(bank, flow.purpose)], rates);
    return { kind: 'cancellation', payments: shown } as const;
  };
  return { view, about: view, approve: approveCancellation };
}

const inBasket = ({ basketId }: PaymentRow): ApprovalFailure | undefined =>
  basketId === undefined
    ? undefined
    : failure('The payment is in a signing basket and is approved with it');

/** Why this person cannot approve that payment. */
export async function refusalOf(
  bank: BankTx,
  flow: IdentifiedFlow,
  payment: PaymentRow,
): Promise<ApprovalFailure | undefined> {
  const debtor = await debtorFor(bank, flow, payment);
  return typeof debtor === 'string' ? failure(debtor) : undefined;
}

/** Accepts a payment for the person of the flow, who may be the first to be known (PAY-20). */
export async function approvePayment(
  bank: BankTx,
  flow: IdentifiedFlow,
  { payment, deps }: { readonly payment: PaymentRow; readonly deps: PaymentDeps },
): Promise<ApprovalFailure | undefined> {
  const debtor = await debtorFor(bank, flow, payment);
  if (typeof debtor === 'string') return failure(debtor);
  const { customerId, context } = flow;
  const approved: PaymentRow = {
    ...payment,
    customerId,
    context,
    ...defined({ agreementId: debtor.agreementId }),
    debtorAccountId: debtor.id,
  };
  const parties = await partiesOf(bank, payment, debtor);
  const scheduled = await schedulePayment({ bank, parties, deps }, withKnownPsu(approved));
  const after = reported(bank, scheduled);
  // If a magic name rejects the payment afterwards, the PSU's approval still succeeded.
  const meant = magicStatusOf(payment.request, deps.magic) !== undefined;
  const rejected = after.status === 'RJCT' && !meant;
  return rejected ? failure('The bank rejected the payment') : undefined;
}

/** PAY-08: in single SCA the bank learns the person only now, and the person is part of the key. */
function withKnownPsu(approved: PaymentRow): PaymentRow {
  if (approved.duplicateKey === undefined) return approved;
  return { ...approved, duplicateKey: duplicateKeyOf(approved, dateAt(approved.createdAt)) };
}

/** The account (PAY-06 at approval), or the reason for the refusal. */
async function debtorFor(bank: BankTx, flow: IdentifiedFlow, payment: PaymentRow) {
  if (payment.status !== 'RCVD') {
    return `The payment no longer waits for approval; its status is ${payment.status}`;
  }
  if (payment.customerId !== undefined && payment.customerId !== flow.customerId) {
    return 'The payment belongs to another person';
  }
  try {
    return await needDebtorAccount(bank, flow, payment.request.debtorAccount);
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

async function approveCancellation(bank: BankTx, flow: IdentifiedFlow) {
  const payment = await paymentOf(bank, flow.purpose);
  if (payment.customerId !== flow.customerId) {
    return failure('The payment belongs to another person');
  }
  const late = tooLateToCancel(payment);
  if (late !== undefined) return failure(`${late} can no longer be cancelled`);
  bank.tx.put(payments, moved(payment, 'cancellationApproved', bank.now));
  await cancelDue(bank, payment.id);
  return undefined;
}

/** The third SCA that was cancelled or ended in an unknown person rejects the payment. */
export function countFailedSca(bank: BankTx, payment: PaymentRow): void {
  if (payment.status !== 'RCVD') return;
  const counted: PaymentRow = { ...payment, failedScas: payment.failedScas + 1 };
  const rejected = counted.failedScas >= MAX_FAILED_SCAS;
  bank.tx.put(payments, rejected ? moved(counted, 'scaFailedThrice', bank.now) : counted);
}

async function paymentOf(bank: BankTx, purpose: FlowPurpose): Promise<PaymentRow> {
  const id = 'paymentId' in purpose ? purpose.paymentId : '';
  const payment = await bank.tx.get(payments, id);
  // The bank never deletes a payment without its flows (PAY-17).
  if (payment === undefined) throw new Error(`an SCA flow for a payment that is not there: ${id}`);
  return payment;
}

function failure(message: string): ApprovalFailure {
  return { code: 'PAYMENT_FAILED', message };
}
