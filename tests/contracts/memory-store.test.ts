import { openMemoryStore } from '../../server/storage/lowdb/memory-store.ts';
import { SAMPLE_TABLES } from './sample-tables.ts';
import { describeStore } from './store-contract.ts';
import { testAgainstModel } from './store-model.ts';
import type { StoreHarness } from './subject.ts';

const open = async (): Promise<StoreHarness> => ({
  store: openMemoryStore({ tables: SAMPLE_TABLES }),
  dispose: async () => undefined,
});

describeStore('memory', open);
testAgainstModel('memory', open, 150);
