// One bank's rows: what changed, laid over a shared base. A fresh bank costs a few hundred bytes.
// While a view is open, it goes on seeing the rows as they were when it was opened.
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { Range } from '../store.ts';
import type { AnyTable, Index, Row } from '../table.ts';
import { Base } from './base.ts';
import { addEntry, type Bucket, bucketsOf, removeEntry } from './buckets.ts';
import { mergeRange } from './merge.ts';

/** What the overlay holds for an id: a row, `null` for removed, `undefined` for "as in the base". */
export type Change = Row | null | undefined;

/** Rows by table, in an order that stays the same from one time to the next. */
export interface RowSource {
  rowsOf(table: AnyTable): Iterable<Row>;
}

/** A {@link RowSource} that stands still while the bank moves on. */
export interface View extends RowSource {
  close(): void;
}

interface Overlay {
  readonly changed: Map<string, Row | null>;
  /** Of changed rows only; by index name, built when first listed. */
  readonly indexes: Map<string, Map<string, Bucket>>;
}

type Preimages = Map<string, Map<string, Row | undefined>>;

export class BankRows implements RowSource {
  readonly base: Base;
  readonly #overlays = new Map<string, Overlay>();
  #preimages: Preimages | undefined;

  constructor(base: Base = new Base(new Map())) {
    this.base = base;
  }

  get(table: AnyTable, id: string): Row | undefined {
    const change = this.#overlays.get(table.name)?.changed.get(id);
    return change === undefined ? this.base.rows(table.name).get(id) : (change ?? undefined);
  }

  list(table: AnyTable, index: string, value: string, range: Range): Row[] {
    const overlay = this.#overlays.get(table.name);
    const based = this.base.entries(table, index, value);
    if (overlay === undefined) return mergeRange(based, [], range, () => false);
    const own = this.#indexOf(overlay, table, index).get(value)?.entries() ?? [];
    return mergeRange(based, own, range, (entry) => overlay.changed.has(entry.id));
  }

  /** Sets what the overlay holds for an id and returns what it held, which undoes it. */
  set(table: AnyTable, id: string, next: Change): Change {
    const overlay = this.#overlayOf(table);
    const before = overlay.changed.get(id);
    this.#remember(table, id);
    const inBase = this.base.rows(table.name).has(id);
    const vanishes = next === undefined || (next === null && !inBase);
    if (!vanishes) overlay.changed.set(id, next);
    // A view finds rows by walking the overlay: an id that it may not have reached stays, as removed.
    else if (this.#preimages !== undefined && !inBase) overlay.changed.set(id, null);
    else overlay.changed.delete(id);
    for (const [name, buckets] of overlay.indexes) {
      const index = table.indexes[name] as Index<Row>;
      if (before) removeEntry(buckets, index, before);
      if (next) addEntry(buckets, index, next);
    }
    return before;
  }

  *rowsOf(table: AnyTable): Iterable<Row> {
    const changed = this.#overlays.get(table.name)?.changed;
    const based = this.base.rows(table.name);
    for (const [id, row] of based) {
      const now = changed?.get(id);
      if (now !== null) yield now ?? row;
    }
    for (const [id, row] of changed ?? []) {
      if (row !== null && !based.has(id)) yield row;
    }
  }

  /** A still view; one at a time. Opening and closing take no time worth speaking of. */
  view(): View {
    if (this.#preimages !== undefined) throw new Error('A view of this bank is open already.');
    const preimages: Preimages = new Map();
    this.#preimages = preimages;
    return {
      rowsOf: (table) => this.#rowsThen(table, preimages),
      close: () => this.#closeView(),
    };
  }

  *#rowsThen(table: AnyTable, preimages: Preimages): Iterable<Row> {
    const based = this.base.rows(table.name);
    const rowThen = (id: string): Row | undefined => {
      const earlier = preimages.get(table.name);
      return earlier?.has(id) ? earlier.get(id) : this.get(table, id);
    };
    for (const id of based.keys()) {
      const row = rowThen(id);
      if (row !== undefined) yield row;
    }
    for (const id of this.#overlayOf(table).changed.keys()) {
      const row = based.has(id) ? undefined : rowThen(id);
      if (row !== undefined) yield row;
    }
  }

  #remember(table: AnyTable, id: string): void {
    if (this.#preimages === undefined) return;
    const earlier = getOrSet(this.#preimages, table.name, () => new Map());
    if (!earlier.has(id)) earlier.set(id, this.get(table, id));
  }

  #closeView(): void {
    for (const [name, earlier] of this.#preimages ?? []) {
      const changed = this.#overlays.get(name)?.changed;
      const based = this.base.rows(name);
      for (const id of earlier.keys()) {
        if (changed?.get(id) === null && !based.has(id)) changed.delete(id);
      }
    }
    this.#preimages = undefined;
  }

  #overlayOf(table: AnyTable): Overlay {
    return getOrSet(this.#overlays, table.name, () => ({ changed: new Map(), indexes: new Map() }));
  }

  #indexOf(overlay: Overlay, table: AnyTable, name: string): Map<string, Bucket> {
    return getOrSet(overlay.indexes, name, () => {
      const rows = [...overlay.changed.values()].filter((row) => row !== null);
      return bucketsOf(table.indexes[name] as Index<Row>, rows);
    });
  }
}
