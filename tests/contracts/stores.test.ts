import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT } from '../../server/kernel/log.ts';
import type { Soon } from '../../server/kernel/soon.ts';
import type { MemoryLimits } from '../../server/storage/engine/banks-in-memory.ts';
import { openMemoryStore } from '../../server/storage/engine/memory-store.ts';
import type { Disk } from '../../server/storage/files/disk.ts';
import { openFileStore } from '../../server/storage/files/file-store.ts';
import { nodeDisk } from '../../server/storage/files/node-disk.ts';
import type { Store, Tx } from '../../server/storage/store.ts';
import { runs } from '../support/corpus.ts';
import { faultyDisk } from './faulty-disk.ts';
import { SAMPLE_TABLES, thing, things } from './sample-tables.ts';
import { describeStore } from './store-contract.ts';
import { testAgainstModel } from './store-model.ts';
import type { StoreHarness } from './subject.ts';

const openWith =
  (foldFloor: number, disk: Disk, inMemory: Partial<MemoryLimits> = {}) =>
  async (): Promise<StoreHarness> => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbank-store-'));
    const openStore = () =>
      openFileStore({ folder, tables: SAMPLE_TABLES, log: SILENT, foldFloor, disk, inMemory });
    let store = await openStore();
    return {
      store,
      async reopen() {
        await store.close();
        store = await openStore();
        return store;
      },
      dispose: () => rm(folder, { recursive: true }),
    };
  };

describeStore('files', openWith(1 << 20, nodeDisk));
testAgainstModel('files', openWith(1 << 20, faultyDisk()), runs(150));
// Folds after nearly every commit, so that they meet everything else.
testAgainstModel('files, folding all the time', openWith(1, faultyDisk()), runs(150));

/** Between two transactions on a bank another one is used, and only one may be in memory. */
const leaving = async (): Promise<StoreHarness> => {
  const harness = await openWith(300, faultyDisk(), { banks: 1 })();
  const withOther = (store: Store): Store => ({
    ...store,
    async transact<T>(bank: string, work: (tx: Tx) => Soon<T>): Promise<T> {
      await store.transact('other', (tx) => tx.put(things, thing('other')));
      return store.transact(bank, work);
    },
  });
  return {
    ...harness,
    store: withOther(harness.store),
    reopen: async () => withOther((await harness.reopen?.()) as Store),
  };
};

testAgainstModel('files, leaving memory all the time', leaving, runs(150));

const inMemory = async (): Promise<StoreHarness> => ({
  store: openMemoryStore({ tables: SAMPLE_TABLES }),
  dispose: async () => undefined,
});

describeStore('memory', inMemory);
testAgainstModel('memory', inMemory, runs(600));
