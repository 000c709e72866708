// What the file system says, and to whom files belong: in a sentence, and for their owner alone.
import { constants } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  open as openHandle,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
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

test('DUR-02: a file of something else is named as that', async () => {
  const file = join(parent, 'package.json');
  await writeFile(file, '{ "name": "my-tpp" }');
  await expect(open(parent)).rejects.toThrow(`${file}:1:1: this is not the file of a bank`);
});

/** What the system keeps of the open files of that path: `flags` are those of open(2), in octal. */
async function flagsOf(path: string): Promise<number[]> {
  const found: number[] = [];
  for (const fd of await readdir('/proc/self/fd')) {
    if ((await readlink(`/proc/self/fd/${fd}`).catch(() => undefined)) !== path) continue;
    const info = await readFile(`/proc/self/fdinfo/${fd}`, 'utf8');
    found.push(Number.parseInt(/^flags:\s+(\d+)/m.exec(info)?.[1] ?? '', 8));
  }
  return found;
}

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux(
  'DUR-01: each write of the journal waits for the disk, by the flag of its file, which closes with the store',
  async () => {
    const store = await open(parent);
    await putThings(store, thing('a'));
    const flags = await flagsOf(join(parent, 'default.journal'));
    expect(flags.map((all) => all & constants.O_DSYNC)).toEqual([constants.O_DSYNC]);
    await store.close();
    expect(await flagsOf(join(parent, 'default.journal'))).toEqual([]);
  },
);

test('DUR-01: a folder or a file is synced by the system', async () => {
  const path = join(parent, 'file');
  const handle = await openHandle(path, 'w');
  const handles = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const { sync, datasync } = handles;
  const asked: string[] = [];
  handles.sync = async () => void asked.push('all of it');
  handles.datasync = async () => void asked.push('its data');
  try {
    await nodeDisk.syncFolder(parent);
    const file = await nodeDisk.open(path, 'write');
    await file.sync();
    await file.close();
  } finally {
    Object.assign(handles, { sync, datasync });
  }
  expect(asked).toEqual(['all of it', 'its data']);
});

test('DUR-01: on Windows, which cannot open a folder, none is opened to sync it', async () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform');
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
  try {
    await expect(nodeDisk.syncFolder(join(parent, 'none'))).resolves.toBeUndefined();
  } finally {
    Object.defineProperty(process, 'platform', platform as PropertyDescriptor);
  }
});

onLinux('DUR-02: a folder that was synced is closed', async () => {
  await nodeDisk.syncFolder(parent);
  expect(await flagsOf(parent)).toEqual([]);
});

test('DUR-04: a file in the place of the folder, or of one above it, is refused as what it is', async () => {
  const path = join(parent, 'file');
  await (await openHandle(path, 'w')).close();
  await expect(nodeDisk.folder(path)).rejects.toMatchObject({ code: 'EEXIST', path });
  const below = join(path, 'below');
  await expect(nodeDisk.folder(below)).rejects.toMatchObject({ code: 'ENOTDIR', path: below });
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
