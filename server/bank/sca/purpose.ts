// What an SCA flow is for. Rooms above (accounts, payments, baskets) each supply one; the flow does not
// know them. The composition root hands `Purposes` to the flow.

import type { ErrorCode } from '../../protocol/errors.ts';
import type { PsuContext } from '../../protocol/psu-headers.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { ApprovalView } from './page-model.ts';
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
  /** Does what was approved. A failure returned here ends the flow with its redirect. */
  approve(
    bank: BankTx,
    flow: IdentifiedFlow,
    choice: ApprovalChoice,
  ): Promise<ApprovalFailure | undefined>;
  /** The flow was cancelled or ended in an unknown person (not: its link expired). */
  failed(bank: BankTx, flow: FlowRow): Promise<void>;
}

export type Purposes = { readonly [K in FlowPurpose['kind']]?: Purpose };

/** Only proves who the PSU is: no account access, no payment (USER-01). */
export const sessionPurpose: Purpose = {
  view: async () => ({ kind: 'session' }),
  approve: async () => undefined,
  failed: async () => undefined,
};
