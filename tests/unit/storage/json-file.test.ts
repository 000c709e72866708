import { beforeEach, expect, test } from '@jest/globals';
import type { Store } from '../../../server/storage/store.ts';
import { notes, thing, things } from '../../contracts/sample-tables.ts';
import { allIds, allThings, eachFolder, putThings } from './file-fixture.ts';

const at = eachFolder();
let store: Store;
beforeEach(async () => {
  store = await at.open();
  await putThings(
    store,
    thing('b', { amount: -1050n, data: { navn: 'Kåre' } }),
    thing('a', { limit: 5n }),
  );
  await store.transact('default', async (tx) => tx.put(notes, { id: 'n', text: 'hei' }));
  await store.close();
});

const WRITTEN = `{"format":1,"bank":"default","seq":2,"tables":{
"things":[
{"id":"b","group":"a","rank":1,"amount":"-1050","open":true,"data":{"navn":"Kåre"}},
{"id":"a","group":"a","rank":1,"amount":"100","limit":"5","open":true,"data":{}}
],
"notes":[
{"id":"n","text":"hei"}
]
},"checksum":"f58afc20"}
`;

const LAST = '},"checksum":"f58afc20"}';

const edited = async (from: string, to: string): Promise<Store> => {
  const text = await at.read('default.json');
  expect(text).toContain(from);
  await at.write('default.json', text.replace(from, to));
  return at.open();
};

test('DUR-06: a closed store is one JSON file per bank, one row per line, and an empty journal', async () => {
  expect(await at.content()).toEqual({
    'default.json': Buffer.from(WRITTEN).toString('latin1'),
    'default.journal': '',
  });
  expect(JSON.parse(await at.read('default.json')).tables.things[0].amount).toBe('-1050');
});

test('DUR-06: a changed row changes its line, a new one adds one, a removed one takes one away', async () => {
  store = await at.open();
  await store.transact('default', async (tx) => {
    tx.put(things, thing('b', { amount: 1n }));
    tx.put(things, thing('0'));
    tx.remove(things, 'a');
  });
  await store.close();
  expect((await at.read('default.json')).split('\n').slice(1, 6)).toEqual([
    '"things":[',
    '{"id":"b","group":"a","rank":1,"amount":"1","open":true,"data":{}},',
    '{"id":"0","group":"a","rank":1,"amount":"100","open":true,"data":{}}',
    '],',
    '"notes":[',
  ]);
});

test('DUR-06: edited while the bank is stopped: a changed value is taken', async () => {
  store = await edited('"-1050"', '"-99"');
  expect((await allThings(store))[1]?.amount).toBe(-99n);
});

test.each<[string, (text: string) => string]>([
  ['indented', (text) => JSON.stringify(JSON.parse(text), null, 2)],
  ['on one line', (text) => JSON.stringify(JSON.parse(text))],
  ['with Windows line ends', (text) => text.replaceAll('\n', '\r\n')],
  ['with a byte order mark', (text) => `\ufeff${text}`],
  ['without the last newline', (text) => text.trimEnd()],
  [
    'with an empty table',
    (text) =>
      text
        .replace('"notes":[', '"notes":[\n],\n"ignored":[')
        .replace('"ignored":[\n{"id":"n","text":"hei"}\n', '')
        .replace('],\n]', ']'),
  ],
  ['with two rows on a line', (text) => text.replace('}},\n{', '}}, {')],
])('DUR-06: edited while the bank is stopped: another layout is taken: %s', async (_, change) => {
  await at.write('default.json', change(await at.read('default.json')));
  store = await at.open();
  expect(await allIds(store)).toBe('a b');
  await putThings(store, thing('c'));
  await store.close();
  expect((await at.read('default.json')).split('\n')[4]).toMatch(/^\{"id":"c",.*\}$/);
});

test.each<[string, string, string, string, RegExp]>([
  ['a missing comma', '"rank":1,', '"rank":1', ':3:31:', /","/],
  ['a comma too many', '}\n],', '},\n],', ':5:1:', /value/],
  ['a quote that is missing', '"hei"', '"hei', ':7:23:', /ended by a double quote/],
  ['the end cut off', `]\n${LAST}\n`, '', ':8:1:', /but it ends/],
  ['something after the end', `${LAST}\n`, `${LAST}\nx`, ':10:1:', /the end .* was expected/],
  ['a table twice', '"notes":[', '"things":[', ':6:1:', /"things" is there twice/],
  ['money as a number', '"-1050"', '-1050', ':3:41:', /"amount".*decimal text/],
  ['a float as money', '"-1050"', '"-10.50"', ':3:41:', /"amount".*decimal text/],
  ['a member of the wrong kind', '"rank":1', '"rank":"1"', ':3:30:', /"rank" is not number/],
  ['a member that is missing', '"rank":1,', '', ':3:1:', /"rank" is missing/],
  ['a member of no table', '"rank":1,', '"rank":1,"x":2,', ':3:36:', /"x" is not one/],
  ['an id twice', '{"id":"a"', '{"id":"b"', ':4:1:', /id "b" twice/],
  ['a row that is no object', '{"id":"n","text":"hei"}', '["n"]', ':7:1:', /not an object/],
  ['an unknown table', '"notes"', '"nodes"', ':6:9:', /no table "nodes"/],
  ['another format', '"format":1', '"format":2', ':1:11:', /"format"/],
  ['no sequence number', '"seq":2,', '', ':1:1:', /"seq"/],
  ['the sequence number of no commit', '"seq":2,', '"seq":0,', ':1:1:', /"seq" is 0/],
])(
  'DUR-06: edited while the bank is stopped: %s refuses with line and column, and changes nothing',
  async (_, from, to, place, reason) => {
    const opening = edited(from, to);
    await expect(opening).rejects.toThrow(`${at.folder}/default.json${place}`);
    await expect(opening).rejects.toThrow(reason);
    expect(await at.content()).toEqual({
      'default.json': Buffer.from(WRITTEN.replace(from, to)).toString('latin1'),
      'default.journal': '',
    });
  },
);

test('DUR-06: edited while the bank is stopped: what is not UTF-8 refuses', async () => {
  await at.write('default.json', Buffer.from(WRITTEN, 'latin1'));
  await expect(at.open()).rejects.toThrow(/default\.json:3:1: this is not UTF-8/);
});
