// What a bank knows about a TPP. A TPP without a row is registered and has no address.
import { defineTable } from '../../storage/table.ts';

export interface TppRow {
  /** As `tppIdOf` writes it. */
  readonly id: string;
  /** TPP-05 */
  readonly registered: boolean;
  /** TPPD-01 */
  readonly email?: string;
}

export const tpps = defineTable<TppRow>()({
  name: 'tpps',
  members: { id: 'text', registered: 'boolean', email: 'text?' },
  indexes: { all: { key: () => 'all' } },
});
