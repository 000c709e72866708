// A payment as the bank stores it.
import type { SchemaTypes } from '../../protocol/generated/schemas.ts';
import { TRANSACTION_STATUSES } from '../../protocol/statuses.ts';
import {
  code,
  count,
  defineTable,
  formatted,
  idIn,
  instant,
  json,
  listOf,
  numberOrder,
  oneOf,
  optional,
  type RowOf,
  typed,
} from '../../storage/table.ts';
import { PRODUCTS } from './products.ts';
import type { RequestBody } from './request-body.ts';

/** One run of a periodic payment that has been tried. */
export type Execution = SchemaTypes['types/execution.json'];

export const payments = defineTable({
  name: 'payments',
  members: {
    /** The paymentId that TPPs see: a UUID. */
    id: formatted('uuid'),
    tppId: 'text',
    /** The person: known from PSU-ID or X-PSU-IDENTITY, or from the SCA (single SCA, PAY-20). */
    customerId: optional(idIn('customers')),
    context: optional(code('types/psu-context.json')),
    agreementId: 'text?',
    /** True when created without PSU-ID (HDR-04): then status, DELETE and authorisations need none. */
    withoutPsuId: 'boolean',
    /** Key of the row in payments/products.ts, `{service}/{product}`. */
    product: oneOf(...PRODUCTS.map(({ key }) => key)),
    status: oneOf(...TRANSACTION_STATUSES),
    /** Instructed amount in minor units of `currency`. */
    amount: 'money',
    currency: code('types/currency-code.json'),
    /** The request's body, as it was validated. */
    request: typed<RequestBody>(),
    /** Internal id; absent until single SCA has found it. */
    debtorAccountId: optional(idIn('accounts')),
    /** Execution date of a single payment (Oslo), after moving off closed days. */
    executionDate: optional(formatted('date')),
    /** What leaves the debtor account for it, in minor units of that account's currency. */
    debit: 'money',
    /** Fee on top of it, in minor units of the debtor account's currency. */
    fee: 'money',
    /** Same value = a logical duplicate (PAY-08). */
    duplicateKey: 'text?',
    fundsAvailable: 'boolean?',
    /** Failed SCA flows so far; the third rejects. */
    failedScas: count,
    /** The signing basket that it is approved with (BASK-02). */
    basketId: optional(idIn('baskets')),
    /** A DELETE of the approved payment waits for its SCA (PAY-17). */
    cancellationRequested: 'boolean',
    executions: listOf(json('types/execution.json')),
    /** Next nominal date of a periodic payment. */
    nextNominal: optional(formatted('date')),
    createdAt: instant,
    approvedAt: optional(instant),
    statusChangedAt: instant,
  },
  conditions: PRODUCTS.map(({ key, schema }) => ({
    where: 'product',
    is: key,
    member: 'request',
    schema: { $ref: `../${schema}` },
  })),
  indexes: {
    byDebtorAccount: { key: (row) => row.debtorAccountId },
    byCustomer: { key: (row) => row.customerId },
    byDuplicateKey: { key: (row) => row.duplicateKey },
    /** The newest last. */
    all: { key: () => 'all', order: (row) => numberOrder(row.createdAt) },
  },
});
export type PaymentRow = RowOf<typeof payments>;
