// SCA without a browser (SCA-08): a whole flow in one call, with the outcome that a test wants.

import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { ScaComplete } from '../../protocol/generated/schemas.ts';
import { checkNationalId } from '../../validation/national-id.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type CustomerRow, customers } from '../customers/tables.ts';
import { allowedContexts } from './contexts.ts';
import { approveFlow, endFailedFlow, failFlow } from './end-flow.ts';
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
import type { IdentifiedFlow } from './purpose.ts';
import { purposeOf, type ScaDeps } from './purpose.ts';
import type { FlowRow } from './tables.ts';

/** Ends the flow and returns the redirect. ApiError: 404 SCA_NOT_FOUND, 409 CONFLICT (used), 400. */
export async function completeSca(
  bank: BankTx,
  id: string,
  wanted: ScaComplete,
  deps: ScaDeps,
): Promise<string> {
  const found = await findLink(bank, id, deps);
  if (found.state === 'not-found') {
    throw new ApiError('SCA-05', 'SCA_NOT_FOUND', 'There is no SCA flow with that id.');
  }
  if (found.state === 'used') {
    throw new ApiError('SCA-08', 'CONFLICT', 'This SCA flow has ended; its link works once.');
  }
  if (found.state === 'redirect') return found.location;
  return completeAs(bank, found.flow, wanted, deps);
}

/** Ends a live flow with the wanted outcome. */
export async function completeAs(
  bank: BankTx,
  flow: FlowRow,
  wanted: ScaComplete,
  deps: ScaDeps,
): Promise<string> {
  switch (wanted.outcome ?? 'approve') {
    case 'cancel':
      return failFlow(bank, flow, cancelled(flow), deps);
    case 'wrong-id':
      return failFlow(bank, flow, UNKNOWN_PERSON, deps);
    case 'expire':
      return endFailedFlow(bank, flow, LINK_EXPIRED, deps);
    case 'error':
      return endFailedFlow(bank, flow, systemFailed(), deps);
    default: {
      const magic = await endByMagic(bank, flow, wanted.nationalId ?? '', deps);
      if (magic !== undefined) return magic;
      const identified = await identifyAs(bank, flow, wanted, deps);
      if (identified === undefined) return endFailedFlow(bank, flow, CONTEXT_REFUSED, deps);
      const accountIds = await chosenAccounts(bank, identified, wanted.accounts, deps);
      return approveFlow(bank, identified, defined({ accountIds }), deps);
    }
  }
}

/** `undefined`: the person lacks the context that the request fixed. */
async function identifyAs(
  bank: BankTx,
  flow: FlowRow,
  wanted: ScaComplete,
  deps: ScaDeps,
): Promise<IdentifiedFlow | undefined> {
  const customer = await personFor(bank, flow, wanted.nationalId, deps);
  const choice = await contextFor(bank, flow, customer, wanted);
  if (choice === undefined) return undefined;
  return {
    ...flow,
    customerId: customer.id,
    context: choice.context,
    ...defined({ agreementId: choice.agreementId }),
  };
}

async function personFor(
  bank: BankTx,
  flow: FlowRow,
  nationalId: string | undefined,
  deps: ScaDeps,
): Promise<CustomerRow> {
  const path = '/nationalId';
  if (flow.fixedCustomerId !== undefined) {
    const fixed = await bank.tx.get(customers, flow.fixedCustomerId);
    if (fixed !== undefined && (nationalId === undefined || nationalId === fixed.number)) {
      return fixed;
    }
    const text = 'The request that started this SCA named another person.';
    throw new ApiError('SCA-07', 'BAD_REQUEST', text, { path });
  }
  if (nationalId === undefined || checkNationalId(nationalId) !== 'ok') {
    const text =
      'nationalId must be a national identity number of 11 digits with valid check digits.';
    throw new ApiError('SCA-08', 'FORMAT_ERROR', text, { path });
  }
  const customer = await findPerson(bank, nationalId, deps);
  if (customer !== undefined) return customer;
  const text =
    'No customer of this bank has that national identity number (outcome wrong-id simulates that).';
  throw new ApiError('SCA-08', 'RESOURCE_UNKNOWN', text, { path, status: 400 });
}

/** `undefined`: the person has no context that the request allows, and the caller named no other one. */
async function contextFor(
  bank: BankTx,
  flow: FlowRow,
  customer: CustomerRow,
  wanted: ScaComplete,
): Promise<ContextChoice | undefined> {
  const allowed = await allowedContexts(bank, flow, customer);
  if (allowed.length === 0 && !contradicts(bank, flow, wanted)) return undefined;
  const fits = (choice: ContextChoice): boolean =>
    (wanted.context === undefined || wanted.context === choice.context) &&
    (wanted.psuCorporateId === undefined ||
      (choice.agreementId !== undefined &&
        psuCorporateIdOf(bank.bank, flow.tppId, choice.agreementId) === wanted.psuCorporateId));
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
  return psuCorporateIdOf(bank.bank, tppId, fixedAgreementId) !== psuCorporateId;
}

/** IBANs to the internal ids of what is offered; `undefined` = everything. */
async function chosenAccounts(
  bank: BankTx,
  flow: IdentifiedFlow,
  wanted: readonly string[] | undefined,
  deps: ScaDeps,
): Promise<readonly string[] | undefined> {
  if (wanted === undefined) return undefined;
  const view = await purposeOf(deps, flow).view(bank, flow);
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
