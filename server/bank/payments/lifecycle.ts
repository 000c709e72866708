// Every status move of a payment, in one table. An absent cell is a refusal (MOVE-01).
import { ApiError } from '../../protocol/errors.ts';
import type { TransactionStatus } from '../../protocol/statuses.ts';
import type { PaymentRow } from './tables.ts';

export const PAYMENT_EVENTS = [
  /** Approved, or exempt from SCA, and due today. */
  'approvedForToday',
  /** The same with its date ahead; every periodic payment. */
  'approvedAhead',
  /** The same with its date ahead on a closed day, and therefore moved. */
  'approvedMoved',
  'scaFailedThrice',
  /** DELETE before approval. */
  'deleted',
  /** The PSU approved the cancellation. */
  'cancellationApproved',
  'due',
  /** Cross-border: booked here, under way to the creditor's bank. */
  'settling',
  /** Straks: the creditor's bank has not answered yet. */
  'creditorBankSlow',
  /** Bulk: some of its payments were accepted. */
  'partlyAccepted',
  'settled',
  'noFunds',
  /** The last run of a periodic payment is over. */
  'completed',
  /** The bank refuses, for instance because the account is gone. */
  'refused',
] as const;

export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

type Moves = { readonly [E in PaymentEvent]?: TransactionStatus };

const FINAL: Moves = {};

const waiting = { cancellationApproved: 'CANC', due: 'PDNG', refused: 'RJCT' } as const;

const MOVES: { readonly [S in TransactionStatus]: Moves } = {
  RCVD: {
    approvedForToday: 'PDNG',
    approvedAhead: 'ACTC',
    approvedMoved: 'ACWC',
    scaFailedThrice: 'RJCT',
    deleted: 'CANC',
    refused: 'RJCT',
  },
  ACTC: { ...waiting, completed: 'ACSC' },
  ACWC: waiting,
  PDNG: {
    settled: 'ACSC',
    settling: 'ACSP',
    creditorBankSlow: 'ACWP',
    partlyAccepted: 'PART',
    // Odd but so (interface.md): ACCP is the status of a payment rejected for lack of funds.
    noFunds: 'ACCP',
    refused: 'RJCT',
  },
  ACSP: { settled: 'ACSC' },
  ACWP: { settled: 'ACSC' },
  ACSC: FINAL,
  ACCP: FINAL,
  RJCT: FINAL,
  CANC: FINAL,
  PART: FINAL,
};

/** The status after that event, or `undefined` if the table has no such move. */
export function nextStatus(
  from: TransactionStatus,
  event: PaymentEvent,
): TransactionStatus | undefined {
  return MOVES[from][event];
}

/** Whether nothing moves a payment of this status any more. */
export const isFinal = (status: TransactionStatus): boolean => MOVES[status] === FINAL;

/** Whether a payment of this status is approved and waits for its date, or for that of its next run. */
export function isWaiting(status: TransactionStatus): boolean {
  return nextStatus(status, 'cancellationApproved') !== undefined;
}

/** PAY-17: what kind of payment no cancellation SCA can stop any more this is; `undefined` if one can. */
export function tooLateToCancel(payment: PaymentRow): string | undefined {
  const { status, nextNominal, executions } = payment;
  if (!isWaiting(status)) return `A payment with status ${status}`;
  // An order keeps its status between its runs and in them: in the last one there is nothing left to stop (PAY-13).
  const isRunning = executions.some((execution) => execution.status === 'PDNG');
  if (nextNominal !== undefined || !isRunning) return undefined;
  return `A payment with status ${status} whose last run is executing`;
}

/** The payment after that event. If the table has no such move: 409 CONFLICT, and nothing changes. */
export function moved(payment: PaymentRow, event: PaymentEvent, at: number): PaymentRow {
  const status = nextStatus(payment.status, event);
  if (status === undefined) {
    const text = `A payment with status ${payment.status} has no move for the event ${event}.`;
    throw new ApiError('MOVE-01', 'CONFLICT', text);
  }
  return { ...payment, status, statusChangedAt: at };
}
