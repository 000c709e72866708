import { existsSync, readFileSync, readlinkSync, renameSync } from 'node:fs';
import { open, rename, symlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setImmediate as afterOthers, setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { LostStoreError } from '../../../server/storage/errors.ts';
import type { Disk } from '../../../server/storage/files/disk.ts';
import { lockFolder, ownIdentity } from '../../../server/storage/files/lock.ts';
import { nodeDisk } from '../../../server/storage/files/node-disk.ts';
import { thing } from '../../contracts/sample-tables.ts';
import { deferred } from '../../support/deferred.ts';
import { until } from '../../support/until.ts';
import { allIds, eachFolder, putThings } from './file-fixture.ts';

const at = eachFolder();

test('DUR-03: one folder cannot be opened twice in one process, by whatever path', async () => {
  await at.open();
  await symlink(at.folder, `${at.folder}-link`);
  await expect(at.open()).rejects.toThrow(`process ${process.pid} `);
  await expect(at.open({ folder: `${at.folder}-link` })).rejects.toThrow('in use');
  await nodeDisk.remove(`${at.folder}-link`);
});

test('DUR-03: a closed folder, and one that refused to open, can be opened', async () => {
  const store = await at.open();
  await store.close();
  await at.write('default.json', '{');
  await expect(at.open()).rejects.toThrow('but it ends');
  await nodeDisk.remove(`${at.folder}/default.json`);
  await expect(at.open()).resolves.toBeDefined();
});

test('DUR-03: a process is known by what has started it and where its numbers count, where the system says so', () => {
  const [boot, pids] = ['/proc/sys/kernel/random/boot_id', '/proc/self/ns/pid'];
  const known = existsSync(boot) && `${readFileSync(boot, 'utf8').trim()} ${readlinkSync(pids)}`;
  expect(ownIdentity().place).toBe(known || hostname());
});

test('DUR-03: of two that open at once, at most one gets the folder', async () => {
  const self = ownIdentity();
  const lock = (key: string) =>
    lockFolder({ disk: nodeDisk, folder: at.folder, self: { ...self, key }, beat: 20 });
  for (let i = 0; i < 20; i++) {
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(lock));
    const locks = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(locks.length).toBeLessThanOrEqual(1);
    for (const { value } of locks) await value.release();
  }
});

test('DUR-03: who loses its lock while it looks for others does not get the folder', async () => {
  const self = ownIdentity();
  const own = `${at.folder}/.lock-${self.key}`;
  const list = async (folder: string) => {
    await nodeDisk.remove(own);
    return nodeDisk.list(folder);
  };
  const options = { disk: { ...nodeDisk, list }, folder: at.folder, self, beat: 20 };
  await expect(lockFolder(options)).rejects.toThrow(LostStoreError);
});

test('DUR-03: a lock that cannot be made is not that of somebody else', async () => {
  const opened: string[] = [];
  const open: Disk['open'] = async (path, ...how) => {
    opened.push(path);
    if (opened.length === 1) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
    return nodeDisk.open(path, ...how);
  };
  const options = { disk: { ...nodeDisk, open }, folder: at.folder, self: ownIdentity(), beat: 20 };
  await expect(lockFolder(options)).rejects.toThrow('EMFILE');
  expect(opened).toHaveLength(1);
});

test('DUR-03: a lock that beats lets the process end', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const before = timers();
  const options = { disk: nodeDisk, folder: at.folder, self: ownIdentity(), beat: 60_000 };
  const { release } = await lockFolder(options);
  expect(timers()).toBe(before);
  await release();
});

const self = ownIdentity();
const lock = () => `${at.folder}/.lock-${ownIdentity().key}`;
/** No heartbeat comes meanwhile. */
const heartbeat = 60_000;
/** Without what a fold that had begun before has left. */
const lasting = async () =>
  Object.fromEntries(Object.entries(await at.content()).filter(([name]) => !name.endsWith('.tmp')));

test('DUR-09: a bank that lost its lock neither writes nor reads any more, and says that it was refused', async () => {
  const store = await at.open({ heartbeat, foldFloor: 0 });
  await putThings(store, thing('one'));
  await rename(lock(), `${at.folder}/.taken`);
  const before = await lasting();
  const refused = { status: 503, message: expect.stringMatching(/start this one again\.$/) };
  await expect(putThings(store, thing('two'))).rejects.toMatchObject(refused);
  await expect(allIds(store)).rejects.toMatchObject(refused);
  await expect(store.check()).rejects.toMatchObject(refused);
  expect(at.logged.filter(({ message }) => message.includes('is lost'))).toHaveLength(1);
  await store.close();
  expect(await lasting()).toEqual(before);
});

test('DUR-09: a bank that lost its lock acknowledges nothing that it wrote before it noticed', async () => {
  const store = await at.open({ heartbeat });
  await putThings(store, thing('one'));
  at.disk.fault = (operation, path) => {
    if (operation === 'sync' && path.endsWith('.journal')) renameSync(lock(), `${lock()}-old`);
    return undefined;
  };
  const unknown = { status: 503, message: expect.stringMatching(/not known/) };
  await expect(putThings(store, thing('two'))).rejects.toMatchObject(unknown);
  at.disk.fault = () => undefined;
});

test('DUR-09: a bank that lost its lock notices it at its next heartbeat, though nobody writes', async () => {
  const store = await at.open();
  await putThings(store, thing('one'));
  await nodeDisk.remove(lock());
  // The name is in use again, by another process of the same name.
  await at.write(lock().slice(at.folder.length + 1), 'another');
  await until(() => at.logged.some(({ level }) => level === 'error'));
  await expect(allIds(store)).rejects.toMatchObject({ status: 503 });
  await store.close();
  expect(await at.read(lock().slice(at.folder.length + 1))).toBe('another');
});

test('DUR-09: a lock that is there again, as when a volume was away, is not lost any more', async () => {
  const held = await lockFolder({ disk: nodeDisk, folder: at.folder, self, beat: heartbeat });
  await rename(lock(), `${at.folder}/.taken`);
  await expect(held.prove()).rejects.toMatchObject({ status: 503 });
  expect(held.check).toThrow();
  await rename(`${at.folder}/.taken`, lock());
  await held.prove();
  expect(held.check).not.toThrow();
  await held.release();
});

test('DUR-09: a lock is not lost by its release, though a heartbeat still waits for the disk', async () => {
  const [begun, gate] = [deferred(), deferred()];
  let writes = 0;
  const disk: Disk = {
    ...nodeDisk,
    async open(path, mode) {
      const file = await nodeDisk.open(path, mode);
      const write = async (bytes: Uint8Array, position: number) => {
        const isBeat = ++writes > 1;
        await file.write(bytes, position);
        if (!isBeat) return;
        begun.resolve();
        await gate.promise;
      };
      return { ...file, write };
    },
  };
  let losses = 0;
  const onLost = () => {
    losses += 1;
  };
  const held = await lockFolder({ disk, folder: at.folder, self, beat: 5, onLost });
  await begun.promise;
  const releasing = held.release();
  await Promise.race([releasing, setTimeout(20)]);
  gate.resolve();
  await releasing;
  await afterOthers();
  expect(losses).toBe(0);
});

const lockOf = (over: object) =>
  `${JSON.stringify({ ...self, key: '0123', ...over, beats: '0' })}\n`;
const leave = (over: object) => at.write('.lock-0123', lockOf(over));

test.each<[string, object]>([
  ['was given to another process', { started: '1' }],
  ['nobody has', { pid: 2 ** 22 + 1 }],
])(
  'DUR-03: a lock of a process whose number %s is no obstacle, and not waited for',
  async (_, over) => {
    await leave(over);
    await expect(at.open()).resolves.toBeDefined();
    expect(at.disk.done.filter((what) => what === 'open .lock-0123')).toHaveLength(1);
  },
);

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux('DUR-03: a lock of a process that runs is respected, though it stands still', async () => {
  await leave({});
  await expect(at.open()).rejects.toThrow(`in use by process ${process.pid} `);
});

test.each<[string, object]>([
  ['by a machine that was started again', { place: 'before' }],
  ['by a container that is gone', { place: 'pid:[1]', pid: 1 }],
  ['by a system that does not tell processes apart', { started: undefined }],
  ['by another host', { host: 'elsewhere', place: 'elsewhere', started: undefined }],
])('DUR-03: a lock that was left is no obstacle: %s', async (_, over) => {
  await leave(over);
  await expect(at.open()).resolves.toBeDefined();
});

test('DUR-03: a lock is no obstacle in a copy of the folder of a running bank', async () => {
  await leave({ folder: `${at.folder}-original` });
  await at.write(`.lock-${self.key}`, lockOf({ folder: `${at.folder}-original` }));
  await expect(at.open()).resolves.toBeDefined();
});

test('DUR-03: a lock is no obstacle when it cannot be read', async () => {
  await at.write('.lock-0123', '');
  await expect(at.open()).resolves.toBeDefined();
});

test('DUR-03: a lock by a process that cannot be seen but beats is respected', async () => {
  const seen = { place: 'pid:[1]', pid: 1, host: 'container' };
  await leave({ ...seen, n: 100 });
  // In place, as a bank's own heart: a file that is written anew is empty for a moment.
  const file = await open(`${at.folder}/.lock-0123`, 'r+');
  let beating = true;
  const heart = (async () => {
    for (let n = 101; beating; n = n < 999 ? n + 1 : 100) {
      await file.write(lockOf({ ...seen, n }), 0);
      await setTimeout(5);
    }
  })();
  await expect(at.open()).rejects.toThrow('in use by process 1 on container');
  beating = false;
  await heart;
  await file.close();
});
