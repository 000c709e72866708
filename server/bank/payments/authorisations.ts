// When an SCA of a payment (PAY-16) or of its cancellation (PAY-17) can be started.

import { ApiError } from '../../protocol/errors.ts';
import { checkCorporateUser } from '../accounts/access.ts';
import type { Call, Operation } from '../banks/operation.ts';
import { type Approvable, authorisationOperations } from '../sca/authorisations.ts';
import { identifyPsu } from '../sca/psu.ts';
import { needPayment } from './known-payment.ts';
import { tooLateToCancel } from './lifecycle.ts';
import { AUTHORISATION_SEGMENTS, type AuthorisationKind, paymentPath } from './links.ts';
import type { Product } from './products.ts';
import { type PaymentRow, payments } from './tables.ts';

const KINDS = {
  payment: { rule: 'PAY-16', names: 'Authorisation', check: checkApprovable },
  cancellation: { rule: 'PAY-17', names: 'CancellationAuthorisation', check: checkCancellable },
} as const;

/** @param at template of the payment's path, and the name for the operation ids */
export function paymentAuthorisations(
  product: Product,
  kind: AuthorisationKind,
  { path, name }: { readonly path: string; readonly name: string },
): readonly Operation[] {
  const segment = AUTHORISATION_SEGMENTS[kind];
  const { rule, names, check } = KINDS[kind];
  const approvable = (payment: PaymentRow): Approvable => ({
    purpose: { kind, paymentId: payment.id },
    fixed: payment,
    path: `${paymentPath(payment)}/${segment}`,
  });
  return authorisationOperations({
    name: `${name}${names}`,
    tag: 'Payments',
    rule,
    path: `${path}/${segment}`,
    what: kind,
    startSummary: `Starts an SCA of a ${kind}`,
    find: async (call) => approvable(await needPayment(call, product)),
    async findWaiting(call) {
      await checkCorporateUser(call, await identifyPsu(call));
      const payment = await needPayment(call, product);
      check(call, payment);
      return approvable(payment);
    },
    approved: 'payment',
  });
}

function checkApprovable(_call: Call, { status, basketId }: PaymentRow): void {
  if (status !== 'RCVD') {
    const text = `The payment no longer waits for approval; its status is ${status}.`;
    throw new ApiError('PAY-16', 'CONFLICT', text);
  }
  if (basketId === undefined) return;
  const text = `The payment is in the signing basket ${basketId} and is approved with it.`;
  throw new ApiError('BASK-02', 'CONFLICT', text);
}

/** An SCA of a cancellation asks for the cancellation, as DELETE does. */
function checkCancellable({ bank }: Call, payment: PaymentRow): void {
  const late = tooLateToCancel(payment);
  if (late !== undefined) {
    const text =
      payment.status === 'RCVD'
        ? 'The payment, status RCVD, is not approved yet: DELETE cancels it without an SCA.'
        : `${late} can no longer be cancelled.`;
    throw new ApiError('PAY-17', 'CONFLICT', text);
  }
  if (!payment.cancellationRequested) {
    bank.tx.put(payments, { ...payment, cancellationRequested: true });
  }
}
