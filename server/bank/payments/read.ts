// Details and status of a payment (PAY-14).

import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { Call } from '../banks/operation.ts';
import type { PaymentDeps } from './deps.ts';
import { needPayment } from './find-payment.ts';
import { isWaiting } from './lifecycle.ts';
import { paymentLinks, psuMessageOf } from './links.ts';
import { isPeriodic, type Product, productOf } from './products.ts';
import { bodyOf, scheduleOf } from './request-body.ts';
import { runsFrom } from './schedule.ts';
import type { PaymentRow } from './tables.ts';

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
      ...runsOf(payment, deps),
      _links: paymentLinks(payment),
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
      _links: paymentLinks(payment),
    },
  };
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
function runsOf(payment: PaymentRow, deps: PaymentDeps): JsonObject {
  if (!isPeriodic(productOf(payment.product))) return {};
  const executions = payment.executions.map((execution) => ({ ...execution }));
  const goesOn = payment.status === 'RCVD' || isWaiting(payment.status);
  if (payment.nextNominal === undefined || !goesOn) return { executions, nextExecutions: [] };
  const runs = runsFrom(scheduleOf(bodyOf(payment)), payment.nextNominal, {
    isClosed: deps.isClosedDay,
    count: RUNS_AHEAD,
  });
  return { executions, nextExecutions: runs.map((run) => run.date) };
}
