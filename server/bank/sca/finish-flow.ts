// How an SCA flow ends: approved, or failed with a reason. Either way the link is used up and the PSU
// goes back to the TPP-Redirect-URI.

import type { ErrorCode } from '../../protocol/errors.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { cancelDue, scheduleDue } from '../banks/due.ts';
import { customers } from '../customers/tables.ts';
import type { OnScaEnded, ScaEnding } from './endings.ts';
import type { MagicPersons } from './magic-person.ts';
import { issuePsuId, psuCorporateIdOf } from './psu-ids.ts';
import type { ApprovalChoice, IdentifiedFlow, Purpose, Purposes } from './purpose.ts';
import { failureRedirect, successRedirect } from './redirect.ts';
import { startSession } from './sessions.ts';
import { FLOW_REMEMBERED } from './start-flow.ts';
import { type FlowRow, flows } from './tables.ts';

export interface ScaDeps {
  readonly purposes: Purposes;
  /** Called after every successful SCA (CONS-07: it renews what the person has consented to). */
  readonly afterSca: (bank: BankTx, flow: IdentifiedFlow) => Promise<void>;
  /** What a person owns in PRIVATE context, for the first page's hints. */
  readonly holdings: (bank: BankTx, customerId: string) => Promise<Holdings>;
  /** MAGIC-01 */
  readonly magic: MagicPersons;
  /** Called whenever a flow ends (CTRL-08). */
  readonly onScaEnded?: OnScaEnded;
}

/** What ending a flow needs. */
export type EndDeps = Pick<ScaDeps, 'onScaEnded'>;

export interface Holdings {
  readonly accounts: number;
  readonly cards: number;
}

export function purposeOf(deps: ScaDeps, flow: FlowRow): Purpose {
  const purpose = deps.purposes[flow.purpose.kind];
  if (purpose === undefined) throw new Error(`No purpose for SCA flows of ${flow.purpose.kind}`);
  return purpose;
}

/** The PSU approved. Returns where to send them. */
export async function approveFlow(
  bank: BankTx,
  flow: IdentifiedFlow,
  choice: ApprovalChoice,
  deps: ScaDeps,
): Promise<string> {
  const customer = await bank.tx.get(customers, flow.customerId);
  if (customer === undefined) return endFlow(bank, flow, gone(), deps);
  const failure = await purposeOf(deps, flow).approve(bank, flow, choice);
  if (failure !== undefined) {
    return endFlow(bank, flow, { ...failure, ending: 'approval-refused' }, deps);
  }
  const psuId = issuePsuId(bank, flow.tppId, customer);
  const { tppId, tppSessionId, customerId, context, agreementId } = flow;
  const corporate = agreementId === undefined ? {} : { agreementId };
  await startSession(bank, { tppId, customerId, tppSessionId, context, ...corporate });
  await deps.afterSca(bank, flow);
  const redirect = successRedirect(flow.tppRedirectUri, {
    psuId,
    tppSessionId,
    context,
    ...(agreementId === undefined
      ? {}
      : { psuCorporateId: psuCorporateIdOf(bank.bank, tppId, agreementId) }),
  });
  await close(bank, { ...flow, scaStatus: 'finalised', redirect });
  deps.onScaEnded?.({ bank: bank.bank, flowId: flow.id, ending: 'approved' });
  return redirect;
}

export interface FlowFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly ending: ScaEnding;
}

/** SCA-04: the PSU cancelled, or three unknown persons were tried. Counts against a payment. */
export async function failFlow(
  bank: BankTx,
  flow: FlowRow,
  failure: FlowFailure,
  deps: ScaDeps,
): Promise<string> {
  await purposeOf(deps, flow).failed(bank, flow);
  return endFlow(bank, flow, failure, deps);
}

/** Ends the flow without counting it: an expired link, a refused approval, a server error. */
export async function endFlow(
  bank: BankTx,
  flow: FlowRow,
  { code, message, ending }: FlowFailure,
  { onScaEnded }: EndDeps,
): Promise<string> {
  const redirect = failureRedirect(flow.tppRedirectUri, code, message);
  await close(bank, { ...flow, scaStatus: 'failed', redirect });
  onScaEnded?.({ bank: bank.bank, flowId: flow.id, ending, code });
  return redirect;
}

/** SCA-04: Cancel is SCA_INVALID, of a payment PAYMENT_FAILED. */
export function cancelled(flow: FlowRow): FlowFailure {
  const { kind } = flow.purpose;
  const ofPayment = kind === 'payment' || kind === 'basket';
  const ending = 'cancelled';
  return ofPayment
    ? { code: 'PAYMENT_FAILED', message: 'The PSU cancelled the approval of the payment', ending }
    : { code: 'SCA_INVALID', message: 'The PSU cancelled the SCA', ending };
}

export function linkExpired(): FlowFailure {
  return {
    code: 'SCA_EXPIRED',
    message: 'The SCA link is older than 15 minutes',
    ending: 'expired',
  };
}

export function unknownPerson(): FlowFailure {
  return {
    code: 'PSU_CREDENTIALS_INVALID',
    message: 'The PSU is not a customer of this bank',
    ending: 'unknown-person',
  };
}

/** SCA-04: a fault of the bank's own, which the log knows by that reference. */
export function systemFailed(reference?: string): FlowFailure {
  const logged = reference === undefined ? '' : `; it was logged as ${reference}`;
  return { code: 'SYSTEM_ERROR', message: `The SCA system failed${logged}`, ending: 'error' };
}

/** SCA-07: the request fixed a context that this person does not have. */
export function contextRefused(): FlowFailure {
  return {
    code: 'SCA_INVALID',
    message: 'The PSU cannot act in the context that was asked for',
    ending: 'context-refused',
  };
}

function gone(): FlowFailure {
  return {
    code: 'PSU_CREDENTIALS_INVALID',
    message: 'The customer no longer exists',
    ending: 'unknown-person',
  };
}

async function close(bank: BankTx, flow: FlowRow): Promise<void> {
  bank.tx.put(flows, flow);
  await cancelDue(bank, flow.id);
  scheduleDue(bank, bank.now + FLOW_REMEMBERED, 'scaLinkForgotten', flow.id);
}
