// The sorted rows of one index value: (order, id) order by plain string comparison, found by binary
// search. Additions wait unsorted until somebody looks, so that loading many rows sorts them once.
import type { Row } from '../table.ts';

/** A row with its sort key, computed once. */
export interface Entry {
  readonly order: string;
  readonly id: string;
  readonly row: Row;
}

export function compareEntries(a: Entry, b: Entry): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

/** How many entries, from the first on, answer true; the predicate must not turn back to true. */
export function countWhile(entries: readonly Entry[], holds: (entry: Entry) => boolean): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(entries[middle] as Entry)) low = middle + 1;
    else high = middle;
  }
  return low;
}

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
