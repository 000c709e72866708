// DELETE of a payment (PAY-17): at once before approval, by an SCA while it waits, later not at all.

import { ApiError } from '../../protocol/errors.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import type { Call } from '../banks/operation.ts';
import { AUTHORISATION_SEGMENTS } from './authorisations.ts';
import { needPayment } from './find-payment.ts';
import { isWaiting, moved, nextStatus } from './lifecycle.ts';
import { paymentLinks, paymentPath } from './links.ts';
import type { Product } from './products.ts';
import { payments } from './tables.ts';

/** 204, 202 with startAuthorisation, or 409 CONFLICT. The payment stays readable. */
export async function deletePayment(call: Call, product: Product): Promise<Reply> {
  const payment = await needPayment(call, product);
  const { bank } = call;
  if (nextStatus(payment.status, 'deleted') !== undefined) {
    bank.tx.put(payments, moved(payment, 'deleted', bank.now));
    return { status: 204 };
  }
  if (!isWaiting(payment.status)) {
    const text = `A payment with status ${payment.status} cannot be deleted.`;
    throw new ApiError('PAY-17', 'CONFLICT', text);
  }
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
