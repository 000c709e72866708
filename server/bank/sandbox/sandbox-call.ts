// What all operations under /v1/sandbox have in common: their rows, what their paths and bodies name, and
// amounts (text or number, in the account's currency).

import { amountText, parseAmount } from '../../kernel/money.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Amount, SandboxAmount, SandboxLimit } from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Call, Operation } from '../banks/operation.ts';
import {
  type AgreementRow,
  agreements,
  type CustomerRow,
  customerByNumber,
  customers,
} from '../customers/tables.ts';
import { locationOf } from '../payments/links.ts';

/** TPP-03: no role is needed. HDR-03: no PSU, session or redirect headers. */
export const SANDBOX = {
  tag: 'Sandbox',
  role: 'none',
  headers: 'sandbox',
} as const satisfies Partial<Operation>;

/** `path` is relative to the bank. */
export const created = (call: Call, path: string, body: JsonObject): Reply => ({
  status: 201,
  headers: { Location: locationOf(call, path) },
  body,
});

/** The answer to every DELETE. */
export const GONE: Reply = { status: 204 };

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

/** Where an amount is, and what it must be in. */
interface AmountPlace {
  /** JSON pointer of the Amount, or of the plain number. */
  readonly path: string;
  readonly currency: string;
  readonly rule: RuleId;
}

/** PAY-03 */
const MAX_DIGITS = 18;

/**
 * Signed minor units. FORMAT_ERROR when the amount is in another currency than its account, or when it names none,
 * so that the schema cannot check it, and is not an amount in the account's.
 */
export function sandboxAmount(
  amount: SandboxAmount | SandboxLimit | string,
  place: AmountPlace,
): bigint {
  const { path, currency, rule } = place;
  const plain = typeof amount !== 'object';
  if (!plain && amount.currency !== currency) {
    const text = `The account is in ${currency}, so the amount cannot be in ${amount.currency}.`;
    const found = { expected: currency, got: amount.currency };
    throw new ApiError(rule, 'FORMAT_ERROR', text, { path: `${path}/currency`, ...found });
  }
  const text = String(plain ? amount : amount.amount);
  const minor = parseAmount(text, currency, true);
  if (minor === undefined || text.replace(/\D/g, '').length > MAX_DIGITS) {
    const problem = `${text} is not an amount in ${currency}: at most ${MAX_DIGITS} digits, and after a point at most the currency's fraction digits.`;
    throw new ApiError(rule, 'FORMAT_ERROR', problem, { path });
  }
  return minor;
}

/** The Amount that a body shows. */
export const money = (amount: bigint, currency: string): Amount => amountText({ amount, currency });
