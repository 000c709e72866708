import { expect, test } from '@jest/globals';
import {
  isWaiting,
  moved,
  nextStatus,
  PAYMENT_EVENTS,
  type PaymentEvent,
} from '../../../server/bank/payments/lifecycle.ts';
import type { PaymentRow } from '../../../server/bank/payments/tables.ts';
import { TRANSACTION_STATUSES, type TransactionStatus } from '../../../server/protocol/statuses.ts';

/** Every move there is, written out once more from the contract. */
const EXPECTED: readonly (readonly [TransactionStatus, PaymentEvent, TransactionStatus])[] = [
  ['RCVD', 'approvedForToday', 'PDNG'],
  ['RCVD', 'approvedAhead', 'ACTC'],
  ['RCVD', 'approvedMoved', 'ACWC'],
  ['RCVD', 'scaFailedThrice', 'RJCT'],
  ['RCVD', 'deleted', 'CANC'],
  ['RCVD', 'refused', 'RJCT'],
  ['ACTC', 'cancellationApproved', 'CANC'],
  ['ACTC', 'due', 'PDNG'],
  ['ACTC', 'refused', 'RJCT'],
  ['ACTC', 'completed', 'ACSC'],
  ['ACWC', 'cancellationApproved', 'CANC'],
  ['ACWC', 'due', 'PDNG'],
  ['ACWC', 'refused', 'RJCT'],
  ['PDNG', 'settled', 'ACSC'],
  ['PDNG', 'settling', 'ACSP'],
  ['PDNG', 'creditorBankSlow', 'ACWP'],
  ['PDNG', 'partlyAccepted', 'PART'],
  ['PDNG', 'noFunds', 'ACCP'],
  ['PDNG', 'refused', 'RJCT'],
  ['ACSP', 'settled', 'ACSC'],
  ['ACWP', 'settled', 'ACSC'],
];

const everyCell = TRANSACTION_STATUSES.flatMap((from) =>
  PAYMENT_EVENTS.map((event) => {
    const to = EXPECTED.find((row) => row[0] === from && row[1] === event)?.[2];
    return [from, event, to] as const;
  }),
);

test('MOVE-01: the table under test is 11 statuses by 14 events', () => {
  expect(everyCell).toHaveLength(154);
  expect(everyCell.filter(([, , to]) => to !== undefined)).toHaveLength(EXPECTED.length);
});

test.each(everyCell)('MOVE-01: status moves: %s, %s → %s', (from, event, to) => {
  expect(nextStatus(from, event)).toBe(to);
});

test('MOVE-01: only approved payments that wait for their date can be cancelled by SCA', () => {
  expect(TRANSACTION_STATUSES.filter(isWaiting)).toEqual(['ACTC', 'ACWC']);
});

test('MOVE-01: status moves: a move stamps its moment', () => {
  const payment = { status: 'RCVD', statusChangedAt: 1 } as PaymentRow;
  expect(moved(payment, 'deleted', 7)).toEqual({ status: 'CANC', statusChangedAt: 7 });
});

test.each(everyCell.filter(([, , to]) => to === undefined))(
  'MOVE-01: %s, %s is refused with CONFLICT and changes nothing',
  (status, event) => {
    const payment = Object.freeze({ status, statusChangedAt: 1 }) as PaymentRow;
    const refusal = { rule: 'MOVE-01', code: 'CONFLICT', status: 409 };
    const message = expect.stringContaining(status);
    expect(() => moved(payment, event, 7)).toThrow(
      expect.objectContaining({ ...refusal, message }),
    );
    expect(payment).toEqual({ status, statusChangedAt: 1 });
  },
);
