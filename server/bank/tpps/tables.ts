// What a bank knows about a TPP. A TPP without a row is registered and has no address.
import { defineTable, type RowOf } from '../../storage/table.ts';

export const tpps = defineTable({
  name: 'tpps',
  members: {
    /** As `tppIdOf` writes it. */
    id: 'text',
    /** TPP-05 */
    registered: 'boolean',
    /** TPPD-01 */
    email: 'text?',
  },
  indexes: { all: { key: () => 'all' } },
});
export type TppRow = RowOf<typeof tpps>;
