// Opens a data folder: first every bank is read, and damage anywhere refuses without a byte changed;
// only then is repaired what a crash left behind (DUR-02).
import type { Log } from '../../kernel/log.ts';
import {
  type FoundBank,
  filesOf,
  findBank,
  type Opening,
  removeBuried,
  sortNames,
} from './bank-files.ts';
import { withFile } from './disk.ts';

/** @throws DamagedStoreError */
export async function openFolder(opening: Opening, log: Log): Promise<readonly FoundBank[]> {
  const { disk, folder } = opening;
  const content = sortNames(await disk.list(folder));
  for (const name of content.strangers) {
    log.warn({ file: `${folder}/${name}` }, 'ignoring a JSON file whose name is no bank’s');
  }
  const found = await abreast(content.banks, (bank) => findBank(bank, opening));
  const replayed = found.filter(({ seq, snapshotSeq }) => seq > snapshotSeq);
  if (replayed.length > 0) log.info({ banks: replayed.length }, 'replayed journals');

  for (const bank of content.dropped) await removeBuried(bank, opening);
  await opening.starts.removeOthers(content.starts);
  for (const name of content.leftovers) await disk.remove(`${folder}/${name}`);
  for (const bank of found) await mendJournal(bank, opening, log);
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

async function mendJournal(loaded: FoundBank, opening: Opening, log: Log): Promise<void> {
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
