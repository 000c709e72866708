// Writes a bank's JSON file: one row per line, rows where they were before, so that it can be read,
// searched and compared. Works in slices of about a millisecond, with others' turns in between.
import { crc32 } from 'node:zlib';
import type { View } from '../engine/bank-rows.ts';
import { readRow, type StoredRow } from '../engine/unread-row.ts';
import { encodeRow } from '../row-json.ts';
import type { AnyTable } from '../table.ts';
import type { DiskFile } from './disk.ts';
import { RowText } from './row-text.ts';
import { headLine, lastLine, type NamedHead } from './snapshot-format.ts';

/** Characters that are gathered before they are written. */
const SLICE = 128 * 1024;

export interface SnapshotContent {
  readonly tables: readonly AnyTable[];
  readonly layout: number;
  readonly rows: Pick<View, 'changesOf'>;
}

/** Resolves with the number of bytes written. */
export async function writeSnapshot(
  file: DiskFile,
  head: NamedHead,
  content: SnapshotContent,
): Promise<number> {
  let position = 0;
  for (const bytes of snapshotBytes(head, content)) {
    await file.write(bytes, position);
    position += bytes.length;
  }
  return position;
}

/** The file in slices. Its last line has the checksum of all before it. */
export function* snapshotBytes(head: NamedHead, content: SnapshotContent): Iterable<Buffer> {
  let sum = content.layout;
  let slice = '';
  for (const piece of pieces(head, content)) {
    slice += piece;
    if (slice.length < SLICE) continue;
    const bytes = Buffer.from(slice);
    sum = crc32(bytes, sum);
    yield bytes;
    slice = '';
  }
  const bytes = Buffer.from(slice);
  yield Buffer.concat([bytes, Buffer.from(`${lastLine(crc32(bytes, sum))}\n`)]);
}

function* pieces(head: NamedHead, { tables, rows }: SnapshotContent): Iterable<string> {
  const removed = new Map<AnyTable, string[]>();
  yield headLine(head);
  yield* section(tables, function* (table) {
    const gone: string[] = [];
    for (const [id, row] of rows.changesOf(table)) {
      if (row !== null) yield textOf(table, row);
      else gone.push(JSON.stringify(id));
    }
    removed.set(table, gone);
  });
  if (head.start !== undefined) {
    yield '\n},"removed":{';
    yield* section(tables, (table) => removed.get(table) ?? []);
  }
  yield '\n';
}

const textOf = (table: AnyTable, row: StoredRow): string =>
  row instanceof RowText ? row.text : encodeRow(table, readRow(row));

/** Tables that have lines, with these. */
function* section(
  tables: readonly AnyTable[],
  linesOf: (table: AnyTable) => Iterable<string>,
): Iterable<string> {
  let written = 0;
  for (const table of tables) {
    let lines = 0;
    for (const line of linesOf(table)) {
      if (lines === 0) yield `${written === 0 ? '' : ','}\n"${table.name}":[`;
      yield `${lines === 0 ? '' : ','}\n${line}`;
      lines++;
    }
    if (lines === 0) continue;
    yield '\n]';
    written++;
  }
}
