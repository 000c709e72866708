// A line of a journal: `{checksum, 8 hex} {"seq":…,"restart":…,"put":…,"remove":…}`. It holds
// everything that is needed to do the commit again, starting rows included, whatever made them.
import { crc32 } from 'node:zlib';
import type { BankRows } from '../engine/bank-rows.ts';
import type { Base } from '../engine/base.ts';
import type { Writes } from '../engine/write-set.ts';
import type { AnyTable, Row } from '../table.ts';
import { decodeRow, encodeRow, encodeTables } from './codec.ts';
import { RowGatherer, type SharedRows } from './shared-rows.ts';

const CHECKSUM = 8;

/** The line of a commit, newline included. `restart` is the text of its starting rows. */
export function encodeCommit(seq: number, writes: Writes, restart: string | undefined): Buffer {
  const puts: [string, string[]][] = [];
  const removes: [string, string[]][] = [];
  for (const [table, changes] of writes.changes) {
    const put: string[] = [];
    const remove: string[] = [];
    for (const [id, row] of changes) {
      if (row === null) remove.push(JSON.stringify(id));
      else put.push(encodeRow(table, row));
    }
    if (put.length > 0) puts.push([table.name, put]);
    if (remove.length > 0) removes.push([table.name, remove]);
  }
  let json = `{"seq":${seq}`;
  if (restart !== undefined) json += `,"restart":${restart}`;
  if (puts.length > 0) json += `,"put":${encodeTables(puts)}`;
  if (removes.length > 0) json += `,"remove":${encodeTables(removes)}`;
  const body = Buffer.from(`${json}}`);
  return Buffer.concat([Buffer.from(`${checksumOf(body)} `), body, Buffer.from('\n')]);
}

function checksumOf(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(CHECKSUM, '0');
}

/** The base of a bank as the text that a commit's `restart` takes. */
export function encodeBase(base: Base, tables: Iterable<AnyTable>): string {
  const texts: [string, string[]][] = [];
  for (const table of tables) {
    const rows = [...base.rows(table.name).values()];
    if (rows.length > 0) texts.push([table.name, rows.map((row) => encodeRow(table, row))]);
  }
  return encodeTables(texts);
}

/** A commit read back. */
export interface Commit {
  readonly seq: number;
  /** The rows to start from, when the commit restarted the bank. */
  readonly restart: BankRows | undefined;
  readonly puts: readonly (readonly [AnyTable, Row])[];
  readonly removes: readonly (readonly [AnyTable, string])[];
}

export interface CommitReading {
  readonly tables: ReadonlyMap<string, AnyTable>;
  readonly shared: SharedRows;
}

/** Whether a line, without its newline, is one that we wrote, all of it. */
export function isWhole(line: Buffer): boolean {
  if (line.length <= CHECKSUM || line[CHECKSUM] !== 0x20) return false;
  return line.toString('latin1', 0, CHECKSUM) === checksumOf(line.subarray(CHECKSUM + 1));
}

type Parsed = {
  readonly seq?: unknown;
  readonly restart?: Record<string, readonly unknown[]>;
  readonly put?: Record<string, readonly unknown[]>;
  readonly remove?: Record<string, readonly string[]>;
};

/** The commit of a whole line. @throws Error saying what does not fit */
export function decodeCommit(line: Buffer, reading: CommitReading): Commit {
  const json = line.toString('utf8', CHECKSUM + 1);
  const start = /^\{"seq":\d+,"restart":/.exec(json)?.[0] ?? '';
  const known = start === '' ? undefined : reading.shared.restartIn(json, start.length);
  const parsed: Parsed = JSON.parse(
    known === undefined ? json : `${start}{}${json.slice(known.end)}`,
  );
  if (!Number.isSafeInteger(parsed.seq)) throw new Error('its sequence number is missing');
  const restart =
    known?.rows ?? (parsed.restart === undefined ? undefined : startOf(parsed.restart, reading));
  return {
    seq: parsed.seq as number,
    restart,
    puts: [...perTable(parsed.put, reading)].map(([table, row]) => [table, decodeRow(table, row)]),
    removes: [...perTable(parsed.remove, reading)],
  };
}

function startOf(restart: NonNullable<Parsed['restart']>, reading: CommitReading): BankRows {
  const gatherer = new RowGatherer(reading.tables, reading.shared);
  for (const [table, row] of perTable(restart, reading)) gatherer.add(table, JSON.stringify(row));
  return gatherer.bankRows();
}

function* perTable<T>(
  tables: Record<string, readonly T[]> | undefined,
  reading: CommitReading,
): Iterable<readonly [AnyTable, T]> {
  for (const [name, rows] of Object.entries(tables ?? {})) {
    const table = reading.tables.get(name);
    if (table === undefined) throw new Error(`there is no table "${name}"`);
    for (const row of rows) yield [table, row];
  }
}
