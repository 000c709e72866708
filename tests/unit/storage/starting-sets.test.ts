// Starting sets in the data folder: one file for all banks that begin from it, and references to it.
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Store } from '../../../server/storage/store.ts';
import { startingRows, thing, things } from '../../contracts/sample-tables.ts';
import { deferred } from '../../support/deferred.ts';
import { until } from '../../support/until.ts';
import { allIds, allThings, commitLine, eachFolder, putThings } from './file-fixture.ts';

const SET = startingRows('set', 3);

const at = eachFolder();
let store: Store;
beforeEach(async () => {
  store = await at.open({ heartbeat: 60_000 });
});

const restart = (bank = 'default', set = SET): Promise<void> =>
  store.transact(bank, async (tx) => tx.restart(set));
const names = async (): Promise<string[]> => Object.keys(await at.content());
const sets = async (): Promise<string[]> =>
  (await names()).filter((name) => name.startsWith('_start-'));
const hashOf = (name: string): string => name.slice('_start-'.length, -'.json'.length);
const onlySet = async (): Promise<string> => {
  const [name = '', ...others] = await sets();
  expect(others).toEqual([]);
  return name;
};
async function reopen(): Promise<void> {
  await store.close();
  store = await at.open();
}

test('a restart is a line that refers to the set, whose file has every row', async () => {
  await restart();
  const name = await onlySet();
  expect(await at.read('default.journal')).toBe(
    commitLine(`{"seq":1,"restart":"${hashOf(name)}"}`),
  );
  const { tables } = JSON.parse(await at.read(name));
  expect([tables.things.length, tables.notes]).toEqual([3, [{ id: 'set', text: 'set' }]]);
});

test('DUR-01: the set is made to last before the first line that refers to it, once for all banks', async () => {
  at.disk.done.length = 0;
  await restart('one');
  const file = `${await onlySet()}.tmp`;
  const folder = `syncFolder ${basename(at.folder)}`;
  const written = [`open ${file}`, `write ${file}`, `sync ${file}`];
  expect(at.disk.done.slice(0, 6)).toEqual([
    ...written,
    `rename ${await onlySet()}`,
    folder,
    'open one.journal',
  ]);
  at.disk.done.length = 0;
  await restart('one');
  await restart('two');
  expect(at.disk.done.filter((what) => what.includes('_start'))).toEqual([]);
});

test('DUR-06: a JSON file refers to the set, and has what its bank changed, row by row', async () => {
  await store.transact('default', async (tx) => {
    tx.restart(SET);
    tx.put(things, thing('start-1', { data: {} }));
    tx.put(things, thing('own'));
    tx.remove(things, 'start-2');
  });
  const expected = await allThings(store);
  await reopen();
  expect(await at.read('default.json')).toBe(
    `{"format":2,"bank":"default","seq":1,"start":"${hashOf(await onlySet())}","tables":{
"things":[
{"id":"start-1","group":"a","rank":1,"amount":"100","open":true,"data":{}},
{"id":"own","group":"a","rank":1,"amount":"100","open":true,"data":{}}
]
},"removed":{
"things":[
"start-2"
]
},"checksum":"7147ffc5"}
`,
  );
  expect(await allThings(store)).toEqual(expected);
  expect(expected.map(({ id }) => id)).toEqual(['own', 'start-0', 'start-1']);
});

test('a row that is again as it began is no change', async () => {
  await restart();
  const [row] = await allThings(store);
  await store.transact('default', async (tx) => {
    tx.remove(things, 'start-0');
    tx.put(things, thing('gone'));
    tx.remove(things, 'gone');
  });
  await putThings(store, row as never);
  await store.close();
  expect(JSON.parse(await at.read('default.json'))).toMatchObject({ tables: {}, removed: {} });
});

const edit = async (from: string, to: string): Promise<void> => {
  await store.transact('default', async (tx) => {
    tx.restart(SET);
    tx.put(things, thing('own'));
    tx.remove(things, 'start-2');
  });
  await store.close();
  const text = await at.read('default.json');
  expect(text).toContain(from);
  await at.write('default.json', text.replace(from, to));
};

test('DUR-06: a JSON file that refers to a set, edited while the bank is stopped: a row of the set is changed by a line of the bank’s own', async () => {
  const line = '{"id":"start-1","group":"mine","rank":1,"amount":"1","open":true,"data":{}},';
  await edit('"things":[\n', `"things":[\n${line}\n`);
  store = await at.open();
  expect((await allThings(store)).find(({ id }) => id === 'start-1')?.group).toBe('mine');
});

test('DUR-06: a JSON file that refers to a set, edited while the bank is stopped: another layout is taken, and nothing removed may be left out', async () => {
  await edit(',"removed":{\n"things":[\n"start-2"\n]\n}', '\n');
  store = await at.open();
  expect(await allIds(store)).toBe('own start-0 start-1 start-2');
});

test.each<[string, string, string, string]>([
  ['a removed row that is there too', '"start-2"', '"own"', ':7:1: table "things" has id "own"'],
  ['a removed row without its id', '"start-2"', '7', ':7:1: a removed row is named by its id'],
  ['an unknown table', 'removed":{\n"things"', 'removed":{\n"rings"', ':6:9: there is no table'],
  ['a removed part that is no object', '{\n"things":[\n"start-2"\n]\n}', '1', ':5:13: "removed"'],
  ['a reference that is no hash', '"start":"', '"start":"x', ':1:46: "start"'],
  ['a format without references', '"format":2', '"format":1', ':1:11: "format"'],
])(
  'DUR-06: a JSON file that refers to a set, edited while the bank is stopped: %s refuses with line and column, and changes nothing',
  async (_, from, to, reason) => {
    await edit(from, to);
    const before = await at.content();
    await expect(at.open()).rejects.toThrow(`${at.folder}/default.json${reason}`);
    expect(await at.content()).toEqual(before);
  },
);

test('DUR-06: a JSON file that refers to a set, edited while the bank is stopped: a set that was edited refuses, names its file, and changes nothing', async () => {
  await edit('own', 'own');
  const name = await onlySet();
  await at.write(name, (await at.read(name)).replace('Kåre', 'Kari'));
  const before = await at.content();
  await expect(at.open()).rejects.toThrow(`${at.folder}/${name}:1: this file was changed`);
  expect(await at.content()).toEqual(before);
});

test('DUR-02: a copy of a set in the place of a bank refuses, names its file, and changes nothing', async () => {
  await restart();
  await store.close();
  await at.write('north.json', await at.read(await onlySet()));
  const before = await at.content();
  await expect(at.open()).rejects.toThrow(`${at.folder}/north.json:1:1: "seq" is 0`);
  expect(await at.content()).toEqual(before);
});

test.each(['json', 'journal'])(
  'DUR-02: a set that is missing refuses, naming the line of the .%s file that refers to it',
  async (kind) => {
    await restart();
    if (kind === 'json') await store.close();
    else await at.kill(store);
    const name = await onlySet();
    await at.disk.remove(`${at.folder}/${name}`);
    const reason = `default.${kind}:1: its starting set, the file ${at.folder}/${name}, is missing`;
    await expect(at.open()).rejects.toThrow(reason);
  },
);

test('a set goes when no bank refers to it, also with a journal, and what a crash left goes at the start', async () => {
  await restart('one');
  const first = await onlySet();
  await restart('two');
  await restart('one', startingRows('other', 3));
  expect(await sets()).toHaveLength(2);
  await restart('two', startingRows('other', 3));
  await until(async () => !(await sets()).includes(first));
  await at.kill(store);
  store = await at.open();
  expect(await onlySet()).not.toBe(first);
  expect((await allThings(store, 'one')).map(({ data }) => data['nested'])).toMatchObject(
    Array(3).fill({ of: 'other' }),
  );
  await at.write(`${first}.tmp`, 'half');
  await at.write(first, 'whole, but of nobody');
  for (const bank of ['one', 'two']) await store.drop(bank);
  expect(await sets()).toEqual([first, `${first}.tmp`]);
  await reopen();
  expect(await names()).toEqual([]);
});

test('DUR-01: a set that comes back while its file goes is there for who refers to it', async () => {
  const removing = deferred();
  const remove = async (path: string) => {
    if (path.includes('_start-')) removing.resolve();
    await setTimeout(20);
    await at.disk.remove(path);
  };
  await store.close();
  store = await at.open({ disk: { ...at.disk, remove } });
  await restart('one');
  const dropping = store.drop('one');
  await removing.promise;
  await Promise.all([dropping, restart('two')]);
  await reopen();
  expect(await allIds(store, 'two')).toBe('start-0 start-1 start-2');
  await store.drop('two');
  expect(await sets()).toEqual([]);
});

describe('the set of a snapshot', () => {
  let root: string;
  let name: string;
  beforeEach(async () => {
    await restart('one');
    root = await onlySet();
    const rows = await store.transact('one', async (tx) => {
      tx.put(things, thing('start-1', { data: {} }));
      tx.remove(things, 'start-2');
      tx.put(things, thing('gone'));
      tx.remove(things, 'gone');
      return tx.snapshot();
    });
    await restart('two', rows);
    [name = ''] = (await sets()).filter((set) => set !== root);
  });

  test('has what differs from the set that its bank began from, to which it refers', async () => {
    const { checksum: _, ...document } = JSON.parse(await at.read(name));
    expect(document).toEqual({
      format: 2,
      bank: '_start',
      seq: 0,
      start: hashOf(root),
      tables: { things: [{ ...thing('start-1', { data: {} }), amount: '100' }] },
      removed: { things: ['start-2'] },
    });
    expect(await at.read('two.journal')).toBe(commitLine(`{"seq":1,"restart":"${hashOf(name)}"}`));
  });

  test('keeps that set, also when nothing else refers to it', async () => {
    await store.drop('one');
    const before = await allThings(store, 'two');
    for (let i = 0; i < 2; i++) {
      await reopen();
      expect((await sets()).sort()).toEqual([name, root].sort());
      expect(await allThings(store, 'two')).toEqual(before);
    }
    await store.drop('two');
    await reopen();
    expect(await sets()).toEqual([]);
  });

  test('DUR-02: names itself if that set is missing', async () => {
    await store.drop('one');
    await store.close();
    await at.disk.remove(`${at.folder}/${root}`);
    const reason = `${name}:1: its starting set, the file ${at.folder}/${root}, is missing`;
    await expect(at.open()).rejects.toThrow(reason);
  });

  test('DUR-01: comes after that set on the disk', async () => {
    const rows = startingRows('other', 4);
    const snapshot = await store.transact('three', async (tx) => {
      tx.restart(rows);
      tx.put(things, thing('own'));
      const saved = await tx.snapshot();
      tx.restart(SET);
      return saved;
    });
    at.disk.done.length = 0;
    await restart('four', snapshot);
    const made = at.disk.done.filter((what) => what.startsWith('rename _start'));
    expect(made).toHaveLength(2);
    const [first, second] = made.map((what) => what.slice('rename '.length));
    expect(JSON.parse(await at.read(second as string)).start).toBe(hashOf(first as string));
  });
});

test('DUR-04: a set that finds no space refuses the restart, and only that', async () => {
  await putThings(store, thing('a'));
  at.disk.fault = (operation, path) =>
    operation === 'write' && path.includes('_start') ? 'ENOSPC' : undefined;
  await expect(restart()).rejects.toThrow('ENOSPC');
  await putThings(store, thing('b'));
  expect(await allIds(store)).toBe('a b');
  at.disk.fault = () => undefined;
  await restart();
  await at.kill(store);
  store = await at.open();
  expect(await allIds(store)).toBe('start-0 start-1 start-2');
});

test('DUR-08: a set stays while a commit that refers to it cannot be cut off the journal', async () => {
  await putThings(store, thing('a'));
  at.disk.fault = (operation, path) =>
    /sync|truncate/.test(operation) && path.endsWith('.journal') ? 'EIO' : undefined;
  await expect(restart()).rejects.toMatchObject({ outcome: 'not known' });
  await at.kill(store);
  at.disk.fault = () => undefined;
  store = await at.open({ heartbeat: 60_000 });
  expect(await allIds(store)).toBe('start-0 start-1 start-2');
  await store.close();
});

test.each<[string, () => Promise<void>]>([
  ['the commit is cut off', () => putThings(store, thing('b'))],
  ['the bank is dropped', () => store.drop('default')],
])('DUR-08: such a set goes once %s', async (_, end) => {
  await putThings(store, thing('a'));
  at.disk.fault = (operation, path) =>
    /sync|truncate/.test(operation) && path.endsWith('.journal') ? 'EIO' : undefined;
  await expect(restart()).rejects.toMatchObject({ outcome: 'not known' });
  at.disk.fault = () => undefined;
  expect(await sets()).toHaveLength(1);
  await end();
  await until(async () => (await sets()).length === 0);
});

test('folders of before there were files of sets open: rows in the JSON file, and in the journal', async () => {
  const row = (id: string) =>
    `{"id":"${id}","group":"a","rank":1,"amount":"100","open":true,"data":{}}`;
  const tables = `"tables":{\n"things":[\n${row('a')},\n${row('b')}\n]\n}}\n`;
  await store.close();
  await at.write('one.json', `{"format":1,"bank":"one","seq":7,${tables}`);
  await at.write(
    'two.journal',
    [
      commitLine(`{"seq":1,"put":{"things":[${row('lost')}]}}`),
      commitLine(
        `{"seq":2,"restart":{"things":[${row('c')},${row('d')}]},"remove":{"things":["c"]}}`,
      ),
    ].join(''),
  );
  store = await at.open();
  await store.transact('one', async (tx) => tx.remove(things, 'a'));
  for (let i = 0; i < 2; i++) {
    expect([await allIds(store, 'one'), await allIds(store, 'two')]).toEqual(['b', 'd']);
    await reopen();
  }
  expect(await at.read('one.json')).toMatch(/^\{"format":1,"bank":"one","seq":8,/);
  expect(await sets()).toEqual([]);
});
