// Reads a bank's JSON file. The layout that we write is read line by line; any other layout (people
// may edit the file) and everything that does not parse or fit is read with care for its places.
import { JsonFaultError, offsetOf, parseJson, placeOf } from '../../kernel/json-parser.ts';
import { isJsonObject, type Json } from '../../protocol/json.ts';
import { RowMisfitError } from '../engine/rows.ts';
import { DamagedStoreError } from '../errors.ts';
import type { AnyTable } from '../table.ts';
import { type DiskFile, readWhole } from './disk.ts';
import { GatheredRows } from './gathered-rows.ts';
import { readLines, textOf } from './lines.ts';
import { formatOf } from './snapshot-writer.ts';

export interface SnapshotReading {
  /** Path, for messages. */
  readonly file: string;
  readonly tables: ReadonlyMap<string, AnyTable>;
}

export interface Snapshot {
  readonly seq: number;
  /** Hash of the starting set that the rows change. */
  readonly start: string | undefined;
  readonly rows: GatheredRows;
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
      return readDocument(file, reading, number);
    }
  }
  return ours.result() ?? readDocument(file, reading, 1);
}

const HEAD =
  /^\{"format":([12]),"bank":"[^"]*","seq":(\d{1,15})(?:,"start":"([0-9a-f]{32})")?,"tables":\{$/;

type Expected = 'head' | 'first table or end' | 'table' | 'row' | 'table end' | 'end' | 'nothing';

/** Our own layout, line by line; anything unexpected is not judged here, only turned away. */
class LineLayout {
  readonly #tables: ReadonlyMap<string, AnyTable>;
  readonly #rows = new GatheredRows();
  #expected: Expected = 'head';
  #seq = 0;
  #start: string | undefined;
  /** Whether the lines are of rows that are there, or the ids of removed ones. */
  #section: 'tables' | 'removed' = 'tables';
  #table: AnyTable | undefined;
  #started = new Set<AnyTable>();

  constructor(reading: SnapshotReading) {
    this.#tables = reading.tables;
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
        return this.#end(line);
      case 'first table or end':
        return this.#end(line) || this.#startTable(line);
      case 'head':
        return this.#head(line);
      default:
        return false;
    }
  }

  result(): Snapshot | undefined {
    if (this.#expected !== 'nothing') return undefined;
    return { seq: this.#seq, start: this.#start, rows: this.#rows };
  }

  #head(line: string): boolean {
    const [, format, seq, start] = HEAD.exec(line) ?? [];
    if (Number(format) !== formatOf(start)) return false;
    this.#seq = Number(seq);
    this.#start = start;
    return this.#next('first table or end');
  }

  #end(line: string): boolean {
    if (line === '}}') return this.#next('nothing');
    if (line !== '},"removed":{' || this.#section === 'removed') return false;
    this.#section = 'removed';
    this.#started = new Set();
    return this.#next('first table or end');
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
      const plain: unknown = JSON.parse(more ? line.slice(0, -1) : line);
      this.#rows[this.#section === 'tables' ? 'add' : 'remove'](this.#table as AnyTable, plain);
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

async function readDocument(
  file: DiskFile,
  reading: SnapshotReading,
  line: number,
): Promise<Snapshot> {
  if ((await file.size()) > MAX_WHOLE) {
    const reason = 'this line does not parse or fit, or is not laid out as one row per line';
    throw new DamagedStoreError({ file: reading.file, line }, reason);
  }
  const text = textOf(await readWhole(file))?.replace(/^\ufeff/, '');
  if (text === undefined) {
    throw new DamagedStoreError({ file: reading.file, line, column: 1 }, 'this is not UTF-8');
  }
  try {
    return new Document(text, reading.tables).read();
  } catch (error) {
    if (!(error instanceof JsonFaultError)) throw error;
    throw new DamagedStoreError({ file: reading.file, ...placeOf(text, error.at) }, error.message);
  }
}

/** The whole file as one JSON value. Every method throws JsonFaultError. */
class Document {
  readonly #text: string;
  readonly #tables: ReadonlyMap<string, AnyTable>;
  readonly #rows = new GatheredRows();

  constructor(text: string, tables: ReadonlyMap<string, AnyTable>) {
    this.#text = text;
    this.#tables = tables;
  }

  read(): Snapshot {
    const root = parseJson(this.#text, RULES);
    const { format, seq, start, tables, removed } = isJsonObject(root) ? root : {};
    if (format !== formatOf(start)) this.#refuse('format');
    if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) this.#refuse('seq');
    if (start !== undefined && !(typeof start === 'string' && /^[0-9a-f]{32}$/.test(start))) {
      this.#refuse('start');
    }
    this.#section('tables', tables, (table, row) => this.#rows.add(table, row));
    if (removed !== undefined) {
      this.#section('removed', removed, (table, id) => this.#rows.remove(table, id));
    }
    return { seq, start, rows: this.#rows };
  }

  #section(section: string, tables: unknown, take: (table: AnyTable, plain: Json) => void): void {
    if (!isJsonObject(tables)) {
      throw this.#fault([section], `"${section}" is missing or is no object`);
    }
    for (const [name, rows] of Object.entries(tables)) {
      const place = [section, name];
      const table = this.#tables.get(name);
      if (table === undefined) throw this.#fault(place, `there is no table "${name}"`);
      if (!Array.isArray(rows)) throw this.#fault(place, `"${name}" is no array`);
      for (const [at, row] of (rows as readonly Json[]).entries()) {
        try {
          take(table, row);
        } catch (error) {
          const isMember =
            error instanceof RowMisfitError && isJsonObject(row) && error.member in row;
          const path = isMember ? [...place, at, error.member] : [...place, at];
          throw this.#fault(path, (error as Error).message);
        }
      }
    }
  }

  #refuse(member: string): never {
    throw this.#fault([member], `"${member}" is missing or is not what it was`);
  }

  #fault(path: readonly (string | number)[], problem: string): JsonFaultError {
    return new JsonFaultError(offsetOf(this.#text, path, RULES), problem);
  }
}
