// `node dist/bench/store.js`: what an acknowledged write costs at 1,000 and at 100,000 rows, against
// rewriting a lowdb file per write; and how long folding keeps the event loop from anything else.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { JSONFilePreset } from 'lowdb/node';
import { SILENT } from '../server/kernel/log.ts';
import { openFileStore } from '../server/storage/lowdb/file-store.ts';
import { openMemoryStore } from '../server/storage/lowdb/memory-store.ts';
import type { Store } from '../server/storage/store.ts';
import { defineTable, json, money, type RowOf, text } from '../server/storage/table.ts';

const lines = defineTable({
  name: 'lines',
  members: {
    id: text,
    accountId: text,
    date: text,
    amount: money,
    details: json<{ readonly creditorName: string; readonly text: string }>(),
  },
  indexes: { byAccount: { key: (row) => row.accountId, order: (row) => row.date } },
});
type LineRow = RowOf<typeof lines>;

const line = (i: number): LineRow => ({
  id: `line-${String(i).padStart(8, '0')}`,
  accountId: `account-${i % 40}`,
  date: `2026-${String((i % 12) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')}`,
  amount: BigInt(i) * 37n,
  details: { creditorName: `Kari Nordmann ${i}`, text: 'Faktura for strøm og nettleie' },
});

const put = (store: Store, i: number): Promise<void> =>
  store.transact('bench', async (tx) => tx.put(lines, line(i)));

/** Average milliseconds of `count` runs, `abreast` at a time. */
async function average(
  run: (i: number) => Promise<unknown>,
  count: number,
  abreast = 1,
): Promise<number> {
  const startedAt = performance.now();
  for (let i = 0; i < count; i += abreast) {
    await Promise.all(Array.from({ length: abreast }, (_, j) => run(i + j)));
  }
  return (performance.now() - startedAt) / count;
}

/** The longest time in ms that the event loop was kept busy while `work` ran, and how long that took. */
async function watched(work: () => Promise<unknown>): Promise<{ longest: number; took: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const startedAt = performance.now();
  delay.enable();
  await work();
  delay.disable();
  return { longest: delay.max / 1e6, took: performance.now() - startedAt };
}

const ms = (value: number): string => `${value.toFixed(value < 1 ? 3 : 1)} ms`;
const say = (what: string, value: string): void => console.log(`  ${what.padEnd(58)} ${value}`);

async function measure(rows: number): Promise<void> {
  console.log(`${rows.toLocaleString('en')} rows`);
  const folder = await mkdtemp(join(tmpdir(), 'sandbank-bench-'));
  const fill = Array.from({ length: rows }, (_, i) => line(i));
  const tables = [lines];
  let store = await openFileStore({ folder, tables, log: SILENT });
  await store.transact('bench', async (tx) => {
    for (const row of fill) tx.put(lines, row);
  });

  const folding = await watched(() => store.close());
  say('fold of all rows into the JSON file', ms(folding.took));
  say('  longest hold-up of the event loop meanwhile', ms(folding.longest));
  const opening = await watched(async () => {
    store = await openFileStore({ folder, tables, log: SILENT });
  });
  say('opening', ms(opening.took));

  const one = await average((i) => put(store, rows + i), 200);
  say('acknowledged write, one after another', ms(one));
  say(
    'acknowledged write, 64 at a time',
    ms(await average((i) => put(store, rows + i), 6_400, 64)),
  );
  const read = () =>
    store.transact('bench', (tx) =>
      tx.listBy(lines, 'byAccount', 'account-7', { from: '2026-03', reverse: true, limit: 20 }),
    );
  await read();
  say('list of 20 out of an index', ms(await average(read, 2_000)));
  await store.close();

  const memory = openMemoryStore({ tables });
  await memory.transact('bench', async (tx) => {
    for (const row of fill) tx.put(lines, row);
  });
  say('write in memory mode', ms(await average((i) => put(memory, rows + i), 5_000)));

  // The preset is plain memory under this setting; nothing may have set it here.
  if (process.env['NODE_ENV'] === 'test') throw new Error('NODE_ENV=test turns lowdb into memory.');
  const plain = fill.map((row) => ({ ...row, amount: String(row.amount) }));
  const naive = await JSONFilePreset(join(folder, 'naive.json'), { lines: plain });
  let rewriting = 0;
  const rewritten = await watched(async () => {
    rewriting = await average(() => naive.update(({ lines }) => lines.push(plain[0] as never)), 5);
  });
  say('lowdb file rewritten per write (without fsync)', ms(rewriting));
  say('  longest hold-up of the event loop meanwhile', ms(rewritten.longest));
  say('rewriting costs, against an acknowledged write', `× ${(rewriting / one).toFixed(1)}`);
  await rm(folder, { recursive: true });
}

for (const rows of [1_000, 100_000]) await measure(rows);
