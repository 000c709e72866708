// What the stores' contract is spoken of: the store at hand, and the three things that are done to it.
import type { Range, Store } from '../../server/storage/store.ts';
import { type ThingRow, things } from './sample-tables.ts';

export interface StoreHarness {
  readonly store: Store;
  /** Closes the store and opens the same data again; absent where closing forgets. */
  readonly reopen?: () => Promise<Store>;
  /** Opens the same data once more, as another process would; absent where one process has it alone. */
  readonly another?: () => Promise<Store>;
  readonly dispose: () => Promise<void>;
}

/** Another store before each test. */
export interface Subject {
  store: Store;
  harness: StoreHarness;
  readonly put: (bank: string, ...rows: ThingRow[]) => Promise<void>;
  readonly get: (bank: string, id: string) => Promise<ThingRow | undefined>;
  /** The ids of a group. */
  readonly list: (bank: string, group: string, range?: Range) => Promise<readonly string[]>;
}

export function newSubject(): Subject {
  const subject: Subject = {
    // Both are put in before each test.
    store: undefined as unknown as Store,
    harness: undefined as unknown as StoreHarness,
    put: (bank, ...rows) =>
      subject.store.transact(bank, async (tx) => {
        for (const row of rows) tx.put(things, row);
      }),
    get: (bank, id) => subject.store.transact(bank, async (tx) => tx.get(things, id)),
    list: (bank, group, range) =>
      subject.store.transact(bank, async (tx) =>
        (await tx.listBy(things, 'byGroup', group, range)).map((row) => row.id),
      ),
  };
  return subject;
}
