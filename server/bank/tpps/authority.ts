// Stores the certificate authority of Sandbank, under a bank name that no tenant can have, so
// that certificates it has issued stay trusted after a restart (TPP-02).
import type { JsonObject } from '../../protocol/json.ts';
import { HOUSE } from '../../storage/bank-names.ts';
import type { Store } from '../../storage/store.ts';
import { defineTable, typed } from '../../storage/table.ts';

export const authorities = defineTable({
  name: 'authorities',
  members: {
    id: 'text',
    value: typed<JsonObject>('rows/authority.json'),
  },
  indexes: {},
});

interface AuthorityStore {
  load(): Promise<JsonObject | undefined>;
  /**
   * Stores it in the place of `instead`, which was loaded. If something else is there by now, because another process
   * of the same store was first, that stays and is returned.
   */
  save(value: JsonObject, instead: JsonObject | undefined): Promise<JsonObject | undefined>;
}

export function authorityStore(store: Store): AuthorityStore {
  return {
    load: async () =>
      store.transact(HOUSE, async (tx) => (await tx.get(authorities, 'test-ca'))?.value),
    save: async (value, instead) =>
      store.transact(HOUSE, async (tx) => {
        const there = (await tx.get(authorities, 'test-ca'))?.value;
        if (JSON.stringify(there) !== JSON.stringify(instead)) return there;
        tx.put(authorities, { id: 'test-ca', value });
        return undefined;
      }),
  };
}
