// What an SCA flow is for. Accounts, payments and baskets each supply one; the flow does not
// know them. The composition root hands `Purposes` to the flow.

import type { ErrorCode } from '../../protocol/errors.ts';
import type { Language, PsuContext } from '../../protocol/psu-headers.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { CustomerRow } from '../customers/tables.ts';
import type { OnScaEnded } from './endings.ts';
import type { ApprovalView, PersonHint } from './page-model.ts';
import type { FlowPurpose, FlowRow } from './tables.ts';

/** A flow whose person and context are known. */
export interface IdentifiedFlow extends FlowRow {
  readonly customerId: string;
  readonly context: PsuContext;
}

/** Why the bank refused an approval; becomes the failed redirect of SCA-04. */
export interface ApprovalFailure {
  readonly code: ErrorCode;
  readonly message: string;
}

export interface ApprovalChoice {
  /** Internal ids of accounts (and cards) ticked; `undefined` = all that are offered. */
  readonly accountIds?: readonly string[];
}

export interface Purpose {
  /** What the PSU is asked to approve. Reads only. */
  view(bank: BankTx, flow: IdentifiedFlow): Promise<ApprovalView>;
  /** The same before the person is known; absent where there is nothing to show until then. */
  about?(bank: BankTx, flow: FlowRow): Promise<ApprovalView>;
  /** Why the bank would refuse now. What has this can need a second person (`secondApproval` of the SCA policy). */
  refusal?(bank: BankTx, flow: IdentifiedFlow): Promise<ApprovalFailure | undefined>;
  /** Does what was approved. A failure returned here ends the flow with its redirect. */
  approve(
    bank: BankTx,
    flow: IdentifiedFlow,
    choice: ApprovalChoice,
  ): Promise<ApprovalFailure | undefined>;
  /** The flow was cancelled or ended in an unknown person (not: its link expired). */
  failed?(bank: BankTx, flow: FlowRow): Promise<void>;
}

export type Purposes = { readonly [K in FlowPurpose['kind']]?: Purpose };

/** Only proves who the PSU is: no account access, no payment (USER-01). */
export const sessionPurpose: Purpose = {
  view: async () => ({ kind: 'session' }),
  approve: async () => undefined,
};

export interface ScaDeps {
  readonly purposes: Purposes;
  /** Called after every successful SCA (CONS-07: it renews what the person has consented to). */
  readonly afterSca: (bank: BankTx, flow: IdentifiedFlow) => Promise<void>;
  /** What a person owns in PRIVATE context, for the first page's hints. */
  readonly holdings: (bank: BankTx, customerId: string) => Promise<Holdings>;
  readonly magic: MagicPersons;
  /** Called whenever a flow ends (CTRL-08). */
  readonly onScaEnded?: OnScaEnded;
}

/** A transaction on a bank, and what the room needs in it. */
export interface ScaWork {
  readonly bank: BankTx;
  readonly deps: ScaDeps;
}

export interface Holdings {
  readonly accounts: number;
  readonly cards: number;
}

/** Persons whose national id alone decides what happens at the SCA (MAGIC-01). */
export interface MagicPersons {
  /** The code of the failed redirect, for numbers that end a flow at once. */
  ending(nationalId: string): MagicEnding | undefined;
  /** All of them, for the first page: what happens with each in that language. */
  mishaps(language: Language): readonly PersonHint[];
  /** Makes the person of that number a customer and returns it. `undefined`: the number is not magic. */
  admit(bank: BankTx, nationalId: string): Promise<CustomerRow | undefined>;
}

/** How a flow can end as soon as such a person is named. */
export const MAGIC_ENDINGS = [
  'SCA_INVALID',
  'SCA_EXPIRED',
  'PSU_CREDENTIALS_INVALID',
  'PAYMENT_FAILED',
  'SYSTEM_ERROR',
] as const;
export type MagicEnding = (typeof MAGIC_ENDINGS)[number];

export function purposeOf(deps: ScaDeps, flow: FlowRow): Purpose {
  const purpose = deps.purposes[flow.purpose.kind];
  if (purpose === undefined) throw new Error(`No purpose for SCA flows of ${flow.purpose.kind}`);
  return purpose;
}
