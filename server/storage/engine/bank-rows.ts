// One bank's rows: what changed, laid over a shared base. A fresh bank costs a few hundred bytes.
// While a view is open, it goes on seeing the rows as they were when it was opened.
import { setImmediate as afterOthers } from 'node:timers/promises';
import { getOrSet } from '../../kernel/get-or-set.ts';
import { encodeRow } from '../row-json.ts';
import type { Range } from '../store.ts';
import type { AnyTable, Index, Row } from '../table.ts';
import { type Base, NO_BASE } from './base.ts';
import {
  addEntry,
  type Buckets,
  bucketsOf,
  type Cursor,
  compareEntries,
  type Entry,
  removeEntry,
  type SortedEntries,
} from './sorted-entries.ts';
import { readRow, type StoredRow, UnreadRow } from './unread-row.ts';

/** What the overlay holds for an id: a row, `null` for removed, `undefined` for "as in the base". */
export type RowChange = StoredRow | null | undefined;

/** What makes a bank's rows out of its base. It stays the same while the bank changes. */
export interface View {
  readonly base: Base;
  /** New and changed rows, in an order that stays the same; `null` for removed. */
  changesOf(table: AnyTable): Iterable<readonly [string, StoredRow | null]>;
  close(): void;
}

interface Overlay {
  readonly changed: Map<string, RowChange>;
  /** Of changed rows only; by index name, built when first listed. */
  readonly indexes: Map<string, Buckets>;
}

async function buildInStretches(overlay: Overlay, table: AnyTable, name: string): Promise<void> {
  const buckets: Buckets = new Map();
  let done = 0;
  for (const row of overlay.changed.values()) {
    if (row) addEntry(buckets, table.indexes[name] as Index<Row>, row);
    if (++done % STRETCH === 0) await afterOthers();
  }
  overlay.indexes.set(name, buckets);
}

type Preimages = Map<string, Map<string, StoredRow | undefined>>;

/** So many rows take some milliseconds to sort into an index; it is then built in stretches of these. */
const MANY = 5_000;
const STRETCH = 1_000;

export class BankRows {
  readonly base: Base;
  readonly #overlays = new Map<string, Overlay>();
  #preimages: Preimages | undefined;

  /** `changes` are by table name and id; the bank takes them over. */
  constructor(
    base: Base = NO_BASE,
    changes: Iterable<readonly [string, Map<string, RowChange>]> = [],
  ) {
    this.base = base;
    for (const [name, changed] of changes) {
      this.#overlays.set(name, { changed, indexes: new Map() });
    }
  }

  get(table: AnyTable, id: string): Row | undefined {
    const stored = this.#stored(table, id);
    return stored && readRow(stored);
  }

  #stored(table: AnyTable, id: string): StoredRow | undefined {
    const change = this.#overlays.get(table.name)?.changed.get(id);
    return change === undefined ? this.base.rows(table.name).get(id) : (change ?? undefined);
  }

  /** Every row of a table, in no order that means anything. */
  *all(table: AnyTable): Iterable<Row> {
    const changed = this.#overlays.get(table.name)?.changed;
    for (const [id, stored] of this.base.rows(table.name)) {
      if (changed?.get(id) === undefined) yield readRow(stored);
    }
    yield* this.changed(table);
  }

  /** Rows that the base lacks or has otherwise. */
  *changed(table: AnyTable): Iterable<Row> {
    for (const stored of this.#overlays.get(table.name)?.changed.values() ?? []) {
      if (stored) yield readRow(stored);
    }
  }

  /** Characters of what makes these rows out of the base, as they are stored. */
  size(tables: Iterable<AnyTable>): number {
    let size = 0;
    for (const table of tables) {
      for (const [id, row] of this.#overlays.get(table.name)?.changed ?? []) {
        if (row instanceof UnreadRow) size += row.size;
        else size += row ? encodeRow(table, row).length : id.length;
      }
    }
    return size;
  }

  removesFromBase(table: AnyTable): boolean {
    const based = this.base.rows(table.name);
    const changed = this.#overlays.get(table.name)?.changed ?? [];
    return based.size > 0 && [...changed].some(([id, row]) => row === null && based.has(id));
  }

  list(table: AnyTable, index: string, value: string, range: Range): Row[] {
    const overlay = this.#overlays.get(table.name);
    const based = this.base.entries(table, index, value);
    if (overlay === undefined) return mergeRange(based, undefined, range, () => false);
    const own = this.#indexOf(overlay, table, index).get(value);
    const isHidden = (entry: Entry) => overlay.changed.get(entry.id) !== undefined;
    return mergeRange(based, own, range, isHidden);
  }

  /**
   * Builds an index of many rows before it is listed, with turns for other banks meanwhile; `undefined`
   * when it is there, or takes no time.
   */
  prepare(table: AnyTable, name: string): Promise<void> | undefined {
    const overlay = this.#overlays.get(table.name);
    if (overlay === undefined || overlay.changed.size < MANY) return undefined;
    return overlay.indexes.has(name) ? undefined : buildInStretches(overlay, table, name);
  }

  /** Sets what the overlay holds for an id and returns what it held, which undoes it. */
  set(table: AnyTable, id: string, next: RowChange): RowChange {
    const overlay = this.#overlayOf(table);
    const before = overlay.changed.get(id);
    this.#remember(table, id);
    const inBase = this.base.rows(table.name).has(id);
    const vanishes = next === undefined || (next === null && !inBase);
    if (!vanishes) overlay.changed.set(id, next);
    // A view finds changes by walking the overlay: while one is open, no id leaves it.
    else if (this.#preimages !== undefined) overlay.changed.set(id, inBase ? undefined : null);
    else overlay.changed.delete(id);
    for (const [name, buckets] of overlay.indexes) {
      const index = table.indexes[name] as Index<Row>;
      if (before) removeEntry(buckets, index, before);
      if (next) addEntry(buckets, index, next);
    }
    return before;
  }

  /** The rows as they are now, for any bank to start from. They are shared, not copied. */
  asBase(): Base {
    const changes = new Map<string, ReadonlyMap<string, StoredRow | null>>();
    for (const [name, { changed }] of this.#overlays) {
      const present = [...changed].filter(
        (entry): entry is [string, StoredRow | null] => entry[1] !== undefined,
      );
      if (present.length > 0) changes.set(name, new Map(present));
    }
    return changes.size === 0 ? this.base : this.base.changedBy(changes);
  }

  /** A still view; one at a time. Opening and closing take no time worth speaking of. */
  view(): View {
    if (this.#preimages !== undefined) throw new Error('A view of this bank is open already.');
    const preimages: Preimages = new Map();
    this.#preimages = preimages;
    return {
      base: this.base,
      changesOf: (table) => this.#changesThen(table, preimages),
      close: () => this.#closeView(),
    };
  }

  *#changesThen(
    table: AnyTable,
    preimages: Preimages,
  ): Iterable<readonly [string, StoredRow | null]> {
    const based = this.base.rows(table.name);
    for (const id of this.#overlayOf(table).changed.keys()) {
      const earlier = preimages.get(table.name);
      const row = earlier?.has(id) ? earlier.get(id) : this.#stored(table, id);
      if (row !== based.get(id)) yield [id, row ?? null];
    }
  }

  #remember(table: AnyTable, id: string): void {
    if (this.#preimages === undefined) return;
    const earlier = getOrSet(this.#preimages, table.name, () => new Map());
    if (!earlier.has(id)) earlier.set(id, this.#stored(table, id));
  }

  #closeView(): void {
    for (const [name, earlier] of this.#preimages ?? []) {
      const changed = this.#overlays.get(name)?.changed;
      const based = this.base.rows(name);
      for (const id of earlier.keys()) {
        if (changed?.get(id) === (based.has(id) ? undefined : null)) changed?.delete(id);
      }
    }
    this.#preimages = undefined;
  }

  #overlayOf(table: AnyTable): Overlay {
    return getOrSet(this.#overlays, table.name, () => ({ changed: new Map(), indexes: new Map() }));
  }

  #indexOf(overlay: Overlay, table: AnyTable, name: string): Buckets {
    return getOrSet(overlay.indexes, name, () => {
      const rows = [...overlay.changed.values()].filter((row) => row != null);
      return bucketsOf(table.indexes[name] as Index<Row>, rows);
    });
  }
}

const NOWHERE: Cursor = { current: () => undefined, step: () => undefined };

/** `isHidden` says of a base entry that the overlay has replaced or removed its row. */
function mergeRange(
  based: SortedEntries | undefined,
  own: SortedEntries | undefined,
  range: Range,
  isHidden: (entry: Entry) => boolean,
): Row[] {
  if (based === undefined && own === undefined) return [];
  const walk = based?.walk(range) ?? NOWHERE;
  const ownWalk = own?.walk(range) ?? NOWHERE;
  const next = merged(walk, ownWalk, range.reverse === true, isHidden);
  const limit = range.limit ?? Number.POSITIVE_INFINITY;
  const rows: Row[] = [];
  for (let skip = range.offset ?? 0; skip > 0; skip--) {
    if (next() === undefined) return rows;
  }
  while (rows.length < limit) {
    const entry = next();
    if (entry === undefined) break;
    rows.push(entry.row);
  }
  return rows;
}

function merged(
  based: Cursor,
  own: Cursor,
  reverse: boolean,
  isHidden: (entry: Entry) => boolean,
): () => Entry | undefined {
  return () => {
    let a = based.current();
    while (a !== undefined && isHidden(a)) {
      based.step();
      a = based.current();
    }
    const b = own.current();
    const takeBased = a !== undefined && (b === undefined || compareEntries(a, b) < 0 !== reverse);
    if (takeBased) {
      based.step();
      return a;
    }
    own.step();
    return b;
  };
}
