// Whatever is done to banks over HTTP: every account shows its opening balance and its lines, and in the store every row
// fits, balances are their lines, and each currency's balances, the clearing account's included, sum to zero.
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ALL_TABLES, createRowsCheck } from '../../server/composition/rooms.ts';
import { SILENT } from '../../server/kernel/log.ts';
import { rowsByTable } from '../../server/storage/check-rows.ts';
import { openFileStore } from '../../server/storage/files/file-store.ts';
import { openOwnBank } from '../support/bank.ts';
import { temporaryFolder } from '../support/control-process.ts';
import { steps, Walk } from '../support/payment-walk.ts';

/** The same walks in every run; another seed takes others. */
const RUNS = { numRuns: 4, seed: 11 };

const folder = temporaryFolder();

const house = await openOwnBank({ data: folder.path });
afterAll(async () => {
  await house.close();
  folder.remove();
});

test('MOVE-02, SBX-05: any sequence leaves closingBooked = opening + bookings, expected = booked + pending', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const walk = new Walk(house.tenant());
      await walk.begin();
      for (const step of taken) await walk.take(step);
      await walk.check();
    }),
    RUNS,
  );
}, 120_000);

test('MOVE-02, DUR-06: in the store, every row fits its schema, and the money of each bank adds up', async () => {
  await house.close();
  const store = await openFileStore({ folder: folder.path, tables: ALL_TABLES, log: SILENT });
  const check = createRowsCheck();
  const banks = await store.banks();
  expect(banks.length).toBeGreaterThanOrEqual(RUNS.numRuns);
  for (const bank of banks) {
    const { rows } = await store.transact(bank, (tx) => tx.snapshot());
    const all = new Map([...rows].map(([table, of]) => [table, of()]));
    expect([bank, check(rowsByTable(all))]).toEqual([bank, undefined]);
  }
  await store.close();
}, 60_000);
