// SCA without a browser (SCA-08): a whole flow in one call, with the outcome that a test wants.

import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { ScaComplete } from '../../protocol/generated/schemas.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type CustomerRow, customers } from '../customers/tables.ts';
import { allowedContexts } from './contexts.ts';
import { approveFlow, endUncounted, failFlow } from './end-flow.ts';
import {
  CONTEXT_REFUSED,
  cancelled,
  LINK_EXPIRED,
  systemFailed,
  UNKNOWN_PERSON,
} from './endings.ts';
import { endByMagic, findLink, findPerson } from './flow.ts';
import type { ContextChoice } from './page-model.ts';
import { psuCorporateIdOf } from './psu-ids.ts';
import { type IdentifiedFlow, purposeOf, type ScaWork } from './purpose.ts';
import { policyFor, type ScaPolicy } from './sca-policy.ts';
import type { FlowRow } from './tables.ts';

/** Ends the flow and returns the redirect. ApiError: 404 SCA_NOT_FOUND, 409 CONFLICT (used), 400. */
export async function completeSca(work: ScaWork, id: string, wanted: ScaComplete): Promise<string> {
  const found = await findLink(work, id);
  if (found.state === 'not-found') {
    throw new ApiError('SCA-05', 'SCA_NOT_FOUND', 'There is no SCA flow with that id.');
  }
  if (found.state === 'used') {
    throw new ApiError('SCA-08', 'CONFLICT', 'This SCA flow has ended; its link works once.');
  }
  if (found.state === 'redirect') return found.location;
  return completeAs(work, found.flow, wanted);
}

/** SCA-08: ends a live flow as the bank's policy says. What is wrong with it names the policy, which its link does not. */
export async function completeByPolicy(
  work: ScaWork,
  flow: FlowRow,
  policy: ScaPolicy,
): Promise<string> {
  try {
    return await completeAs(work, flow, policyFor(policy, flow));
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    const { rule, code, message, details } = thrown;
    const text = `The bank's sca-policy answers links by itself (mode auto), and cannot answer this one: ${message}`;
    throw new ApiError(rule, code, text, details);
  }
}

/** Ends a live flow with the wanted outcome. */
async function completeAs(work: ScaWork, flow: FlowRow, wanted: ScaComplete): Promise<string> {
  switch (wanted.outcome ?? 'approve') {
    case 'cancel':
      return failFlow(work, flow, cancelled(flow));
    case 'wrong-id':
      return failFlow(work, flow, UNKNOWN_PERSON);
    case 'expire':
      return endUncounted(work, flow, LINK_EXPIRED);
    case 'error':
      return endUncounted(work, flow, systemFailed());
    default: {
      const magic = await endByMagic(work, flow, wanted.nationalId ?? '');
      if (magic !== undefined) return magic;
      const identified = await identifyAs(work, flow, wanted);
      if (identified === undefined) return endUncounted(work, flow, CONTEXT_REFUSED);
      const accountIds = await chosenAccounts(work, identified, wanted.accounts);
      return approveFlow(work, identified, defined({ accountIds }));
    }
  }
}

/** `undefined`: the person lacks the context that the request fixed. */
async function identifyAs(work: ScaWork, flow: FlowRow, wanted: ScaComplete) {
  const customer = await personFor(work, flow, wanted.nationalId);
  const choice = await contextFor(work.bank, flow, customer, wanted);
  if (choice === undefined) return undefined;
  return {
    ...flow,
    customerId: customer.id,
    context: choice.context,
    ...defined({ agreementId: choice.agreementId }),
  };
}

async function personFor(work: ScaWork, flow: FlowRow, nationalId: string | undefined) {
  const path = '/nationalId';
  if (flow.fixedCustomerId !== undefined) {
    const fixed = await work.bank.tx.get(customers, flow.fixedCustomerId);
    if (fixed !== undefined && (nationalId === undefined || nationalId === fixed.number)) {
      return fixed;
    }
    const text = 'The request that started this SCA named another person.';
    throw new ApiError('SCA-07', 'BAD_REQUEST', text, { path });
  }
  // The schema has checked one that was sent.
  if (nationalId === undefined) {
    const text = 'nationalId is absent, and the request that started this SCA named no PSU.';
    throw new ApiError('SCA-08', 'FORMAT_ERROR', text, { path });
  }
  const customer = await findPerson(work, nationalId);
  if (customer !== undefined) return customer;
  const text =
    'No customer of this bank has that national identity number (outcome wrong-id simulates that).';
  throw new ApiError('SCA-08', 'RESOURCE_UNKNOWN', text, { path, status: 400 });
}

/** `undefined`: the person has no context that the request allows, and the caller named no other one. */
async function contextFor(bank: BankTx, flow: FlowRow, customer: CustomerRow, wanted: ScaComplete) {
  const allowed = await allowedContexts(bank, flow, customer);
  if (allowed.length === 0 && !contradicts(bank, flow, wanted)) return undefined;
  const fits = (choice: ContextChoice): boolean =>
    (wanted.context === undefined || wanted.context === choice.context) &&
    (wanted.psuCorporateId === undefined ||
      (choice.agreementId !== undefined &&
        psuCorporateIdOf(bank.idScope, flow.tppId, choice.agreementId) === wanted.psuCorporateId));
  const fitting = allowed.filter(fits);
  const [first, second] = fitting;
  if (first === undefined) {
    const text = 'This person cannot act in that context, or the request fixed another one.';
    throw new ApiError('SCA-08', 'BAD_REQUEST', text, { path: '/context' });
  }
  if (first.context === 'CORPORATE' && second !== undefined) {
    const text = 'This person has several agreements: name one with psuCorporateId.';
    throw new ApiError('SCA-08', 'BAD_REQUEST', text, { path: '/psuCorporateId' });
  }
  return first;
}

/** Whether the caller names another context or agreement than the request that started the SCA. */
function contradicts(bank: BankTx, flow: FlowRow, wanted: ScaComplete): boolean {
  const { fixedContext, fixedAgreementId, tppId } = flow;
  const { context = fixedContext, psuCorporateId } = wanted;
  if (fixedContext !== undefined && context !== fixedContext) return true;
  if (fixedAgreementId === undefined || psuCorporateId === undefined) return false;
  return psuCorporateIdOf(bank.idScope, tppId, fixedAgreementId) !== psuCorporateId;
}

/** IBANs to the internal ids of what is offered; `undefined` = everything. */
async function chosenAccounts(
  work: ScaWork,
  flow: IdentifiedFlow,
  wanted: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (wanted === undefined) return undefined;
  const view = await purposeOf(work.deps, flow).view(work.bank, flow);
  if (view.kind !== 'access') return undefined;
  return wanted.map((number, at) => {
    const plain = number.replaceAll(' ', '');
    const offered = view.accounts.find((account) => account.reference === plain);
    if (offered !== undefined) return offered.id;
    const text = 'This person cannot share that account in this context.';
    const path = `/accounts/${at}`;
    throw new ApiError('SCA-08', 'RESOURCE_UNKNOWN', text, { path, status: 400 });
  });
}
