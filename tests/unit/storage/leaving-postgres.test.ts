// Banks of a database that leave the memory of a process by their size (BANK-02).
import { afterEach, expect, test } from '@jest/globals';
import type { Store } from '../../../server/storage/store.ts';
import { startingRows, thing, things } from '../../contracts/sample-tables.ts';
import { RecordedDatabase } from '../../support/recorded-database.ts';
import { openOn } from '../../support/recorded-statements.ts';
import { allIds } from './file-fixture.ts';

const opened: Store[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

/** A process on that database, in whose memory that many characters are. */
async function openWithin(database: RecordedDatabase, size: number): Promise<Store> {
  const store = await openOn(database, { inMemory: { size } });
  opened.push(store);
  return store;
}

const inMemory = (store: Store) => store.figures?.().banksInMemory;
const put = (store: Store, bank: string, id: string, text: string) =>
  store.transact(bank, async (tx) => tx.put(things, thing(id, { data: { text } })));

test('BANK-02: what counts of a bank is all that its commits have put, here or in another process', async () => {
  const database = new RecordedDatabase();
  const store = await openWithin(database, 100_000);
  await put(store, 'a', '1', '');
  for (const id of ['2', '3', '4']) await put(store, 'a', id, 'x'.repeat(30_000));
  await put(store, 'b', '1', '');
  expect(inMemory(store)).toBe(2);
  await put(store, 'b', '2', 'x'.repeat(30_000));
  expect(inMemory(store)).toBe(1);
  const another = await openWithin(database, 100_000);
  expect(await allIds(another, 'a')).toBe('1 2 3 4');
  expect(await allIds(another, 'b')).toBe('1 2');
  expect(inMemory(another)).toBe(1);
  await put(store, 'b', '3', 'x'.repeat(65_000));
  expect(await allIds(another, 'b')).toBe('1 2 3');
  expect(await allIds(another, 'a')).toBe('1 2 3 4');
  expect(inMemory(another)).toBe(1);
});

test.each(['here', 'in another process'])(
  'BANK-02: a bank that restarts %s has only what it put since',
  async (where) => {
    const database = new RecordedDatabase();
    const store = await openWithin(database, 100_000);
    await put(store, 'a', '1', 'x'.repeat(90_000));
    const restarts = where === 'here' ? store : await openWithin(database, 100_000);
    await restarts.transact('a', async (tx) => tx.restart({ key: 'none', rows: new Map() }));
    expect(await allIds(store, 'a')).toBe('');
    await put(store, 'b', '1', 'x'.repeat(90_000));
    expect(inMemory(store)).toBe(2);
  },
);

test('BANK-02: a set that banks share counts once, made here or read', async () => {
  const database = new RecordedDatabase();
  const store = await openWithin(database, 14_000);
  for (const bank of ['a', 'b', 'c']) await put(store, bank, '1', '');
  expect(inMemory(store)).toBe(3);
  const set = startingRows('set', 50);
  for (const bank of ['b', 'c']) {
    await store.transact(bank, async (tx) => tx.restart(set));
    expect(inMemory(store)).toBe(2);
  }
  const another = await openWithin(database, 14_000);
  for (const bank of ['b', 'c', 'a']) await allIds(another, bank);
  expect(inMemory(another)).toBe(2);
});

test('BANK-02: of a bank that has left, nothing stays in memory: it is read as a whole again', async () => {
  const database = new RecordedDatabase();
  const store = await openWithin(database, 100_000);
  await put(store, 'a', '1', 'x'.repeat(90_000));
  const asked = async () => {
    database.lines.length = 0;
    await allIds(store, 'a');
    return database.lines.map((line) => line.replace(/^\d+ /, ''));
  };
  expect(await asked()).toEqual([expect.stringMatching(/^a \| [1-9]\d+$/)]);
  await put(store, 'b', '1', 'x'.repeat(90_000));
  expect(await asked()).toEqual(['a | 0']);
});
