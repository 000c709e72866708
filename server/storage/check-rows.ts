// What rows must fit that come from outside: a file that was edited, a document, a database. What this program wrote
// itself is believed. The store hands them over; what they must be, the composition root says.
import type { BankRows } from './engine/bank-rows.ts';
import type { AnyTable, Row, RowOf, Table } from './table.ts';

/** The rows of a bank. */
export interface AllRows {
  has(table: string, id: string): boolean;
  get<R extends Row>(table: Table<R>, id: string): R | undefined;
  of<T extends AnyTable>(table: T): Iterable<RowOf<T>>;
  /** Those of which it is not known yet that each fits by itself, and with the rows that it names. */
  unchecked(table: AnyTable): Iterable<Row>;
}

/** The first thing in a bank's rows that does not fit. */
export interface RowFault {
  readonly table: string;
  readonly id: string;
  /** Of the member at fault, in the row. */
  readonly path: readonly (string | number)[];
  /** What is wrong, as a sentence that begins with the name of the member. */
  readonly text: string;
  /** A row that puts it right, in the same table, where nothing needs to be lost for that. */
  readonly mend?: () => Row;
}

export type CheckRows = (rows: AllRows) => RowFault | undefined;

export const faultText = ({ table, id, text }: RowFault): string =>
  `The row ${JSON.stringify(id)} of table "${table}" does not fit: ${text}`;

/** The rows of a bank whose base was checked when it was read, or was written by this program. */
export function allRowsOf(rows: BankRows, tables: ReadonlyMap<string, AnyTable>): AllRows {
  const tableOf = (name: string) => tables.get(name) as AnyTable;
  // Where a row of the base is gone, others of the base may name it.
  const isIntact = [...tables.values()].every((table) => !rows.removesFromBase(table));
  return {
    has: (name, id) => tables.has(name) && rows.get(tableOf(name), id) !== undefined,
    get: <R extends Row>(table: Table<R>, id: string) => rows.get(table, id) as R | undefined,
    of: (table) => rows.all(table) as Iterable<RowOf<typeof table>>,
    unchecked: (table) => (isIntact ? rows.changed(table) : rows.all(table)),
  };
}

/** Rows that are in no store, by table. */
export function rowsByTable(given: ReadonlyMap<AnyTable, readonly Row[]>): AllRows {
  const byTable = new Map(
    [...given].map(([{ name }, rows]) => [name, new Map(rows.map((row) => [row.id, row]))]),
  );
  const rowsOf = (name: string): ReadonlyMap<string, Row> => byTable.get(name) ?? new Map();
  return {
    has: (name, id) => rowsOf(name).has(id),
    get: <R extends Row>(table: Table<R>, id: string) =>
      rowsOf(table.name).get(id) as R | undefined,
    of: (table) => rowsOf(table.name).values() as Iterable<RowOf<typeof table>>,
    unchecked: (table) => rowsOf(table.name).values(),
  };
}
