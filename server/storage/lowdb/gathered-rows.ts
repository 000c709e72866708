// Gathers what a file says of a bank's rows, table by table.
import { getOrSet } from '../../kernel/get-or-set.ts';
import { BankRows } from '../engine/bank-rows.ts';
import { Base } from '../engine/base.ts';
import type { AnyTable, Row } from '../table.ts';
import { decodeRow } from './codec.ts';

export class GatheredRows {
  readonly #tables = new Map<AnyTable, Map<string, Row | null>>();

  /** A parsed row. @throws RowMisfitError, or TypeError for an id that the table has already */
  add(table: AnyTable, plain: unknown): void {
    const row = decodeRow(table, plain);
    this.#set(table, row.id, row);
  }

  /** The id of a row that is removed. @throws TypeError */
  remove(table: AnyTable, id: unknown): void {
    if (typeof id !== 'string') throw new TypeError('a removed row is named by its id, a text');
    this.#set(table, id, null);
  }

  /** The rows as a base of their own. */
  asBase(): Base {
    const sources = [...this.#tables].map(([{ name }, rows]) => {
      const present = [...rows].filter((entry): entry is [string, Row] => entry[1] !== null);
      return [name, () => new Map(present)] as const;
    });
    return new Base(new Map(sources));
  }

  /** The rows of a bank that changes a base by these. */
  over(base: Base): BankRows {
    const bankRows = new BankRows(base);
    for (const [table, rows] of this.#tables) {
      for (const [id, row] of rows) bankRows.set(table, id, row);
    }
    return bankRows;
  }

  #set(table: AnyTable, id: string, row: Row | null): void {
    const rows = getOrSet(this.#tables, table, () => new Map<string, Row | null>());
    if (rows.has(id)) throw new TypeError(`table "${table.name}" has id "${id}" twice`);
    rows.set(id, row);
  }
}
