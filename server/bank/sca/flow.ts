// The steps of an SCA flow, the same for the page and without a browser: who is it, and in which context
// (SCA-02).

import { defined } from '../../kernel/defined.ts';
import { checkNationalId } from '../../validation/national-id.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type CustomerRow, customerByNumber, customers } from '../customers/tables.ts';
import { allowedContexts } from './contexts.ts';
import { endUncounted, failFlow } from './end-flow.ts';
import { CONTEXT_REFUSED, LINK_EXPIRED, systemFailed, UNKNOWN_PERSON } from './endings.ts';
import type { ContextChoice, NationalIdError } from './page-model.ts';
import type { IdentifiedFlow, ScaWork } from './purpose.ts';
import { LINK_LIFETIME } from './start-flow.ts';
import { type FlowRow, flows } from './tables.ts';

/** SCA-04: this many unknown persons end a flow. */
export const MAX_UNKNOWN = 3;

/** A link is live, or the browser gets one of the other answers. */
export type LinkState =
  | { readonly state: 'live'; readonly flow: FlowRow }
  | { readonly state: 'not-found' }
  | { readonly state: 'used'; readonly flow: FlowRow }
  | { readonly state: 'redirect'; readonly location: string };

/** `expired`: it ran out, and its page has not been opened since. */
type LinkStatus = 'waiting' | 'expired' | 'approved' | 'failed';

/** What a link is at a time. Its page and everything that lists links ask here. */
export function linkStatus({ redirect, scaStatus, createdAt }: FlowRow, now: number): LinkStatus {
  if (redirect !== undefined) return scaStatus === 'finalised' ? 'approved' : 'failed';
  // One that ran out stays so when the clock is set back, as TPPs have seen it fail.
  return scaStatus === 'failed' || now > createdAt + LINK_LIFETIME ? 'expired' : 'waiting';
}

/** SCA-04, SCA-05: unknown, used, or too old; a link that ran out redirects once. */
export async function findLink(work: ScaWork, id: string): Promise<LinkState> {
  const { bank } = work;
  const flow = await bank.tx.get(flows, id);
  if (flow === undefined) return { state: 'not-found' };
  switch (linkStatus(flow, bank.now)) {
    case 'waiting':
      return { state: 'live', flow };
    case 'expired':
      return { state: 'redirect', location: await endUncounted(work, flow, LINK_EXPIRED) };
    default:
      return { state: 'used', flow };
  }
}

/** After a step: go on with this flow, say what was wrong, or send the PSU to the TPP. */
export type StepResult =
  | { readonly flow: FlowRow }
  | { readonly error: NationalIdError; readonly flow: FlowRow }
  | { readonly location: string };

/** The PSU typed a national id. A person fixed by the request stays that person (SCA-07). */
export async function identify(
  work: ScaWork,
  flow: FlowRow,
  nationalId: string,
): Promise<StepResult> {
  const { bank } = work;
  if (flow.fixedCustomerId !== undefined) {
    const fixed = await bank.tx.get(customers, flow.fixedCustomerId);
    if (fixed !== undefined) return identified(work, flow, fixed);
  }
  const digits = nationalId.replaceAll(/\s/g, '');
  const verdict = checkNationalId(digits);
  if (verdict !== 'ok') return { error: verdict, flow };
  const magic = await endByMagic(work, flow, digits);
  if (magic !== undefined) return { location: magic };
  const customer = await findPerson(work, digits);
  if (customer !== undefined) return identified(work, flow, customer);
  const tried = advance(bank, { ...flow, unknownTries: flow.unknownTries + 1 });
  if (tried.unknownTries < MAX_UNKNOWN) return { error: 'unknown', flow: tried };
  return { location: await failFlow(work, tried, UNKNOWN_PERSON) };
}

/** The customer of that number. Magic persons become customers when the bank first looks for them. */
export async function findPerson({ bank, deps }: ScaWork, nationalId: string) {
  return (await customerByNumber(bank, nationalId)) ?? deps.magic.admit(bank, nationalId);
}

/** MAGIC-01: ends the flow if the number alone says so, and returns the redirect. */
export async function endByMagic(
  work: ScaWork,
  flow: FlowRow,
  nationalId: string,
): Promise<string | undefined> {
  const known = flow.fixedCustomerId !== undefined;
  const code = known ? undefined : work.deps.magic.ending(nationalId);
  switch (code) {
    case undefined:
      return undefined;
    case 'SCA_EXPIRED':
      return endUncounted(work, flow, LINK_EXPIRED);
    case 'SYSTEM_ERROR':
      return endUncounted(work, flow, systemFailed());
    case 'PSU_CREDENTIALS_INVALID':
      return failFlow(work, flow, UNKNOWN_PERSON);
    default: {
      const message = `This test user triggers ${code}`;
      const ending = code === 'PAYMENT_FAILED' ? 'approval-refused' : 'cancelled';
      return failFlow(work, flow, { code, message, ending });
    }
  }
}

/** The person is known now. With only one context there is nothing to choose. */
async function identified(work: ScaWork, flow: FlowRow, customer: CustomerRow) {
  const { bank } = work;
  const known: FlowRow = { ...flow, customerId: customer.id, scaStatus: 'psuIdentified' };
  const choices = await allowedContexts(bank, known, customer);
  const [only] = choices;
  if (only === undefined) return { location: await endUncounted(work, flow, CONTEXT_REFUSED) };
  const chosen = choices.length > 1 ? {} : contextOf(only);
  return { flow: advance(bank, { ...known, ...chosen }) };
}

/** The PSU chose `PRIVATE`, or an agreement by its id. `undefined`: that was not on offer. */
export async function chooseContext(
  bank: BankTx,
  flow: FlowRow,
  choice: string,
): Promise<FlowRow | undefined> {
  const customer = flow.customerId && (await bank.tx.get(customers, flow.customerId));
  if (!customer) return undefined;
  const choices = await allowedContexts(bank, flow, customer);
  const chosen = choices.find((offer) => (offer.agreementId ?? offer.context) === choice);
  if (chosen === undefined) return undefined;
  return advance(bank, { ...flow, ...contextOf(chosen) });
}

function contextOf({ context, agreementId }: ContextChoice) {
  return { context, ...defined({ agreementId }) };
}

export function isIdentified(flow: FlowRow): flow is IdentifiedFlow {
  return flow.customerId !== undefined && flow.context !== undefined;
}

/** SCA-05: every accepted step replaces the form token, so a form counts once. */
function advance(bank: BankTx, flow: FlowRow): FlowRow {
  const next = { ...flow, formToken: bank.ids.token() };
  bank.tx.put(flows, next);
  return next;
}
