// Finds what a path or body of the sandbox operations names, or refuses.

import { ApiError } from '../../protocol/errors.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Call } from '../banks/operation.ts';
import { customerByNumber } from '../customers/customer-by-number.ts';
import { type AgreementRow, agreements, type CustomerRow, customers } from '../customers/tables.ts';

/** 404 RESOURCE_UNKNOWN for an id in the path. */
export function unknownId(rule: RuleId, what: string, id: string): ApiError {
  return new ApiError(rule, 'RESOURCE_UNKNOWN', `This bank has no ${what} with the id ${id}.`);
}

/** 400 RESOURCE_UNKNOWN for something that the body names. */
export function unknownInBody(rule: RuleId, text: string, path: string): ApiError {
  return new ApiError(rule, 'RESOURCE_UNKNOWN', text, { path, status: 400 });
}

export async function pathCustomer(call: Call): Promise<CustomerRow> {
  const id = call.params['customerId'] ?? '';
  const customer = await call.bank.tx.get(customers, id);
  if (customer === undefined) throw unknownId('SBX-03', 'customer', id);
  return customer;
}

export async function pathAgreement(call: Call): Promise<AgreementRow> {
  const id = call.params['agreementId'] ?? '';
  const agreement = await call.bank.tx.get(agreements, id);
  if (agreement === undefined) throw unknownId('SBX-06', 'agreement', id);
  return agreement;
}

/** The customer that a body names; 400 RESOURCE_UNKNOWN at `path` when there is none. */
export async function namedCustomer(
  bank: BankTx,
  number: string,
  { rule, path }: { readonly rule: RuleId; readonly path: string },
): Promise<CustomerRow> {
  const customer = await customerByNumber(bank, number);
  if (customer !== undefined) return customer;
  const text = `No customer of this bank has that number; create one with POST /v1/sandbox/customers first.`;
  throw unknownInBody(rule, text, path);
}
