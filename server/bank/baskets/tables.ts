// A signing basket as the bank stores it: payments that are approved together. Its status follows from theirs.
import type { PsuContext } from '../../protocol/psu-headers.ts';
import { defineTable } from '../../storage/table.ts';

export interface BasketRow {
  /** The basketId that TPPs see: a UUID. */
  readonly id: string;
  readonly tppId: string;
  /** Of its payments; absent until single SCA has found the person. */
  readonly customerId?: string;
  readonly context?: PsuContext;
  readonly agreementId?: string;
  /** True when created without PSU-ID (HDR-04), which then no call about it needs. */
  readonly withoutPsuId: boolean;
  readonly paymentIds: readonly string[];
  /** DELETE before approval: the basket is CANC, its payments are not (BASK-02). */
  readonly deleted: boolean;
  readonly createdAt: number;
  readonly approvedAt?: number;
}

export const baskets = defineTable<BasketRow>()({
  name: 'baskets',
  members: {
    id: 'text',
    tppId: 'text',
    customerId: 'text?',
    context: 'text?',
    agreementId: 'text?',
    withoutPsuId: 'boolean',
    paymentIds: 'json',
    deleted: 'boolean',
    createdAt: 'number',
    approvedAt: 'number?',
  },
  indexes: { byCustomer: { key: (row) => row.customerId } },
});
