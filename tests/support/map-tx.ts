// The smallest possible Tx: Maps, full scans, no transactions. For unit tests of handlers.
import type { Range, StartingRows, Tx } from '../../server/storage/store.ts';
import type { AnyTable, Row, Table } from '../../server/storage/table.ts';

export interface MapTx extends Tx {
  /** All rows of a table, in no promised order. */
  all<R extends Row>(table: Table<R>): readonly R[];
  /** Everything, as text: two banks are the same when this is. */
  dump(): string;
}

export function mapTx(): MapTx {
  const tables = new Map<string, Map<string, Row>>();
  const rowsOf = (table: AnyTable): Map<string, Row> => {
    const rows = tables.get(table.name) ?? new Map<string, Row>();
    tables.set(table.name, rows);
    return rows;
  };
  return {
    get: async <R extends Row>(table: Table<R>, id: string) =>
      rowsOf(table).get(id) as R | undefined,
    listBy: async <R extends Row, I extends string>(
      table: Table<R, I>,
      index: I,
      value: string,
      range: Range = {},
    ) => {
      const { key, order = (row: R) => row.id } = table.indexes[index];
      const found = ([...rowsOf(table).values()] as R[])
        .filter((row) => key(row) === value)
        .filter((row) => range.from === undefined || order(row) >= range.from)
        .filter((row) => range.to === undefined || order(row) <= range.to)
        .sort((a, b) => compare(order(a), order(b)) || compare(a.id, b.id));
      if (range.reverse) found.reverse();
      const offset = range.offset ?? 0;
      return found.slice(offset, offset + (range.limit ?? Infinity));
    },
    put: (table, row) => void rowsOf(table).set(row.id, row),
    remove: (table, id) => void rowsOf(table).delete(id),
    restart: (start: StartingRows) => {
      tables.clear();
      for (const [table, rows] of start.rows) {
        for (const row of rows()) rowsOf(table).set(row.id, row);
      }
    },
    snapshot: () => Promise.reject(new Error('a MapTx takes no snapshots')),
    report: () => undefined,
    wakeAt: () => undefined,
    all: <R extends Row>(table: Table<R>) => [...rowsOf(table).values()] as R[],
    dump: () =>
      JSON.stringify(
        [...tables]
          .filter(([, rows]) => rows.size > 0)
          .sort()
          .map(([name, rows]) => [name, [...rows].sort()]),
        (_, value) => (typeof value === 'bigint' ? `${value}n` : value),
      ),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
