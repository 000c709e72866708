// A bank's JSON file as one JSON value: read so when its layout is not this store's, for people may edit it,
// and to say where it does not parse or fit.
import { offsetsOf, parseJson } from '../../kernel/json-parser.ts';
import { type Path, placeOf, TextFaultError } from '../../kernel/text-places.ts';
import { isJsonObject, type Json } from '../../protocol/json.ts';
import { DamagedStoreError } from '../errors.ts';
import { RowMisfitError } from '../rows.ts';
import type { AnyTable } from '../table.ts';
import { type DiskFile, readWhole, utf8Text } from './disk.ts';
import { GatheredRows } from './gathered-rows.ts';
import { formatOf, type Snapshot, type SnapshotReading } from './snapshot-format.ts';

/** Some more levels than a row may have. */
export const RULES = { what: 'file', maxDepth: 600 } as const;

const NO_BANK = 'this is not the file of a bank; a data folder (SANDBANK_DATA) has nothing else';

/** Largest file that is read in one piece, for its layout is not ours. */
export const MAX_WHOLE = 256 * 1024 * 1024;

/** @throws DamagedStoreError with line and column; with `line` when nothing better is known */
export async function readDocument(
  file: DiskFile,
  reading: SnapshotReading,
  line: number,
): Promise<Snapshot> {
  if ((await file.size()) > MAX_WHOLE) {
    const reason = 'this line does not parse or fit, or is not laid out as one row per line';
    throw new DamagedStoreError({ file: reading.file, line }, reason);
  }
  const text = utf8Text(await readWhole(file))?.replace(/^\ufeff/, '');
  if (text === undefined) {
    throw new DamagedStoreError({ file: reading.file, line, column: 1 }, 'this is not UTF-8');
  }
  try {
    return snapshotIn(text, reading.tables);
  } catch (error) {
    if (!(error instanceof TextFaultError)) throw error;
    throw new DamagedStoreError({ file: reading.file, ...placeOf(text, error.at) }, error.message);
  }
}

/** The whole file as one JSON value. Throws TextFaultError. */
function snapshotIn(text: string, tables: SnapshotReading['tables']): Snapshot {
  const gathered = new GatheredRows();
  const fault = (path: Path, problem: string) =>
    new TextFaultError(offsetsOf(text, [path], RULES)[0] ?? 0, problem);
  const refuse = (member: string): never => {
    throw fault([member], `"${member}" is missing or is not what it was`);
  };
  const gather = (section: string, of: unknown, take: (table: AnyTable, plain: Json) => void) => {
    if (!isJsonObject(of)) throw fault([section], `"${section}" is missing or is no object`);
    for (const [name, rows] of Object.entries(of)) {
      const place = [section, name];
      const table = tables.get(name);
      if (table === undefined) throw fault(place, `there is no table "${name}"`);
      if (!Array.isArray(rows)) throw fault(place, `"${name}" is no array`);
      for (const [at, row] of (rows as readonly Json[]).entries()) {
        try {
          take(table, row);
        } catch (error) {
          const isMember =
            error instanceof RowMisfitError && isJsonObject(row) && error.member in row;
          const path = isMember ? [...place, at, error.member] : [...place, at];
          throw fault(path, (error as Error).message);
        }
      }
    }
  };
  const root = parseJson(text, RULES);
  if (!isJsonObject(root) || !('tables' in root)) throw fault([], NO_BANK);
  const { format, seq, start, tables: rows, removed } = root;
  if (format !== formatOf(start)) refuse('format');
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) return refuse('seq');
  if (start !== undefined && !(typeof start === 'string' && /^[0-9a-f]{32}$/.test(start))) {
    return refuse('start');
  }
  gather('tables', rows, (table, row) => gathered.add(table, row));
  if (removed !== undefined) gather('removed', removed, (table, id) => gathered.remove(table, id));
  return { seq, start, rows: gathered, isTrusted: false };
}
