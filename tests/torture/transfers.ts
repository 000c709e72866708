// What the writers of the store's torture write, and how to tell that it is whole: each write moves
// money between two rows, leaves a note for either side, and counts itself, all in one transaction.
import type { Tx } from '../../server/storage/store.ts';
import { type AnyTable, defineTable, oneOf, type RowOf } from '../../server/storage/table.ts';
import type { Findings } from './torture.ts';

export const BANKS = ['default', 'north', 'south'] as const;
const SIDES = ['from', 'to'] as const;

export const transferNotes = defineTable({
  name: 'notes',
  members: {
    id: 'text',
    write: 'text',
    side: oneOf<(typeof SIDES)[number]>(),
    amount: 'money',
  },
  indexes: { bySide: { key: (row) => row.side, order: (row) => row.write } },
});
type NoteRow = RowOf<typeof transferNotes>;

export const sums = defineTable({
  name: 'sums',
  members: {
    id: 'text',
    amount: 'money',
  },
  indexes: {},
});

export const TORTURE_TABLES: readonly AnyTable[] = [transferNotes, sums];

/** One write; `write` is its id. */
export async function transfer(tx: Tx, write: string, amount: bigint): Promise<void> {
  const add = async (id: string, change: bigint): Promise<void> => {
    const before = await tx.get(sums, id);
    tx.put(sums, { id, amount: (before?.amount ?? 0n) + change });
  };
  await add('count', 1n);
  await add('from', -amount);
  await add('to', amount);
  for (const side of SIDES) {
    const signed = side === 'from' ? -amount : amount;
    tx.put(transferNotes, { id: `${write}/${side}`, write, side, amount: signed });
  }
}

export async function findingsIn(tx: Tx, bank: string): Promise<Findings> {
  const written = new Map<string, number>();
  const faults: string[] = [];
  const from = await tx.listBy(transferNotes, 'bySide', 'from');
  const to = await tx.listBy(transferNotes, 'bySide', 'to');
  for (const row of from) written.set(row.write, (written.get(row.write) ?? 0) + 1);
  for (const row of to) if (!written.has(row.write)) faults.push(`${bank}: half of ${row.write}`);
  if (from.length !== to.length) faults.push(`${bank}: ${from.length} sides against ${to.length}`);
  const total = (rows: readonly NoteRow[]) => rows.reduce((sum, row) => sum + row.amount, 0n);
  const expected = [
    ['count', BigInt(from.length)],
    ['from', total(from)],
    ['to', total(to)],
  ] as const;
  for (const [id, amount] of expected) {
    const kept = (await tx.get(sums, id))?.amount ?? 0n;
    if (kept !== amount) faults.push(`${bank}: ${id} is ${kept}, its writes make ${amount}`);
  }
  return { written, faults };
}
