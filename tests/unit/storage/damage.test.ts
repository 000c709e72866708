// Journal damage at every byte (DUR-02), and what `sandbank recover` saves of it.
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { SILENT } from '../../../server/kernel/log.ts';
import { tablesByName } from '../../../server/storage/engine/bank.ts';
import { findBank } from '../../../server/storage/files/bank-files.ts';
import { openFileStore } from '../../../server/storage/files/file-store.ts';
import { recoverFolder } from '../../../server/storage/files/recover-folder.ts';
import { layoutOf } from '../../../server/storage/files/snapshot-format.ts';
import { StartingSets } from '../../../server/storage/files/starting-sets.ts';
import {
  notes,
  SAMPLE_TABLES,
  startingRows,
  thing,
  things,
} from '../../contracts/sample-tables.ts';
import { sampleOf } from '../../support/corpus.ts';
import { seededRandom } from '../../torture/torture.ts';
import { allIds, allThings, eachFolder, fileFixture, putThings } from './file-fixture.ts';

const JOURNAL = 'default.journal';

const at = eachFolder();
afterEach(() => rm(`${at.folder}-recovered`, { recursive: true, force: true }));

/** A killed process's journal of so many commits. Each has one row, its number. */
async function killedAfter(commits: number, extra = ''): Promise<Buffer> {
  const store = await at.open({ foldFloor: 1 << 24 });
  for (let n = 1; n <= commits; n++) await putThings(store, thing(String(n), { data: { extra } }));
  await at.kill(store);
  return readFile(join(at.folder, JOURNAL));
}

const flipped = (bytes: Buffer, position: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[position] = (copy[position] as number) ^ 1;
  return copy;
};

/** 1 for the first line; a newline belongs to the line that it ends. */
const lineOf = (bytes: Buffer, position: number): number =>
  bytes.subarray(0, position).toString('latin1').split('\n').length;

/** Reads the journal as opening the folder does, without the rest of it. */
const read = () => {
  const files = {
    disk: at.disk,
    folder: at.folder,
    tables: tablesByName(SAMPLE_TABLES),
    layout: layoutOf(SAMPLE_TABLES),
    check: () => undefined,
  };
  return findBank('default', { ...files, starts: new StartingSets(files) });
};

async function expectNamed(
  damaged: Buffer,
  line: number,
  open: () => Promise<unknown> = at.open,
): Promise<void> {
  await at.write(JOURNAL, damaged);
  const before = await at.content();
  const place = { file: join(at.folder, JOURNAL), line };
  await expect(open()).rejects.toMatchObject({ name: 'DamagedStoreError', place });
  expect(await at.content()).toEqual(before);
}

test('DUR-02: cut at every byte of its last kilobyte, it opens with the commits before the cut', async () => {
  const bytes = await killedAfter(20);
  const ends = [...bytes.entries()].flatMap(([i, byte]) => (byte === 0x0a ? [i] : []));
  const cuts = Array.from({ length: 1025 }, (_, at) => bytes.length - 1024 + at);
  for (const cut of sampleOf(cuts)) {
    await at.write(JOURNAL, bytes.subarray(0, cut));
    const whole = ends.filter((end) => end <= cut).length;
    const found = await read();
    const rows = found.rows?.list(things, 'all', 'all', {}).length;
    expect([cut, found.seq, rows]).toEqual([cut, whole, whole]);
    // The whole way now and then: it takes much longer.
    if (cut % 50 !== 0) continue;
    // Without a fold at the end, the journal is all that there is.
    const store = await at.open({ closeBudget: 0 });
    expect([cut, (await allIds(store)).split(' ').length]).toEqual([cut, whole]);
    await store.close();
  }
});

test('DUR-02: a flipped byte anywhere in a journal is named with its line, and nothing changes', async () => {
  const bytes = await killedAfter(3);
  for (const position of sampleOf([...bytes.keys()])) {
    const open = position % 16 === 0 ? at.open : read;
    await expectNamed(flipped(bytes, position), lineOf(bytes, position), open);
  }
});

test('DUR-02: a flipped byte is named at places all over a journal of megabytes', async () => {
  const bytes = await killedAfter(40, 'x'.repeat(60_000));
  expect(bytes.length).toBeGreaterThan(2_000_000);
  const random = seededRandom(11);
  const places = Array.from({ length: 20 }, () => Math.floor(random() * bytes.length));
  for (const position of [...places, bytes.length - 1]) {
    await expectNamed(flipped(bytes, position), lineOf(bytes, position));
  }
});

test('DUR-02: a JSON file that claims commits which the journal lacks is damaged', async () => {
  const journal = await killedAfter(3);
  await (await at.open()).close();
  const file = (await at.read('default.json')).replace('"seq":3', '"seq":9');
  await at.write('default.json', file);
  await at.write(JOURNAL, journal);
  await expect(at.open()).rejects.toThrow(
    `${at.folder}/default.json:1: it says that commit 9 is in it, but the journal ends with commit 3`,
  );
});

const recover = async () => {
  const to = `${at.folder}-recovered`;
  await rm(to, { recursive: true, force: true });
  const before = await at.content();
  const recovery = await recoverFolder({
    from: at.folder,
    to,
    tables: SAMPLE_TABLES,
    check: () => undefined,
    needed: { table: notes, row: { id: 'begun', text: 'yes' } as never },
  });
  expect(await at.content()).toEqual(before);
  return { ...recovery, to };
};

/** The ids of that bank in the recovered folder. */
async function idsIn(folder: string, bank = 'default'): Promise<string> {
  const store = await openFileStore({ folder, tables: SAMPLE_TABLES, log: SILENT });
  const ids = await allIds(store, bank);
  await store.close();
  return ids;
}

test('DUR-02: a flipped byte costs the commit that it is in, or nothing if it is a newline', async () => {
  const bytes = await killedAfter(3);
  for (let position = 0; position < bytes.length; position += 37) {
    await at.write(JOURNAL, flipped(bytes, position));
    const { damaged, losses, to } = await recover();
    const line = lineOf(bytes, position);
    expect(losses.map(({ place }) => place)).toEqual([{ file: join(at.folder, JOURNAL), line }]);
    expect([...damaged.keys()]).toEqual(['default']);
    const left = ['1', '2', '3'].filter((id) => id !== String(line)).join(' ');
    expect([position, await idsIn(to)]).toEqual([position, left]);
  }
  for (const newline of [bytes.indexOf('\n'), bytes.length - 1]) {
    await at.write(JOURNAL, flipped(bytes, newline));
    const { losses, to } = await recover();
    expect([losses.length, await idsIn(to)]).toEqual([1, '1 2 3']);
  }
  await at.write(JOURNAL, flipped(flipped(bytes, 20), bytes.length - 20));
  const { losses, to } = await recover();
  expect([losses.map(({ place }) => place.line), await idsIn(to)]).toEqual([[1, 3], '2']);
});

test('DUR-02: rows of a JSON file that do not parse are named, the others are saved', async () => {
  const store = await at.open();
  await store.transact('default', async (tx) => tx.restart(startingRows('set', 3)));
  await putThings(store, thing('a'), thing('b'), thing('c'));
  await store.transact('default', async (tx) => {
    tx.remove(things, 'start-1');
    tx.put(notes, { id: 'n', text: 'hei' });
  });
  await store.transact('other', async (tx) => tx.put(things, thing('x')));
  await store.close();
  const lines = (await at.read('default.json')).split('\n');
  const broken = lines.findIndex((line) => line.startsWith('{"id":"b"'));
  lines[broken] = (lines[broken] as string).replace('"rank":1', '"rank":!');
  // The newline after the name of a table is damaged too.
  await at.write('default.json', lines.join('\n').replace('"notes":[\n', '"notes":[ '));
  const note = lines.indexOf('"notes":[');
  const { sound, losses, to } = await recover();
  expect(sound).toEqual(['other']);
  expect(losses.map(({ place }) => place.line)).toEqual([broken + 1, note + 1]);
  expect(await idsIn(to)).toBe('a c start-0 start-2');
  expect(await idsIn(to, 'other')).toBe('x');
  // What is sound is copied byte for byte.
  expect(await readFile(join(to, 'other.json'), 'utf8')).toBe(await at.read('other.json'));
});

test('DUR-02: rows of a damaged JSON file are not older again by commits that it has', async () => {
  const store = await at.open({ foldFloor: 1 << 24 });
  await putThings(store, thing('a'), thing('b'));
  await putThings(store, thing('a', { group: 'later' }));
  await at.kill(store);
  const journal = await at.read(JOURNAL);
  await (await at.open()).close();
  const file = await at.read('default.json');
  await at.write('default.json', file.replace('{"id":"b",', '{"id":!b",'));
  // Of the two commits that the file has, the second one is damaged here.
  await at.write(JOURNAL, journal.replace('"later"', '"latex"'));
  const { to } = await recover();
  const saved = await openFileStore({ folder: to, tables: SAMPLE_TABLES, log: SILENT });
  const groups = (await allThings(saved)).map(({ id, group }) => `${id} ${group}`);
  await saved.close();
  expect(groups).toEqual(['a later']);
});

test('DUR-02: what a bank changed is saved without its starting set, and gets the row that it needs', async () => {
  const store = await at.open();
  await store.transact('default', async (tx) => tx.restart(startingRows('set', 3)));
  await putThings(store, thing('a'));
  await store.close();
  const [set] = (await readdir(at.folder)).filter((name) => name.startsWith('_start-'));
  await rm(join(at.folder, set as string));
  const { losses, damaged, to } = await recover();
  expect(losses.map(({ reason }) => reason)).toEqual([expect.stringContaining('is missing')]);
  expect(await idsIn(to)).toBe('a');
  expect(damaged.get('default')).toBe(2);
});

test('DUR-02: a file without its first line still gives its rows', async () => {
  const store = await at.open();
  await putThings(store, thing('a'), thing('b'));
  await store.close();
  await at.write('default.json', (await at.read('default.json')).replace('{"format"', '{"forma'));
  const { losses, to } = await recover();
  expect(losses[0]?.reason).toContain('the first line is not readable');
  expect(await idsIn(to)).toBe('a b');
});

test('DUR-02: a sound folder is left alone, and a folder in use, missing or full is refused', async () => {
  await killedAfter(2);
  const { damaged, sound, to } = await recover();
  expect([damaged.size, sound]).toEqual([0, ['default']]);
  await expect(readdir(to)).rejects.toThrow('ENOENT');
  await at.open();
  await expect(recover()).rejects.toThrow('is in use by');
  const options = {
    tables: SAMPLE_TABLES,
    check: () => undefined,
    needed: { table: notes, row: { id: 'x' } },
  };
  const missing = recoverFolder({ ...options, from: `${at.folder}-none`, to });
  await expect(missing).rejects.toThrow(`There is no folder ${at.folder}-none`);
  const other = await fileFixture();
  await expect(recoverFolder({ ...options, from: other.folder, to: at.folder })).rejects.toThrow(
    'is not empty',
  );
  await other.dispose();
});
