// The embedded store: one readable JSON file per bank, held by lowdb, and beside it a journal that
// every commit reaches, fsynced, before it is acknowledged (DUR-01). At opening every file is looked
// through, so that damage refuses to start (DUR-02, DUR-06); a sound bank is read when it is first used.
// Starting sets, which banks have in common, are stored and held once.
import type { Log } from '../../kernel/log.ts';
import { systemReason } from '../../kernel/system-reason.ts';
import type { CheckRows } from '../check-rows.ts';
import { tablesByName } from '../engine/bank.ts';
import { BankRows } from '../engine/bank-rows.ts';
import { BanksInMemory, type MemoryLimits, memoryLimits } from '../engine/banks-in-memory.ts';
import { Bases } from '../engine/base.ts';
import { Registry, storeOf } from '../engine/store-of.ts';
import { codeOf, StoreWriteError } from '../errors.ts';
import type { Store } from '../store.ts';
import type { AnyTable } from '../table.ts';
import {
  type FoundBank,
  filesOf,
  findBank,
  type Opening,
  removeBuried,
  snapshotsOf,
  sortNames,
} from './bank-files.ts';
import { type Disk, withFile } from './disk.ts';
import { fenced } from './fence.ts';
import { FileBank } from './file-bank.ts';
import { createFolds } from './folds.ts';
import { Handles } from './handles.ts';
import { watchHealth } from './health.ts';
import { lockFolder, ownIdentity } from './lock.ts';
import { nodeDisk } from './node-disk.ts';
import { layoutOf } from './snapshot-format.ts';
import { StartingSets } from './starting-sets.ts';

export interface FileStoreOptions {
  /** Made if it is not there. */
  readonly folder: string;
  readonly tables: readonly AnyTable[];
  readonly log: Log;
  /** For rows of files that this program did not write as they are. */
  readonly check?: CheckRows;
  readonly disk?: Disk;
  /** Bytes of journal that are never worth a fold; default 1 MiB. */
  readonly foldFloor?: number;
  /** What stays in memory; see {@link memoryLimits} for the default. */
  readonly inMemory?: Partial<MemoryLimits>;
  /** Milliseconds that closing spends on folding; what is left is replayed at the next opening. Default 3,000. */
  readonly closeBudget?: number;
  /** Milliseconds between the lock's heartbeats; default 1,000. */
  readonly heartbeat?: number;
  /** Another process has taken the folder; nothing is read or written any more. */
  readonly onLost?: () => void;
}

/** @throws LockedStoreError, DamagedStoreError, or StoreWriteError when the folder cannot be used */
export async function openFileStore(options: FileStoreOptions): Promise<Store> {
  const { log, disk: bare = nodeDisk, check = () => undefined } = options;
  const tables = tablesByName(options.tables);
  const unusable = unusableFolder(options.folder);
  const folder = await bare.folder(options.folder).catch(unusable);
  const beat = options.heartbeat ?? 1_000;
  const self = ownIdentity();
  const onLost = (err: Error) => {
    log.error({ err, folder }, 'the data folder is lost: all is refused');
    options.onLost?.();
  };
  const lock = await lockFolder({ disk: bare, folder, self, beat, onLost }).catch(unusable);
  const disk = fenced(bare, lock);
  try {
    const files = { disk, folder, tables, layout: layoutOf(tables.values()), check };
    const opening = { ...files, starts: new StartingSets(files) };
    const health = watchHealth(files, log);
    const folds = createFolds(log, options.foldFloor ?? 1 << 20);
    const limits = memoryLimits(options.inMemory);
    const found = await openFolder({ ...opening, most: limits.size }, log).catch(unusable);
    const inMemory = new BanksInMemory<FileBank>(limits, (base) => opening.starts.sizeOf(base));
    const around = {
      ...opening,
      inMemory,
      bases: new Bases(tables),
      handles: new Handles(),
      onFlushed(bank: FileBank) {
        // Others may keep the same old set.
        if (bank.keepsOldSets) banks.all().forEach(folds.consider);
        else folds.consider(bank);
      },
      onFailed: health.failed,
    };
    const make = (bank: string) => new FileBank(unwritten(bank, opening), around);
    const banks = new Registry(make, (bank) => inMemory.used(bank));
    for (const one of found) {
      const bank = new FileBank(one, around);
      banks.add(one.bank, bank);
      inMemory.used(bank);
    }
    return storeOf({
      banks,
      figures: () => {
        const sizes = banks.all().map((bank) => bank.sizes);
        return {
          journalBytes: sizes.reduce((sum, { journal }) => sum + journal, 0),
          waitingCommits: sizes.reduce((sum, { waiting }) => sum + waiting, 0),
          ...folds.counts,
          banksInMemory: inMemory.count,
        };
      },
      usable: lock.check,
      check: health.check,
      async close() {
        try {
          await Promise.all(banks.all().map((bank) => bank.rest()));
          await folds.finish(banks.all(), options.closeBudget ?? 3_000);
          await Promise.all(banks.all().map((bank) => bank.close()));
        } finally {
          await lock.release();
        }
      },
    });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const unwritten = (bank: string, opening: Opening): FoundBank => ({
  bank,
  snapshots: snapshotsOf(bank, opening),
  rows: new BankRows(),
  seq: 0,
  snapshotSeq: 0,
  wakeAt: undefined,
  sets: [],
  journal: undefined,
});

/** What the system says, beside the folder that it is about, or a file in it. */
const unusableFolder = (folder: string) => (cause: unknown) => {
  const code = codeOf(cause);
  if (code === undefined) throw cause;
  const { path = folder, message } = cause as Error & { readonly path?: string };
  // The folder is there, or is to be made: its file system takes nothing.
  const reason = code === 'ENOENT' ? 'nothing can be stored there' : systemReason(cause);
  const said = path === folder ? `${reason}.${NEXT}` : message;
  throw new StoreWriteError(`The data folder ${folder} cannot be used: ${said}`, 'not done', {
    cause,
  });
};

const NEXT = ' Name another in SANDBANK_DATA, or set SANDBANK_DATA=memory to store nothing.';

/**
 * First every bank is read, and damage anywhere refuses without a byte changed; only then is repaired what a crash
 * left behind (DUR-02). @throws DamagedStoreError
 */
async function openFolder(
  opening: Opening & { readonly most: number },
  log: Log,
): Promise<readonly FoundBank[]> {
  const { disk, folder } = opening;
  const content = sortNames(await disk.list(folder));
  for (const name of content.strangers) {
    log.warn({ file: `${folder}/${name}` }, 'ignoring a JSON file whose name is no bank’s');
  }
  let size = 0;
  const found = await abreast(content.banks, async (bank) => {
    const one = await findBank(bank, opening);
    if (one.rows !== undefined) size += one.snapshots.file.bytes + (one.journal?.length ?? 0);
    // What is too much is read again when it is used.
    return size > opening.most ? { ...one, rows: undefined } : one;
  });
  const replayed = found.filter(({ seq, snapshotSeq }) => seq > snapshotSeq);
  if (replayed.length > 0) log.info({ banks: replayed.length }, 'replayed journals');

  for (const bank of content.dropped) await removeBuried(bank, opening);
  await opening.starts.removeOthers(content.starts);
  for (const name of content.leftovers) await disk.remove(`${folder}/${name}`);
  for (const bank of found) await repairJournal(bank, opening, log);
  return found.map((bank) => (bank.journal?.lacksNewline ? withNewline(bank) : bank));
}

/** Banks that are looked at side by side, so that a thousand do not wait for the disk one by one. */
const ABREAST = 16;

/** The results in order, or the first failure in order. */
async function abreast<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < all.length; at += ABREAST) {
    const running = all.slice(at, at + ABREAST).map(work);
    // A failure of a later one must not count as unhandled while an earlier one is awaited.
    await Promise.allSettled(running);
    results.push(...(await Promise.all(running)));
  }
  return results;
}

async function repairJournal(loaded: FoundBank, opening: Opening, log: Log): Promise<void> {
  const { bank, journal } = loaded;
  if (journal === undefined || (journal.length === 0 && journal.torn === undefined)) return;
  const path = filesOf(opening.folder, bank).journal;
  if (journal.torn !== undefined) {
    const found = { bank, file: path, ...journal.torn };
    log.warn(found, 'dropped a torn last line: a commit cut short by a crash, never acknowledged');
  }
  await withFile(opening.disk.open(path, 'write'), async (file) => {
    if (journal.lacksNewline) await file.write(Buffer.from('\n'), journal.length);
    if (journal.torn !== undefined) await file.truncate(journal.length);
    // What a killed process had written may not be on the disk yet, and is about to be shown.
    await file.sync();
  });
}

function withNewline(loaded: FoundBank): FoundBank {
  if (loaded.journal === undefined) return loaded;
  const journal = { ...loaded.journal, length: loaded.journal.length + 1, lacksNewline: false };
  return { ...loaded, journal };
}
