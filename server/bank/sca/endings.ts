// How SCA flows end, as a table: a TPP should meet each way at least once (CTRL-08). And what a failed flow
// tells the TPP (SCA-04).
import type { ErrorCode } from '../../protocol/errors.ts';
import type { FlowRow } from './tables.ts';

/** Every way in which a flow ends. `unknown-person` includes one who is no customer any more. */
export const SCA_ENDINGS = [
  { id: 'approved', title: 'The PSU approved' },
  { id: 'cancelled', title: 'The PSU cancelled' },
  { id: 'unknown-person', title: 'The PSU is not a customer of the bank' },
  { id: 'expired', title: 'The link expired' },
  { id: 'error', title: "The bank's SCA system failed" },
  { id: 'context-refused', title: 'The PSU cannot act in the context that was asked for' },
  { id: 'approval-refused', title: 'The PSU approved and the bank refused' },
] as const;

export type ScaEnding = (typeof SCA_ENDINGS)[number]['id'];

/** A flow has ended. Reported again if a store runs its work again, or if an expired link is opened. */
export interface ScaEnded {
  readonly bank: string;
  readonly flowId: string;
  readonly ending: ScaEnding;
  /** The code in the redirect of a flow that failed; absent if the PSU was not redirected. */
  readonly code?: string;
}

export type OnScaEnded = (event: ScaEnded) => void;

export interface FlowFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly ending: ScaEnding;
}

export const LINK_EXPIRED: FlowFailure = {
  code: 'SCA_EXPIRED',
  message: 'The SCA link is older than 15 minutes',
  ending: 'expired',
};

export const UNKNOWN_PERSON: FlowFailure = {
  code: 'PSU_CREDENTIALS_INVALID',
  message: 'The PSU is not a customer of this bank',
  ending: 'unknown-person',
};

export const CUSTOMER_GONE: FlowFailure = {
  code: 'PSU_CREDENTIALS_INVALID',
  message: 'The customer no longer exists',
  ending: 'unknown-person',
};

/** SCA-07: the request fixed a context that this person does not have. */
export const CONTEXT_REFUSED: FlowFailure = {
  code: 'SCA_INVALID',
  message: 'The PSU cannot act in the context that was asked for',
  ending: 'context-refused',
};

const CANCELLED: FlowFailure = {
  code: 'SCA_INVALID',
  message: 'The PSU cancelled the SCA',
  ending: 'cancelled',
};

const PAYMENT_CANCELLED: FlowFailure = {
  code: 'PAYMENT_FAILED',
  message: 'The PSU cancelled the approval of the payment',
  ending: 'cancelled',
};

export function cancelled({ purpose }: FlowRow): FlowFailure {
  const ofPayment = purpose.kind === 'payment' || purpose.kind === 'basket';
  return ofPayment ? PAYMENT_CANCELLED : CANCELLED;
}

/** A fault of the bank itself. @param reference of its line in the log */
export function systemFailed(reference?: string): FlowFailure {
  const logged = reference === undefined ? '' : `; it was logged as ${reference}`;
  return { code: 'SYSTEM_ERROR', message: `The SCA system failed${logged}`, ending: 'error' };
}
