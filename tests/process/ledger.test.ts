// Whatever is done to banks over HTTP: every account shows its opening balance and its lines, and in the
// store each currency's balances, the clearing account's included, sum to zero.
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type BalanceRow, balances, type LineRow, lines } from '../../server/bank/ledger/tables.ts';
import { ALL_TABLES } from '../../server/composition/rooms.ts';
import { SILENT } from '../../server/kernel/log.ts';
import { openFileStore } from '../../server/storage/files/file-store.ts';
import type { Tx } from '../../server/storage/store.ts';
import type { Table } from '../../server/storage/table.ts';
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

/** The same rows, but listable: indexes are the program's, not the file's. */
const listed: Table<BalanceRow, 'all'> = { ...balances, indexes: { all: { key: () => 'all' } } };
const tables = ALL_TABLES.map((table) => (table.name === balances.name ? listed : table));

test('MOVE-02: in the store, balances are their lines and each currency sums to zero', async () => {
  await house.close();
  const store = await openFileStore({ folder: folder.path, tables, log: SILENT });
  const banks = await store.banks();
  expect(banks.length).toBeGreaterThanOrEqual(RUNS.numRuns);
  for (const bank of banks) await store.transact(bank, expectWhole);
  await store.close();
}, 60_000);

async function expectWhole(tx: Tx): Promise<void> {
  const sums = new Map<string, bigint>();
  for (const balance of await tx.listBy(listed, 'all', 'all')) {
    const { id, currency } = balance;
    sums.set(currency, (sums.get(currency) ?? 0n) + balance.booked);
    const booked = await tx.listBy(lines, 'byAccount', `${id}|booked`);
    const pending = await tx.listBy(lines, 'byAccount', `${id}|pending`);
    expect({ id, booked: balance.booked, ...pendingOf(balance) }).toEqual({
      id,
      booked: balance.opening + sumOf(booked),
      pending: sumOf(pending),
      held: sumOf(pending.filter((line) => line.amount < 0n)),
    });
  }
  expect([...sums].filter(([, sum]) => sum !== 0n)).toEqual([]);
}

const pendingOf = ({ pending, held }: BalanceRow) => ({ pending, held });
const sumOf = (of: readonly LineRow[]): bigint => of.reduce((sum, line) => sum + line.amount, 0n);
