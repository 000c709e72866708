// How SCA flows end, as a table, and who is told of it: what a TPP should have met at least once.

/** Every way in which a flow ends. `unknown-person` includes one who is no customer any more. */
export const SCA_ENDINGS = [
  { id: 'approved', title: 'The PSU approved' },
  { id: 'cancelled', title: 'The PSU cancelled' },
  { id: 'unknown-person', title: 'The PSU is not a customer of the bank' },
  { id: 'expired', title: 'The link ran out' },
  { id: 'error', title: "The bank's SCA system failed" },
  { id: 'context-refused', title: 'The PSU cannot act in the context that was asked for' },
  { id: 'approval-refused', title: 'The PSU approved and the bank refused' },
] as const;

export type ScaEnding = (typeof SCA_ENDINGS)[number]['id'];

/** Something happened to a flow. Told again where a store runs its work again. */
export interface ScaEvent {
  readonly bank: string;
  readonly flowId: string;
  /** `opened`: somebody came to the link, in a browser, in the app or without either. */
  readonly kind: 'opened' | ScaEnding;
  /** The code in the redirect of a flow that failed; absent where nobody was redirected. */
  readonly code?: string;
}

export type TellSca = (event: ScaEvent) => void;
