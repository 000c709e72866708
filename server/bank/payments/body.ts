// What the engine reads of a payment's body: the part that all products share, the schedule of a
// periodic one, and the entries of a bulk.

import { defined } from '../../kernel/defined.ts';
import { type Money, parseAmount } from '../../kernel/money.ts';
import type { AccountReference } from '../../protocol/generated/schemas.ts';
import { norwegianIban } from '../accounts/norwegian-accounts.ts';
import type { Product } from './products.ts';
import type { BulkBody, PaymentBody, RequestBody } from './request-body.ts';
import type { Schedule } from './schedule.ts';
import type { PaymentRow } from './tables.ts';

/** A transfer of a request, and the JSON pointer of it in the body: empty, or `/payments/3`. */
export interface Entry {
  readonly body: PaymentBody;
  readonly path: string;
}

/** The stored request of a payment that is no bulk. */
export const bodyOf = (payment: PaymentRow): PaymentBody => payment.request as PaymentBody;

/** The same of a bulk. */
export const bulkOf = (payment: PaymentRow): BulkBody => payment.request as BulkBody;

/** Every transfer of a request: one, or those of the bulk in their order. */
export function entriesOf(body: RequestBody): readonly Entry[] {
  if (!('payments' in body)) return [{ body, path: '' }];
  return body.payments.map((_, at) => ({ body: bulkEntry(body, at), path: `/payments/${at}` }));
}

/** One entry of a bulk, with the bulk's debtor. */
export function bulkEntry(bulk: BulkBody, at: number): PaymentBody {
  const entry = bulk.payments[at];
  if (entry === undefined) throw new Error(`a bulk without entry ${at}`);
  return { ...entry, debtorAccount: bulk.debtorAccount };
}

/** The instructed amount in minor units; its form is the schema's to check (PAY-03). */
export function instructedMoney(body: Pick<PaymentBody, 'instructedAmount'>): Money {
  const { amount, currency } = body.instructedAmount;
  const minor = parseAmount(amount, currency);
  if (minor === undefined) throw new Error('an amount passed its schema and does not parse');
  return { amount: minor, currency };
}

/** The account's IBAN without spaces, whichever of the two numbers was given. */
export function ibanOf(reference: AccountReference): string {
  if (reference.iban !== undefined) return reference.iban.replaceAll(/\s/g, '').toUpperCase();
  return norwegianIban((reference.bban ?? '').replaceAll(/\s/g, ''));
}

/** PAY-04: `undefined` for a cross-border creditor outside Norway of whom only a bban is known. */
export function creditorIban(
  { creditorAccount, creditorAgent }: Pick<PaymentBody, 'creditorAccount' | 'creditorAgent'>,
  { domestic }: Pick<Product, 'domestic'>,
): string | undefined {
  const abroad = !domestic && creditorAgent !== undefined && creditorAgent.slice(4, 6) !== 'NO';
  return abroad && creditorAccount.iban === undefined ? undefined : ibanOf(creditorAccount);
}

/** The schedule of a periodic payment. */
export function scheduleOf(body: PaymentBody): Schedule {
  const { startDate, frequency, endDate, executionRule, dayOfExecution, monthsOfExecution } = body;
  if (startDate === undefined || frequency === undefined) throw new Error('not a periodic payment');
  return {
    startDate,
    frequency,
    ...defined({ endDate, executionRule }),
    ...(dayOfExecution === undefined ? {} : { dayOfExecution: Number(dayOfExecution) }),
    ...defined({ monthsOfExecution }),
  };
}
