// What the engine reads of a payment's body. The schemas in schemas/requests say what a body is; this
// is the part that all products share, the schedule of a periodic one, and the entries of a bulk.
import { norwegianIban } from '../accounts/norwegian-accounts.ts';
import type { PlainDate } from '../kernel/dates.ts';
import { type AmountText, type Money, parseAmount } from '../kernel/money.ts';
import type { Product } from './products.ts';
import type { ExecutionRule, Frequency, Schedule } from './schedule.ts';
import type { PaymentRow } from './tables.ts';

/** One of the two is there, and they agree (PAY-04). */
export interface AccountReference {
  readonly iban?: string;
  readonly bban?: string;
  readonly currency: string;
}

/** Of every product. */
export interface RequestHead {
  readonly debtorAccount: AccountReference;
  readonly requestedExecutionDate?: PlainDate;
}

export interface Address {
  readonly townName?: string;
  /** Deprecated in favour of townName. */
  readonly city?: string;
  readonly country: string;
}

/** One transfer: a payment of its own, or an entry of a bulk together with the bulk's debtor. */
export interface PaymentBody extends RequestHead {
  readonly instructedAmount: AmountText;
  readonly creditorName: string;
  readonly creditorAccount: AccountReference;
  readonly creditorAddress?: Address;
  readonly creditorAgent?: string;
  readonly endToEndIdentification?: string;
  readonly ultimateDebtor?: string;
  readonly purposeCode?: string;
  readonly remittanceInformationUnstructured?: string;
  /** Periodic payments have these; then startDate and frequency are there. */
  readonly startDate?: PlainDate;
  readonly endDate?: PlainDate;
  readonly frequency?: Frequency;
  readonly executionRule?: ExecutionRule;
  readonly dayOfExecution?: string;
  readonly monthsOfExecution?: readonly number[];
}

/** PAY-19. */
export interface BulkBody extends RequestHead {
  readonly paymentInformationId: string;
  readonly batchBookingPreferred?: boolean;
  readonly payments: readonly Omit<PaymentBody, keyof RequestHead>[];
}

export type RequestBody = PaymentBody | BulkBody;

/** A transfer of a request, and the JSON pointer of it in the body: empty, or `/payments/3`. */
export interface Entry {
  readonly body: PaymentBody;
  readonly path: string;
}

/** The stored request of a payment of any product; it was validated when it came. */
export const requestOf = (payment: PaymentRow): RequestBody =>
  payment.request as unknown as RequestBody;

/** The same of a payment that is no bulk. */
export const bodyOf = (payment: PaymentRow): PaymentBody =>
  payment.request as unknown as PaymentBody;

/** The same of a bulk. */
export const bulkOf = (payment: PaymentRow): BulkBody => payment.request as unknown as BulkBody;

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
    ...(endDate === undefined ? {} : { endDate }),
    ...(executionRule === undefined ? {} : { executionRule }),
    ...(dayOfExecution === undefined ? {} : { dayOfExecution: Number(dayOfExecution) }),
    ...(monthsOfExecution === undefined ? {} : { monthsOfExecution }),
  };
}
