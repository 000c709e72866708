// Measures what banks cost: `node --expose-gc many-banks.js FOLDER COUNT ROWS`. Prints one line
// of JSON: heap bytes per bank as made and after reopening, open files, milliseconds per restart.
import { readdirSync } from 'node:fs';
import { SILENT } from '../../../server/kernel/log.ts';
import { openFileStore } from '../../../server/storage/lowdb/file-store.ts';
import type { Store } from '../../../server/storage/store.ts';
import { SAMPLE_TABLES, startingRows, thing, things } from '../../contracts/sample-tables.ts';

const [folder = '', count = '1000', rows = '2000'] = process.argv.slice(2);
const banks = Array.from({ length: Number(count) }, (_, i) => `bank-${i}`);
const start = startingRows('set', Number(rows));

const open = (): Promise<Store> => openFileStore({ folder, tables: SAMPLE_TABLES, log: SILENT });

const heap = async (): Promise<number> => {
  globalThis.gc?.();
  // Buffers are given back by finalizers, which need a turn.
  await new Promise((resolve) => setTimeout(resolve, 50));
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const begin = (store: Store, bank: string): Promise<void> =>
  store.transact(bank, async (tx) => {
    tx.restart(start);
    tx.put(things, thing('own', { group: bank }));
    await tx.listBy(things, 'byGroup', 'g1', { limit: 5 });
  });

const openFiles = (): number => {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
};

const empty = await heap();
let store = await open();
const startedAt = performance.now();
for (let i = 0; i < banks.length; i += 50) {
  await Promise.all(banks.slice(i, i + 50).map((bank) => begin(store, bank)));
}
const msPerRestart = (performance.now() - startedAt) / banks.length;
const made = ((await heap()) - empty) / banks.length;
const files = openFiles();
await store.close();
const openedAt = performance.now();
store = await open();
const msToOpen = performance.now() - openedAt;
const reopened = ((await heap()) - empty) / banks.length;
const sum = (await store.banks()).length;
await store.close();
console.log(
  JSON.stringify({ banks: sum, bytesPerBank: made, reopened, files, msPerRestart, msToOpen }),
);
