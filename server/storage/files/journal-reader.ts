// Replays a bank's journal over its rows (DUR-02). Reading changes nothing on disk: what has to be
// mended is returned, to be done once every bank of the folder has turned out to be sound.
import { BankRows } from '../engine/bank-rows.ts';
import { NO_BASE } from '../engine/base.ts';
import { DamagedStoreError, type FilePlace } from '../errors.ts';
import type { AnyTable } from '../table.ts';
import { type Commit, decodeCommit, isWhole } from './commit-line.ts';
import { type DiskFile, linesIn, readBlocks } from './disk.ts';
import type { StartingSets } from './starting-sets.ts';

interface JournalReading {
  /** Path, for messages. */
  readonly file: string;
  readonly tables: ReadonlyMap<string, AnyTable>;
  readonly starts: Pick<StartingSets, 'load'>;
}

/** A commit, or with its number a JSON file, that refers to a starting set. */
export interface SetReference {
  readonly seq: number;
  readonly hash: string;
}

/** Rows and the number of the last commit in them. */
interface Replayed {
  readonly rows: BankRows;
  readonly seq: number;
}

export interface JournalEnd {
  /** Of commits that are not in the JSON file. */
  readonly sets: readonly SetReference[];
  /** Number of its last commit; `undefined` if it has none. */
  readonly last: number | undefined;
  /** Bytes of whole lines. */
  readonly length: number;
  /** A last line that a crash cut short, never acknowledged; it is to be cut off. */
  readonly torn: { readonly line: number; readonly bytes: number } | undefined;
  /** The last line is whole but for its newline, which is to be added. */
  readonly lacksNewline: boolean;
}

/** @throws DamagedStoreError naming the line */
export async function replayJournal(
  file: DiskFile,
  start: Replayed,
  reading: JournalReading,
): Promise<Replayed & JournalEnd> {
  let { rows, seq } = start;
  let previous: number | undefined;
  let length = 0;
  let number = 0;
  const sets: SetReference[] = [];
  for await (const block of readBlocks(file)) {
    for (const { start, end } of linesIn(block)) {
      number++;
      const line = block.bytes.subarray(start, end);
      if (!block.ended && !isWhole(line)) {
        checkNewline(line, { file: reading.file, line: number });
        const torn = { line: number, bytes: line.length };
        return { rows, seq, sets, last: previous, length, torn, lacksNewline: false };
      }
      const place = { file: reading.file, line: number };
      const commit = commitOf(line, place, reading.tables);
      checkOrder(commit.seq, { previous, seq }, place);
      previous = commit.seq;
      // What the snapshot has already, because a crash kept the journal from being cut after it.
      if (commit.seq > seq) {
        rows = await changedBy(commit, rows, { place, starts: reading.starts });
        seq = commit.seq;
        if (typeof commit.restart === 'string') sets.push({ seq, hash: commit.restart });
      }
      length = block.offset + end + (block.ended ? 1 : 0);
      if (!block.ended)
        return { rows, seq, sets, last: previous, length, torn: undefined, lacksNewline: true };
    }
  }
  return { rows, seq, sets, last: previous, length, torn: undefined, lacksNewline: false };
}

/** A crash cuts a line short. It does not put another byte in the place of its newline. */
function checkNewline(line: Buffer, place: FilePlace): void {
  if (!isWhole(line.subarray(0, -1))) return;
  throw new DamagedStoreError(place, 'the end of this commit is damaged: it is not a newline');
}

function commitOf(line: Buffer, place: FilePlace, tables: JournalReading['tables']): Commit {
  if (!isWhole(line)) {
    throw new DamagedStoreError(place, 'this commit is damaged: its checksum does not match');
  }
  try {
    return decodeCommit(line, tables);
  } catch (error) {
    throw new DamagedStoreError(place, `this commit does not fit: ${(error as Error).message}`);
  }
}

function checkOrder(
  next: number,
  so: { readonly previous: number | undefined; readonly seq: number },
  place: { readonly file: string; readonly line: number },
): void {
  const follows = so.previous === undefined ? next <= so.seq + 1 : next === so.previous + 1;
  if (follows) return;
  const after = so.previous ?? so.seq;
  throw new DamagedStoreError(place, `commits are missing: number ${next} comes after ${after}`);
}

/** The rows after that commit. */
export async function changedBy(
  { restart, removes, puts }: Commit,
  before: BankRows,
  { place, starts }: Pick<JournalReading, 'starts'> & { readonly place: FilePlace },
): Promise<BankRows> {
  const rows =
    typeof restart === 'string'
      ? new BankRows(await starts.load(restart, place))
      : (restart?.over(NO_BASE) ?? before);
  for (const [table, id] of removes) rows.set(table, id, null);
  for (const [table, row] of puts) rows.set(table, row.id, row);
  return rows;
}
