import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { StoreWriteError } from '../../../server/storage/errors.ts';
import { syncingWrites } from '../../../server/storage/files/disk.ts';
import { Handles } from '../../../server/storage/files/handles.ts';
import { Journal } from '../../../server/storage/files/journal.ts';
import type { Operation } from '../../contracts/faulty-disk.ts';
import { startingRows, thing, things } from '../../contracts/sample-tables.ts';
import { deferred } from '../../support/deferred.ts';
import { eachTest } from '../../support/test-bank.ts';
import { until } from '../../support/until.ts';
import { allIds, allThings, eachFolder, putThings } from './file-fixture.ts';

const at = eachFolder();
const store = eachTest(() => at.open());
beforeEach(() => putThings(store, thing('a')));

const failing = (code: string, ...operations: Operation[]): void => {
  at.disk.fault = (operation) => (operations.includes(operation) ? code : undefined);
};
const mended = (): void => {
  at.disk.fault = () => undefined;
};
const settle = async (...all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((one) =>
    one.status === 'fulfilled' ? 'done' : one.reason.name,
  );

describe.each<[string, string, Operation[]]>([
  ['full', 'ENOSPC', ['write']],
  ['full, and cannot be cut either', 'ENOSPC', ['write', 'truncate']],
  ['failing to sync', 'EIO', ['sync']],
])('DUR-04: a disk that is %s', (_, code, operations) => {
  test('rejects every waiting transaction, leaves nothing of them, and goes on by itself', async () => {
    failing(code, ...operations);
    const outcomes = await settle(
      putThings(store, thing('b')),
      putThings(store, thing('c'), thing('a', { rank: 2 })),
      putThings(store, thing('a', { rank: 3 })),
      store.transact('default', async (tx) => tx.restart(startingRows('set', 5))),
      store.transact('default', async (tx) => tx.remove(things, 'start-1')),
      allIds(store),
    );
    expect(outcomes).toEqual(Array(6).fill('StoreWriteError'));
    expect(await allThings(store)).toEqual([thing('a')]);
    expect(await settle(putThings(store, thing('d')))).toEqual(['StoreWriteError']);
    mended();
    await putThings(store, thing('e'));
    expect(await allIds(store)).toBe('a e');
    await at.kill(store);
    const again = await at.open();
    expect(await allIds(again)).toBe('a e');
    const [row] = await again.transact('default', (tx) => tx.listBy(things, 'all', 'all'));
    expect(row).toEqual(thing('a'));
  });

  test('check says so while it lasts', async () => {
    await expect(store.check()).resolves.toBeUndefined();
    failing(code, ...operations);
    await settle(putThings(store, thing('b')));
    await expect(store.check()).rejects.toThrow(code);
    mended();
    await expect(store.check()).resolves.toBeUndefined();
  });
});

test('DUR-04: what was refused is cut off the journal before anyone hears of it', async () => {
  const before = await at.read('default.journal');
  let syncs = 0;
  at.disk.fault = (operation) => (operation === 'sync' && ++syncs === 1 ? 'EIO' : undefined);
  expect(await settle(putThings(store, thing('b')))).toEqual(['StoreWriteError']);
  expect(await at.read('default.journal')).toBe(before);
});

test('DUR-08: what cannot be cut off may be found after a crash: that is not known, and of the next it is', async () => {
  const outcomeOf = (id: string) =>
    putThings(store, thing(id)).catch(({ outcome }: StoreWriteError) => outcome);
  // All of the line is written, and nothing can be taken back.
  failing('EIO', 'sync', 'truncate');
  expect(await outcomeOf('b')).toBe('not known');
  expect(await outcomeOf('c')).toBe('not done');
  await at.kill(store);
  mended();
  expect(await allIds(await at.open())).toBe('a b');
});

function journalAt(path: string) {
  const journal = new Journal({
    ...{ disk: at.disk, folder: at.folder, path, length: 0, seq: 0, exists: false },
    handles: new Handles(),
    prepare: async () => undefined,
    rollback: async (undo) => undo(),
    onFlushed: () => undefined,
    onFailed: (_error, became) => new Error(became),
  });
  const append = (line: string, restarts = false) =>
    journal.append(Buffer.from(line), () => undefined, restarts);
  return { journal, append };
}

test('DUR-02: of a journal that was forgotten nothing is past', async () => {
  const { journal, append } = journalAt(`${at.folder}/other.journal`);
  await append('one\n');
  await append('two\n', true);
  expect(journal.past).toBe(4);
  await journal.forget();
  expect([journal.past, journal.length]).toEqual([0, 0]);
});

test.each<[string, readonly Operation[], string]>([
  ['is cut off', ['rename'], 'not done'],
  ['and cannot be cut off is not known', ['rename', 'truncate'], 'not known'],
  ['and whose file is not opened again is not known', ['rename', 'open'], 'not known'],
])('DUR-08: what failed before a fold that fails %s', async (_, operations, outcome) => {
  const { journal, append } = journalAt(`${at.folder}/other.journal`);
  await append('one\n');
  const past = journal.end;
  await append('two\n');
  let cutting = Promise.resolve();
  at.disk.fault = (operation) => {
    if (operation !== 'sync') return undefined;
    // The fold waits for the end of the write, and is before what takes the write back.
    cutting = journal.cut(past);
    // It is looked at later.
    cutting.catch(() => undefined);
    at.disk.fault = (next, of) =>
      operations.includes(next) && !of.endsWith('.tmp') ? 'EIO' : undefined;
    return 'EIO';
  };
  await expect(append('three\n')).rejects.toThrow(outcome);
  await expect(cutting).rejects.toThrow('EIO');
  mended();
  const isGone = outcome === 'not done';
  expect(await at.read('other.journal')).toBe(isGone ? 'one\ntwo\n' : 'one\ntwo\nthree\n');
  await append('four\n');
  expect(await at.read('other.journal')).toBe('one\ntwo\nfour\n');
  await journal.close();
});

test('DUR-08: a fold leaves behind what could not be cut off, also after megabytes', async () => {
  const { journal, append } = journalAt(`${at.folder}/other.journal`);
  await append('one\n');
  const past = journal.end;
  const long = `${'x'.repeat(3 << 19)}\n`;
  await append(long);
  failing('EIO', 'write', 'truncate');
  await expect(append('refused\n')).rejects.toThrow('not known');
  mended();
  await journal.cut(past);
  expect((await at.read('other.journal')) === long).toBe(true);
  await journal.close();
});

test('DUR-08: what is cut off is not done', async () => {
  failing('ENOSPC', 'write');
  await expect(putThings(store, thing('b'))).rejects.toMatchObject({ outcome: 'not done' });
  await at.kill(store);
  mended();
  expect(await allIds(await at.open())).toBe('a');
});

test('DUR-04: a folder that cannot be written refuses a bank’s first write, and takes the next', async () => {
  failing('EACCES', 'open');
  const first = store.transact('new', async (tx) => tx.put(things, thing('x')));
  await expect(first).rejects.toThrow('EACCES');
  mended();
  expect(await store.banks()).toEqual(['default']);
  await store.transact('new', async (tx) => tx.put(things, thing('y')));
  expect(await allIds(store, 'new')).toBe('y');
});

test('DUR-01: a result that saw a write which was then lost is not given out', async () => {
  failing('ENOSPC', 'write');
  const writing = putThings(store, thing('b'));
  const reading = allIds(store);
  const refusing = store.transact('default', async (tx) => {
    if (await tx.get(things, 'b')) throw new RangeError('b is there already');
  });
  expect(await settle(writing, reading, refusing)).toEqual(Array(3).fill('StoreWriteError'));
});

test('DUR-01: what a transaction saw is not undone before it ends, also after a drop that failed', async () => {
  failing('EMFILE', 'open');
  await expect(store.drop('default')).rejects.toThrow('EMFILE');
  at.disk.fault = (operation, path) => {
    if (operation !== 'write' || !path.endsWith('.journal')) return undefined;
    mended();
    return 'ENOSPC';
  };
  const writing = settle(putThings(store, thing('b')));
  const seeing = store.transact('default', async (tx) => {
    const seen = await tx.get(things, 'b');
    await until(() => at.logged.some(({ message }) => message.startsWith('a write failed')));
    await Promise.race([writing, setTimeout(20)]);
    expect(await tx.get(things, 'b')).toBe(seen);
    tx.put(things, thing('of-b'));
  });
  expect(await settle(seeing)).toEqual(['StoreWriteError']);
  expect(await writing).toEqual(['StoreWriteError']);
});

test('DUR-01: nothing resolves before the fsync of what it wrote or saw', async () => {
  const { promise: released, resolve: release } = deferred();
  const { open } = at.disk;
  const slow = await at.open({
    folder: `${at.folder}/slow`,
    disk: {
      ...at.disk,
      open: async (path, mode, writes) => {
        const file = await open(path, mode);
        return writes === 'synced' ? syncingWrites({ ...file, sync: () => released }) : file;
      },
    },
  });
  const order: string[] = [];
  const writing = putThings(slow, thing('b')).then(() => order.push('written'));
  const reading = allIds(slow).then((ids) => order.push(`read ${ids}`));
  await setTimeout(50);
  expect(order).toEqual([]);
  release();
  await Promise.all([writing, reading]);
  expect(order).toEqual(['written', 'read b']);
});

test('DUR-04: one bank’s trouble is not another’s', async () => {
  at.disk.fault = (_, path) => (path.endsWith('/default.journal') ? 'EIO' : undefined);
  const other = store.transact('other', async (tx) => tx.put(things, thing('x')));
  expect(await settle(putThings(store, thing('b')), other)).toEqual(['StoreWriteError', 'done']);
});

test('DUR-04: a fold that finds no space loses nothing and is said in the log', async () => {
  at.disk.fault = (operation, path) =>
    operation === 'write' && path.endsWith('.tmp') ? 'ENOSPC' : undefined;
  await store.close();
  expect(at.logged.at(-1)?.message).toContain('could not fold');
  expect(Object.keys(await at.content())).toEqual(['default.journal']);
  mended();
  expect(await allIds(await at.open())).toBe('a');
});

test('DUR-04: a drop that cannot begin changes nothing; one that cannot end is finished later', async () => {
  failing('ENOSPC', 'open');
  await expect(store.drop('default')).rejects.toThrow('ENOSPC');
  mended();
  expect(await allIds(store)).toBe('a');
  failing('EACCES', 'remove');
  await expect(store.drop('default')).rejects.toThrow('EACCES');
  mended();
  expect(await store.banks()).toEqual([]);
  await putThings(store, thing('b'));
  await at.kill(store);
  expect(await allIds(await at.open())).toBe('b');
});

test('DUR-01: what is written after a drop that failed is there after the next start', async () => {
  // The mark is made, and it is not known whether it lasts.
  failing('EMFILE', 'syncFolder');
  await expect(store.drop('default')).rejects.toThrow('EMFILE');
  mended();
  await putThings(store, thing('b'));
  await at.kill(store);
  expect(await allIds(await at.open())).toBe('a b');
});

test('DUR-08: a drop takes away what could not be cut off the journal of a bank that has nothing else', async () => {
  at.disk.fault = (operation, path) =>
    /sync$|truncate/.test(operation) && path.endsWith('.journal') ? 'EIO' : undefined;
  const first = store.transact('new', async (tx) => tx.put(things, thing('x')));
  await expect(first).rejects.toMatchObject({ outcome: 'not known' });
  mended();
  await store.drop('new');
  await at.kill(store);
  expect(await allIds(await at.open(), 'new')).toBe('');
});

test('DUR-01: what begins a bank whose drop failed is there after the next start, also if the mark could not be taken back at once', async () => {
  const put = (id: string) => store.transact('new', async (tx) => tx.put(things, thing(id)));
  failing('EIO', 'sync', 'truncate');
  await expect(put('x')).rejects.toMatchObject({ outcome: 'not known' });
  failing('EIO', 'syncFolder');
  await expect(store.drop('new')).rejects.toThrow('EIO');
  // The journal is cut, so that there is nothing of the bank but the mark.
  failing('EIO', 'remove');
  await expect(put('y')).rejects.toThrow('EIO');
  mended();
  await put('z');
  await at.kill(store);
  expect(await allIds(await at.open(), 'new')).toBe('z');
});
