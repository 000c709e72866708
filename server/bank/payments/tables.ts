// A payment as the bank stores it.
import type { PsuContext } from '../../protocol/psu-headers.ts';
import type { TransactionStatus } from '../../protocol/statuses.ts';
import { defineTable } from '../../storage/table.ts';
import type { RequestBody } from './request-body.ts';

/** One run of a periodic payment that has been tried. */
export interface Execution {
  readonly date: string;
  readonly status: 'PDNG' | 'ACSC' | 'ACCP' | 'RJCT';
  readonly transactionId?: string;
}

export interface PaymentRow {
  /** The paymentId that TPPs see: a UUID. */
  readonly id: string;
  readonly tppId: string;
  /** The person: known from PSU-ID or X-PSU-IDENTITY, or from the SCA (single SCA, PAY-20). */
  readonly customerId?: string;
  readonly context?: PsuContext;
  readonly agreementId?: string;
  /** True when created without PSU-ID (HDR-04): then status, DELETE and authorisations need none. */
  readonly withoutPsuId: boolean;
  /** Key of the row in payments/products.ts, `{service}/{product}`. */
  readonly product: string;
  readonly status: TransactionStatus;
  /** Instructed amount in minor units of `currency`. */
  readonly amount: bigint;
  readonly currency: string;
  /** The request's body, as it was validated. */
  readonly request: RequestBody;
  /** Internal id; absent until single SCA has found it. */
  readonly debtorAccountId?: string;
  /** Execution date of a single payment (Oslo), after moving off closed days. */
  readonly executionDate?: string;
  /** What leaves the debtor account for it, in minor units of that account's currency. */
  readonly debit: bigint;
  /** Fee on top of it, in minor units of the debtor account's currency. */
  readonly fee: bigint;
  /** Same value = a logical duplicate (PAY-08). */
  readonly duplicateKey?: string;
  readonly fundsAvailable?: boolean;
  /** Failed SCA flows so far; the third rejects. */
  readonly failedScas: number;
  /** The signing basket that it is approved with (BASK-02). */
  readonly basketId?: string;
  /** A DELETE of the approved payment waits for its SCA (PAY-17). */
  readonly cancellationRequested: boolean;
  readonly executions: readonly Execution[];
  /** Next nominal date of a periodic payment. */
  readonly nextNominal?: string;
  readonly createdAt: number;
  readonly approvedAt?: number;
  readonly statusChangedAt: number;
}

export const payments = defineTable<PaymentRow>()({
  name: 'payments',
  members: {
    id: 'text',
    tppId: 'text',
    customerId: 'text?',
    context: 'text?',
    agreementId: 'text?',
    withoutPsuId: 'boolean',
    product: 'text',
    status: 'text',
    amount: 'money',
    currency: 'text',
    request: 'json',
    debtorAccountId: 'text?',
    executionDate: 'text?',
    debit: 'money',
    fee: 'money',
    duplicateKey: 'text?',
    fundsAvailable: 'boolean?',
    failedScas: 'number',
    basketId: 'text?',
    cancellationRequested: 'boolean',
    executions: 'json',
    nextNominal: 'text?',
    createdAt: 'number',
    approvedAt: 'number?',
    statusChangedAt: 'number',
  },
  indexes: {
    byDebtorAccount: { key: (row) => row.debtorAccountId },
    byCustomer: { key: (row) => row.customerId },
    byDuplicateKey: { key: (row) => row.duplicateKey },
  },
});
