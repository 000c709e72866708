// Rows that many banks start from: never changed, shared by all of them. The rows of a table are made,
// and each index is sorted, when they are first asked for, once for all banks.
import { LRUCache } from 'lru-cache';
import { getOrSet } from '../../kernel/get-or-set.ts';
import { memoize } from '../../kernel/memoize.ts';
import { admitRow } from '../rows.ts';
import type { StartingRows } from '../store.ts';
import type { AnyTable, Index, Row } from '../table.ts';
import { type Buckets, bucketsOf, type SortedEntries } from './sorted-entries.ts';
import { readRow, type StoredRow } from './unread-row.ts';

type RowsById = ReadonlyMap<string, StoredRow>;

const NO_ROWS: ReadonlyMap<string, StoredRow> = new Map();

/** By table name and id: changed rows, `null` for removed. */
type Changes = ReadonlyMap<string, ReadonlyMap<string, StoredRow | null>>;

interface Origin {
  readonly root: Base;
  readonly changes: Changes;
}

export class Base {
  readonly #sources: ReadonlyMap<string, () => RowsById>;
  readonly #indexes = new Map<string, Buckets>();
  readonly #origin: Origin | undefined;

  /** By table name: what gives the table's admitted rows by id, the same at every call. */
  constructor(sources: ReadonlyMap<string, () => RowsById>, origin?: Origin) {
    this.#sources = sources;
    this.#origin = origin;
  }

  get isEmpty(): boolean {
    return this.#sources.size === 0;
  }

  /** The base that this one is a change of, which is itself a change of none. */
  get root(): Base | undefined {
    return this.#origin?.root;
  }

  rows(tableName: string): RowsById {
    return this.#sources.get(tableName)?.() ?? NO_ROWS;
  }

  /** What makes this base out of its root; all rows if it has none. */
  changesOf({ name }: AnyTable): Iterable<readonly [string, StoredRow | null]> {
    return this.#origin === undefined ? this.rows(name) : (this.#origin.changes.get(name) ?? []);
  }

  /** A base that is otherwise in these rows, and shares all others. */
  changedBy(changes: Changes): Base {
    const root = this.root ?? this;
    const all = new Map(this.#origin?.changes);
    const sources = new Map(this.#sources);
    for (const [name, changed] of changes) {
      const rows = new Map(this.rows(name));
      const own = new Map(all.get(name));
      for (const [id, row] of changed) {
        if (row === null) rows.delete(id);
        else rows.set(id, row);
        if (row === (root.rows(name).get(id) ?? null)) own.delete(id);
        else own.set(id, row);
      }
      sources.set(name, () => rows);
      all.set(name, own);
    }
    return new Base(sources, root.isEmpty ? undefined : { root, changes: all });
  }

  /** The rows of one index value, in order. */
  entries(table: AnyTable, index: string, value: string): SortedEntries | undefined {
    const origin = this.#origin;
    if (origin?.changes.has(table.name) === false) return origin.root.entries(table, index, value);
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
  readonly #saved = new WeakMap<StartingRows, Base>();
  #savedCount = 0;
  readonly #tables: ReadonlyMap<string, AnyTable>;

  constructor(tables: ReadonlyMap<string, AnyTable>) {
    this.#tables = tables;
  }

  /** @throws TypeError when the store lacks a table; the first look at rows that do not fit throws one too */
  of(start: StartingRows): Base {
    const saved = this.#saved.get(start);
    if (saved !== undefined) return saved;
    const base = this.#byKey.get(start.key) ?? this.#build(start);
    this.#byKey.set(start.key, base);
    return base;
  }

  /** The base as rows to start from; {@link of} knows them again. */
  startOf(base: Base): StartingRows {
    const rows = new Map(
      [...this.#tables].map(([name, table]): [AnyTable, () => readonly Row[]] => [
        table,
        () => [...base.rows(name).values()].map(readRow),
      ]),
    );
    this.#savedCount++;
    const start = { key: `saved-${this.#savedCount}`, rows };
    this.#saved.set(start, base);
    return start;
  }

  #build(start: StartingRows): Base {
    const sources = [...start.rows].map(([table, rows]): [string, () => RowsById] => {
      if (this.#tables.get(table.name) !== table) {
        throw new TypeError(`Table "${table.name}" is not one that this store was opened with.`);
      }
      return [table.name, memoize(() => admitted(table, rows()))];
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
