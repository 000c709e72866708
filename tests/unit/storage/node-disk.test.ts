// What Node's file system does for a store, and in which words it fails, is what is written in
// tests/fixtures/tables/node-disk.txt. `npm run examples` records it again.
import { mkdirSync, statSync } from 'node:fs';
import { test } from '@jest/globals';
import { isUnknown, StoreWriteError } from '../../../server/storage/errors.ts';
import {
  type Disk,
  type DiskFile,
  readExisting,
  readWhole,
  withFile,
} from '../../../server/storage/files/disk.ts';
import { nodeDisk, wordedDisk } from '../../../server/storage/files/node-disk.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { ended } from '../../support/recorded-folder.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();

const CODES = [
  ...['EACCES', 'EBUSY', 'EDQUOT', 'EEXIST', 'EIO', 'EISDIR', 'ELOOP', 'EMFILE', 'ENAMETOOLONG'],
  ...['ENFILE', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS', 'EOTHER'],
];

/** Every operation of it fails. */
function failing(code: string): Disk {
  const fail = async () => {
    throw Object.assign(new Error(`${code}: its own`), { code });
  };
  const file: DiskFile = {
    ...{ read: fail, write: fail, size: fail, truncate: fail, sync: fail, close: fail },
  };
  return wordedDisk({
    ...{ folder: fail, list: fail, sizeOf: fail, idOf: fail, rename: fail, remove: fail },
    ...{ syncFolder: fail, open: async () => file },
  });
}

test('DUR-04: the disk: is what the bank says now', async () => {
  const lines: string[] = [];
  const say = async (title: string, work: () => unknown) =>
    lines.push(`${title} ${(await ended(work)).replaceAll(folder, 'FOLDER')}`);
  for (const code of CODES) await say(code, () => failing(code).list('/x'));
  const disk = failing('EIO');
  await say('folder', () => disk.folder('/f'));
  await say('size of', () => disk.sizeOf('/f'));
  await say('id of', () => disk.idOf('/f'));
  await say('rename', () => disk.rename('/f', '/g'));
  await say('remove', () => disk.remove('/f'));
  await say('sync folder', () => disk.syncFolder('/f'));
  const file = await disk.open('/f', 'read');
  await say('read', () => file.read(new Uint8Array(1), 0));
  await say('write', () => file.write(new Uint8Array(1), 0));
  await say('size', () => file.size());
  await say('truncate', () => file.truncate(0));
  await say('sync', () => file.sync());
  await say('close', () => file.close());

  const path = `${folder}/own/deep`;
  await say('folder', () => nodeDisk.folder(path));
  const modeOf = (of: string) => (statSync(of).mode & 0o777).toString(8);
  lines.push(`modes ${modeOf(`${folder}/own`)} ${modeOf(path)}`);
  const at = `${path}/a`;
  mkdirSync(`${path}/folder`);
  for (const mode of ['read', 'write', 'fresh', 'fresh', 'write', 'make', 'read'] as const)
    await say(`open to ${mode}`, () =>
      withFile(nodeDisk.open(at, mode, 'synced'), async (one) => {
        if (mode !== 'read') await one.write(Buffer.from(`${mode} and more`), 3);
        await one.sync().catch(() => undefined);
        const bytes = new Uint8Array(6);
        const got = await one.read(bytes, 5);
        if (mode === 'write') await one.truncate(7);
        return [got, Buffer.from(bytes).toString(), await one.size(), `${await readWhole(one)}`];
      }),
    );
  lines.push(`mode ${modeOf(at)}`);
  await say('list', async () => (await nodeDisk.list(path)).sort());
  await say('list of none', () => nodeDisk.list(`${folder}/none`));
  await say('sizes', async () => [await nodeDisk.sizeOf(at), await nodeDisk.sizeOf(`${at}b`)]);
  const id = await nodeDisk.idOf(at);
  await say('ids', async () => [(await nodeDisk.idOf(at)) === id, await nodeDisk.idOf(`${at}b`)]);
  await say('rename', () => nodeDisk.rename(at, `${path}/b`));
  await say('rename of none', () => nodeDisk.rename(at, `${path}/b`));
  await say('read of none', () => readExisting(nodeDisk, at, readWhole));
  await say('read', async () => `${await readExisting(nodeDisk, `${path}/b`, readWhole)}`);
  await say('open a folder', () => nodeDisk.open(`${path}/folder`, 'write'));
  await say('below a file', () => nodeDisk.open(`${path}/b/c`, 'make'));
  await say('sync folder', () => nodeDisk.syncFolder(path));
  await say('sync folder of none', () => nodeDisk.syncFolder(at));
  await say('remove', () => nodeDisk.remove(`${path}/b`));
  await say('remove of none', () => nodeDisk.remove(`${path}/b`));
  const known = ['not known', 'not done'] as const;
  for (const outcome of known) lines.push(`${isUnknown(new StoreWriteError('x', outcome))}`);
  expectRecorded('tables/node-disk.txt', lines);
});
