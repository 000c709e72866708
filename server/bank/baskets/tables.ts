// A signing basket as the bank stores it: payments that are approved together. Its status follows from theirs.
import {
  code,
  defineTable,
  formatted,
  idIn,
  instant,
  listOf,
  numberOrder,
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
    customerId: optional(idIn('customers')),
    context: optional(code('types/psu-context.json')),
    agreementId: 'text?',
    /** True when created without PSU-ID (HDR-04), which then no call about it needs. */
    withoutPsuId: 'boolean',
    /** A payment of an account that was deleted is gone. */
    paymentIds: listOf(formatted('uuid')),
    /** DELETE before approval: the basket is CANC, its payments are not (BASK-02). */
    deleted: 'boolean',
    createdAt: instant,
    approvedAt: optional(instant),
  },
  indexes: {
    byCustomer: { key: (row) => row.customerId },
    /** The newest last. */
    all: { key: () => 'all', order: (row) => numberOrder(row.createdAt) },
  },
});
export type BasketRow = RowOf<typeof baskets>;
