// Damage of every kind: with what sentence a folder is refused, or what is in its banks, and what can be saved of it, is
// what is written in tests/fixtures/folders/. `npm run examples` records it again.
import { test } from '@jest/globals';
import { SILENT } from '../../../server/kernel/log.ts';
import { recoverFolder } from '../../../server/storage/files/recover-folder.ts';
import type { Store } from '../../../server/storage/store.ts';
import { notes, SAMPLE_TABLES, things } from '../../contracts/sample-tables.ts';
import { DAMAGES, noThirteen, soundFiles } from '../../support/damaged-folders.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { RecordedDisk } from '../../support/recorded-disk.ts';
import { ended, openOn, RecordedFolder } from '../../support/recorded-folder.ts';

const files = await soundFiles();

function diskWith(content: Content): RecordedDisk {
  const disk = new RecordedDisk();
  for (const [name, text] of content) disk.set(name, text);
  return disk;
}

const rowsIn = (store: Store, bank: string) =>
  store.transact(bank, async (tx) => {
    const found = await tx.listBy(things, 'all', 'all');
    const note = await tx.get(notes, 'n');
    return found.map(({ id, rank }) => `${id} ${rank}`).join(', ') + (note?.text ?? '');
  });

type Content = ReadonlyMap<string, string | Buffer>;

/** What is in the banks, and which files are not as they were given. */
async function found(folder: RecordedFolder, given: Content): Promise<readonly string[]> {
  const { disk, log } = folder;
  const store = await openOn(disk, log, { check: noThirteen });
  const lines: string[] = [];
  for (const [name, at] of await store.wakes()) lines.push(`wakes ${name}: ${at}`);
  for (const bank of await store.banks())
    lines.push(`bank ${bank}: ${await ended(() => rowsIn(store, bank))}`);
  for (const name of new Set([...disk.names, ...given.keys()])) {
    const [before, now] = [`${given.get(name) ?? 'none'}`, disk.get(name) ?? 'none'];
    if (before !== now) lines.push(`file ${name}: ${before.length}, now ${now.length}`);
  }
  return lines;
}

async function recovered(content: Content): Promise<string> {
  const disk = diskWith(content);
  const needed = { table: notes, row: { id: 'needed', text: '' } };
  const { sound, damaged, losses } = await recoverFolder({
    ...{ from: '/data', to: '/saved', tables: SAMPLE_TABLES, check: noThirteen, needed },
    disk: disk.mounted(),
  });
  const lost = losses.map(({ place, reason }) => {
    const { file, line, column } = place;
    return `lost ${file}:${line}${column === undefined ? '' : `:${column}`} ${reason}`;
  });
  if (damaged.size === 0) return [`all is sound: ${sound.join(', ')}`, ...lost].join('\n');
  disk.unlock();
  const store = await openOn(disk, SILENT, { folder: '/saved' });
  for (const bank of await store.banks()) {
    const saved = damaged.has(bank) ? `saved, ${damaged.get(bank)} rows` : 'copied';
    lost.push(`${saved}: bank ${bank}: ${await ended(() => rowsIn(store, bank))}`);
  }
  lost.push(`sound: ${sound.join(', ')}`);
  await store.close();
  return lost.join('\n');
}

test('DUR-06: damage: is what the bank stores now', async () => {
  const lines: string[] = [];
  let usual: readonly string[] = [];
  for (const { title, changed } of DAMAGES) {
    const content = changed(files);
    const folder = new RecordedFolder({}, diskWith(content));
    lines.push('', `# ${title}`);
    const said = await ended(async () => {
      const own = await found(folder, content);
      const logged = folder.disk.lines.filter((line) => line.startsWith('log'));
      const changes = own.filter((line) => !usual.includes(line));
      const gone = usual.filter((line) => !own.includes(line)).map((line) => `not ${line}`);
      lines.push(...logged, ...changes, ...gone);
      if (title === 'none') usual = own;
    });
    if (said !== 'undefined') lines.push(said);
    const saved = await ended(async () => {
      const own = (await recovered(content)).split('\n');
      lines.push(...own.filter((line) => !usual.includes(line.replace('copied: ', ''))));
    });
    if (saved !== 'undefined') lines.push(`recover ${saved}`);
  }
  expectRecorded('folders/damage.txt', lines);
});
