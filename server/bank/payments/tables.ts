// A payment as the bank stores it.
import type { PsuContext } from '../../protocol/psu-headers.ts';
import type { TransactionStatus } from '../../protocol/statuses.ts';
import {
  defineTable,
  json,
  numberOrder,
  oneOf,
  optional,
  type RowOf,
} from '../../storage/table.ts';
import type { RequestBody } from './request-body.ts';

/** One run of a periodic payment that has been tried. */
export interface Execution {
  readonly date: string;
  readonly status: 'PDNG' | 'ACSC' | 'ACCP' | 'RJCT';
  readonly transactionId?: string;
}

export const payments = defineTable({
  name: 'payments',
  members: {
    /** The paymentId that TPPs see: a UUID. */
    id: 'text',
    tppId: 'text',
    /** The person: known from PSU-ID or X-PSU-IDENTITY, or from the SCA (single SCA, PAY-20). */
    customerId: 'text?',
    context: optional(oneOf<PsuContext>()),
    agreementId: 'text?',
    /** True when created without PSU-ID (HDR-04): then status, DELETE and authorisations need none. */
    withoutPsuId: 'boolean',
    /** Key of the row in payments/products.ts, `{service}/{product}`. */
    product: 'text',
    status: oneOf<TransactionStatus>(),
    /** Instructed amount in minor units of `currency`. */
    amount: 'money',
    currency: 'text',
    /** The request's body, as it was validated. */
    request: json<RequestBody>(),
    /** Internal id; absent until single SCA has found it. */
    debtorAccountId: 'text?',
    /** Execution date of a single payment (Oslo), after moving off closed days. */
    executionDate: 'text?',
    /** What leaves the debtor account for it, in minor units of that account's currency. */
    debit: 'money',
    /** Fee on top of it, in minor units of the debtor account's currency. */
    fee: 'money',
    /** Same value = a logical duplicate (PAY-08). */
    duplicateKey: 'text?',
    fundsAvailable: 'boolean?',
    /** Failed SCA flows so far; the third rejects. */
    failedScas: 'number',
    /** The signing basket that it is approved with (BASK-02). */
    basketId: 'text?',
    /** A DELETE of the approved payment waits for its SCA (PAY-17). */
    cancellationRequested: 'boolean',
    executions: json<readonly Execution[]>(),
    /** Next nominal date of a periodic payment. */
    nextNominal: 'text?',
    createdAt: 'number',
    approvedAt: 'number?',
    statusChangedAt: 'number',
  },
  indexes: {
    byDebtorAccount: { key: (row) => row.debtorAccountId },
    byCustomer: { key: (row) => row.customerId },
    byDuplicateKey: { key: (row) => row.duplicateKey },
    /** The newest last. */
    all: { key: () => 'all', order: (row) => numberOrder(row.createdAt) },
  },
});
export type PaymentRow = RowOf<typeof payments>;
