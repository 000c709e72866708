// The body of a request for a payment: its types, which come from the schemas of the products, and how the
// bank reads it.
import { defined } from '../../kernel/defined.ts';
import { type Money, parseAmount } from '../../kernel/money.ts';
import type { AccountReference, SchemaTypes } from '../../protocol/generated/schemas.ts';
import { norwegianIban } from '../accounts/account-ids.ts';
import type { Schedule } from './dates/schedule.ts';
import type { PaymentSchema, Product } from './products.ts';

type AnyRequest = SchemaTypes[PaymentSchema];

/** PAY-19. */
type BulkBody = Extract<AnyRequest, { readonly payments: unknown }>;

type TransferRequest = Exclude<AnyRequest, BulkBody>;

/**
 * One transfer: a payment of its own, or an entry of a bulk together with the bulk's debtor. It has
 * the members of every product; those that not all products have are optional.
 */
export type PaymentBody = Pick<TransferRequest, keyof TransferRequest> & {
  readonly [M in MemberOf<TransferRequest>]?: Exclude<TypeOf<TransferRequest, M>, undefined>;
};

type MemberOf<Request> = Request extends unknown ? keyof Request : never;
type TypeOf<Request, M> = Request extends unknown
  ? M extends keyof Request
    ? Request[M]
    : never
  : never;

export type RequestBody = PaymentBody | BulkBody;

/** One transfer of a request, and its JSON pointer in the body: empty, or `/payments/3`. */
export interface Entry {
  readonly body: PaymentBody;
  readonly path: string;
}

interface Stored {
  readonly request: RequestBody;
}

/** The stored request of a payment that is no bulk. */
export const bodyOf = ({ request }: Stored): PaymentBody => request as PaymentBody;

/** The stored request of a bulk. */
export const bulkOf = ({ request }: Stored): BulkBody => request as BulkBody;

/** Every transfer of a request: one, or those of the bulk in their order, each with the bulk's debtor. */
export function entriesOf(body: RequestBody): readonly Entry[] {
  if (!('payments' in body)) return [{ body, path: '' }];
  const { debtorAccount } = body;
  return body.payments.map((entry, at) => ({
    body: { ...entry, debtorAccount },
    path: `/payments/${at}`,
  }));
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
  return norwegianIban(reference.bban ?? '');
}

/** PAY-04: `undefined` for a cross-border creditor outside Norway with only a bban. */
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
