// A bank's JSON file. It has the rows that differ from the starting set, one per line; newer commits are in the
// journal beside it (commit-line.ts). The starting set is a file of the same form, without `start` and `removed`;
// the set of a snapshot has both if its bank began from a set.
//
//   {"format":2,"bank":"acme","seq":1,"wakeAt":null,"start":"69c7419cd6d421eb76a150acaf89546c","tables":{
//   "settings":[
//   {"id":"created","value":{"at":1795350974191}}
//   ]
//   },"removed":{
//   },"checksum":"ac36ae7e"}
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { CheckRows } from '../check-rows.ts';
import type { View } from '../engine/bank-rows.ts';
import { readRow, type StoredRow } from '../engine/unread-row.ts';
import { encodeRow } from '../row-json.ts';
import type { AnyTable } from '../table.ts';
import type { Disk, DiskFile } from './disk.ts';
import type { GatheredRows } from './gathered-rows.ts';
import { RowText } from './row-text.ts';

export interface Head {
  /** Number of the last commit that is in the rows. */
  readonly seq: number;
  /** When the bank is to be used next, in ms; `null` for never, `undefined` when that is not known. */
  readonly wakeAt?: number | null | undefined;
  /** Hash of the starting set that the rows change; absent when they change nothing. */
  readonly start?: string | undefined;
}

interface NamedHead extends Head {
  readonly bank: string;
}

export interface Snapshot extends Head {
  readonly rows: GatheredRows;
  /** Its checksum shows that this program wrote it. */
  readonly isTrusted: boolean;
}

export interface DataFolder {
  readonly disk: Disk;
  /** Real path. */
  readonly folder: string;
  readonly tables: ReadonlyMap<string, AnyTable>;
  /** What {@link layoutOf} says of the tables. */
  readonly layout: number;
  /** For rows that this program did not write. */
  readonly check: CheckRows;
}

export interface SnapshotReading extends Pick<DataFolder, 'tables' | 'layout'> {
  /** Path, for messages. */
  readonly file: string;
}

/** 1: all rows of the bank. 2: what the bank changed of a starting set, which is a file of its own. */
export const formatOf = (start: unknown): number => (start === undefined ? 1 : 2);

/**
 * The layout of these tables, from which checksums start. A file that was written for other tables does
 * not match, and is read with care.
 */
export const layoutOf = (tables: Iterable<AnyTable>): number =>
  crc32(JSON.stringify([...tables].map(({ name, members, schema }) => [name, members, schema])));

/** What the last line of a file is when the bytes before it have that checksum. */
export const lastLine = (sum: number): string =>
  `},"checksum":"${sum.toString(16).padStart(8, '0')}"}`;

const HEAD =
  /^\{"format":([12]),"bank":"[^"]*","seq":(\d{1,15})(?:,"wakeAt":(null|-?\d{1,16}))?(?:,"start":"([0-9a-f]{32})")?,"tables":\{$/;

/** The head in a first line; `undefined` when it is not as {@link headLine} writes it. */
export function headIn(line: string): Head | undefined {
  const [, format, seq, wakeAt, start] = HEAD.exec(line) ?? [];
  if (Number(format) !== formatOf(start)) return undefined;
  const wakes = wakeAt === undefined ? undefined : (JSON.parse(wakeAt) as number | null);
  return { seq: Number(seq), start, wakeAt: wakes };
}

/** The first line of a file, without its newline. */
function headLine({ bank, seq, wakeAt, start }: NamedHead): string {
  const members = JSON.stringify({ format: formatOf(start), bank, seq, wakeAt, start });
  return `${members.slice(0, -1)},"tables":{`;
}

/** Characters that are gathered before they are written: the less, the sooner others have their turn. */
const SLICE = 32 * 1024;
/** Bytes that are left to the disk at once: who waits for it meanwhile waits for these. */
const DISK_SLICE = 512 * 1024;
/** Milliseconds of rest after a slice, several times what it takes: a large bank is written in seconds, in the background. */
const REST = 2;

interface SnapshotContent {
  readonly tables: readonly AnyTable[];
  readonly layout: number;
  readonly rows: Pick<View, 'changesOf'>;
}

/**
 * Writes the rows where they were before, so that files can be compared; in slices of a fraction of a millisecond, with
 * others' turns in between, so that it goes on the slower the more they do. Resolves with the number of bytes written.
 * @param isUrgent whether somebody waits for it: then it does not rest
 */
export async function writeSnapshot(
  file: DiskFile,
  head: NamedHead,
  content: SnapshotContent,
  isUrgent?: () => boolean,
): Promise<number> {
  let position = 0;
  let synced = 0;
  for (const bytes of snapshotBytes(head, content)) {
    await file.write(bytes, position);
    position += bytes.length;
    if (!isUrgent?.()) await pause(REST);
    if (position - synced < DISK_SLICE) continue;
    await file.sync();
    synced = position;
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
      if (row !== null) yield storedText(table, row);
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

const storedText = (table: AnyTable, row: StoredRow): string =>
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
