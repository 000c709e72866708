// What the file store costs: a reset, an untouched bank, a thousand banks, a large bank that is opened, and a write
// among few and among many rows.
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { customers } from '../../server/bank/customers/tables.ts';
import { lineOrder } from '../../server/bank/ledger/balance.ts';
import { type LineRow, lines } from '../../server/bank/ledger/tables.ts';
import { createStartingSet } from '../../server/bank/sandbox/starting-set.ts';
import { ALL_TABLES } from '../../server/composition/rooms.ts';
import { SILENT } from '../../server/kernel/log.ts';
import { openFileStore } from '../../server/storage/files/file-store.ts';
import type { Store } from '../../server/storage/store.ts';
import { medianOf, millisOf, type Row, row, type Section } from '../row.ts';
import { inFolder } from '../servers.ts';

const TODAY = '2026-11-22';
const startingSet = createStartingSet();

const openStore = (folder: string): Promise<Store> =>
  openFileStore({ folder, tables: ALL_TABLES, log: SILENT });

const restart = (store: Store, bank: string): Promise<void> =>
  store.transact(bank, async (tx) => tx.restart(startingSet(TODAY)));

export const storage: Section = async ({ smoke, say }) => {
  say('storage');
  const counts = smoke ? [100, 1000] : [1_000, 100_000, 1_000_000];
  const costs: LargeBank[] = [];
  for (const count of counts) costs.push(await inFolder((folder) => largeBank(folder, count)));
  const [few, ...more] = costs;
  const many = more[0];
  return [
    ...(await inFolder(resetRows)),
    ...(await inFolder((folder) => manyBanks(folder, smoke ? 20 : 1000))),
    ...(many === undefined || few === undefined
      ? []
      : [
          row(
            `opening a bank of ${shown(many.rows)} transactions, beside one of ${shown(few.rows)}`,
            many.opening - few.opening,
            'ms',
            {
              goal: { most: 300 },
              beside: { 'the longest that another bank waited, ms': many.waited },
            },
          ),
        ]),
    ...more.map(
      ({ rows, write }): Row =>
        row(
          `durable write among ${shown(rows)} rows ÷ among ${shown(few?.rows ?? 0)}`,
          write / (few?.write ?? 1),
          '',
          { goal: { most: 1.1 } },
        ),
    ),
  ];
};

const shown = (rows: number): string => rows.toLocaleString('en');

async function resetRows(folder: string): Promise<Row[]> {
  const file = await open(join(folder, 'fsync'), 'w');
  const bytes = Buffer.alloc(100, 'x');
  let at = 0;
  const fsync = await medianOf(200, () =>
    millisOf(async () => {
      await file.write(bytes, 0, bytes.length, at);
      await file.datasync();
      at += bytes.length;
    }),
  );
  await file.close();
  const store = await openStore(join(folder, 'data'));
  await restart(store, 'a');
  const reset = await medianOf(200, () => millisOf(() => restart(store, 'a')));
  await store.close();
  return [
    row('durable reset at the store, more than one write and fsync', reset - fsync, 'ms', {
      goal: { most: 1 },
      beside: { 'one write and fsync, ms': fsync },
    }),
  ];
}

async function manyBanks(folder: string, count: number): Promise<Row[]> {
  const names = Array.from({ length: count }, (_, i) => `bank-${i}`);
  const store = await openStore(folder);
  await Promise.all(names.map((name) => restart(store, name)));
  await store.close();
  let bytes = 0;
  for (const file of await readdir(folder)) {
    if (file.startsWith('bank-')) bytes += (await stat(join(folder, file))).size;
  }
  let again: Store | undefined;
  const opening = await millisOf(async () => {
    again = await openStore(folder);
  });
  await again?.close();
  return [
    row('disk for a bank that nobody changed', bytes / count / 1024, 'kB', { goal: { most: 50 } }),
    row(`${shown(count)} banks opened`, opening, 'ms', { goal: { most: 300 } }),
  ];
}

interface LargeBank {
  readonly rows: number;
  /** Milliseconds: the data folder, and the bank's first answer. */
  readonly opening: number;
  /** The longest that another bank waited meanwhile. */
  readonly waited: number;
  /** One durable write of many at a time. */
  readonly write: number;
}

async function largeBank(folder: string, rows: number): Promise<LargeBank> {
  await fill(folder, rows);
  let store: Store | undefined;
  const start = await millisOf(async () => {
    store = await openStore(folder);
    await firstOf(store, 'small');
  });
  const opened = store as unknown as Store;
  let waited = 0;
  let isOpen = false;
  const others = (async () => {
    while (!isOpen) {
      waited = Math.max(waited, await millisOf(() => firstOf(opened, 'small')));
      await turn();
    }
  })();
  const first = await millisOf(() => firstOf(opened, 'large'));
  isOpen = true;
  await others;
  const write = await writeAmong(opened, rows);
  await opened.close();
  return { rows, opening: start + first, waited, write };
}

const firstOf = (store: Store, bank: string): Promise<unknown> =>
  store.transact(bank, async (tx) => tx.listBy(customers, 'all', 'all', { limit: 1 }));

const BATCH = 10_000;

/** A data folder with a bank of so many transactions, and a small one. */
async function fill(folder: string, rows: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const store = await openStore(folder);
  await restart(store, 'small');
  await restart(store, 'large');
  for (let from = 0; from < rows; from += BATCH) {
    await store.transact('large', async (tx) => {
      for (let i = from; i < Math.min(rows, from + BATCH); i++) tx.put(lines, line(i));
    });
  }
  await store.close();
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

/** A line is read and one is written, 50 at a time. */
async function writeAmong(store: Store, rows: number): Promise<number> {
  let next = rows;
  const put = () => {
    next += 1;
    const row = { ...line(next), order: lineOrder(TODAY, next), date: TODAY };
    return store.transact('large', async (tx) => {
      await tx.listBy(lines, 'byAccount', `${row.accountId}|booked`, { reverse: true, limit: 1 });
      tx.put(lines, row);
    });
  };
  const some = (count: number) =>
    millisOf(async () => {
      for (let i = 0; i < count; i += 50) await Promise.all(Array.from({ length: 50 }, put));
    });
  await some(2_000);
  return medianOf(9, async () => (await some(2_000)) / 2_000);
}
