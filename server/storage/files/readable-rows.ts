// What is readable of a bank's files, if some of it is damaged: row by row in a JSON file, commit by commit in
// a journal. What is not readable is said with its place.
import { BankRows } from '../engine/bank-rows.ts';
import { type Base, NO_BASE } from '../engine/base.ts';
import { DamagedStoreError, type FilePlace } from '../errors.ts';
import type { AnyTable } from '../table.ts';
import { filesOf } from './bank-files.ts';
import { decodeCommit, isWhole } from './commit-line.ts';
import { type DiskFile, linesIn, readBlocks, readExisting } from './disk.ts';
import { GatheredRows } from './gathered-rows.ts';
import { changedBy } from './journal-reader.ts';
import { type DataFolder, type Head, headIn } from './snapshot-format.ts';
import { readSnapshot } from './snapshot-reader.ts';
import { setFile } from './starting-sets.ts';

export interface Loss {
  readonly place: FilePlace;
  readonly reason: string;
}

interface RowsReading extends DataFolder {
  readonly onLoss: (loss: Loss) => void;
}

/** The rows of a bank, as far as its files can be read. */
export async function readableRows(bank: string, reading: RowsReading): Promise<BankRows> {
  const { snapshot, journal } = filesOf(reading.folder, bank);
  const found = await rowsInFile(snapshot, reading);
  const replayed = await readExisting(reading.disk, journal, (file) =>
    applyJournal(file, { path: journal, ...found }, reading),
  );
  return replayed ?? found.rows;
}

interface FileRows {
  readonly rows: BankRows;
  readonly seq: number;
}

/** Of a bank's JSON file or a starting set, with those of the set that it begins from. */
async function rowsInFile(path: string, reading: RowsReading): Promise<FileRows> {
  const found = await readExisting(reading.disk, path, async (file) => {
    try {
      return await readSnapshot(file, { ...reading, file: path });
    } catch (error) {
      if (!(error instanceof DamagedStoreError)) throw error;
      return readByLine(file, path, reading);
    }
  });
  if (found === undefined) return { rows: new BankRows(), seq: 0 };
  const { start, seq, rows } = found;
  const base = start && (await setOf(start, { file: path, line: 1 }, reading));
  return { rows: rows.over(base || NO_BASE), seq };
}

async function setOf(hash: string, place: FilePlace, reading: RowsReading): Promise<Base> {
  const path = setFile(reading.folder, hash);
  if ((await reading.disk.sizeOf(path)) === undefined) {
    reading.onLoss({ place, reason: `its starting set, the file ${path}, is missing` });
  }
  return (await rowsInFile(path, reading)).rows.asBase();
}

/** A line that lays out a file, and holds no row. */
const LAYOUT = /^(?:\],?|\}(?:\}|,"checksum":"[^"]*"\}))?$/;

const NO_HEAD =
  'the first line is not readable, so the bank lacks the rows of the starting set that it had not changed';

async function readByLine(file: DiskFile, path: string, { tables, onLoss }: RowsReading) {
  const rows = new GatheredRows();
  let head: Head | undefined;
  let table: AnyTable | undefined;
  let isRemoved = false;
  let number = 0;
  for await (const block of readBlocks(file)) {
    for (const { start, end } of linesIn(block)) {
      number++;
      const line = block.bytes.toString('utf8', start, end);
      const opened = /^"(\w+)":\[$/.exec(line)?.[1];
      if (opened !== undefined) table = tables.get(opened);
      if (line === '},"removed":{') isRemoved = true;
      if (number === 1) head = headIn(line);
      const isKnown = opened !== undefined ? table !== undefined : LAYOUT.test(line);
      if (isKnown || (number === 1 && head !== undefined) || line === '},"removed":{') continue;
      try {
        if (number === 1) throw new Error(NO_HEAD);
        if (table === undefined) throw new Error('this line is not readable');
        const plain: unknown = JSON.parse(line.replace(/,$/, ''));
        if (isRemoved) rows.remove(table, plain);
        else rows.add(table, plain);
      } catch (error) {
        onLoss({ place: { file: path, line: number }, reason: (error as Error).message });
      }
    }
  }
  return { seq: head?.seq ?? 0, start: head?.start, rows };
}

interface Replaying extends FileRows {
  readonly path: string;
}

/** The rows after every commit that can be read, also those after one that cannot. */
async function applyJournal(
  file: DiskFile,
  { path, rows, seq }: Replaying,
  reading: RowsReading,
): Promise<BankRows> {
  const starts = { load: (hash: string, place: FilePlace) => setOf(hash, place, reading) };
  let after = rows;
  let last = seq;
  let number = 0;
  for await (const block of readBlocks(file)) {
    for (const { start, end } of linesIn(block)) {
      number++;
      const place = { file: path, line: number };
      const line = block.bytes.subarray(start, end);
      for (const whole of wholeCommitsIn(line)) {
        const commit = whole && commitOf(whole, place, reading);
        if (whole === undefined) reading.onLoss({ place, reason: UNREADABLE[`${block.ended}`] });
        if (commit === undefined || commit.seq <= last) continue;
        after = await changedBy(commit, after, { place, starts });
        last = commit.seq;
      }
    }
  }
  return after;
}

const UNREADABLE = {
  true: 'this commit is damaged, and what it changed is lost',
  false:
    'this commit was cut short; if a crash did that, no client received an answer that it was done',
};

const COMMIT = /[0-9a-f]{8} \{"seq":/g;

/** Two commits are in one line if the newline between them is damaged. `undefined` for one that is not readable. */
function wholeCommitsIn(line: Buffer): readonly (Buffer | undefined)[] {
  if (isWhole(line)) return [line];
  const starts = [...line.toString('latin1').matchAll(COMMIT)].map(({ index }) => index);
  const parts = starts.map((start, i) => line.subarray(start, starts[i + 1] ?? line.length));
  const found = parts.map((part) => [part, part.subarray(0, -1)].find(isWhole));
  return starts[0] === 0 ? found : [undefined, ...found];
}

function commitOf(line: Buffer, place: FilePlace, { tables, onLoss }: RowsReading) {
  try {
    return decodeCommit(line, tables);
  } catch (error) {
    onLoss({ place, reason: `this commit does not fit: ${(error as Error).message}` });
    return undefined;
  }
}
