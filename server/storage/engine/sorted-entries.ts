// An index: a bucket for each value, with its entries in order. They are in leaves of a few hundred, so that one that
// belongs in the middle of a million costs as little as one among a thousand.

import { getOrSet } from '../../kernel/get-or-set.ts';
import type { Range } from '../store.ts';
import type { Index, Row } from '../table.ts';
import { readRow, type StoredRow, UnreadRow } from './unread-row.ts';

/** A leaf that has grown to this is cut in two. */
const LEAF = 512;

/** A walk over the part that lies in a range: look at the current entry, step on. */
export interface Cursor {
  current(): Entry | undefined;
  step(): void;
}

export class SortedEntries {
  /** None is empty. */
  #leaves: Entry[][] = [];
  /** Waiting unsorted until somebody looks, so that loading many rows sorts them once. */
  #fresh: Entry[] = [];
  #size = 0;

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  add(entry: Entry): void {
    this.#size++;
    const last = this.#leaves.at(-1);
    const end = last?.at(-1);
    const isLast = end !== undefined && compareEntries(end, entry) < 0;
    if (last === undefined || !isLast || this.#fresh.length > 0) this.#fresh.push(entry);
    else if (last.length < LEAF) last.push(entry);
    else this.#leaves.push([entry]);
  }

  /** Takes out the entry of that order and id, if it is there. */
  remove(gone: Entry): void {
    this.#settle();
    const { leaf, at } = this.#placeOf((entry) => compareEntries(entry, gone) < 0);
    const entries = this.#leaves[leaf];
    const found = entries?.[at];
    if (entries === undefined || found === undefined || compareEntries(found, gone) !== 0) return;
    this.#size--;
    entries.splice(at, 1);
    if (entries.length === 0) this.#leaves.splice(leaf, 1);
  }

  /** Valid until the next change. */
  walk({ from, to, reverse = false }: Range): Cursor {
    this.#settle();
    let { leaf, at } = reverse
      ? this.#placeOf((entry) => to === undefined || entry.order <= to)
      : this.#placeOf((entry) => from !== undefined && entry.order < from);
    const step = (): void => {
      at += reverse ? -1 : 1;
      if (at < 0) {
        leaf--;
        at = (this.#leaves[leaf]?.length ?? 0) - 1;
      } else if (at >= (this.#leaves[leaf]?.length ?? 0)) {
        leaf++;
        at = 0;
      }
    };
    // The place is behind the last entry of the range.
    if (reverse) step();
    const isIn = ({ order }: Entry): boolean =>
      reverse ? from === undefined || order >= from : to === undefined || order <= to;
    return {
      current: () => {
        const entry = this.#leaves[leaf]?.[at];
        return entry !== undefined && isIn(entry) ? entry : undefined;
      },
      step,
    };
  }

  /** Where the first entry is that does not come before; the predicate must not turn back to true. */
  #placeOf(comesBefore: (entry: Entry) => boolean): { leaf: number; at: number } {
    const leaf = countWhile(this.#leaves, (entries) => comesBefore(entries.at(-1) as Entry));
    return { leaf, at: countWhile(this.#leaves[leaf] ?? [], comesBefore) };
  }

  #settle(): void {
    const fresh = this.#fresh;
    if (fresh.length === 0) return;
    this.#fresh = [];
    // Few among many are put in their places; else one sort is cheaper.
    if (fresh.length * 16 > this.#size) this.#sortAll(fresh);
    else for (const entry of fresh) this.#insert(entry);
  }

  #sortAll(fresh: Entry[]): void {
    const all = this.#leaves.length === 0 ? fresh : this.#leaves.flat().concat(fresh);
    all.sort(compareEntries);
    this.#leaves = [];
    for (let at = 0; at < all.length; at += LEAF / 2) {
      this.#leaves.push(all.slice(at, at + LEAF / 2));
    }
  }

  #insert(entry: Entry): void {
    const place = this.#placeOf((other) => compareEntries(other, entry) < 0);
    // What comes after everything goes to the end of the last leaf.
    const leaf = Math.min(place.leaf, this.#leaves.length - 1);
    const entries = this.#leaves[leaf] as Entry[];
    entries.splice(leaf === place.leaf ? place.at : entries.length, 0, entry);
    if (entries.length < LEAF) return;
    this.#leaves.splice(leaf + 1, 0, entries.splice(LEAF / 2));
  }
}

/** How many, from the first on, answer true. */
function countWhile<T>(all: readonly T[], holds: (one: T) => boolean): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(all[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A row with its sort key, computed once. */
export class Entry {
  readonly order: string;
  readonly #stored: StoredRow;

  constructor(order: string, stored: StoredRow) {
    this.order = order;
    this.#stored = stored;
  }

  get id(): string {
    return this.#stored.id;
  }

  get row(): Row {
    return readRow(this.#stored);
  }
}

export function compareEntries(a: Entry, b: Entry): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

export type Buckets = Map<string, SortedEntries>;

export function bucketsOf(index: Index<Row>, rows: Iterable<StoredRow>): Buckets {
  const buckets: Buckets = new Map();
  for (const row of rows) addEntry(buckets, index, row);
  return buckets;
}

export function addEntry(buckets: Buckets, index: Index<Row>, row: StoredRow): void {
  const seen = row instanceof UnreadRow ? row.glimpse() : row;
  const key = index.key(seen);
  if (key === undefined) return;
  getOrSet(buckets, key, () => new SortedEntries()).add(new Entry(orderOf(index, seen), row));
}

export function removeEntry(buckets: Buckets, index: Index<Row>, row: StoredRow): void {
  const seen = row instanceof UnreadRow ? row.glimpse() : row;
  const key = index.key(seen);
  const bucket = key === undefined ? undefined : buckets.get(key);
  if (key === undefined || bucket === undefined) return;
  bucket.remove(new Entry(orderOf(index, seen), row));
  if (bucket.isEmpty) buckets.delete(key);
}

const orderOf = (index: Index<Row>, row: Row): string =>
  index.order === undefined ? row.id : index.order(row);
