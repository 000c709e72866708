// What an SCA flow does for a basket (BASK-02, BASK-03): show all that is approved, approve each payment
// by itself, count a failure for each.
import { defined } from '../../kernel/defined.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { approvePayment, countFailedSca, refusalOf } from '../payments/approve-payment.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { approvalOf } from '../payments/payment-view.ts';
import { type PaymentRow, payments } from '../payments/tables.ts';
import type { ApprovalFailure, IdentifiedFlow, Purpose } from '../sca/purpose.ts';
import type { FlowPurpose, FlowRow } from '../sca/tables.ts';
import { isOpen, paymentsIn } from './basket.ts';
import { baskets } from './tables.ts';

export function basketPurpose(deps: PaymentDeps): Purpose {
  const view = async (bank: BankTx, flow: FlowRow) => {
    const { inside } = await basketOf(bank, flow.purpose);
    return approvalOf(bank, inside.filter(waits), deps.rates);
  };
  return {
    view,
    about: view,
    async refusal(bank, flow) {
      const { basket, inside } = await basketOf(bank, flow.purpose);
      if (!isOpen(basket, inside)) return CLOSED;
      const waiting = inside.filter(waits);
      const refusals = await Promise.all(waiting.map((one) => refusalOf(bank, flow, one)));
      return refusals.includes(undefined) ? undefined : refusals[0];
    },
    approve: (bank, flow) => approve(bank, flow, deps),
    async failed(bank, flow) {
      const { basket, inside } = await basketOf(bank, flow.purpose);
      // The payments of a deleted basket are free again: its old links say nothing about them.
      if (!isOpen(basket, inside)) return;
      for (const payment of inside) countFailedSca(bank, payment);
    },
  };
}

const CLOSED: ApprovalFailure = {
  code: 'PAYMENT_FAILED',
  message: 'The signing basket no longer waits for approval',
};

/** Not atomic: what can be approved is. Fails only when nothing could. */
async function approve(
  bank: BankTx,
  flow: IdentifiedFlow,
  deps: PaymentDeps,
): Promise<ApprovalFailure | undefined> {
  const { basket, inside } = await basketOf(bank, flow.purpose);
  if (!isOpen(basket, inside)) return CLOSED;
  const waiting = inside.filter(waits);
  const failures: ApprovalFailure[] = [];
  for (const payment of waiting) {
    const failure = await approvePayment(bank, flow, { payment, deps });
    if (failure !== undefined) failures.push(failure);
  }
  // With nothing approved, another person may still try (PAY-20).
  if (failures.length === waiting.length) return failures[0];
  await release(bank, waiting);
  const { customerId, context, agreementId } = flow;
  bank.tx.put(baskets, {
    ...basket,
    customerId,
    context,
    ...defined({ agreementId }),
    approvedAt: bank.now,
  });
  return undefined;
}

/** What the basket could not approve is free again, since the basket is not approved twice. */
async function release(bank: BankTx, waited: readonly PaymentRow[]): Promise<void> {
  for (const { id } of waited) {
    const payment = await bank.tx.get(payments, id);
    if (payment === undefined || !waits(payment)) continue;
    const { basketId: _, ...free } = payment;
    bank.tx.put(payments, free);
  }
}

const waits = (payment: PaymentRow): boolean => payment.status === 'RCVD';

async function basketOf(bank: BankTx, purpose: FlowPurpose) {
  const id = 'basketId' in purpose ? purpose.basketId : '';
  const basket = await bank.tx.get(baskets, id);
  if (basket === undefined) throw new Error(`an SCA flow for a basket that is not there: ${id}`);
  return { basket, inside: await paymentsIn(bank, basket) };
}
