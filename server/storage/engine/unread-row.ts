// A row that a store has not taken apart yet: a bank of 100,000 transactions opens without parsing them.
import type { Row } from '../table.ts';

export abstract class UnreadRow {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  /** Characters of its text. */
  abstract get size(): number;

  /** The row; taken apart at the first call. */
  abstract get row(): Row;

  /** Enough of the row to ask an index about it. Valid until the next row of the table is glimpsed. */
  abstract glimpse(): Row;
}

/** What a store has of a row. */
export type StoredRow = Row | UnreadRow;

export const readRow = (stored: StoredRow): Row =>
  stored instanceof UnreadRow ? stored.row : stored;
