// Rows that many banks start from: never changed, shared by all of them. The rows of a table are made,
// and each index is sorted, when they are first asked for, once for all banks.
import { LRUCache } from 'lru-cache';
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { StartingRows } from '../store.ts';
import type { AnyTable, Index, Row } from '../table.ts';
import { type Buckets, bucketsOf } from './buckets.ts';
import { admitRow } from './rows.ts';
import type { SortedEntries } from './sorted-entries.ts';

const NO_ROWS: ReadonlyMap<string, Row> = new Map();

type RowsById = ReadonlyMap<string, Row>;

export class Base {
  readonly #sources: ReadonlyMap<string, () => RowsById>;
  readonly #tables = new Map<string, RowsById>();
  readonly #indexes = new Map<string, Buckets>();

  /** By table name: what gives the table's admitted rows by id; asked once. */
  constructor(sources: ReadonlyMap<string, () => RowsById>) {
    this.#sources = sources;
  }

  get isEmpty(): boolean {
    return this.#sources.size === 0;
  }

  rows(tableName: string): RowsById {
    const source = this.#sources.get(tableName);
    return source === undefined ? NO_ROWS : getOrSet(this.#tables, tableName, source);
  }

  /** The rows of one index value, in order. */
  entries(table: AnyTable, index: string, value: string): SortedEntries | undefined {
    const rows = this.rows(table.name);
    if (rows.size === 0) return undefined;
    const buckets = getOrSet(this.#indexes, `${table.name}.${index}`, () =>
      bucketsOf(table.indexes[index] as Index<Row>, rows.values()),
    );
    return buckets.get(value);
  }
}

/** What a bank changes that began from no starting rows. */
export const NO_BASE = new Base(new Map());

/** How many sets of starting rows a store remembers; banks keep the ones they use alive themselves. */
const REMEMBERED = 8;

/** Builds the base of each {@link StartingRows.key} once. */
export class Bases {
  readonly #byKey = new LRUCache<string, Base>({ max: REMEMBERED });
  readonly #tables: ReadonlyMap<string, AnyTable>;

  constructor(tables: ReadonlyMap<string, AnyTable>) {
    this.#tables = tables;
  }

  /** @throws TypeError when the store lacks a table; the first look at rows that do not fit throws one too */
  of(start: StartingRows): Base {
    const base = this.#byKey.get(start.key) ?? this.#build(start);
    this.#byKey.set(start.key, base);
    return base;
  }

  #build(start: StartingRows): Base {
    const sources = [...start.rows].map(([table, rows]): [string, () => RowsById] => {
      if (this.#tables.get(table.name) !== table) {
        throw new TypeError(`Table "${table.name}" is not one that this store was opened with.`);
      }
      return [table.name, () => admitted(table, rows())];
    });
    return new Base(new Map(sources));
  }
}

/** @throws TypeError when a row does not fit, or an id comes twice */
function admitted(table: AnyTable, rows: readonly Row[]): RowsById {
  const byId = new Map<string, Row>();
  for (const row of rows) {
    admitRow(table, row);
    if (byId.has(row.id)) {
      throw new TypeError(`Starting rows of "${table.name}" have id "${row.id}" twice.`);
    }
    byId.set(row.id, row);
  }
  return byId;
}
