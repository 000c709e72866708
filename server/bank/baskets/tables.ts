// A signing basket as the bank stores it: payments that are approved together. Its status follows from theirs.
import type { PsuContext } from '../../protocol/psu-headers.ts';
import {
  defineTable,
  json,
  numberOrder,
  oneOf,
  optional,
  type RowOf,
} from '../../storage/table.ts';

export const baskets = defineTable({
  name: 'baskets',
  members: {
    /** The basketId that TPPs see: a UUID. */
    id: 'text',
    tppId: 'text',
    /** Of its payments; absent until single SCA has found the person. */
    customerId: 'text?',
    context: optional(oneOf<PsuContext>()),
    agreementId: 'text?',
    /** True when created without PSU-ID (HDR-04), which then no call about it needs. */
    withoutPsuId: 'boolean',
    paymentIds: json<readonly string[]>(),
    /** DELETE before approval: the basket is CANC, its payments are not (BASK-02). */
    deleted: 'boolean',
    createdAt: 'number',
    approvedAt: 'number?',
  },
  indexes: {
    byCustomer: { key: (row) => row.customerId },
    /** The newest last. */
    all: { key: () => 'all', order: (row) => numberOrder(row.createdAt) },
  },
});
export type BasketRow = RowOf<typeof baskets>;
