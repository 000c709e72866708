// Tables for the stores' tests: every kind of member, present and absent, and every kind of index.
import type { JsonObject } from '../../server/protocol/json.ts';
import type { StartingRows } from '../../server/storage/store.ts';
import {
  type AnyTable,
  defineTable,
  type Row,
  type RowOf,
  typed,
} from '../../server/storage/table.ts';

export const things = defineTable({
  name: 'things',
  members: {
    id: 'text',
    group: 'text?',
    rank: 'number',
    amount: 'money',
    limit: 'money?',
    open: 'boolean',
    data: typed<JsonObject>(),
  },
  indexes: {
    byGroup: { key: (row) => row.group, order: (row) => String(row.rank).padStart(4, '0') },
    all: { key: () => 'all' },
  },
});
export type ThingRow = RowOf<typeof things>;

export const notes = defineTable({
  name: 'notes',
  members: {
    id: 'text',
    text: 'text',
  },
  indexes: { byText: { key: (row) => row.text } },
});
export type NoteRow = RowOf<typeof notes>;

export const SAMPLE_TABLES: readonly AnyTable[] = [things, notes];

export function thing(id: string, over: Partial<ThingRow> = {}): ThingRow {
  return { id, group: 'a', rank: 1, amount: 100n, open: true, data: {}, ...over };
}

/** `count` things, and one note that says which set this is. */
export function startingRows(key: string, count: number): StartingRows {
  const rows = Array.from({ length: count }, (_, i) =>
    thing(`start-${i}`, {
      group: `g${i % 5}`,
      rank: i % 100,
      amount: BigInt(i) * -10_000_000_000_000_000n,
      data: {
        iban: `NO00${i}`,
        name: `Kåre Øverås ${i}`,
        nested: { of: key, list: [i, null, true] },
      },
    }),
  );
  const marker: NoteRow = { id: 'set', text: key };
  return {
    key,
    rows: new Map<AnyTable, () => readonly Row[]>([
      [things, () => rows],
      [notes, () => [marker]],
    ]),
  };
}
