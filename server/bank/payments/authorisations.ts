// The SCAs of a payment and of its cancellation, as BG shows them (PAY-16, PAY-17).

import { ApiError } from '../../protocol/errors.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import type { Call } from '../banks/operation.ts';
import { scaRedirect, startFlow, subjectOf } from '../sca/start-flow.ts';
import { type FlowRow, flows } from '../sca/tables.ts';
import { needPayment } from './find-payment.ts';
import { fixedPsu } from './initiate.ts';
import { isWaiting } from './lifecycle.ts';
import { paymentPath } from './links.ts';
import type { Product } from './products.ts';
import { type PaymentRow, payments } from './tables.ts';

export type AuthorisationKind = 'payment' | 'cancellation';

/** The path segment below the payment. */
export const AUTHORISATION_SEGMENTS = {
  payment: 'authorisations',
  cancellation: 'cancellation-authorisations',
} as const satisfies Record<AuthorisationKind, string>;

/** `POST …/authorisations` and `POST …/cancellation-authorisations`: 201 with a new scaRedirect. */
export async function startAuthorisation(
  call: Call,
  product: Product,
  kind: AuthorisationKind,
): Promise<Reply> {
  const payment = await needPayment(call, product);
  checkStartable(payment, kind);
  if (kind === 'cancellation' && !payment.cancellationRequested) {
    call.bank.tx.put(payments, { ...payment, cancellationRequested: true });
  }
  const flow = await startFlow(call, { kind, paymentId: payment.id }, fixedPsu(payment));
  const { authorisationId, scaStatus } = flow;
  const self = `${paymentPath(payment)}/${AUTHORISATION_SEGMENTS[kind]}/${authorisationId}`;
  return {
    status: 201,
    body: {
      scaStatus,
      authorisationId,
      _links: { scaRedirect: { ...scaRedirect(call, flow) }, scaStatus: link(self, 'GET') },
    },
  };
}

/** `GET …/authorisations`: ids, oldest first, the one of the create included. */
export async function listAuthorisations(
  call: Call,
  product: Product,
  kind: AuthorisationKind,
): Promise<Reply> {
  const payment = await needPayment(call, product);
  const started = await flowsOf(call, payment, kind);
  return { status: 200, body: { authorisationIds: started.map((flow) => flow.authorisationId) } };
}

/** `GET …/authorisations/{authorisationId}`: its scaStatus. */
export async function readAuthorisation(
  call: Call,
  product: Product,
  kind: AuthorisationKind,
): Promise<Reply> {
  const payment = await needPayment(call, product);
  const wanted = call.params['authorisationId'];
  const started = await flowsOf(call, payment, kind);
  const flow = started.find((row) => row.authorisationId === wanted);
  if (flow !== undefined) return { status: 200, body: { scaStatus: flow.scaStatus } };
  const text = 'The payment has no authorisation with that id.';
  throw new ApiError('PAY-16', 'RESOURCE_UNKNOWN', text);
}

function flowsOf(
  call: Call,
  payment: PaymentRow,
  kind: AuthorisationKind,
): Promise<readonly FlowRow[]> {
  const subject = subjectOf({ kind, paymentId: payment.id }) ?? '';
  return call.bank.tx.listBy(flows, 'bySubject', subject);
}

function checkStartable(payment: PaymentRow, kind: AuthorisationKind): void {
  const { status } = payment;
  if (kind === 'payment' && status !== 'RCVD') {
    const text = `The payment no longer waits for approval; its status is ${status}.`;
    throw new ApiError('PAY-16', 'CONFLICT', text);
  }
  if (kind === 'payment' && payment.basketId !== undefined) {
    const text = `The payment is in the signing basket ${payment.basketId} and is approved with it.`;
    throw new ApiError('BASK-02', 'CONFLICT', text);
  }
  if (kind === 'cancellation' && !isWaiting(status)) {
    const text =
      status === 'RCVD'
        ? 'The payment, status RCVD, is not approved yet: DELETE cancels it without an SCA.'
        : `The payment can no longer be cancelled; its status is ${status}.`;
    throw new ApiError('PAY-17', 'CONFLICT', text);
  }
}
