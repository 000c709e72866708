// Calls about a payment that is there: which one a call names (PAY-18), its details and status (PAY-14), and
// its deletion (PAY-17).

import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import type { Call } from '../banks/operation.ts';
import { waitsForSecond } from '../sca/authorisations.ts';
import { checkPsuId, identifyPsu } from '../sca/psu.ts';
import { runsFrom } from './dates/schedule.ts';
import type { PaymentDeps } from './deps.ts';
import { isWaiting, moved, nextStatus, tooLateToCancel } from './lifecycle.ts';
import { AUTHORISATION_SEGMENTS, paymentLinks, paymentPath, psuMessageOf } from './links.ts';
import { isPeriodic, type Product, productOf } from './products.ts';
import { bodyOf, scheduleOf } from './request-body.ts';
import { type PaymentRow, payments } from './tables.ts';

/** The PSU's payment under that product's path. Throws ScaNeeded, and ApiError 404 RESOURCE_UNKNOWN. */
export async function needPayment(call: Call, product: Product): Promise<PaymentRow> {
  const payment = await call.bank.tx.get(payments, call.params['paymentId'] ?? '');
  const mine = payment?.tppId === call.tpp.id && payment.product === product.key;
  const psu = await identifyPsu(call);
  checkPsuId(psu, mine && payment.withoutPsuId);
  // In single SCA the bank knows the person only after the approval.
  const owner = payment?.customerId ?? psu?.customerId;
  if (mine && (psu === undefined || owner === psu.customerId)) return payment;
  const text = `The PSU has no payment with that id among ${product.service}/${product.product}.`;
  throw new ApiError('PAY-18', 'RESOURCE_UNKNOWN', text);
}

/** PAY-13: how many runs ahead the details show. */
const RUNS_AHEAD = 5;

/** `GET …/{paymentId}`: the request's fields with paymentId and transactionStatus. */
export async function readPayment(call: Call, product: Product, deps: PaymentDeps): Promise<Reply> {
  const payment = await needPayment(call, product);
  checkServed(payment, deps);
  return {
    status: 200,
    body: {
      ...payment.request,
      paymentId: payment.id,
      transactionStatus: payment.status,
      ...(isPeriodic(product) ? runsOf(payment) : {}),
      _links: await linksOf(call, payment),
    },
  };
}

/** `GET …/{paymentId}/status` */
export async function readStatus(call: Call, product: Product, deps: PaymentDeps): Promise<Reply> {
  const payment = await needPayment(call, product);
  const { id, status, fundsAvailable } = payment;
  checkServed(payment, deps);
  const message = psuMessageOf(call, status);
  return {
    status: 200,
    headers: message.headers,
    body: {
      paymentId: id,
      transactionStatus: status,
      ...defined({ fundsAvailable }),
      ...message.body,
      _links: await linksOf(call, payment),
    },
  };
}

async function linksOf({ bank }: Call, payment: PaymentRow): Promise<JsonObject> {
  const purpose = { kind: 'payment', paymentId: payment.id } as const;
  return paymentLinks(payment, payment.status === 'RCVD' && (await waitsForSecond(bank, purpose)));
}

/** PAY-15: production does not know a domestic payment before its approval. */
function checkServed(payment: PaymentRow, { profile }: PaymentDeps): void {
  if (profile !== 'production' || payment.status !== 'RCVD') return;
  if (!productOf(payment.product).domestic) return;
  const text =
    'Details and status of a domestic payment can be read only after the PSU has approved it.';
  throw new ApiError('PAY-15', 'RESOURCE_UNKNOWN', text);
}

/** PAY-13: what ran and what comes next. */
function runsOf(payment: PaymentRow): JsonObject {
  const executions = payment.executions.map((execution) => ({ ...execution }));
  const goesOn = payment.status === 'RCVD' || isWaiting(payment.status);
  if (payment.nextNominal === undefined || !goesOn) return { executions, nextExecutions: [] };
  const runs = runsFrom(scheduleOf(bodyOf(payment)), payment.nextNominal, RUNS_AHEAD);
  return { executions, nextExecutions: runs.map((run) => run.date) };
}

/** 204, 202 with startAuthorisation, or 409 CONFLICT. The payment stays readable. */
export async function deletePayment(call: Call, product: Product): Promise<Reply> {
  const payment = await needPayment(call, product);
  const { bank } = call;
  if (nextStatus(payment.status, 'deleted') !== undefined) {
    bank.tx.put(payments, moved(payment, 'deleted', bank.now));
    return { status: 204 };
  }
  const late = tooLateToCancel(payment);
  if (late !== undefined) throw new ApiError('PAY-17', 'CONFLICT', `${late} cannot be deleted.`);
  bank.tx.put(payments, { ...payment, cancellationRequested: true });
  const path = `${paymentPath(payment)}/${AUTHORISATION_SEGMENTS.cancellation}`;
  return {
    status: 202,
    body: {
      transactionStatus: payment.status,
      _links: {
        ...paymentLinks(payment),
        startAuthorisation: link(path, 'POST'),
      },
    },
  };
}
