// A line of a journal:
// `1a2b3c4d {"seq":7,"restart":"9f…","put":{"accounts":[{"id":"a1","name":"Konto"}]},"remove":{"scaFlows":["f1"]}}`
// It begins with the CRC-32 of the JSON and holds everything that is needed to do the commit again: rows by table, and
// ids of removed rows by table. `restart` is the hash of a starting set. Members that say nothing are left out.
import { crc32 } from 'node:zlib';
import type { Writes } from '../engine/write-set.ts';
import { decodeRow, encodeRow, encodeTables } from '../row-json.ts';
import type { AnyTable, Row } from '../table.ts';
import { GatheredRows } from './gathered-rows.ts';

const CHECKSUM = 8;

/** The line of a commit, newline included. `restart` is the hash of its starting set. */
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
  if (restart !== undefined) json += `,"restart":"${restart}"`;
  if (puts.length > 0) json += `,"put":${encodeTables(puts)}`;
  if (removes.length > 0) json += `,"remove":${encodeTables(removes)}`;
  // Room for the checksum is left at the front, so that the text is copied once.
  const line = Buffer.from(`${NO_CHECKSUM} ${json}}\n`);
  line.write(checksumOf(line.subarray(CHECKSUM + 1, -1)), 'latin1');
  return line;
}

const NO_CHECKSUM = '0'.repeat(CHECKSUM);

function checksumOf(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(CHECKSUM, '0');
}

/** A commit read back. */
export interface Commit {
  readonly seq: number;
  /**
   * When the commit restarted the bank: the hash of its starting set, or (written before there were
   * files of starting sets) its rows.
   */
  readonly restart: string | GatheredRows | undefined;
  readonly puts: readonly (readonly [AnyTable, Row])[];
  readonly removes: readonly (readonly [AnyTable, string])[];
}

type Tables = ReadonlyMap<string, AnyTable>;

/** Whether a line, without its newline, is one that we wrote, all of it. */
export function isWhole(line: Buffer): boolean {
  // A shorter line has nothing there.
  if (line[CHECKSUM] !== 0x20) return false;
  return line.toString('latin1', 0, CHECKSUM) === checksumOf(line.subarray(CHECKSUM + 1));
}

type Parsed = {
  readonly seq?: unknown;
  readonly restart?: string | Record<string, readonly unknown[]>;
  readonly put?: Record<string, readonly unknown[]>;
  readonly remove?: Record<string, readonly string[]>;
};

/** The commit of a whole line. @throws Error saying what does not fit */
export function decodeCommit(line: Buffer, tables: Tables): Commit {
  const { seq, restart, put, remove }: Parsed = JSON.parse(line.toString('utf8', CHECKSUM + 1));
  if (!Number.isSafeInteger(seq)) throw new Error('its sequence number is missing');
  return {
    seq: seq as number,
    restart: typeof restart === 'object' ? rowsOf(restart, tables) : restart,
    puts: [...perTable(put, tables)].map(([table, row]) => [table, decodeRow(table, row)]),
    removes: [...perTable(remove, tables)],
  };
}

function rowsOf(restart: Record<string, readonly unknown[]>, tables: Tables): GatheredRows {
  const rows = new GatheredRows();
  for (const [table, row] of perTable(restart, tables)) rows.add(table, row);
  return rows;
}

function* perTable<T>(
  rows: Record<string, readonly T[]> | undefined,
  tables: Tables,
): Iterable<readonly [AnyTable, T]> {
  for (const [name, of] of Object.entries(rows ?? {})) {
    const table = tables.get(name);
    if (table === undefined) throw new Error(`there is no table "${name}"`);
    for (const row of of) yield [table, row];
  }
}
