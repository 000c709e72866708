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

type ScaEnding = (typeof SCA_ENDINGS)[number]['id'];

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

const failure = (code: ErrorCode, ending: ScaEnding, message: string): FlowFailure => ({
  code,
  message,
  ending,
});

export const LINK_EXPIRED = failure(
  'SCA_EXPIRED',
  'expired',
  'The SCA link is older than 15 minutes',
);
const NO_PERSON = ['PSU_CREDENTIALS_INVALID', 'unknown-person'] as const;
export const UNKNOWN_PERSON = failure(...NO_PERSON, 'The PSU is not a customer of this bank');
export const CUSTOMER_GONE = failure(...NO_PERSON, 'The customer no longer exists');
/** SCA-07: the request fixed a context that this person does not have. */
export const CONTEXT_REFUSED = failure(
  'SCA_INVALID',
  'context-refused',
  'The PSU cannot act in the context that was asked for',
);

/** SCA-04, BASK-02: a basket fails as a payment does. */
export function cancelled({ purpose }: FlowRow): FlowFailure {
  const ofPayment = purpose.kind === 'payment' || purpose.kind === 'basket';
  return ofPayment
    ? failure('PAYMENT_FAILED', 'cancelled', 'The PSU cancelled the approval of the payment')
    : failure('SCA_INVALID', 'cancelled', 'The PSU cancelled the SCA');
}

/** A fault of the bank itself. @param reference of its line in the log */
export function systemFailed(reference?: string): FlowFailure {
  const logged = reference === undefined ? '' : `; it was logged as ${reference}`;
  return failure('SYSTEM_ERROR', 'error', `The SCA system failed${logged}`);
}
