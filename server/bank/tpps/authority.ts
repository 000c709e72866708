// Stores the certificate authority of Sandbank, under a bank name that no tenant can have, so
// that certificates it has issued stay trusted after a restart (TPP-02).
import type { JsonObject } from '../../protocol/json.ts';
import type { Store } from '../../storage/store.ts';
import { defineTable, json, text } from '../../storage/table.ts';

export const authorities = defineTable({
  name: 'authorities',
  members: {
    id: text,
    value: json<JsonObject>(),
  },
  indexes: {},
});

/** No tenant can have this name. */
export const HOUSE = '_sandbank';

export interface AuthorityStore {
  load(): Promise<JsonObject | undefined>;
  save(value: JsonObject): Promise<void>;
}

export function authorityStore(store: Store): AuthorityStore {
  return {
    load: () => store.transact(HOUSE, async (tx) => (await tx.get(authorities, 'test-ca'))?.value),
    save: (value) =>
      store.transact(HOUSE, async (tx) => tx.put(authorities, { id: 'test-ca', value })),
  };
}
