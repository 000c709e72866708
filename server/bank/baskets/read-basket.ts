// Details, status and deletion of a basket (BASK-02).

import { ApiError } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { Call } from '../banks/operation.ts';
import { payments } from '../payments/tables.ts';
import { isOpen, statusOf } from './basket-status.ts';
import { needBasket } from './find-basket.ts';
import { basketLinks } from './links.ts';
import { baskets } from './tables.ts';

/** `GET …/{basketId}`: the ids of its payments, and its status. */
export async function readBasket(call: Call): Promise<Reply> {
  const { basket, inside } = await needBasket(call);
  return {
    status: 200,
    body: {
      payments: basket.paymentIds,
      transactionStatus: statusOf(basket, inside),
      _links: basketLinks(basket, inside),
    },
  };
}

/** `GET …/{basketId}/status` */
export async function readBasketStatus(call: Call): Promise<Reply> {
  const { basket, inside } = await needBasket(call);
  return { status: 200, body: { transactionStatus: statusOf(basket, inside) } };
}

/** `DELETE …/{basketId}`: 204 before approval, else 409. Its payments stay, and are free again. */
export async function deleteBasket(call: Call): Promise<Reply> {
  const { basket, inside } = await needBasket(call);
  if (!isOpen(basket, inside)) {
    const status = statusOf(basket, inside);
    const text = `A signing basket with status ${status} cannot be deleted; only one that waits for approval can.`;
    throw new ApiError('BASK-02', 'CONFLICT', text);
  }
  const { tx } = call.bank;
  tx.put(baskets, { ...basket, deleted: true });
  for (const { basketId: _, ...payment } of inside) tx.put(payments, payment);
  return { status: 204 };
}
