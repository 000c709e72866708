// Banks that leave memory and come back (BANK-02).
import { expect, test } from '@jest/globals';
import { openMemoryStore } from '../../../server/storage/engine/memory-store.ts';
import type { StoreWriteError } from '../../../server/storage/errors.ts';
import type { Store } from '../../../server/storage/store.ts';
import {
  notes,
  SAMPLE_TABLES,
  startingRows,
  thing,
  things,
} from '../../contracts/sample-tables.ts';
import { deferred } from '../../support/deferred.ts';
import { until } from '../../support/until.ts';
import { allIds, eachFolder } from './file-fixture.ts';

const at = eachFolder();

const put = (store: Store, bank: string, ...ids: string[]): Promise<void> =>
  store.transact(bank, async (tx) => {
    for (const id of ids) tx.put(things, thing(id));
  });
const inMemory = (store: Store) => store.figures?.().banksInMemory;
const BANKS = Array.from({ length: 20 }, (_, n) => `bank-${n}`);
const opened = (of: string) => at.disk.done.filter((what) => what === `open ${of}`).length;

test('BANK-02: of twenty banks three stay in memory, and all have their rows when they are asked', async () => {
  const store = await at.open({ inMemory: { banks: 3 } });
  for (const bank of BANKS) await put(store, bank, `of-${bank}`);
  expect(inMemory(store)).toBe(3);
  for (const bank of BANKS) expect(await allIds(store, bank)).toBe(`of-${bank}`);
  expect(inMemory(store)).toBe(3);
  expect(await store.banks()).toEqual([...BANKS].sort());
  // Written after they came back, on top of what they had.
  for (const bank of BANKS) await put(store, bank, 'second');
  await at.kill(store);
  const again = await at.open({ inMemory: { banks: 3 } });
  for (const bank of BANKS) expect(await allIds(again, bank)).toBe(`of-${bank} second`);
});

test('BANK-02: the one that was used least recently leaves', async () => {
  const store = await at.open({ inMemory: { banks: 2 } });
  await put(store, 'a', '1');
  await put(store, 'b', '1');
  await allIds(store, 'a');
  await put(store, 'c', '1');
  const before = opened('a.journal');
  await allIds(store, 'a');
  expect(opened('a.journal')).toBe(before);
  const reads = opened('b.journal');
  await allIds(store, 'b');
  expect(opened('b.journal')).toBe(reads + 1);
});

test('BANK-02: large banks leave sooner: what counts is also what they take as stored', async () => {
  const store = await at.open({ inMemory: { size: 100_000 } });
  const large = thing('large', { data: { text: 'x'.repeat(60_000) } });
  for (const bank of ['a', 'b', 'c']) {
    await store.transact(bank, async (tx) => tx.put(things, large));
  }
  expect(inMemory(store)).toBe(1);
  // One that is larger than all that there is room for is in memory all the same while it is used.
  await store.transact('c', async (tx) => tx.put(things, { ...large, id: 'another' }));
  expect(inMemory(store)).toBe(1);
  await store.transact('c', async (tx) => {
    tx.remove(things, 'large');
    tx.remove(things, 'another');
  });
  await at.kill(store);
  const again = await at.open({ inMemory: { size: 100_000 } });
  expect(await allIds(again, 'a')).toBe('large');
  expect(await allIds(again, 'c')).toBe('');
  expect(inMemory(again)).toBe(2);
});

test('BANK-02: what counts of a bank is all that its commits have put', async () => {
  const store = await at.open({ inMemory: { size: 100_000 } });
  const large = (id: string) => thing(id, { data: { text: 'x'.repeat(30_000) } });
  await put(store, 'a', '1');
  for (const id of ['2', '3', '4'])
    await store.transact('a', async (tx) => tx.put(things, large(id)));
  await put(store, 'b', '1');
  expect(inMemory(store)).toBe(2);
  await store.transact('b', async (tx) => tx.put(things, large('2')));
  expect(inMemory(store)).toBe(1);
});

test('BANK-02: a set that banks share counts once, from the first one that restarts from it', async () => {
  const store = await at.open({ inMemory: { size: 14_000 } });
  for (const bank of ['a', 'b', 'c']) await put(store, bank, '1');
  expect(inMemory(store)).toBe(3);
  for (const bank of ['b', 'c']) {
    await store.transact(bank, async (tx) => tx.restart(startingRows('set', 50)));
    expect(inMemory(store)).toBe(2);
  }
});

test('BANK-02: at a start no more than that is held of what journals have', async () => {
  const store = await at.open();
  const large = thing('large', { data: { text: 'x'.repeat(60_000) } });
  for (const bank of BANKS) await store.transact(bank, async (tx) => tx.put(things, large));
  await at.kill(store);
  const again = await at.open({ inMemory: { size: 130_000 } });
  expect(inMemory(again)).toBeLessThan(3);
  for (const bank of BANKS) expect(await allIds(again, bank)).toBe('large');
});

test('BANK-02: two transactions on a bank that has left read it once, one after the other', async () => {
  const store = await at.open({ inMemory: { banks: 1 } });
  await put(store, 'a', 'first');
  await put(store, 'b', '1');
  const reads = opened('a.journal');
  const add = (id: string) =>
    store.transact('a', async (tx) => {
      const seen = (await tx.listBy(things, 'all', 'all')).map((row) => row.id);
      tx.put(things, thing(id));
      return seen;
    });
  expect(await Promise.all([add('x'), add('y')])).toEqual([['first'], ['first', 'x']]);
  // Read once, and written once.
  expect(opened('a.journal')).toBe(reads + 1);
  expect(await allIds(store, 'a')).toBe('first x y');
});

test('BANK-02: a bank stays while a transaction runs, and while a commit waits for the disk', async () => {
  const store = await at.open({ inMemory: { banks: 1 } });
  await put(store, 'a', 'first');
  const [reached, go] = [deferred(), deferred()];
  const slow = store.transact('a', async (tx) => {
    tx.put(things, thing('second'));
    reached.resolve();
    await go.promise;
    return (await tx.listBy(things, 'all', 'all')).length;
  });
  await reached.promise;
  for (const bank of BANKS) await put(store, bank, '1');
  const queued = store.figures?.().queued;
  // The one that stays, and the latest of the others.
  expect(inMemory(store)).toBe(2);
  go.resolve();
  expect([await slow, queued]).toEqual([2, 1]);
  expect(await allIds(store, 'a')).toBe('first second');
});

test('BANK-02, DUR-04: a bank comes back without what could not be written', async () => {
  const store = await at.open({ inMemory: { banks: 1 } });
  await put(store, 'a', 'kept');
  // Half of the line stays in the file: neither it can be cut.
  at.disk.fault = (operation, path) =>
    path.endsWith('a.journal') && ['write', 'truncate'].includes(operation) ? 'EIO' : undefined;
  const failed = await put(store, 'a', 'refused').catch((error: StoreWriteError) => error.outcome);
  expect(failed).toBe('not known');
  at.disk.fault = () => undefined;
  await put(store, 'b', '1');
  expect(await allIds(store, 'a')).toBe('kept');
  await put(store, 'a', 'later');
  await put(store, 'b', '2');
  expect(await allIds(store, 'a')).toBe('kept later');
});

test('BANK-02: a bank that has left is folded, and comes back from its file', async () => {
  const store = await at.open({ inMemory: { banks: 1 }, foldFloor: 500 });
  await put(store, 'a', ...Array.from({ length: 30 }, (_, n) => `x${n}`));
  await put(store, 'b', '1');
  await until(async () => (await at.read('a.journal')) === '');
  await put(store, 'b', '2');
  const reads = opened('a.json');
  expect((await allIds(store, 'a')).split(' ')).toHaveLength(30);
  expect(opened('a.json')).toBe(reads + 1);
  // Closing folds those that are not in memory too.
  await put(store, 'b', '3');
  await put(store, 'a', 'last');
  await put(store, 'b', '4');
  await store.close();
  expect([await at.read('a.journal'), await at.read('b.journal')]).toEqual(['', '']);
  expect(JSON.parse(await at.read('a.json')).tables.things).toHaveLength(31);
});

test('BANK-02: banks that share a set go on sharing it, however often they leave', async () => {
  const store = await at.open({ inMemory: { banks: 2 } });
  await store.transact('golden', async (tx) => tx.restart(startingRows('set', 50)));
  const saved = await store.transact('golden', (tx) => tx.snapshot());
  for (const bank of BANKS) {
    await store.transact(bank, async (tx) => {
      tx.restart(saved);
      tx.put(notes, { id: 'own', text: bank });
    });
  }
  const rowOf = (bank: string) => store.transact(bank, async (tx) => tx.get(things, 'start-7'));
  const first = await rowOf('golden');
  for (const bank of BANKS) {
    expect(await rowOf(bank)).toBe(first);
    const own = await store.transact(bank, async (tx) => tx.get(notes, 'own'));
    expect(own?.text).toBe(bank);
  }
});

test('BANK-02: a snapshot of a bank that has left, and a bank that begins from it, have its rows', async () => {
  const store = await at.open({ inMemory: { banks: 1 } });
  await put(store, 'a', 'x', 'y');
  await put(store, 'b', '1');
  const saved = await store.transact('a', (tx) => tx.snapshot());
  await put(store, 'b', '2');
  await store.transact('clone', async (tx) => tx.restart(saved));
  await put(store, 'b', '3');
  await at.kill(store);
  const again = await at.open({ inMemory: { banks: 1 } });
  for (const bank of ['a', 'clone']) expect(await allIds(again, bank)).toBe('x y');
});

test('BANK-02: a bank that has left is dropped, and begins anew', async () => {
  const store = await at.open({ inMemory: { banks: 1 } });
  await put(store, 'a', 'old');
  await put(store, 'b', '1');
  await store.drop('a');
  expect(await store.banks()).toEqual(['b']);
  expect(inMemory(store)).toBe(1);
  await put(store, 'a', 'new');
  await put(store, 'b', '2');
  expect(await allIds(store, 'a')).toBe('new');
});

test('BANK-02, DUR-06: files that somebody changed meanwhile are refused, with the file', async () => {
  const store = await at.open({ inMemory: { banks: 1 } });
  await put(store, 'a', 'first');
  const before = await at.read('a.journal');
  await put(store, 'a', 'second');
  await put(store, 'b', '1');
  const whole = await at.read('a.journal');
  await at.write('a.journal', before);
  await expect(allIds(store, 'a')).rejects.toThrow(
    /a\.json:1: .*commit 1, but commit 2 was stored/,
  );
  // Not for ever: when it is as it was, so is the bank.
  await at.write('a.journal', whole);
  expect(await allIds(store, 'a')).toBe('first second');
});

test('BANK-02: when a bank wakes is known though it has left', async () => {
  const store = await at.open({ inMemory: { banks: 1 } });
  await store.transact('a', async (tx) => {
    tx.put(things, thing('x'));
    tx.wakeAt(1234);
  });
  await put(store, 'b', '1');
  expect((await store.wakes()).get('a')).toBe(1234);
});

test('BANK-02: in memory nothing leaves: a bank more is refused, and the others go on', async () => {
  const store = openMemoryStore({ tables: SAMPLE_TABLES, mostBanks: 2 });
  // What belongs to no bank is not counted.
  await put(store, '_sandbank', 'x');
  await put(store, 'a', '1');
  await put(store, 'a@golden', '1');
  await expect(put(store, 'b', '1')).rejects.toMatchObject({
    rule: 'BANK-02',
    status: 503,
    message: expect.stringMatching(/ 2\. Use the name of a bank .* SANDBANK_BANKS_IN_MEMORY/),
  });
  expect(await allIds(store, 'b')).toBe('');
  await put(store, 'a', '2');
  expect(await allIds(store, 'a')).toBe('1 2');
  await store.drop('a@golden');
  await put(store, 'b', '1');
  expect([await store.banks(), inMemory(store)]).toEqual([['_sandbank', 'a', 'b'], 2]);
});
