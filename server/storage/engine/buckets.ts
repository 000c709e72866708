// An index as buckets, one for each value. Additions wait unsorted until somebody looks, so that loading
// many rows sorts them once.
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { Index, Row } from '../table.ts';
import { compareEntries, countWhile, Entry } from './entries.ts';
import { type StoredRow, UnreadRow } from './unread-row.ts';

export function bucketsOf(index: Index<Row>, rows: Iterable<StoredRow>): Map<string, Bucket> {
  const buckets = new Map<string, Bucket>();
  for (const row of rows) addEntry(buckets, index, row);
  return buckets;
}

export function addEntry(buckets: Map<string, Bucket>, index: Index<Row>, row: StoredRow): void {
  const seen = row instanceof UnreadRow ? row.glimpse() : row;
  const key = index.key(seen);
  if (key === undefined) return;
  getOrSet(buckets, key, () => new Bucket()).add(new Entry(orderOf(index, seen), row));
}

export function removeEntry(buckets: Map<string, Bucket>, index: Index<Row>, row: StoredRow): void {
  const seen = row instanceof UnreadRow ? row.glimpse() : row;
  const key = index.key(seen);
  const bucket = key === undefined ? undefined : buckets.get(key);
  if (key === undefined || bucket === undefined) return;
  bucket.remove(new Entry(orderOf(index, seen), row));
  if (bucket.isEmpty) buckets.delete(key);
}

const orderOf = (index: Index<Row>, row: Row): string =>
  index.order === undefined ? row.id : index.order(row);

/** A handful of late entries is slid into place; more than that is worth a sort. */
const FEW = 8;

/** Entries that come and go. */
export class Bucket {
  readonly #sorted: Entry[] = [];
  #fresh: Entry[] = [];

  add(entry: Entry): void {
    const last = this.#sorted.at(-1);
    const isLast = last === undefined || compareEntries(last, entry) < 0;
    if (isLast && this.#fresh.length === 0) this.#sorted.push(entry);
    else this.#fresh.push(entry);
  }

  /** Takes out the entry of that order and id, if it is there. */
  remove(gone: Entry): void {
    this.#settle();
    const at = countWhile(this.#sorted, (entry) => compareEntries(entry, gone) < 0);
    const found = this.#sorted[at];
    if (found !== undefined && compareEntries(found, gone) === 0) this.#sorted.splice(at, 1);
  }

  get isEmpty(): boolean {
    return this.#sorted.length === 0 && this.#fresh.length === 0;
  }

  /** The entries in order. Valid until the next change. */
  entries(): readonly Entry[] {
    this.#settle();
    return this.#sorted;
  }

  #settle(): void {
    const fresh = this.#fresh;
    if (fresh.length === 0) return;
    this.#fresh = [];
    if (fresh.length > FEW) {
      for (const entry of fresh) this.#sorted.push(entry);
      this.#sorted.sort(compareEntries);
      return;
    }
    for (const entry of fresh) {
      const at = countWhile(this.#sorted, (other) => compareEntries(other, entry) < 0);
      this.#sorted.splice(at, 0, entry);
    }
  }
}
