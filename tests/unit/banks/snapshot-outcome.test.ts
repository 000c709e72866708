// What a client hears of a snapshot when the store fails while it is saved, and how long one that was not saved has a place.
import { expect, test } from '@jest/globals';
import { snapshotPlaces, snapshotPlacesIn } from '../../../server/bank/banks/snapshot-places.ts';
import { createSnapshots } from '../../../server/bank/banks/snapshots.ts';
import { ALL_TABLES } from '../../../server/composition/rooms.ts';
import { HOUSE, partOf } from '../../../server/storage/bank-names.ts';
import { openMemoryStore } from '../../../server/storage/engine/memory-store.ts';
import { type Failure, StoreWriteError } from '../../../server/storage/errors.ts';
import type { Store } from '../../../server/storage/store.ts';

const PART = partOf('one', 'before');

/** Saves a snapshot in a store that does what is asked and then is down, from the write of the snapshot on. */
async function saving(lost?: Failure) {
  const store = openMemoryStore({ tables: ALL_TABLES });
  const asked: string[] = [];
  const transact: Store['transact'] = async (bank, work) => {
    asked.push(bank);
    if (asked.length > 3) throw new StoreWriteError('down', 'not done');
    const result = await store.transact(bank, work);
    if (asked.length === 3 && lost !== undefined) throw new StoreWriteError('lost', lost);
    return result;
  };
  const banks = { transact: () => Promise.reject(new Error('the rows are given')) };
  const snapshots = createSnapshots({ ...store, transact }, banks, () => 7);
  const outcome = await snapshots
    .save('one', 'before', { key: 'none', rows: new Map() })
    .catch((error: unknown) => error);
  expect(asked).toEqual([PART, HOUSE, PART, HOUSE]);
  return outcome;
}

test('DUR-08: a snapshot that is saved is acknowledged, though the store fails right after', async () => {
  expect(await saving()).toEqual({ name: 'before', takenAt: 0, isNew: true });
});

test('DUR-08: a snapshot of which the outcome is not known is not refused, though the store fails right after', async () => {
  expect(await saving('not known')).toMatchObject({ outcome: 'not known' });
});

test('WEB-05: what a process was saving when it ended has its place for a minute', async () => {
  let now = 0;
  const store = openMemoryStore({ tables: ALL_TABLES });
  const { take, leave } = snapshotPlacesIn(store, () => now);
  const inside = (bank: string) =>
    store.transact(HOUSE, async (tx) => {
      const rows = await tx.listBy(snapshotPlaces, 'byBank', bank);
      return rows.map(({ id, turn, until }) => [id, turn, until]);
    });
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => partOf('one', name));
  expect(await take('one', 'a')).toEqual([]);
  now = 60_000;
  expect(await take('one', 'b')).toEqual([a]);
  expect(await take('one', 'c')).toEqual([a, b]);
  now = 60_001;
  expect(await take('two', 'a')).toEqual([]);
  expect(await take('one', 'd')).toEqual([b, c]);
  // The one that ended has no row any more.
  expect(await inside('one')).toEqual([
    [b, 2, 120_000],
    [c, 3, 120_000],
    [d, 4, 120_001],
  ]);
  await leave('one', 'b');
  expect(await take('one', 'b')).toEqual([c, d]);
  expect(await inside('two')).toEqual([[partOf('two', 'a'), 1, 120_001]]);
});
