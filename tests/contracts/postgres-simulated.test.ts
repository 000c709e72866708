// The contract once more, on the PostgreSQL that is not there: so what `npm run simulate` finds is about the store, and
// not about a database that does something else.
import { randomBytes } from 'node:crypto';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { SILENT } from '../../server/kernel/log.ts';
import { openPostgresStore } from '../../server/storage/postgres/postgres-store.ts';
import type { Store } from '../../server/storage/store.ts';
import { runs } from '../support/corpus.ts';
import { diceOf } from '../support/dice.ts';
import { SimulatedDatabase } from '../support/simulated-database.ts';
import { SimulatedTime } from '../support/simulated-time.ts';
import { SAMPLE_TABLES } from './sample-tables.ts';
import { describeStore } from './store-contract.ts';
import { testAgainstModel } from './store-model.ts';
import type { StoreHarness } from './subject.ts';

/** A database that works as long as somebody asks, and does not fail. */
async function opened(): Promise<StoreHarness> {
  const database = new SimulatedDatabase(diceOf(1), new SimulatedTime());
  let isWorking = false;
  const work = async () => {
    while (database.step()) await afterOthers();
    isWorking = false;
  };
  database.onAsked = () => {
    if (!isWorking) setImmediate(work);
    isWorking = true;
  };
  const url = 'postgres://simulated@database/sandbank';
  const { newSocket } = database.newReplica();
  const stores: Store[] = [];
  const open = async () => {
    const store = await openPostgresStore({
      ...{ url, tables: SAMPLE_TABLES, log: SILENT, randomBytes, newSocket },
    });
    stores.push(store);
    return store;
  };
  const store = await open();
  return {
    store,
    async reopen() {
      await stores.at(-1)?.close();
      return open();
    },
    another: open,
    async dispose() {
      for (const one of stores) await one.close();
    },
  };
}

describeStore('simulated PostgreSQL', opened);
testAgainstModel('simulated PostgreSQL', opened, runs(60));
