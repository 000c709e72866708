// The path of a basket, and the `_links` of answers about it.

import type { JsonObject } from '../../protocol/json.ts';
import { link } from '../../protocol/reply.ts';
import type { PaymentRow } from '../payments/tables.ts';
import { isOpen } from './basket-status.ts';
import type { BasketRow } from './tables.ts';

/** Path of a basket, relative to the bank's base address. */
export const basketPath = (basket: BasketRow): string => `/v1/signing-baskets/${basket.id}`;

/** self and status; startAuthorisation while the basket waits for approval. */
export function basketLinks(basket: BasketRow, inside: readonly PaymentRow[]): JsonObject {
  const self = basketPath(basket);
  return {
    self: link(self, 'GET', 'DELETE'),
    status: link(`${self}/status`, 'GET'),
    ...(isOpen(basket, inside)
      ? { startAuthorisation: link(`${self}/authorisations`, 'POST') }
      : {}),
  };
}
