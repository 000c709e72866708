// How an SCA flow ends: approved, or failed with a reason. Either way the link is used up and the PSU
// goes back to the TPP-Redirect-URI.

import { defined } from '../../kernel/defined.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { cancelDue, scheduleDue } from '../banks/due.ts';
import { customers } from '../customers/tables.ts';
import { type EndDeps, purposeOf, type ScaDeps } from './deps.ts';
import { CUSTOMER_GONE, type FlowFailure } from './endings.ts';
import { issuePsuId, psuCorporateIdOf } from './psu-ids.ts';
import type { ApprovalChoice, IdentifiedFlow } from './purpose.ts';
import { failureRedirect, successRedirect } from './redirect.ts';
import { startSession } from './sessions.ts';
import { FLOW_REMEMBERED } from './start-flow.ts';
import { type FlowRow, flows } from './tables.ts';

/** The PSU approved. Returns the redirect. */
export async function approveFlow(
  bank: BankTx,
  flow: IdentifiedFlow,
  choice: ApprovalChoice,
  deps: ScaDeps,
): Promise<string> {
  const customer = await bank.tx.get(customers, flow.customerId);
  if (customer === undefined) return endFailedFlow(bank, flow, CUSTOMER_GONE, deps);
  const failure = await purposeOf(deps, flow).approve(bank, flow, choice);
  if (failure !== undefined) {
    return endFailedFlow(bank, flow, { ...failure, ending: 'approval-refused' }, deps);
  }
  const psuId = issuePsuId(bank, flow.tppId, customer);
  const { tppId, tppSessionId, customerId, context, agreementId } = flow;
  const corporate = defined({ agreementId });
  await startSession(bank, { tppId, customerId, tppSessionId, context, ...corporate });
  await deps.afterSca(bank, flow);
  const redirect = successRedirect(flow.tppRedirectUri, {
    psuId,
    tppSessionId,
    context,
    ...defined({ psuCorporateId: agreementId && psuCorporateIdOf(bank.bank, tppId, agreementId) }),
  });
  await close(bank, { ...flow, scaStatus: 'finalised', redirect });
  deps.onScaEnded?.({ bank: bank.bank, flowId: flow.id, ending: 'approved' });
  return redirect;
}

/** SCA-04: the PSU cancelled, or three unknown persons were tried. Counts against a payment. */
export async function failFlow(
  bank: BankTx,
  flow: FlowRow,
  failure: FlowFailure,
  deps: ScaDeps,
): Promise<string> {
  await purposeOf(deps, flow).failed(bank, flow);
  return endFailedFlow(bank, flow, failure, deps);
}

/** Ends the flow without counting it: an expired link, a refused approval, a server error. */
export async function endFailedFlow(
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

async function close(bank: BankTx, flow: FlowRow): Promise<void> {
  bank.tx.put(flows, flow);
  await cancelDue(bank, flow.id);
  scheduleDue(bank, bank.now + FLOW_REMEMBERED, 'scaLinkForgotten', flow.id);
}
