// How an SCA flow ends: approved, or failed with a reason. Either way the link is used up and the PSU
// goes back to the TPP-Redirect-URI.

import { defined } from '../../kernel/defined.ts';
import { percentDecoded } from '../../kernel/percent-decoded.ts';
import { STATUS_OF_CODE } from '../../protocol/errors.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { cancelDue, scheduleDue } from '../banks/due.ts';
import { customers } from '../customers/tables.ts';
import { CUSTOMER_GONE, type FlowFailure } from './endings.ts';
import { issuePsuId, psuCorporateIdOf } from './psu-ids.ts';
import { type ApprovalChoice, type IdentifiedFlow, purposeOf, type ScaWork } from './purpose.ts';
import { secondApprovalAfter } from './sca-policy.ts';
import { startSession } from './sessions.ts';
import { FLOW_REMEMBERED } from './start-flow.ts';
import { type FlowRow, flows } from './tables.ts';

/** The PSU approved. Returns the redirect. */
export async function approveFlow(
  work: ScaWork,
  flow: IdentifiedFlow,
  choice: ApprovalChoice,
): Promise<string> {
  const { bank, deps } = work;
  const customer = await bank.tx.get(customers, flow.customerId);
  if (customer === undefined) return endUncounted(work, flow, CUSTOMER_GONE);
  const purpose = purposeOf(deps, flow);
  const later = await secondApprovalAfter(bank, purpose);
  const failure = await (later === undefined
    ? purpose.approve(bank, flow, choice)
    : purpose.refusal?.(bank, flow));
  if (failure !== undefined) {
    return endUncounted(work, flow, { ...failure, ending: 'approval-refused' });
  }
  const psuId = issuePsuId(bank, flow.tppId, customer);
  const { tppId, tppSessionId, customerId, context, agreementId } = flow;
  const corporate = defined({ agreementId });
  await startSession(bank, { tppId, customerId, tppSessionId, context, ...corporate });
  await deps.afterSca(bank, flow);
  const psuCorporateId = agreementId && psuCorporateIdOf(bank.idScope, tppId, agreementId);
  // SCA-03
  const redirect = withParameters(flow.tppRedirectUri, {
    'psu-id': psuId,
    ...defined({ 'psu-corporate-id': psuCorporateId }),
    'tpp-session-id': tppSessionId,
    context,
  });
  await close(bank, { ...flow, scaStatus: 'finalised', redirect });
  if (later !== undefined) scheduleDue(bank, bank.now + later, 'secondApproves', flow.id);
  deps.onScaEnded?.({ bank: bank.bank, flowId: flow.id, ending: 'approved' });
  return redirect;
}

/** SCA-04: the PSU cancelled, or three unknown persons were tried. Counts against a payment. */
export async function failFlow(
  work: ScaWork,
  flow: FlowRow,
  failure: FlowFailure,
): Promise<string> {
  await purposeOf(work.deps, flow).failed?.(work.bank, flow);
  return endUncounted(work, flow, failure);
}

/** Ends the flow without counting it: an expired link, a refused approval, a server error. */
export async function endUncounted(
  { bank, deps }: ScaWork,
  flow: FlowRow,
  { code, message, ending }: FlowFailure,
): Promise<string> {
  // SCA-04: `status` is 401, of server errors 500 (then `system` names what failed).
  const server = STATUS_OF_CODE[code] >= 500;
  const redirect = withParameters(flow.tppRedirectUri, {
    ...(server ? { system: 'sandbank' } : {}),
    status: server ? '500' : '401',
    code,
    message,
  });
  await close(bank, { ...flow, scaStatus: 'failed', redirect });
  deps.onScaEnded?.({ bank: bank.bank, flowId: flow.id, ending, code });
  return redirect;
}

async function close(bank: BankTx, flow: FlowRow): Promise<void> {
  bank.tx.put(flows, flow);
  await cancelDue(bank, flow.id);
  scheduleDue(bank, bank.now + FLOW_REMEMBERED, 'scaLinkForgotten', flow.id);
}

/**
 * The TPP's own query stays, the bank appends its parameters; those of the same name go first, the fragment
 * stays last. Text in, text out: app schemes and odd queries survive untouched, so nothing is parsed and
 * re-serialised; only what is not ASCII is percent-encoded.
 */
function withParameters(uri: string, parameters: Readonly<Record<string, string>>): string {
  const hash = uri.indexOf('#');
  const fragment = hash < 0 ? '' : uri.slice(hash);
  const beforeHash = hash < 0 ? uri : uri.slice(0, hash);
  const mark = beforeHash.indexOf('?');
  const address = mark < 0 ? beforeHash : beforeHash.slice(0, mark);
  const own = mark < 0 ? '' : beforeHash.slice(mark + 1);
  const ours = new Set(Object.keys(parameters));
  const kept = own.split('&').filter((pair) => pair !== '' && !ours.has(nameOf(pair)));
  const added = Object.entries(parameters).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  const whole = `${address}?${[...kept, ...added].join('&')}${fragment}`;
  // It goes into a header, which is ASCII, and a headless SCA answers the same text.
  return whole.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent);
}

function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0] ?? '';
  return percentDecoded(name) ?? name;
}
