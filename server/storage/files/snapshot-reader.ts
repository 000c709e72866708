// Reads a bank's JSON file. What this store wrote, which the checksum in the last line shows, is split into
// lines and not parsed. What people edited, and what an older version wrote, is checked row by row.
import { crc32 } from 'node:zlib';
import type { AnyTable } from '../table.ts';
import { type Block, type DiskFile, type Line, linesIn, readBlocks, textOf } from './disk.ts';
import { GatheredRows } from './gathered-rows.ts';
import { type Place, TableText } from './row-text.ts';
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
  const trusted = await layOut(file, new LineLayout(reading.tables, 'left as text'), checksum);
  if (trusted.snapshot !== undefined && checksum.holds()) return trusted.snapshot;
  const { snapshot, line } = await layOut(file, new LineLayout(reading.tables, 'checked'));
  // People may edit the file: its rows may say something else of the future than its head.
  if (snapshot !== undefined) return { ...snapshot, wakeAt: undefined };
  return readDocument(file, reading, line);
}

/** The snapshot, or the number of the first line that is not as this store lays it out. */
async function layOut(
  file: DiskFile,
  layout: LineLayout,
  checksum?: Checksum,
): Promise<{ readonly snapshot: Snapshot | undefined; readonly line: number }> {
  let number = 0;
  for await (const block of readBlocks(file)) {
    checksum?.add(block);
    for (const line of linesIn(block)) {
      number++;
      if (!layout.takes(block, line)) return { snapshot: undefined, line: number };
    }
  }
  return { snapshot: layout.result(), line: Math.max(number, 1) };
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
const COMMA = 0x2c;

type Expected = 'head' | 'first table or end' | 'table' | 'row' | 'table end' | 'end' | 'nothing';

/** Our own layout, line by line; anything unexpected is not judged here, only turned away. */
class LineLayout {
  readonly #tables: ReadonlyMap<string, AnyTable>;
  readonly #handling: 'checked' | 'left as text';
  readonly #rows = new GatheredRows();
  #expected: Expected = 'head';
  #head: Head | undefined;
  /** Whether the lines are of rows that are there, or the ids of removed ones. */
  #section: 'tables' | 'removed' = 'tables';
  #table: TableText | undefined;
  #started = new Set<AnyTable>();

  constructor(tables: ReadonlyMap<string, AnyTable>, handling: 'checked' | 'left as text') {
    this.#tables = tables;
    this.#handling = handling;
  }

  takes(block: Block, line: Line): boolean {
    if (this.#expected === 'row') return this.#row(block, line);
    const text = textOf(block.bytes.subarray(line.start, line.end));
    if (text === undefined) return false;
    switch (this.#expected) {
      case 'table end':
        return this.#next(text === '],' ? 'table' : text === ']' ? 'end' : undefined);
      case 'table':
        return this.#startTable(text);
      case 'end':
        return this.#end(text);
      case 'first table or end':
        return this.#end(text) || this.#startTable(text);
      case 'head':
        this.#head = headIn(text);
        return this.#next(this.#head && 'first table or end');
      default:
        return false;
    }
  }

  result(): Snapshot | undefined {
    if (this.#expected !== 'nothing' || this.#head === undefined) return undefined;
    return { ...this.#head, rows: this.#rows };
  }

  #end(text: string): boolean {
    if (LAST_LINE.test(text)) return this.#next('nothing');
    if (text !== '},"removed":{' || this.#section === 'removed') return false;
    this.#section = 'removed';
    this.#started = new Set();
    return this.#next('first table or end');
  }

  #startTable(text: string): boolean {
    const table = this.#tables.get(/^"(\w+)":\[$/.exec(text)?.[1] ?? '');
    if (table === undefined || this.#started.has(table)) return false;
    this.#started.add(table);
    this.#table = new TableText(table);
    return this.#next('row');
  }

  #row({ bytes }: Block, { start, end }: Line): boolean {
    const hasMore = bytes[end - 1] === COMMA;
    const at = { bytes, start, end: hasMore ? end - 1 : end };
    try {
      this.#takeRow(this.#table as TableText, at);
    } catch {
      return false;
    }
    return this.#next(hasMore ? 'row' : 'table end');
  }

  #takeRow(rows: TableText, at: Place): void {
    if (this.#section === 'tables' && this.#handling === 'left as text') {
      this.#rows.addText(rows.table, rows.rowAt(at));
      return;
    }
    const text = textOf(at.bytes.subarray(at.start, at.end));
    if (text === undefined) throw new SyntaxError('this is not UTF-8');
    const plain: unknown = JSON.parse(text);
    if (this.#section === 'tables') this.#rows.add(rows.table, plain);
    else this.#rows.remove(rows.table, plain);
  }

  #next(expected: Expected | undefined): boolean {
    if (expected !== undefined) this.#expected = expected;
    return expected !== undefined;
  }
}
