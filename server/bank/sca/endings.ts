// How SCA flows end, as a table: each way is one that a TPP should have met at least once (CTRL-08).

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
  /** The code in the redirect of a flow that failed; absent if nobody was redirected. */
  readonly code?: string;
}

export type OnScaEnded = (event: ScaEnded) => void;
