// `node dist/bench/storage.js [rows]`: what the file store costs. A reset, an untouched bank, a thousand
// banks, opening a large bank while another answers, and a write among few and among many rows.
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { customers } from '../server/bank/customers/tables.ts';
import { lineOrder } from '../server/bank/ledger/balance.ts';
import { type LineRow, lines } from '../server/bank/ledger/tables.ts';
import { createStartingSet } from '../server/bank/sandbox/starting-set.ts';
import { SILENT } from '../server/kernel/log.ts';
import { ALL_TABLES } from '../server/rooms.ts';
import { createSandbank } from '../server/sandbank.ts';
import { openFileStore } from '../server/storage/lowdb/file-store.ts';
import type { Store } from '../server/storage/store.ts';

const TODAY = '2026-11-22';
const startingSet = createStartingSet();
const folder = await mkdtemp(join(tmpdir(), 'sandbank-bench-'));

const openStore = (data: string): Promise<Store> =>
  openFileStore({ folder: join(folder, data), tables: ALL_TABLES, log: SILENT });
const restart = (store: Store, bank: string): Promise<void> =>
  store.transact(bank, async (tx) => tx.restart(startingSet(TODAY)));

/** Milliseconds that the work takes. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The median of so many runs, one after another, in milliseconds. */
async function median(run: (i: number) => Promise<unknown>, count: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push(await timed(() => run(i)));
  return times.sort((a, b) => a - b)[count >> 1] as number;
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const say = (what: string, value: string, goal = ''): void =>
  console.log(`| ${what.padEnd(64)} | ${value.padStart(10)} | ${goal} |`);

async function fsyncOf(): Promise<number> {
  const file = await open(join(folder, 'fsync'), 'w');
  const line = Buffer.alloc(100, 'x');
  const time = await median(async (i) => {
    await file.write(line, 0, line.length, i * line.length);
    await file.datasync();
  }, 200);
  await file.close();
  return time;
}

async function measureResets(): Promise<void> {
  const store = await openStore('resets');
  say('one write with fsync, for comparison', ms(await fsyncOf()));
  say('first durable reset of a process', ms(await timed(() => restart(store, 'a'))));
  say('durable reset', ms(await median(() => restart(store, 'a'), 200)), '≤ 1 ms + one fsync');
  await store.close();
  const bank = await createSandbank({ data: join(folder, 'http') });
  const post = async () => {
    await (await fetch(`${bank.url}/_sandbox/reset`, { method: 'POST' })).text();
  };
  await median(post, 50);
  say('durable reset over HTTP, with fetch as client', ms(await median(post, 200)));
  await bank.close();
}

async function measureManyBanks(): Promise<void> {
  const names = Array.from({ length: 1_000 }, (_, i) => `bank-${i}`);
  const store = await openStore('many');
  await Promise.all(names.map((name) => restart(store, name)));
  await store.close();
  const files = await readdir(join(folder, 'many'));
  let bytes = 0;
  for (const file of files) {
    if (file.startsWith('bank-')) bytes += (await stat(join(folder, 'many', file))).size;
  }
  say('bytes on disk of an untouched bank', `${bytes / names.length}`, '≤ 50 kB');
  let again: Store | undefined;
  const opening = await timed(async () => {
    again = await openStore('many');
  });
  say('1,000 banks opened', ms(opening), '≤ 300 ms');
  await again?.close();
}

const line = (i: number): LineRow => {
  const day = `2026-${String((i % 10) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')}`;
  return {
    id: Buffer.from(`transaction ${String(i).padStart(8, '0')}`).toString('base64url'),
    accountId: `account-${i % 8}`,
    status: 'booked',
    order: lineOrder(day, i),
    date: day,
    valueDate: day,
    amount: BigInt(i) * 37n,
    details: {
      creditorName: `Kari Nordmann ${i}`,
      creditorAccount: { iban: 'NO8330001234567', bban: '30001234567' },
      debtorName: 'Jonas Lie',
      debtorAccount: { iban: 'NO9386011117947', bban: '86011117947' },
      remittanceInformationUnstructured: `Faktura ${i} for strøm og nettleie`,
      proprietaryBankTransactionCode: 'OVERFØRING',
    },
  };
};

const BATCH = 10_000;

/** A data folder with a bank of so many transactions, and a small one. */
async function fill(data: string, rows: number): Promise<void> {
  await mkdir(join(folder, data));
  const store = await openStore(data);
  await restart(store, 'small');
  await restart(store, 'large');
  for (let from = 0; from < rows; from += BATCH) {
    await store.transact('large', async (tx) => {
      for (let i = from; i < Math.min(rows, from + BATCH); i++) tx.put(lines, line(i));
    });
  }
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const took = await timed(() => store.close());
  delay.disable();
  const of = `${rows.toLocaleString('en')} transactions`;
  say(`${of}: folded into the JSON file`, ms(took));
  say(`${of}: the longest that this held up the event loop`, ms(delay.max / 1e6));
}

const firstOf = (store: Store, bank: string): Promise<unknown> =>
  store.transact(bank, (tx) => tx.listBy(customers, 'all', 'all', { limit: 1 }));
const listOf = (store: Store): Promise<unknown> =>
  store.transact('large', (tx) =>
    tx.listBy(lines, 'byAccount', 'account-3|booked', {
      from: '2026-04',
      reverse: true,
      limit: 20,
    }),
  );

async function measureOpening(rows: number): Promise<void> {
  const data = `open-${rows}`;
  await fill(data, rows);
  const of = `${rows.toLocaleString('en')} transactions`;
  let store: Store | undefined;
  const start = await timed(async () => {
    store = await openStore(data);
    await firstOf(store, 'small');
  });
  const opened = store as unknown as Store;
  say(`${of}: the folder opened, another bank's first answer`, ms(start));
  let longest = 0;
  let isOpen = false;
  const others = (async () => {
    while (!isOpen) {
      longest = Math.max(longest, await timed(async () => firstOf(opened, 'small')));
      await turn();
    }
  })();
  const first = await timed(() => firstOf(opened, 'large'));
  const list = await timed(() => listOf(opened));
  isOpen = true;
  await others;
  say(`${of}: its first answer`, ms(first), '≤ 300 ms with the row above');
  say(`${of}: its first list of transactions`, ms(list));
  say(`${of}: the longest that another bank waited meanwhile`, ms(longest));
  await measureWrites(opened, rows);
  await opened.close();
  await rm(join(folder, data), { recursive: true });
}

/** A line is read and one is written, after all others or in their midst. */
async function measureWrites(store: Store, rows: number): Promise<void> {
  let next = rows;
  const put = async (change: Partial<LineRow>) => {
    const row = { ...line(next++), ...change };
    await store.transact('large', async (tx) => {
      await tx.listBy(lines, 'byAccount', `${row.accountId}|booked`, { reverse: true, limit: 1 });
      tx.put(lines, row);
    });
  };
  const each = async (change: () => Partial<LineRow>, count: number): Promise<number> => {
    const took = await timed(async () => {
      for (let i = 0; i < count; i += 50) {
        await Promise.all(Array.from({ length: 50 }, () => put(change())));
      }
    });
    return took / count;
  };
  const newest = () => ({ order: lineOrder(TODAY, next), date: TODAY });
  const of = `${rows.toLocaleString('en')} transactions`;
  await each(newest, 2_000);
  say(`${of}: a durable write, 50 at a time`, ms(await each(newest, 20_000)), '≤ 1.1 × at 1,000');
  say(`${of}: one that is booked back in time`, ms(await each(() => ({}), 20_000)));
}

console.log('| Measure | Now | Goal |\n|---|---|---|');
await measureResets();
await measureManyBanks();
for (const rows of process.argv[2] === undefined ? [1_000, 100_000] : [Number(process.argv[2])]) {
  await measureOpening(rows);
}
await rm(folder, { recursive: true });
