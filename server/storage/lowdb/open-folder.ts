// Opens a data folder: first every bank is read, and damage anywhere refuses without a byte changed;
// only then is repaired what a crash left behind (DUR-02).
import type { Log } from '../../kernel/log.ts';
import {
  filesOf,
  type LoadedBank,
  loadBank,
  type Opening,
  removeBuried,
  sortNames,
} from './bank-files.ts';
import { withFile } from './disk.ts';

/** @throws DamagedStoreError */
export async function openFolder(opening: Opening, log: Log): Promise<readonly LoadedBank[]> {
  const { disk, folder } = opening;
  const content = sortNames(await disk.list(folder));
  for (const name of content.strangers) {
    log.warn({ file: `${folder}/${name}` }, 'ignoring a JSON file whose name is no bank’s');
  }
  const loaded: LoadedBank[] = [];
  for (const bank of content.banks) loaded.push(await loadBank(bank, opening));
  const replayed = loaded.filter(({ seq, snapshotSeq }) => seq > snapshotSeq);
  if (replayed.length > 0) log.info({ banks: replayed.length }, 'replayed journals');

  for (const bank of content.dropped) await removeBuried(bank, opening);
  await opening.starts.removeOthers(content.starts);
  for (const name of content.leftovers) await disk.remove(`${folder}/${name}`);
  for (const bank of loaded) await mendJournal(bank, opening, log);
  return loaded.map((bank) => (bank.journal?.lacksNewline ? withNewline(bank) : bank));
}

async function mendJournal(loaded: LoadedBank, opening: Opening, log: Log): Promise<void> {
  const { bank, journal } = loaded;
  if (journal === undefined) return;
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

function withNewline(loaded: LoadedBank): LoadedBank {
  if (loaded.journal === undefined) return loaded;
  const journal = { ...loaded.journal, length: loaded.journal.length + 1, lacksNewline: false };
  return { ...loaded, journal };
}
