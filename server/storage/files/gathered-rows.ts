// Gathers what a file says of a bank's rows, table by table.
import { getOrSet } from '../../kernel/get-or-set.ts';
import { BankRows } from '../engine/bank-rows.ts';
import { type Base, NO_BASE } from '../engine/base.ts';
import type { StoredRow, UnreadRow } from '../engine/unread-row.ts';
import { decodeRow } from '../row-json.ts';
import type { AnyTable } from '../table.ts';

export class GatheredRows {
  readonly #tables = new Map<AnyTable, Map<string, StoredRow | null>>();

  /** A parsed row. @throws RowMisfitError, or TypeError for an id that the table has already */
  add(table: AnyTable, plain: unknown): void {
    const row = decodeRow(table, plain);
    this.#set(table, row.id, row);
  }

  /** A row of a file that is as it was written. */
  addText(table: AnyTable, row: UnreadRow): void {
    this.#set(table, row.id, row);
  }

  /** The id of a row that is removed. @throws TypeError */
  remove(table: AnyTable, id: unknown): void {
    if (typeof id !== 'string') throw new TypeError('a removed row is named by its id, a text');
    this.#set(table, id, null);
  }

  /** The base that changes another by these rows. */
  asBase(root = NO_BASE): Base {
    return root.changedBy(new Map([...this.#tables].map(([{ name }, rows]) => [name, rows])));
  }

  /** The rows of a bank that changes a base by these, which it takes over. */
  over(base: Base): BankRows {
    const changes = [...this.#tables].map(([{ name }, rows]) => [name, rows] as const);
    return new BankRows(base, new Map(changes));
  }

  #set(table: AnyTable, id: string, row: StoredRow | null): void {
    const rows = getOrSet(this.#tables, table, () => new Map<string, StoredRow | null>());
    const before = rows.size;
    rows.set(id, row);
    if (rows.size === before) throw new TypeError(`table "${table.name}" has id "${id}" twice`);
  }
}
