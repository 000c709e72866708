// What differs between two states of a bank, row by row and in words (CTRL-04).
import type { Json, JsonObject } from '../../protocol/json.ts';
import { clip } from '../../protocol/shown-text.ts';
import type { StartingRows } from '../../storage/store.ts';
import type { AnyTable, Row } from '../../storage/table.ts';
import { SAVED } from './saved.ts';
import { rowJson } from './snapshot-json.ts';
import { settings } from './tables.ts';

interface Differences {
  readonly added: readonly JsonObject[];
  readonly changed: readonly JsonObject[];
  readonly removed: readonly JsonObject[];
}

/** Rows that `to` has and `from` lacks, or has otherwise, and rows that it lacks; by table, then as stored. */
export function differences(from: StartingRows, to: StartingRows): Differences {
  const added: JsonObject[] = [];
  const changed: JsonObject[] = [];
  const removed: JsonObject[] = [];
  for (const [table, of] of from.rows) {
    const before = byId(of());
    const after = byId(to.rows.get(table)?.() ?? []);
    // Every snapshot says when it was taken; that is no difference between banks.
    if (table === settings) for (const rows of [before, after]) rows.delete(SAVED);
    for (const [id, row] of after) {
      const old = before.get(id);
      if (old === undefined) added.push(viewOf(table, row, 'was added'));
      else if (old !== row) changed.push(...changeOf(table, old, row));
    }
    for (const [id, row] of before) {
      if (!after.has(id)) removed.push(viewOf(table, row, 'was removed'));
    }
  }
  return { added, changed, removed };
}

const byId = (rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [row.id, row]));

const viewOf = (table: AnyTable, row: Row, happened: string): JsonObject => ({
  table: table.name,
  id: row.id,
  text: `The row ${row.id} of ${table.name} ${happened}.`,
  row: rowJson(table, row),
});

/** Nothing if both rows say the same. */
function changeOf(table: AnyTable, old: Row, row: Row): readonly JsonObject[] {
  const [from, to] = [rowJson(table, old), rowJson(table, row)];
  const members = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((name) => textOf(from[name]) !== textOf(to[name]))
    .map((name) => ({ name, from: from[name] ?? null, to: to[name] ?? null }));
  if (members.length === 0) return [];
  const what = members.map(
    ({ name, from, to }) => `${name} was ${shown(from)} and is ${shown(to)}`,
  );
  const text = `In the row ${row.id} of ${table.name}, ${what.join('; ')}.`;
  return [{ table: table.name, id: row.id, text, members }];
}

const textOf = (value: Json | undefined): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

const shown = (value: Json): string =>
  value === null ? 'absent' : clip(JSON.stringify(value), 80);
