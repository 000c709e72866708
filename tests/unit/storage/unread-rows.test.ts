// Banks that nobody has used yet, and rows that nobody has read yet: both stay in their files.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Store, Tx } from '../../../server/storage/store.ts';
import {
  type AnyTable,
  defineTable,
  optional,
  type RowOf,
  typed,
} from '../../../server/storage/table.ts';
import { startingRows, thing, things } from '../../contracts/sample-tables.ts';
import { allIds, allThings, eachFolder, putThings } from './file-fixture.ts';

const at = eachFolder();
let store: Store;
beforeEach(async () => {
  store = await at.open();
});

async function reopen(tables?: readonly AnyTable[]): Promise<void> {
  await store.close();
  at.disk.done.length = 0;
  store = await at.open(tables === undefined ? {} : { tables });
}
const readings = (name: string): number =>
  at.disk.done.filter((what) => what === `open ${name}.json`).length;

test('a bank that is as this store left it: is looked through at the start, and read when it is first used', async () => {
  // More than is read in one go.
  await putThings(store, thing('a', { data: { long: 'x'.repeat(1 << 20) } }));
  await store.transact('other', async (tx) => tx.restart(startingRows('set', 3)));
  await reopen();
  expect([readings('default'), readings('other')]).toEqual([1, 1]);
  expect(await allIds(store)).toBe('a');
  await putThings(store, thing('b'));
  expect(await allIds(store)).toBe('a b');
  expect([readings('default'), readings('other')]).toEqual([2, 1]);
  expect(await store.banks()).toEqual(['default', 'other']);
  await reopen();
  expect(await allIds(store)).toBe('a b');
  expect(await allIds(store, 'other')).toBe('start-0 start-1 start-2');
});

test('a bank that is as this store left it: can be dropped unread', async () => {
  await putThings(store, thing('a'));
  await reopen();
  await store.drop('default');
  await putThings(store, thing('b'));
  expect(await allIds(store)).toBe('b');
});

test('DUR-02: refuses its transactions while its file is damaged after the start', async () => {
  await putThings(store, thing('a'));
  await store.transact('other', async (tx) => tx.put(things, thing('x')));
  await reopen();
  const sound = await at.read('default.json');
  await at.write('default.json', sound.replace('"rank":1', '"rank":'));
  await expect(allIds(store)).rejects.toThrow('default.json:3:30:');
  expect(await allIds(store, 'other')).toBe('x');
  await at.write('default.json', sound);
  expect(await allIds(store)).toBe('a');
});

test('a bank that is as this store left it: is read with care once a person has edited it, and may need to be woken', async () => {
  await store.transact('default', async (tx) => {
    tx.put(things, thing('a'));
    tx.wakeAt(null);
  });
  await reopen();
  expect(await store.wakes()).toEqual(new Map());
  await store.close();
  await at.write('default.json', (await at.read('default.json')).replace('"a"', '"å"'));
  store = await at.open();
  expect(await store.wakes()).toEqual(new Map([['default', 0]]));
  expect(await allThings(store)).toEqual([thing('å', { group: 'a' })]);
});

describe('rows left as text', () => {
  const members = {
    id: 'text',
    amount: 'money',
    limit: 'money?',
    data: typed<{ readonly text: string }>(),
    late: 'text',
    more: optional(typed<readonly number[]>()),
  } as const;
  const indexes = {
    byAmount: { key: (row: RowOf<typeof odd>) => String(row.amount + (row.limit ?? 0n)) },
    byLate: {
      key: (row: RowOf<typeof odd>) => (row.more === undefined ? row.late : undefined),
      order: (row: RowOf<typeof odd>) => row.data.text,
    },
  } as const;
  const odd = defineTable({ name: 'odd', members, indexes: {} });
  const odds = { ...odd, indexes };
  const row = (id: string, over: Partial<RowOf<typeof odd>> = {}): RowOf<typeof odd> => ({
    ...{ id, amount: 7n, data: { text: `of ${id}` }, late: 'l', ...over },
  });
  const idsBy = (index: keyof typeof indexes, value: string) =>
    store.transact('default', async (tx) =>
      (await tx.listBy(odds, index, value)).map(({ id }) => id),
    );

  beforeEach(async () => {
    store = await at.open({ folder: `${at.folder}/odd`, tables: [odds] });
  });
  const reopenOdd = async (tables: readonly AnyTable[] = [odds]) => {
    await store.close();
    store = await at.open({ folder: `${at.folder}/odd`, tables });
  };

  test.each(['plain', 'Kåre', 'say "hi"', '\\', '\\"', 'line\nbreak', ',"data":', '\u2028', '☃'])(
    'are found again by an id like %j, and by every index',
    async (id) => {
      const own = row(id, { limit: 3n, late: ',"data":{"text":"x"}' });
      await store.transact('default', async (tx) => {
        tx.put(odds, own);
        tx.put(odds, row('z', { amount: 10n }));
        tx.put(odds, row('y', { late: own.late, more: [1] }));
      });
      await reopenOdd();
      expect(new Set(await idsBy('byAmount', '10'))).toEqual(new Set([id, 'z']));
      expect(await idsBy('byLate', own.late)).toEqual([id]);
      const got = await store.transact('default', (tx) => tx.get(odds, id));
      expect(got).toEqual(own);
      expect(Object.isFrozen(got)).toBe(true);
    },
  );

  test('leave every index when they are changed or removed unread', async () => {
    await store.transact('default', async (tx) => {
      for (const id of ['a', 'b', 'c']) tx.put(odds, row(id));
    });
    await reopenOdd();
    expect(await idsBy('byLate', 'l')).toEqual(['a', 'b', 'c']);
    await store.transact('default', async (tx) => {
      tx.put(odds, row('a', { late: 'm' }));
      tx.remove(odds, 'b');
    });
    expect([await idsBy('byLate', 'l'), await idsBy('byLate', 'm')]).toEqual([['c'], ['a']]);
    await reopenOdd();
    expect([await idsBy('byLate', 'l'), await idsBy('byLate', 'm')]).toEqual([['c'], ['a']]);
  });

  test.each<[string, (tx: Tx) => void]>([
    ['bank', (tx) => tx.put(odds, row('a'))],
    ['starting set', (tx) => tx.restart({ key: 'set', rows: new Map([[odds, () => [row('a')]]]) })],
  ])(
    'are those of the same tables only: the file of a %s of before a table changed is read with care',
    async (_, begin) => {
      await store.transact('default', async (tx) => begin(tx));
      const { late, ...others } = odd.members;
      const moved = { ...odds, members: { late, ...others } };
      await reopenOdd([moved]);
      expect(await store.transact('default', (tx) => tx.get(moved, 'a'))).toEqual(row('a'));
      const strict = {
        ...odds,
        members: { ...odd.members, late: 'number' },
      } as unknown as AnyTable;
      await expect(reopenOdd([strict])).rejects.toThrow('"late" is not number');
    },
  );
});

test('an index of many rows is built in stretches, with turns for other banks', async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => thing(`row-${i}`, { group: `g${i % 7}` }));
  await putThings(store, ...rows);
  await store.transact('other', async (tx) => tx.put(things, thing('x')));
  await reopen();
  await store.transact('default', (tx) => tx.get(things, 'row-7'));
  const order: string[] = [];
  const listing = store
    .transact('default', async (tx) => tx.listBy(things, 'byGroup', 'g0', { limit: 3 }))
    .then((found) => order.push(found.map(({ id }) => id).join(' ')));
  const others = allIds(store, 'other').then(() => order.push('other'));
  await Promise.all([listing, others]);
  expect(order).toEqual(['other', 'row-0 row-10003 row-1001']);
});
