import { expect, test } from '@jest/globals';
import { notes, thing, things } from '../../contracts/sample-tables.ts';
import { allIds, commitLine, eachFolder, putThings } from './file-fixture.ts';

const at = eachFolder();

/** Leaves three commits in the journal, as if the process had been killed; returns its lines. */
async function killedAfterThree(): Promise<string[]> {
  const store = await at.open();
  await putThings(store, thing('a'));
  await putThings(store, thing('b'), thing('ø'));
  await store.transact('default', async (tx) => {
    tx.remove(things, 'a');
    tx.put(things, thing('c'));
    tx.put(notes, { id: 'n', text: 'N' });
  });
  await at.kill(store);
  return (await at.read('default.journal')).split(/(?<=\n)/);
}

test('DUR-02: opening replays the journal', async () => {
  await killedAfterThree();
  expect(await at.content()).not.toHaveProperty(['default.json']);
  expect(await allIds(await at.open())).toBe('b c ø');
});

test('a commit is one line with a checksum, and says what it does', async () => {
  const [, , third] = await killedAfterThree();
  expect(third).toBe(
    commitLine(
      '{"seq":3,"put":{"things":[{"id":"c","group":"a","rank":1,"amount":"100","open":true,"data":{}}],"notes":[{"id":"n","text":"N"}]},"remove":{"things":["a"]}}',
    ),
  );
  const store = await at.open();
  await store.transact('default', async (tx) => tx.remove(things, 'b'));
  expect((await at.read('default.journal')).split(/(?<=\n)/)[3]).toBe(
    commitLine('{"seq":4,"remove":{"things":["b"]}}'),
  );
});

test('DUR-02: a last line that is cut off is named with its file in the log', async () => {
  const lines = await killedAfterThree();
  await at.write('default.journal', lines.join('').slice(0, -9));
  await at.open();
  const file = `${at.folder}/default.journal`;
  const bytes = Buffer.byteLength(lines[2] as string) - 9;
  expect(at.logged).toContainEqual({
    level: 'warn',
    fields: { bank: 'default', file, line: 3, bytes },
    message: expect.stringContaining('torn last line'),
  });
});

test('DUR-02: opening leaves nothing of a long torn line behind a shorter commit', async () => {
  const lines = await killedAfterThree();
  await at.write(
    'default.journal',
    `${lines.join('')}0123abcd {"seq":4,"put":${'x'.repeat(5_000)}`,
  );
  const store = await at.open();
  await putThings(store, thing('d'));
  await at.kill(store);
  at.logged.length = 0;
  expect(await allIds(await at.open())).toBe('b c d ø');
  expect(at.logged.map(({ level }) => level)).not.toContain('warn');
});

test('DUR-02: opening keeps a last line that lacks only its newline', async () => {
  await at.write('default.journal', (await killedAfterThree()).join('').slice(0, -1));
  const store = await at.open();
  expect(await allIds(store)).toBe('b c ø');
  await putThings(store, thing('d'));
  await at.kill(store);
  expect(await allIds(await at.open())).toBe('b c d ø');
});

const row = '{"id":"x","group":"a","rank":1,"amount":"100","open":true,"data":{}}';
test.each<[string, (lines: string[]) => string[], number, string]>([
  ['a line that is no commit', ([a, b, c]) => [a, 'hello\n', b, c] as string[], 2, 'checksum'],
  ['an empty line', ([a, b, c]) => [a, '\n', b, c] as string[], 2, 'checksum'],
  ['a missing line', ([a, , c]) => [a, c] as string[], 2, 'number 3 comes after 1'],
  ['a missing first line', ([, b, c]) => [b, c] as string[], 1, 'number 2 comes after 0'],
  ['a line twice', ([a, b, c]) => [a, b, b, c] as string[], 3, 'number 2 comes after 2'],
  [
    'an unknown table',
    ([a]) => [a as string, commitLine(`{"seq":2,"put":{"rings":[${row}]}}`)],
    2,
    'no table "rings"',
  ],
  [
    'a row that does not fit',
    ([a]) => [
      a as string,
      commitLine(`{"seq":2,"put":{"things":[${row.replace('"100"', '100')}]}}`),
    ],
    2,
    '"amount"',
  ],
  [
    'starting rows that do not fit',
    ([a]) => [a as string, commitLine('{"seq":2,"restart":{"things":[{}]}}')],
    2,
    '"id" is missing',
  ],
  ['JSON that is none', ([a]) => [a as string, commitLine('{"seq":2,')], 2, 'does not fit'],
])(
  'DUR-02: damage anywhere else refuses, naming file and line, and changes nothing: %s',
  async (_, change, line, reason) => {
    await at.write('default.journal', change(await killedAfterThree()).join(''));
    await at.write('other.journal', 'torn');
    await at.write('other.json.tmp', 'left over');
    const before = await at.content();
    const opening = at.open();
    await expect(opening).rejects.toThrow(`${at.folder}/default.journal:${line}: `);
    await expect(opening).rejects.toThrow(reason);
    expect(await at.content()).toEqual(before);
  },
);

test('DUR-02: killed between the new JSON file and the cut of the journal, nothing is done twice', async () => {
  const lines = await killedAfterThree();
  const store = await at.open();
  await store.close();
  expect(await at.read('default.journal')).toBe('');
  await at.write('default.journal', lines.join(''));
  const again = await at.open();
  expect(await allIds(again)).toBe('b c ø');
  await putThings(again, thing('d'));
  await at.kill(again);
  expect(await allIds(await at.open())).toBe('b c d ø');
});

test('commits are numbered without a gap, at whatever moment of a write they come', async () => {
  const store = await at.open();
  const late: Promise<void>[] = [];
  for (let turns = 0; turns < 60; turns++) {
    at.disk.fault = (operation, path) => {
      if (operation !== 'sync' || !path.endsWith('.journal')) return undefined;
      at.disk.fault = () => undefined;
      const after = async () => {
        for (let i = 0; i < turns; i++) await undefined;
        await putThings(store, thing(`late-${turns}`));
      };
      late.push(after());
      return undefined;
    };
    await putThings(store, thing(`first-${turns}`));
    await Promise.all(late);
  }
  await at.kill(store);
  expect((await allIds(await at.open())).split(' ')).toHaveLength(120);
});

test('DUR-02: a commit larger than what is written at once is written, alone and beside another', async () => {
  const store = await at.open();
  const large = { id: 'n', text: 'x'.repeat(9 * 1024 * 1024) };
  const putLarge = () => store.transact('default', async (tx) => tx.put(notes, large));
  await putLarge();
  const put = (id: string) => store.transact('default', async (tx) => tx.put(things, thing(id)));
  at.disk.done.length = 0;
  await Promise.all([putLarge(), put('a'), put('b')]);
  // By itself, and what is small beside others.
  expect(at.disk.done.filter((what) => what === 'write default.journal')).toHaveLength(2);
  await store.close();
  const again = await at.open();
  expect(await allIds(again)).toBe('a b');
  expect(await again.transact('default', (tx) => tx.get(notes, 'n'))).toEqual(large);
});

test('half-written files of a killed process are removed', async () => {
  const store = await at.open();
  await putThings(store, thing('a'));
  await store.close();
  await at.write('default.json.tmp', '{"format":1');
  await at.write('default.journal.tmp', 'x');
  expect(await allIds(await at.open())).toBe('a');
  expect(Object.keys(await at.content())).toEqual(['default.journal', 'default.json']);
});

test('a drop that was cut short is finished at opening', async () => {
  const store = await at.open();
  await putThings(store, thing('a'));
  await store.close();
  await at.write('default.dropped', '');
  const again = await at.open();
  expect(await again.banks()).toEqual([]);
  expect(await at.content()).toEqual({});
});

test('a JSON file whose name is no bank’s is left alone and said so', async () => {
  await at.write('Notes.json', 'mine');
  await at.open();
  expect(await at.read('Notes.json')).toBe('mine');
  expect(at.logged[0]?.message).toContain('ignoring');
});
