// A snapshot as one JSON document, and back; and what differs between two (CTRL-04). Rows are as in the JSON file of a bank.
import { derivedToken } from '../../kernel/ids.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { SnapshotDocument } from '../../protocol/generated/schemas.ts';
import { isJsonObject, type Json, type JsonObject } from '../../protocol/json.ts';
import { clip } from '../../protocol/shown-text.ts';
import { type CheckRows, faultText, type RowFault, rowsByTable } from '../../storage/check-rows.ts';
import { decodeRow, encodeRow } from '../../storage/row-json.ts';
import { RowMisfitError } from '../../storage/rows.ts';
import { rowsIn, type StartingRows } from '../../storage/store.ts';
import type { AnyTable, Row, Table } from '../../storage/table.ts';
import { pointerOf } from '../../validation/json-pointer.ts';
import { SAVED } from './saved.ts';
import { settings } from './tables.ts';

type Tables = SnapshotDocument['tables'];
type TableRows = readonly [AnyTable, readonly Row[]];
type Segments = readonly (string | number)[];

/** All rows by table; a table without rows is left out. */
export function tablesJson({ rows }: StartingRows): JsonObject {
  const filled = [...rows].map(
    ([table, of]) => [table.name, of().map((row) => rowJson(table, row))] as const,
  );
  return Object.fromEntries(filled.filter(([, of]) => of.length > 0));
}

/** A row as its line in a bank's file has it. */
const rowJson = (table: AnyTable, row: Row): JsonObject => JSON.parse(encodeRow(table, row));

/** What rows there can be, and what they must be. */
export interface RowKinds {
  readonly tables: readonly AnyTable[];
  readonly check: CheckRows;
}

/** What a document may leave out: when its rows were saved, and whose ids they have. */
interface Defaults {
  readonly at: number;
  readonly idScope: string;
}

/** The rows of a document. ApiError CTRL-04 FORMAT_ERROR names the first place that does not fit. */
export function rowsOf(document: Tables, { at, idScope }: Defaults, kinds: RowKinds): StartingRows {
  const given = document as Readonly<Record<string, readonly JsonObject[]>>;
  const own = given['settings'] ?? [];
  const known = new Set(own.map(({ id }) => id));
  const missing = [
    { id: 'created', value: { at } },
    { id: SAVED, value: { at, idScope } },
  ].filter(({ id }) => !known.has(id));
  const complete = { ...given, settings: [...own, ...missing] };
  const key = `import-${derivedToken([JSON.stringify(complete)])}`;
  const read = Object.entries(complete).map(([name, of]): TableRows => {
    const table = kinds.tables.find((one) => one.name === name);
    if (table === undefined) throw misfit([name], `There is no table ${name}.`);
    return [table, tableRows(table, of)] as const;
  });
  const fault = kinds.check(rowsByTable(new Map(read)));
  if (fault !== undefined) throw misfit(placeOf(fault, read), faultText(fault));
  const saved = complete.settings.findIndex(({ id, value }) => id === SAVED && !hasTime(value));
  if (saved >= 0) {
    const text = 'The setting saved must say when the rows were saved: at, in ms.';
    throw misfit(['settings', saved, 'value', 'at'], text);
  }
  return { key, rows: new Map(read.map(([table, of]) => [table, () => of])) };
}

const hasTime = (value: Json | undefined) => isJsonObject(value) && value['at'] !== undefined;

function tableRows(table: AnyTable, plain: readonly JsonObject[]): readonly Row[] {
  const ids = new Set<string>();
  return plain.map((one, at) => {
    const row = rowAt([table.name, at], () => decodeRow(table, one));
    if (ids.has(row.id)) {
      throw misfit([table.name, at, 'id'], `The table ${table.name} has the id ${row.id} twice.`);
    }
    ids.add(row.id);
    return row;
  });
}

function rowAt(place: Segments, read: () => Row): Row {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RowMisfitError)) throw error;
    throw misfit([...place, error.member], error.message);
  }
}

/** Where the document has what does not fit. */
function placeOf({ table, id, path }: RowFault, read: readonly TableRows[]): Segments {
  const rows = read.find(([{ name }]) => name === table)?.[1] ?? [];
  return [table, rows.findIndex((row) => row.id === id), ...path];
}

const misfit = (segments: Segments, text: string): ApiError =>
  new ApiError('CTRL-04', 'FORMAT_ERROR', text, { path: pointerOf(['tables', ...segments]) });

/** Rows of one table that two states of a bank do not have in common. */
export interface TableChanges<R extends Row> {
  readonly added: readonly R[];
  /** Before, and after. */
  readonly changed: readonly (readonly [R, R])[];
  readonly removed: readonly R[];
}

export type RowChanges = ReadonlyMap<AnyTable, TableChanges<Row>>;

const NO_CHANGES = { added: [], changed: [], removed: [] } as const;

export const changesOf = <R extends Row>(changes: RowChanges, table: Table<R>): TableChanges<R> =>
  (changes.get(table) as TableChanges<R> | undefined) ?? NO_CHANGES;

/** Tables without a difference are left out. */
export function changesIn(from: StartingRows, to: StartingRows): RowChanges {
  const changes = new Map<AnyTable, TableChanges<Row>>();
  for (const [table, of] of from.rows) {
    const before = byId(of());
    const after = byId(rowsIn(to, table));
    // Every snapshot says when it was taken; that is no difference between banks.
    if (table === settings) for (const rows of [before, after]) rows.delete(SAVED);
    const added = [...after.values()].filter(({ id }) => !before.has(id));
    const removed = [...before.values()].filter(({ id }) => !after.has(id));
    const changed = [...after.values()].flatMap((row) => {
      const old = before.get(row.id);
      const isSame =
        old === undefined || old === row || encodeRow(table, old) === encodeRow(table, row);
      return isSame ? [] : [[old, row] as const];
    });
    if (added.length + removed.length + changed.length > 0) {
      changes.set(table, { added, changed, removed });
    }
  }
  return changes;
}

/** The same as JSON, each row with a text: by table, then as stored. */
export function differencesJson(changes: RowChanges) {
  const all = [...changes];
  return {
    added: all.flatMap(([table, { added }]) => added.map((row) => viewOf(table, row, 'was added'))),
    changed: all.flatMap(([table, { changed }]) =>
      changed.map(([old, row]) => changeOf(table, old, row)),
    ),
    removed: all.flatMap(([table, { removed }]) =>
      removed.map((row) => viewOf(table, row, 'was removed')),
    ),
  };
}

const byId = (rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [row.id, row]));

const viewOf = (table: AnyTable, row: Row, happened: string): JsonObject => ({
  table: table.name,
  id: row.id,
  text: `The row ${row.id} of ${table.name} ${happened}.`,
  row: rowJson(table, row),
});

function changeOf(table: AnyTable, old: Row, row: Row): JsonObject {
  const [from, to] = [rowJson(table, old), rowJson(table, row)];
  const members = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((name) => jsonText(from[name]) !== jsonText(to[name]))
    .map((name) => ({ name, from: from[name] ?? null, to: to[name] ?? null }));
  const what = members.map(
    ({ name, from, to }) => `${name} was ${shown(from)} and is ${shown(to)}`,
  );
  const text = `In the row ${row.id} of ${table.name}, ${what.join('; ')}.`;
  return { table: table.name, id: row.id, text, members };
}

const jsonText = (value: Json | undefined): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

const shown = (value: Json): string =>
  value === null ? 'absent' : clip(JSON.stringify(value), 80);
