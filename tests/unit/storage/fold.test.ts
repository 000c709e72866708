import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { type Disk, syncingWrites } from '../../../server/storage/files/disk.ts';
import { startingRows, type ThingRow, thing, things } from '../../contracts/sample-tables.ts';
import { deferred } from '../../support/deferred.ts';
import { until } from '../../support/until.ts';
import { allIds, allThings, eachFolder, putThings } from './file-fixture.ts';

const at = eachFolder();

/** Enough for a fold to take several slices. */
const ROWS = 4_000;

test('a journal that outgrows its file is folded while the bank runs, and only then', async () => {
  const store = await at.open({ foldFloor: 2_000 });
  await putThings(store, thing('a'));
  expect(await at.content()).not.toHaveProperty(['default.json']);
  await putThings(store, ...Array.from({ length: 30 }, (_, i) => thing(`x${i}`)));
  await until(async () => (await at.read('default.journal')) === '');
  expect(JSON.parse(await at.read('default.json')).tables.things).toHaveLength(31);
  await at.kill(store);
  expect((await allThings(await at.open())).length).toBe(31);
});

test('a journal is folded when a restart has made much of it needless, however little is left', async () => {
  const store = await at.open();
  const rows = Array.from({ length: 1_000 }, (_, i) => thing(`x${i}`));
  await putThings(store, ...rows);
  const grown = (await at.read('default.journal')).length;
  expect(grown).toBeGreaterThan(65_536);
  await store.transact('default', async (tx) => tx.restart({ key: 'none', rows: new Map() }));
  await putThings(store, thing('left'));
  await until(async () => (await at.read('default.journal')).length < 1_000);
  expect(await allIds(store)).toBe('left');
  // From then on there is little before the restart, or nothing.
  const { folds } = store.figures?.() ?? {};
  await putThings(store, thing('left', { rank: 2 }));
  await setTimeout(50);
  expect(store.figures?.().folds).toBe(folds);
  await at.kill(store);
  expect(await allIds(await at.open())).toBe('left');
});

test('the JSON file shows one moment between two transactions, however many go on meanwhile', async () => {
  // Each transaction moves a unit between rows, forty at a time, and gives one of them another id.
  const store = await at.open({ foldFloor: 1 });
  const rows = startingRows('set', ROWS).rows.get(things)?.() as readonly ThingRow[];
  await putThings(store, ...rows);
  const total = (rows: readonly { readonly amount: bigint | string }[]): bigint =>
    rows.reduce((sum, row) => sum + BigInt(row.amount), 0n);
  const before = total(await allThings(store));
  const move = (i: number) =>
    store.transact('default', async (tx) => {
      const rows = await tx.listBy(things, 'byGroup', `g${i % 5}`, {
        limit: 40,
        offset: (i * 2) % 500,
      });
      rows.forEach((row, n) => {
        tx.put(things, { ...row, amount: row.amount + (n % 2 === 0 ? 1n : -1n) });
      });
      const last = (await tx.get(things, rows.at(-1)?.id ?? '')) as ThingRow;
      tx.remove(things, last.id);
      tx.put(things, { ...last, id: `moved-${i}` });
    });
  const seen = new Set<string>();
  // As long as it takes until some folds have ended, however busy the machine is.
  for (let i = 0; seen.size < 3; i += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, j) => move(i + j)));
    const text = (await at.content())['default.json'];
    if (text === undefined || seen.has(text)) continue;
    seen.add(text);
    const rows = JSON.parse(Buffer.from(text, 'latin1').toString()).tables.things;
    expect(rows).toHaveLength(ROWS);
    expect(total(rows)).toBe(before);
  }
  const after = await allThings(store);
  expect(total(after)).toBe(before);
  await at.kill(store);
  expect(await allThings(await at.open())).toEqual(after);
});

/** Holds operations back, until they are let go on or made to fail. */
function held(isIt: (operation: string) => boolean) {
  const reached = deferred();
  const gate = deferred();
  const pass = async (operation: string): Promise<void> => {
    if (!isIt(operation)) return;
    reached.resolve();
    await gate.promise;
  };
  const disk: Disk = {
    ...at.disk,
    async open(path, mode, writes) {
      const file = await at.disk.open(path, mode);
      const sync = async () => {
        await pass(`sync ${basename(path)}`);
        await file.sync();
      };
      const held = { ...file, sync };
      return writes === 'synced' ? syncingWrites(held) : held;
    },
    async rename(from, to) {
      await pass(`rename ${basename(to)}`);
      await at.disk.rename(from, to);
    },
  };
  const fail = () => gate.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
  return { disk, isReached: reached.promise, goOn: gate.resolve, fail };
}

test('what is committed while the JSON file is written stays in the journal, durably', async () => {
  const hold = held((operation) => operation === 'rename default.json');
  const store = await at.open({ foldFloor: 300, heartbeat: 60_000, disk: hold.disk });
  await putThings(store, thing('a', { data: { long: 'x'.repeat(300) } }));
  await hold.isReached;
  await putThings(store, thing('b'));
  await putThings(store, thing('c'));
  at.disk.done.length = 0;
  hold.goOn();
  await until(async () => (await at.read('default.journal')).split('\n').length === 3);
  await until(async () => at.disk.done.length >= 7);
  expect(at.disk.done).toEqual([
    'rename default.json',
    `syncFolder ${basename(at.folder)}`,
    'open default.journal.tmp',
    'write default.journal.tmp',
    'sync default.journal.tmp',
    'rename default.journal',
    `syncFolder ${basename(at.folder)}`,
  ]);
  await at.kill(store);
  expect(await allIds(await at.open())).toBe('a b c');
});

test('DUR-01: every step of a first write and of a fold is made to last before the next', async () => {
  const store = await at.open({ heartbeat: 60_000 });
  at.disk.done.length = 0;
  await putThings(store, thing('a'));
  const folder = `syncFolder ${basename(at.folder)}`;
  const write = ['open default.journal', 'write default.journal', 'sync default.journal'];
  expect(at.disk.done).toEqual([...write, folder]);
  at.disk.done.length = 0;
  await putThings(store, thing('b'));
  expect(at.disk.done).toEqual(['write default.journal', 'sync default.journal']);
  at.disk.done.length = 0;
  await store.close();
  expect(at.disk.done.filter((what) => !what.includes('.lock'))).toEqual([
    'open default.json.tmp',
    'write default.json.tmp',
    'sync default.json.tmp',
    'rename default.json',
    folder,
    'truncate default.journal',
    'sync default.journal',
  ]);
});

test('DUR-02: a journal that is found empty is cut for good before a line is put over its old ones', async () => {
  const store = await at.open();
  await putThings(store, thing('a'));
  await store.close();
  const again = await at.open();
  at.disk.done.length = 0;
  await putThings(again, thing('b'));
  const done = at.disk.done.filter((what) => what.endsWith('default.journal'));
  expect(done).toEqual(
    ['open', 'truncate', 'sync', 'write', 'sync'].map((what) => `${what} default.journal`),
  );
});

test('DUR-02: a journal that is found with lines is written on as it is', async () => {
  const store = await at.open();
  await putThings(store, thing('a'));
  await at.kill(store);
  const again = await at.open();
  at.disk.done.length = 0;
  await putThings(again, thing('b'));
  const done = at.disk.done.filter((what) => what.endsWith('default.journal'));
  expect(done).toEqual(['open', 'write', 'sync'].map((what) => `${what} default.journal`));
});

test('closing waits for a transaction that has begun, and keeps what it writes', async () => {
  const store = await at.open({ heartbeat: 60_000 });
  const [begun, gate] = [deferred(), deferred()];
  const working = store.transact('default', async (tx) => {
    begun.resolve();
    await gate.promise;
    tx.put(things, thing('a'));
  });
  await begun.promise;
  const closing = store.close();
  await setTimeout(20);
  gate.resolve();
  await Promise.all([working, closing]);
  expect(await allIds(await at.open())).toBe('a');
});

test('DUR-04: commits that the disk then loses never reach the JSON file', async () => {
  const other = held((operation) => operation === 'rename other.json');
  let syncs = 0;
  const slow = held((operation) => operation === 'sync default.journal' && ++syncs === 2);
  const disk: Disk = {
    ...slow.disk,
    rename: (from, to) => other.disk.rename(from, to),
  };
  const store = await at.open({ foldFloor: 1, disk });
  await store.transact('other', async (tx) => tx.put(things, thing('x')));
  await other.isReached;
  // Now the fold of this bank waits for the other's, and a commit comes in between.
  await putThings(store, thing('a'));
  const losing = putThings(store, thing('lost')).then(
    () => 'written',
    (error: Error) => error.name,
  );
  await slow.isReached;
  other.goOn();
  await until(async () => at.disk.done.includes('sync default.json.tmp'));
  await setTimeout(20);
  expect(await at.content()).not.toHaveProperty(['default.json']);
  slow.fail();
  expect(await losing).toBe('StoreWriteError');
  await store.close();
  expect(await allIds(await at.open())).toBe('a');
});

test.each([
  ['truncate', ['write', 'sync']],
  // What was cut is perhaps not on the disk: it is cut once more, before a line is put over old ones.
  ['sync', ['truncate', 'sync', 'write', 'sync']],
])(
  'DUR-04: a journal whose emptying fails at %s is written on without a hole',
  async (operation, steps) => {
    const store = await at.open({ foldFloor: 1 });
    let isFolded = false;
    at.disk.fault = (now, path) => {
      if (path.endsWith('default.json')) isFolded = true;
      return isFolded && now === operation && path.endsWith('.journal') ? 'EIO' : undefined;
    };
    await putThings(store, thing('a'));
    await until(async () => at.logged.some(({ message }) => message.includes('could not fold')));
    at.disk.fault = (now) => (now === 'rename' ? 'EIO' : undefined);
    at.disk.done.length = 0;
    await putThings(store, thing('b'));
    const done = at.disk.done.filter((what) => what.endsWith('default.journal'));
    expect(done).toEqual(steps.map((what) => `${what} default.journal`));
    await at.kill(store);
    at.disk.fault = () => undefined;
    expect(await allIds(await at.open())).toBe('a b');
  },
);

test('DUR-04: a fold that failed is tried again once the journal has grown by what is worth one', async () => {
  const store = await at.open({ foldFloor: 1_000 });
  at.disk.fault = (_, path) => (path.endsWith('.json.tmp') ? 'EIO' : undefined);
  const large = { data: { long: 'x'.repeat(1_500) } };
  const failed = () => at.logged.filter(({ message }) => message.includes('could not fold')).length;
  await putThings(store, thing('a', large));
  await until(() => failed() > 0);
  for (const id of ['b', 'c', 'd']) {
    await putThings(store, thing(id));
    await setTimeout(10);
  }
  expect(failed()).toBe(1);
  await putThings(store, thing('e', large));
  await until(() => failed() > 1);
});

test('DUR-04: after a fold that succeeds the next one is worth as much as ever', async () => {
  const store = await at.open({ foldFloor: 1_000 });
  const sized = (length: number) => thing('a', { data: { long: 'x'.repeat(length) } });
  at.disk.fault = (_, path) => (path.endsWith('.json.tmp') ? 'EIO' : undefined);
  await putThings(store, sized(60_000));
  await until(() => at.logged.some(({ message }) => message.includes('could not fold')));
  at.disk.fault = () => undefined;
  const folds = () => store.figures?.().folds ?? 0;
  // Until it is folded twice, which takes two lines each.
  while (folds() < 2) {
    await putThings(store, sized(1_000));
    if (folds() > 0) expect((await at.read('default.journal')).length).toBeLessThan(40_000);
  }
  expect(await allThings(store)).toEqual([sized(1_000)]);
});

test('closing leaves what it has no time to fold to the next opening', async () => {
  const store = await at.open({ closeBudget: 0 });
  for (const bank of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) {
    await store.transact(bank, async (tx) => tx.restart(startingRows('set', 200)));
  }
  await store.close();
  const again = await at.open();
  expect(await again.banks()).toHaveLength(9);
  expect(await allThings(again, 'a')).toHaveLength(200);
});

test('a drop does not wait for a fold that waits for it', async () => {
  const store = await at.open({ foldFloor: 1 });
  for (let round = 0; round < 20; round += 1) {
    // The fold is asked for when the commit is on the disk, and the drop waits in front of it.
    const writing = putThings(store, thing('a'));
    let dropping: Promise<void> | undefined;
    const working = store.transact('default', async () => {
      dropping = store.drop('default');
      await writing;
      await setTimeout(5);
    });
    await working;
    await dropping;
    expect(await allThings(store)).toEqual([]);
  }
});
