// A signing basket with its payments: which one a call names, its status (BASK-03: the worst of its payments)
// and its links.

import { ApiError } from '../../protocol/errors.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { link } from '../../protocol/reply.ts';
import type { TransactionStatus } from '../../protocol/statuses.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Call } from '../banks/operation.ts';
import { type PaymentRow, payments } from '../payments/tables.ts';
import { checkPsuId, identifyPsu } from '../sca/psu.ts';
import { type BasketRow, baskets } from './tables.ts';

/** Worst first. PART, which a single payment has by magic only, is between what failed and what goes on. */
const WORST_FIRST: readonly TransactionStatus[] = [
  'RJCT',
  'CANC',
  'RCVD',
  'ACCP',
  'PART',
  'PDNG',
  'ACTC',
  'ACWC',
  'ACWP',
  'ACSP',
  'ACSC',
];

/** @param inside the basket's payments, those that still exist */
export function statusOf(basket: BasketRow, inside: readonly PaymentRow[]): TransactionStatus {
  if (basket.deleted) return 'CANC';
  return WORST_FIRST.find((status) => inside.some((row) => row.status === status)) ?? 'CANC';
}

/** Whether the basket can still be approved, and therefore deleted. */
export function isOpen(basket: BasketRow, inside: readonly PaymentRow[]): boolean {
  const waits = inside.some((payment) => payment.status === 'RCVD');
  return !basket.deleted && basket.approvedAt === undefined && waits;
}

/**
 * Throws ScaNeeded, and ApiError 404 RESOURCE_UNKNOWN if there is no such basket, or it belongs to another TPP
 * or PSU.
 */
export async function needBasket(call: Call) {
  const basket = await call.bank.tx.get(baskets, call.params['basketId'] ?? '');
  const mine = basket?.tppId === call.tpp.id;
  const psu = await identifyPsu(call);
  checkPsuId(psu, mine && basket.withoutPsuId);
  const owner = basket?.customerId ?? psu?.customerId;
  if (mine && (psu === undefined || owner === psu.customerId)) {
    return { basket, inside: await paymentsIn(call.bank, basket) };
  }
  const text = 'The PSU has no signing basket with that id.';
  throw new ApiError('BASK-02', 'RESOURCE_UNKNOWN', text);
}

/** Its payments in the order of the request; those of a deleted account are gone. */
export async function paymentsIn(bank: BankTx, basket: BasketRow): Promise<readonly PaymentRow[]> {
  const rows = await Promise.all(basket.paymentIds.map((id) => bank.tx.get(payments, id)));
  return rows.filter((row) => row !== undefined);
}

/** Path of a basket, relative to the bank's base address. */
export const basketPath = ({ id }: Pick<BasketRow, 'id'>): string => `/v1/signing-baskets/${id}`;

/**
 * self and status; startAuthorisation while the basket waits for approval.
 * @param isApproved by one person, while a second one is to follow
 */
export function basketLinks(
  basket: BasketRow,
  inside: readonly PaymentRow[],
  isApproved = false,
): JsonObject {
  const self = basketPath(basket);
  return {
    self: link(self, 'GET', 'DELETE'),
    status: link(`${self}/status`, 'GET'),
    ...(isOpen(basket, inside) && !isApproved
      ? { startAuthorisation: link(`${self}/authorisations`, 'POST') }
      : {}),
  };
}
