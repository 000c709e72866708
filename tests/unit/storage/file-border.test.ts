// What the file system says, and to whom files belong: in a sentence, and for their owner alone.
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SILENT } from '../../../server/kernel/log.ts';
import { openFileStore } from '../../../server/storage/files/file-store.ts';
import { nodeDisk, wordedDisk } from '../../../server/storage/files/node-disk.ts';
import { SAMPLE_TABLES, startingRows, thing } from '../../contracts/sample-tables.ts';
import { putThings } from './file-fixture.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'sandbank-border-'));
});
afterEach(() => rm(parent, { recursive: true }));

const open = (folder: string) => openFileStore({ folder, tables: SAMPLE_TABLES, log: SILENT });
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('DUR-06: the folder and every file in it are for their owner alone', async () => {
  const folder = join(parent, 'deep', 'data');
  const store = await open(folder);
  await store.transact('other', async (tx) => tx.restart(startingRows('set', 3)));
  await putThings(store, thing('a'));
  const names = await nodeDisk.list(folder);
  expect(names.map((name) => name.replace(/[0-9a-f]{32}/, '*')).sort()).toEqual(
    [
      '_start-*.json',
      'default.journal',
      'other.journal',
      ...names.filter((n) => n.startsWith('.')),
    ].sort(),
  );
  for (const name of names) expect([name, await modeOf(join(folder, name))]).toEqual([name, '600']);
  expect([await modeOf(folder), await modeOf(join(parent, 'deep'))]).toEqual(['700', '700']);
  await store.close();
  expect(await modeOf(join(folder, 'default.json'))).toBe('600');
});

test.each(['default.json', 'default.journal'])(
  'DUR-02: a folder in the place of %s is named, with what to do',
  async (name) => {
    await mkdir(join(parent, name));
    const said = `${parent}/${name}: it is a folder, not a file (EISDIR). Move it out of the data folder.`;
    await expect(open(parent)).rejects.toThrow(`The data folder ${parent} cannot be used: ${said}`);
  },
);

test.each([
  ['EACCES', 'Give that user the right to read and write it.'],
  ['ENOSPC', 'Make room on it.'],
  ['EMFILE', 'Raise the limit (ulimit -n).'],
  ['EROFS', 'Mount it for writing, or name another folder.'],
])(
  'DUR-04: %s is a sentence with the file and what to do, and keeps its code',
  async (code, remedy) => {
    const failing = {
      ...nodeDisk,
      open: () => Promise.reject(Object.assign(new Error(code), { code })),
    };
    const refused = wordedDisk(failing).open('/data/acme.json', 'read');
    await expect(refused).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/^\/data\/acme\.json: .* \([A-Z]+\)\. /),
    });
    await expect(refused).rejects.toThrow(`(${code}). ${remedy}`);
  },
);
