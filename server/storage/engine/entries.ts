// Rows in the order of an index: (order, id) by plain string comparison.
import type { Row } from '../table.ts';
import { readRow, type StoredRow } from './unread-row.ts';

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
