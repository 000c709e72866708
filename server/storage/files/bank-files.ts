// Which files a bank has in the data folder, and what is in them when the folder is opened.
import { Low } from 'lowdb';
import { isStoredBankName } from '../bank-names.ts';
import type { BankRows } from '../engine/bank-rows.ts';
import { DamagedStoreError } from '../errors.ts';
import { type DiskFile, readExisting, withFile } from './disk.ts';
import { type JournalEnd, replayJournal, type SetReference } from './journal-reader.ts';
import { emptyDocument, type SnapshotDocument, SnapshotFile } from './snapshot-file.ts';
import type { DataFolder, Head } from './snapshot-format.ts';
import { hashInName, type StartingSets } from './starting-sets.ts';

interface BankFiles {
  /** The JSON file that people read. */
  readonly snapshot: string;
  readonly journal: string;
  /** Its existence says that the bank is dropped, whatever else is still there. */
  readonly dropped: string;
}

export function filesOf(folder: string, bank: string): BankFiles {
  const stem = `${folder}/${bank}`;
  return { snapshot: `${stem}.json`, journal: `${stem}.journal`, dropped: `${stem}.dropped` };
}

interface FolderContent {
  /** Banks with a snapshot or a journal. */
  readonly banks: readonly string[];
  readonly dropped: readonly string[];
  /** Hashes of starting sets. */
  readonly starts: readonly string[];
  /** Half-written files of a process that was killed. */
  readonly leftovers: readonly string[];
  /** JSON files that no bank can have. */
  readonly strangers: readonly string[];
}

export function sortNames(names: readonly string[]): FolderContent {
  const banks = new Set<string>();
  const dropped = new Set<string>();
  const starts: string[] = [];
  const leftovers: string[] = [];
  const strangers: string[] = [];
  for (const name of names) {
    const start = hashInName(name);
    const [, bank, kind] =
      /^([^.]+)\.(json|journal|dropped|json\.tmp|journal\.tmp)$/.exec(name) ?? [];
    if (start !== undefined) {
      if (kind === 'json') starts.push(start);
      else leftovers.push(name);
    } else if (bank === undefined || !isStoredBankName(bank)) {
      if (name.endsWith('.json')) strangers.push(name);
    } else if (kind === 'dropped') dropped.add(bank);
    else if (kind?.endsWith('.tmp')) leftovers.push(name);
    else banks.add(bank);
  }
  for (const bank of dropped) banks.delete(bank);
  return { banks: [...banks].sort(), dropped: [...dropped].sort(), starts, leftovers, strangers };
}

export interface Opening extends DataFolder {
  readonly starts: StartingSets;
}

/** A bank's snapshot, held by lowdb. */
interface Snapshots {
  readonly low: Low<SnapshotDocument>;
  readonly file: SnapshotFile;
}

export function snapshotsOf(bank: string, opening: Opening): Snapshots {
  const file = new SnapshotFile({ ...opening, bank }, filesOf(opening.folder, bank).snapshot);
  return { low: new Low<SnapshotDocument>(file, emptyDocument()), file };
}

/** A bank as its files have it. */
export interface FoundBank {
  readonly bank: string;
  readonly snapshots: Snapshots;
  /** `undefined` when they are sound, and are left in the file until somebody uses the bank. */
  readonly rows: BankRows | undefined;
  /** Number of the last commit, and of the last one that is in the snapshot. */
  readonly seq: number;
  readonly snapshotSeq: number;
  readonly wakeAt: number | null | undefined;
  /** Starting sets that the files refer to. */
  readonly sets: readonly SetReference[];
  /** Absent when there is no journal. */
  readonly journal: JournalEnd | undefined;
}

/** Finds out whether a bank is sound, and changes nothing. @throws DamagedStoreError (DUR-02, DUR-06) */
export async function findBank(bank: string, opening: Opening): Promise<FoundBank> {
  const path = filesOf(opening.folder, bank).journal;
  const journalSize = await opening.disk.sizeOf(path);
  const snapshots = snapshotsOf(bank, opening);
  if (journalSize !== undefined && journalSize > 0) return replayed(bank, snapshots, opening);
  const journal = journalSize === 0 ? EMPTY : undefined;
  const head = await snapshots.file.readHead();
  if (head === undefined) return { ...(await replayed(bank, snapshots, opening)), journal };
  const { seq, wakeAt } = head;
  const sets = setsOf(head);
  return { bank, snapshots, rows: undefined, seq, snapshotSeq: seq, wakeAt, sets, journal };
}

const setsOf = ({ seq, start }: Pick<Head, 'seq' | 'start'>): readonly SetReference[] =>
  start === undefined ? [] : [{ seq, hash: start }];

const EMPTY: JournalEnd = {
  sets: [],
  last: undefined,
  length: 0,
  torn: undefined,
  lacksNewline: false,
};

/** The rows of a bank's snapshot, and the number of the last commit in them. */
async function readRows({ low }: Snapshots): Promise<SnapshotDocument> {
  await low.read();
  const document = low.data;
  low.data = emptyDocument();
  return document;
}

interface Kept {
  readonly seq: number;
  /** Bytes of the journal. */
  readonly length: number;
}

/** The rows of a bank that this process has written itself. @throws DamagedStoreError when the files have others */
export async function rowsAgain(
  bank: string,
  { seq, length }: Kept,
  { snapshots, opening }: { readonly snapshots: Snapshots; readonly opening: Opening },
): Promise<BankRows> {
  const found = await replayed(bank, snapshots, opening, length);
  if (found.seq === seq && found.rows !== undefined) return found.rows;
  const place = { file: filesOf(opening.folder, bank).snapshot, line: 1 };
  const reason = `with its journal it ends with commit ${found.seq}, but commit ${seq} was stored: somebody changed the files while the bank ran`;
  throw new DamagedStoreError(place, reason);
}

/** @param most bytes of the journal; what is behind them was folded or taken back */
async function replayed(
  bank: string,
  snapshots: Snapshots,
  opening: Opening,
  most = Number.POSITIVE_INFINITY,
): Promise<FoundBank> {
  const snapshot = await readRows(snapshots);
  const path = filesOf(opening.folder, bank).journal;
  const replay = (file: DiskFile) => {
    const size = async () => Math.min(most, await file.size());
    return replayJournal({ ...file, size }, snapshot, { ...opening, file: path });
  };
  const journal = most > 0 ? await readExisting(opening.disk, path, replay) : undefined;
  // The journal is cut only after what it had is in the snapshot, and never behind it.
  if (journal?.last !== undefined && journal.last < snapshot.seq) {
    const place = { file: filesOf(opening.folder, bank).snapshot, line: 1 };
    const reason = `it says that commit ${snapshot.seq} is in it, but the journal ends with commit ${journal.last}`;
    throw new DamagedStoreError(place, reason);
  }
  const { rows, seq } = journal ?? snapshot;
  if (!snapshot.isTrusted) await snapshots.file.check(rows);
  // Only the head of the file says it, which knows nothing of the journal.
  const wakeAt = seq === snapshot.seq ? snapshot.wakeAt : undefined;
  const sets = [...setsOf(snapshot), ...(journal?.sets ?? [])];
  return { bank, snapshots, rows, seq, snapshotSeq: snapshot.seq, wakeAt, sets, journal };
}

/** Writes the file that marks the bank as dropped, also for the next process that opens the folder. */
export async function buryBank(
  bank: string,
  { disk, folder }: Pick<Opening, 'disk' | 'folder'>,
): Promise<void> {
  await withFile(disk.open(filesOf(folder, bank).dropped, 'make'), (file) => file.sync());
  await disk.syncFolder(folder);
}

/** Removes what marks the bank as dropped. */
export async function unburyBank(
  bank: string,
  { disk, folder }: Pick<Opening, 'disk' | 'folder'>,
): Promise<void> {
  await disk.remove(filesOf(folder, bank).dropped);
  await disk.syncFolder(folder);
}

/** Removes the files of a dropped bank, the tombstone last. */
export async function removeBuried(
  bank: string,
  opening: Pick<Opening, 'disk' | 'folder'>,
): Promise<void> {
  const { disk, folder } = opening;
  const { snapshot, journal } = filesOf(folder, bank);
  for (const path of [snapshot, journal]) await disk.remove(path);
  await disk.syncFolder(folder);
  await unburyBank(bank, opening);
}
