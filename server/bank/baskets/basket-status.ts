// The status of a basket (BASK-03): the worst of its payments.

import type { TransactionStatus } from '../../protocol/statuses.ts';
import type { PaymentRow } from '../payments/tables.ts';
import type { BasketRow } from './tables.ts';

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
