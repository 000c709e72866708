// Writes a bank's JSON file: one row per line, rows where they were before, so that it can be read,
// searched and compared. Works in slices of about a millisecond, with others' turns in between.
import type { View } from '../engine/bank-rows.ts';
import type { AnyTable, Row } from '../table.ts';
import { encodeRow } from './codec.ts';
import type { DiskFile } from './disk.ts';

/** 1: all rows of the bank. 2: what the bank changed of a starting set, which is a file of its own. */
export const formatOf = (start: unknown): number => (start === undefined ? 1 : 2);

/** Characters that are gathered before they are written. */
const SLICE = 128 * 1024;

export interface SnapshotHead {
  readonly bank: string;
  readonly seq: number;
  /** Hash of the starting set that the rows change; absent when they change nothing. */
  readonly start?: string;
}

export interface SnapshotContent {
  readonly tables: readonly AnyTable[];
  readonly rows: Pick<View, 'changesOf'>;
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
  for (const piece of snapshotText(head, content)) {
    slice += piece;
    if (slice.length >= SLICE) await write();
  }
  await write();
  return position;
}

/** The file's text in pieces. */
export function* snapshotText(head: SnapshotHead, content: SnapshotContent): Iterable<string> {
  const members = JSON.stringify({ format: formatOf(head.start), ...head });
  yield `${members.slice(0, -1)},"tables":{`;
  yield* section(content, (table, _, row) => row && encodeRow(table, row));
  if (head.start !== undefined) {
    yield '\n},"removed":{';
    yield* section(content, (_, id, row) => (row === null ? JSON.stringify(id) : null));
  }
  yield '\n}}\n';
}

type LineOf = (table: AnyTable, id: string, row: Row | null) => string | null;

/** Tables with those of their changes that `lineOf` has a line for. */
function* section({ tables, rows }: SnapshotContent, lineOf: LineOf): Iterable<string> {
  let written = 0;
  for (const table of tables) {
    let lines = 0;
    for (const [id, row] of rows.changesOf(table)) {
      const line = lineOf(table, id, row);
      if (line === null) continue;
      if (lines === 0) yield `${written === 0 ? '' : ','}\n"${table.name}":[`;
      yield `${lines === 0 ? '' : ','}\n${line}`;
      lines++;
    }
    if (lines === 0) continue;
    yield '\n]';
    written++;
  }
}
