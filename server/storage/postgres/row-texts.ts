// Rows as the database has them: JSON, each under its table and id.
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { RowChange } from '../engine/bank-rows.ts';
import { UnreadRow } from '../engine/unread-row.ts';
import { decodeRow } from '../row-json.ts';
import type { AnyTable, Row } from '../table.ts';

export interface RowText {
  readonly table: string;
  readonly id: string;
  /** The row as JSON; '' for one that is gone, `null` for one that hides a row of the starting set. */
  readonly content: string | null;
}

export const sizeOf = (rows: readonly RowText[]): number =>
  rows.reduce((sum, { id, content }) => sum + id.length + (content?.length ?? 0), 0);

/** A row of a LEFT JOIN with the table of rows. */
export interface JoinedRow {
  readonly of_table: string | null;
  readonly id: string | null;
  readonly content: string | null;
}

/** The same rows as the parameters of `unnest`. */
export const columnsOf = (rows: readonly RowText[]) =>
  [
    arrayOf(rows.map(({ table }) => table)),
    arrayOf(rows.map(({ id }) => storedId(id))),
    arrayOf(rows.map(({ content }) => content)),
  ] as const;

/**
 * The literal of an array. What is in JSON has no control characters, so JSON quotes it as an array does, in a quarter
 * of the time that the driver takes.
 */
export const arrayOf = (texts: readonly (string | null)[]): string =>
  `{${texts.map((text) => (text === null ? 'NULL' : JSON.stringify(text))).join(',')}}`;

export const textsIn = (found: readonly JoinedRow[]): readonly RowText[] =>
  found.flatMap(({ of_table: table, id, content }) =>
    table === null || id === null ? [] : [{ table, id: plainId(id), content }],
  );

/** The text of a database has neither NUL nor halves of characters. */
const storedId = (id: string): string => JSON.stringify(id).slice(1, -1);
const plainId = (id: string): string => JSON.parse(`"${id}"`);

/** By table name and id. @throws Error for a table that this program does not know */
export function changesOf(
  rows: readonly RowText[],
  tables: ReadonlyMap<string, AnyTable>,
): Map<string, Map<string, RowChange>> {
  const changes = new Map<string, Map<string, RowChange>>();
  for (const { table: name, id, content } of rows) {
    const table = tables.get(name);
    if (table === undefined) {
      throw new Error(`The database has rows of ${name}, a table of a newer program.`);
    }
    const change = content === null ? null : content === '' ? undefined : read(table, id, content);
    getOrSet(changes, name, () => new Map()).set(id, change);
  }
  return changes;
}

const read = (table: AnyTable, id: string, content: string) => new RowOfText(table, id, content);

function parsed(content: string, { name }: AnyTable, id: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new Error(`The row ${JSON.stringify(id)} of table "${name}" is no JSON.`, { cause });
  }
}

class RowOfText extends UnreadRow {
  readonly #table: AnyTable;
  readonly #size: number;
  #content: string;
  #row: Row | undefined;

  constructor(table: AnyTable, id: string, content: string) {
    super(id);
    this.#table = table;
    this.#content = content;
    this.#size = content.length;
  }

  get size(): number {
    return this.#size;
  }

  get row(): Row {
    this.#row ??= decodeRow(this.#table, parsed(this.#content, this.#table, this.id));
    this.#content = '';
    return this.#row;
  }

  glimpse(): Row {
    return this.row;
  }
}
