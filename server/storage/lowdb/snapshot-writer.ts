// Writes a bank's JSON file: one row per line, rows where they were before, so that it can be read,
// searched and compared. Works in slices of about a millisecond, with others' turns in between.
import type { RowSource } from '../engine/bank-rows.ts';
import type { AnyTable } from '../table.ts';
import { encodeRow } from './codec.ts';
import type { DiskFile } from './disk.ts';

export const SNAPSHOT_FORMAT = 1;

/** Characters that are gathered before they are written. */
const SLICE = 128 * 1024;

export interface SnapshotHead {
  readonly bank: string;
  readonly seq: number;
}

export interface SnapshotContent {
  readonly tables: Iterable<AnyTable>;
  readonly rows: RowSource;
}

/** Resolves with the number of bytes written. */
export async function writeSnapshot(
  file: DiskFile,
  head: SnapshotHead,
  content: SnapshotContent,
): Promise<number> {
  let position = 0;
  let slice = '';
  const write = async (): Promise<void> => {
    const bytes = Buffer.from(slice);
    slice = '';
    await file.write(bytes, position);
    position += bytes.length;
  };
  for (const piece of pieces(head, content)) {
    slice += piece;
    if (slice.length >= SLICE) await write();
  }
  await write();
  return position;
}

function* pieces(head: SnapshotHead, content: SnapshotContent): Iterable<string> {
  const start = JSON.stringify({ format: SNAPSHOT_FORMAT, ...head });
  yield `${start.slice(0, -1)},"tables":{`;
  let tables = 0;
  for (const table of content.tables) {
    let rows = 0;
    for (const row of content.rows.rowsOf(table)) {
      if (rows === 0) yield `${tables === 0 ? '' : ','}\n"${table.name}":[`;
      yield `${rows === 0 ? '' : ','}\n${encodeRow(table, row)}`;
      rows++;
    }
    if (rows === 0) continue;
    yield '\n]';
    tables++;
  }
  yield '\n}}\n';
}
