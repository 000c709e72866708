// Reads a bank's JSON file. The layout that we write is read line by line; any other layout (people
// may edit the file) and everything that does not parse or fit is read with care for its places.
import { JsonFaultError, offsetOf, parseJson, placeOf } from '../../kernel/json-parser.ts';
import { isJsonObject, type Json } from '../../protocol/json.ts';
import type { BankRows } from '../engine/bank-rows.ts';
import { RowMisfitError } from '../engine/rows.ts';
import { DamagedStoreError } from '../errors.ts';
import type { AnyTable } from '../table.ts';
import type { DiskFile } from './disk.ts';
import { readLines, textOf } from './lines.ts';
import { RowGatherer, type SharedRows } from './shared-rows.ts';
import { SNAPSHOT_FORMAT } from './snapshot-writer.ts';

export interface SnapshotReading {
  /** Path, for messages. */
  readonly file: string;
  readonly tables: ReadonlyMap<string, AnyTable>;
  readonly shared: SharedRows;
}

export interface Snapshot {
  readonly seq: number;
  readonly rows: BankRows;
}

/** Some more levels than a row may have. */
const RULES = { what: 'file', maxDepth: 600 } as const;

/** Largest file that is read in one piece, for its layout is not ours. */
const MAX_WHOLE = 256 * 1024 * 1024;

/** @throws DamagedStoreError with line and column (DUR-06) */
export async function readSnapshot(file: DiskFile, reading: SnapshotReading): Promise<Snapshot> {
  const ours = new LineLayout(reading);
  for await (const lines of readLines(file)) {
    for (const { bytes, number } of lines) {
      if (ours.takes(textOf(bytes))) continue;
      return readWhole(file, reading, number);
    }
  }
  return ours.result() ?? readWhole(file, reading, 1);
}

const HEAD = /^\{"format":1,"bank":"[^"]*","seq":(\d{1,15}),"tables":\{$/;

type Expected = 'head' | 'first table or end' | 'table' | 'row' | 'table end' | 'end' | 'nothing';

/** Our own layout, line by line; anything unexpected is not judged here, only turned away. */
class LineLayout {
  readonly #tables: ReadonlyMap<string, AnyTable>;
  readonly #gatherer: RowGatherer;
  #expected: Expected = 'head';
  #seq = 0;
  #table: AnyTable | undefined;
  readonly #started = new Set<AnyTable>();

  constructor(reading: SnapshotReading) {
    this.#tables = reading.tables;
    this.#gatherer = new RowGatherer(reading.tables, reading.shared);
  }

  takes(line: string | undefined): boolean {
    if (line === undefined) return false;
    switch (this.#expected) {
      case 'row':
        return this.#row(line);
      case 'table end':
        return this.#next(line === '],' ? 'table' : line === ']' ? 'end' : undefined);
      case 'table':
        return this.#startTable(line);
      case 'end':
        return this.#next(line === '}}' ? 'nothing' : undefined);
      case 'first table or end':
        return line === '}}' ? this.#next('nothing') : this.#startTable(line);
      case 'head': {
        const head = HEAD.exec(line);
        this.#seq = Number(head?.[1]);
        return this.#next(head === null ? undefined : 'first table or end');
      }
      default:
        return false;
    }
  }

  result(): Snapshot | undefined {
    if (this.#expected !== 'nothing') return undefined;
    return { seq: this.#seq, rows: this.#gatherer.bankRows() };
  }

  #startTable(line: string): boolean {
    const table = this.#tables.get(/^"(\w+)":\[$/.exec(line)?.[1] ?? '');
    if (table === undefined || this.#started.has(table)) return false;
    this.#started.add(table);
    this.#table = table;
    return this.#next('row');
  }

  #row(line: string): boolean {
    const more = line.endsWith(',');
    try {
      this.#gatherer.add(this.#table as AnyTable, more ? line.slice(0, -1) : line);
    } catch {
      return false;
    }
    return this.#next(more ? 'row' : 'table end');
  }

  #next(expected: Expected | undefined): boolean {
    if (expected !== undefined) this.#expected = expected;
    return expected !== undefined;
  }
}

async function readWhole(
  file: DiskFile,
  reading: SnapshotReading,
  line: number,
): Promise<Snapshot> {
  const size = await file.size();
  if (size > MAX_WHOLE) {
    const reason = 'this line does not parse or fit, or is not laid out as one row per line';
    throw new DamagedStoreError({ file: reading.file, line }, reason);
  }
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    const got = await file.read(bytes.subarray(at), at);
    if (got === 0) break;
    at += got;
  }
  const text = textOf(bytes)?.replace(/^\ufeff/, '');
  if (text === undefined) {
    throw new DamagedStoreError({ file: reading.file, line, column: 1 }, 'this is not UTF-8');
  }
  try {
    return readDocument(text, reading);
  } catch (error) {
    if (!(error instanceof JsonFaultError)) throw error;
    throw new DamagedStoreError({ file: reading.file, ...placeOf(text, error.at) }, error.message);
  }
}

/** @throws JsonFaultError */
function readDocument(text: string, reading: SnapshotReading): Snapshot {
  const root = parseJson(text, RULES);
  const fault = (path: readonly (string | number)[], problem: string) =>
    new JsonFaultError(offsetOf(text, path, RULES), problem);
  const { format, seq, tables } = isJsonObject(root) ? root : {};
  if (format !== SNAPSHOT_FORMAT)
    throw fault(['format'], '"format" is missing or is not what it was');
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) {
    throw fault(['seq'], '"seq" is missing or is not what it was');
  }
  if (!isJsonObject(tables)) throw fault(['tables'], '"tables" is missing or is no object');
  const gatherer = new RowGatherer(reading.tables, reading.shared);
  for (const [name, rows] of Object.entries(tables)) {
    const place = ['tables', name];
    const table = reading.tables.get(name);
    if (table === undefined) throw fault(place, `there is no table "${name}"`);
    if (!Array.isArray(rows)) throw fault(place, `"${name}" is no array`);
    for (const [at, row] of (rows as readonly Json[]).entries()) {
      try {
        gatherer.add(table, JSON.stringify(row));
      } catch (error) {
        const isMember =
          error instanceof RowMisfitError && isJsonObject(row) && error.member in row;
        const path = isMember ? [...place, at, error.member] : [...place, at];
        throw fault(path, (error as Error).message);
      }
    }
  }
  return { seq, rows: gatherer.bankRows() };
}
