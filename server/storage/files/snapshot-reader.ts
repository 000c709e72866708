// Reads a bank's JSON file. What this store wrote, which the checksum in the last line shows, is split into
// lines and not parsed. What people edited, and what an older version wrote, is checked row by row.
import { crc32 } from 'node:zlib';
import type { AnyTable } from '../table.ts';
import { type Block, type DiskFile, linesIn, readBlocks, utf8Text } from './disk.ts';
import { GatheredRows } from './gathered-rows.ts';
import { TableText, type TextSpan } from './row-text.ts';
import { readDocument } from './snapshot-document.ts';
import {
  type Head,
  headIn,
  lastLine,
  type Snapshot,
  type SnapshotReading,
} from './snapshot-format.ts';

/** The head of a file that is as this store wrote it; `undefined` for any other, which is to be read. */
export async function readHead(file: DiskFile, layout: number): Promise<Head | undefined> {
  const checksum = new Checksum(layout);
  let head: string | undefined;
  for await (const block of readBlocks(file)) {
    checksum.add(block);
    const [line] = linesIn(block);
    head ??= line && block.bytes.toString('utf8', line.start, line.end);
  }
  return head !== undefined && checksum.holds() ? headIn(head) : undefined;
}

/** @throws DamagedStoreError with line and column (DUR-06) */
export async function readSnapshot(file: DiskFile, reading: SnapshotReading): Promise<Snapshot> {
  const checksum = new Checksum(reading.layout);
  const trusted = await layOut(file, laidOut(reading.tables, 'left as text'), checksum);
  if (trusted.snapshot !== undefined && checksum.holds()) {
    return { ...trusted.snapshot, isTrusted: true };
  }
  const { snapshot, line } = await layOut(file, laidOut(reading.tables, 'checked'));
  // People may edit the file: its rows may say something else of the future than its head.
  if (snapshot !== undefined) return { ...snapshot, wakeAt: undefined };
  return readDocument(file, reading, line);
}

/** The snapshot, or the number of the first line that is not as this store lays it out. */
async function layOut(
  file: DiskFile,
  layout: ReturnType<typeof laidOut>,
  checksum?: Checksum,
): Promise<{ readonly snapshot: Snapshot | undefined; readonly line: number }> {
  let number = 0;
  let snapshot: Snapshot | undefined;
  layout.next();
  for await (const block of readBlocks(file)) {
    checksum?.add(block);
    for (const { start, end } of linesIn(block)) {
      number++;
      const { done, value } = layout.next({ bytes: block.bytes, start, end });
      // Also for any line after the last one of the layout.
      if (done && value === undefined) return { snapshot: undefined, line: number };
      if (done) snapshot = value;
    }
  }
  return { snapshot, line: Math.max(number, 1) };
}

/** The checksum of a file that is read in blocks, all but its last line, which has it. */
class Checksum {
  #sum: number;
  #last: Block | undefined;

  constructor(layout: number) {
    this.#sum = layout;
  }

  add(block: Block): void {
    if (this.#last !== undefined) this.#sum = crc32(this.#last.bytes, this.#sum);
    this.#last = block;
  }

  /** Whether the last line has the checksum of what is before it. */
  holds(): boolean {
    if (this.#last === undefined || !this.#last.ended) return false;
    const { bytes } = this.#last;
    const start = bytes.lastIndexOf('\n', -2) + 1;
    const sum = crc32(bytes.subarray(0, start), this.#sum);
    return bytes.toString('latin1', start, bytes.length - 1) === lastLine(sum);
  }
}

const LAST_LINE = /^\}(?:\}|,"checksum":"[0-9a-f]{8}"\})$/;
const REMOVED = '},"removed":{';
const COMMA = 0x2c;

/** `''`, which is no line of the layout, when it is not UTF-8. */
const lineAt = ({ bytes, start, end }: TextSpan): string =>
  utf8Text(bytes.subarray(start, end)) ?? '';
const isEnd = (line: string): boolean => LAST_LINE.test(line) || line === REMOVED;

/**
 * Our own layout, which is handed line by line. Ends with the snapshot, or with `undefined` at a line that is not as
 * expected: that is not judged here, only turned away.
 */
function* laidOut(
  tables: SnapshotReading['tables'],
  handling: 'checked' | 'left as text',
): Generator<undefined, Snapshot | undefined, TextSpan> {
  const rows = new GatheredRows();
  const head = headIn(lineAt(yield));
  if (head === undefined) return undefined;
  let line = lineAt(yield);
  // Rows that are there, then the ids of removed ones.
  for (const section of ['tables', 'removed'] as const) {
    const started = new Set<AnyTable>();
    while (!isEnd(line)) {
      const table = tables.get(/^"(\w+)":\[$/.exec(line)?.[1] ?? '');
      if (table === undefined || started.has(table)) return undefined;
      started.add(table);
      const texts = new TableText(table);
      for (let hasMore = true; hasMore; ) {
        const { bytes, start, end } = yield;
        hasMore = bytes[end - 1] === COMMA;
        const at = { bytes, start, end: hasMore ? end - 1 : end };
        try {
          if (section === 'removed') rows.remove(table, JSON.parse(lineAt(at)));
          else if (handling === 'checked') rows.add(table, JSON.parse(lineAt(at)));
          else rows.addText(table, texts.rowAt(at));
        } catch {
          return undefined;
        }
      }
      const closing = lineAt(yield);
      if (closing !== '],' && closing !== ']') return undefined;
      line = lineAt(yield);
      if (isEnd(line) !== (closing === ']')) return undefined;
    }
    if (LAST_LINE.test(line)) return { ...head, rows, isTrusted: false };
    if (section === 'removed') return undefined;
    line = lineAt(yield);
  }
  return undefined;
}
