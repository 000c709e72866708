import { expect, test } from '@jest/globals';
import { isOpen, statusOf } from '../../../server/bank/baskets/basket.ts';
import type { BasketRow } from '../../../server/bank/baskets/tables.ts';
import type { PaymentRow } from '../../../server/bank/payments/tables.ts';
import { TRANSACTION_STATUSES, type TransactionStatus } from '../../../server/protocol/statuses.ts';

/** From the contract, PART set where nothing failed and not everything was accepted. */
const WORST_FIRST = 'RJCT CANC RCVD ACCP PART PDNG ACTC ACWC ACWP ACSP ACSC'.split(
  ' ',
) as TransactionStatus[];
const basket = { deleted: false } as BasketRow;
const inside = (...statuses: readonly TransactionStatus[]) =>
  statuses.map((status) => ({ status }) as PaymentRow);

test('BASK-03: the worst of its payments: every status has its place', () => {
  expect([...WORST_FIRST].sort()).toEqual([...TRANSACTION_STATUSES].sort());
});

const pairs = WORST_FIRST.flatMap((worse, at) =>
  WORST_FIRST.slice(at).map((better) => [worse, better] as const),
);
test.each(pairs)('BASK-03: the worst of its payments: %s and %s', (worse, better) => {
  expect(statusOf(basket, inside(worse, better))).toBe(worse);
  expect(statusOf(basket, inside(better, worse))).toBe(worse);
});

test('BASK-02: a deleted basket is CANC, and so is one whose payments are gone', () => {
  expect(statusOf({ ...basket, deleted: true }, inside('RCVD'))).toBe('CANC');
  expect(statusOf(basket, [])).toBe('CANC');
});

test('BASK-02: what can be approved: one payment that waits is enough', () => {
  expect(isOpen(basket, inside('CANC', 'RCVD'))).toBe(true);
});

test.each([
  ['nothing waits', basket, inside('CANC', 'RJCT')],
  ['it is deleted', { ...basket, deleted: true }, inside('RCVD')],
  ['it was approved', { ...basket, approvedAt: 1 }, inside('RCVD', 'PDNG')],
])('BASK-02: what can be approved: not when %s', (_, row, payments) => {
  expect(isOpen(row, payments)).toBe(false);
});
