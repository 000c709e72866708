// Rows that many banks start from: built once, never changed, shared by all of them. Each index is
// sorted when it is first asked for, once for all banks.
import { LRUCache } from 'lru-cache';
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { StartingRows } from '../store.ts';
import type { AnyTable, Index, Row } from '../table.ts';
import { type Bucket, bucketsOf } from './buckets.ts';
import type { Entry } from './entries.ts';
import { admitRow } from './rows.ts';

const NO_ROWS: ReadonlyMap<string, Row> = new Map();
const NO_ENTRIES: readonly Entry[] = [];

export class Base {
  readonly #tables: ReadonlyMap<string, ReadonlyMap<string, Row>>;
  readonly #indexes = new Map<string, ReadonlyMap<string, Bucket>>();

  /** Admitted rows by table name and id. */
  constructor(tables: ReadonlyMap<string, ReadonlyMap<string, Row>>) {
    this.#tables = tables;
  }

  get isEmpty(): boolean {
    return this.#tables.size === 0;
  }

  rows(tableName: string): ReadonlyMap<string, Row> {
    return this.#tables.get(tableName) ?? NO_ROWS;
  }

  /** The rows of one index value, in order. */
  entries(table: AnyTable, index: string, value: string): readonly Entry[] {
    const rows = this.rows(table.name);
    if (rows.size === 0) return NO_ENTRIES;
    const buckets = getOrSet(this.#indexes, `${table.name}.${index}`, () =>
      bucketsOf(table.indexes[index] as Index<Row>, rows.values()),
    );
    return buckets.get(value)?.entries() ?? NO_ENTRIES;
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

  /** @throws TypeError when a row does not fit, an id comes twice, or the store lacks the table */
  of(start: StartingRows): Base {
    const base = this.#byKey.get(start.key) ?? this.#build(start);
    this.#byKey.set(start.key, base);
    return base;
  }

  #build(start: StartingRows): Base {
    const tables = new Map<string, Map<string, Row>>();
    for (const [table, rows] of start.rows) {
      const byId = new Map<string, Row>();
      for (const row of rows) {
        admitRow(table, row);
        if (byId.has(row.id)) {
          throw new TypeError(`Starting rows of "${table.name}" have id "${row.id}" twice.`);
        }
        byId.set(row.id, row);
      }
      if (this.#tables.get(table.name) !== table) {
        throw new TypeError(`Table "${table.name}" is not one that this store was opened with.`);
      }
      tables.set(table.name, byId);
    }
    return new Base(tables);
  }
}
