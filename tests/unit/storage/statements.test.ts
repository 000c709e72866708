// A course of two stores on one database: what they ask it, in which order, and what each step says where a statement fails,
// is what is written in tests/fixtures/statements/. `npm run examples` records them again.
import { expect, test } from '@jest/globals';
import { tablesByName } from '../../../server/storage/engine/bank.ts';
import type { Database } from '../../../server/storage/postgres/database.ts';
import { SharedSets } from '../../../server/storage/postgres/shared-sets.ts';
import { SAMPLE_TABLES, thing, things } from '../../contracts/sample-tables.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { type Failure, RecordedDatabase } from '../../support/recorded-database.ts';
import { idsIn, left, openOn, played, put } from '../../support/recorded-statements.ts';

test('DUR-08: the statements: are what the bank stores now', async () => {
  const database = new RecordedDatabase();
  const lines: string[] = [];
  await played(database, lines, (title, text) => {
    lines.push(`# ${title}`, ...database.lines.splice(0).map((line) => `  ${line}`));
    if (text !== 'undefined') lines.push(text);
  });
  const legend = database.texts.map((text, i) => `${i + 1}: ${text}`);
  expectRecorded('statements/course.txt', [...lines, '', ...legend]);
});

test('DUR-07: a starting set that the database lacks is named', async () => {
  const sets = new SharedSets({} as Database, tablesByName(SAMPLE_TABLES));
  const load = sets.load('abc', async () => []);
  await expect(load).rejects.toThrow('The database has no starting set abc.');
});

/** Words for the course in which one statement fails so; nothing if it has no such statement. */
async function failing(at: number, failure: Failure): Promise<readonly string[]> {
  const database = new RecordedDatabase();
  let nth = 0;
  database.fault = () => (nth++ === at ? failure : undefined);
  const said: string[] = [];
  let failed: string | undefined;
  await played(database, said, (title, text) => {
    const line = database.lines.splice(0).find((one) => one.endsWith(`: ${failure}`));
    if (line !== undefined) failed = `${title}, ${/^\d+/.exec(line)?.[0]}:`;
    said.push(text.startsWith('!') ? text : '.');
  });
  return failed === undefined ? [] : [failed, ...said, '|', ...(await left(database))];
}

test('DUR-08: what is done again after a conflict begins from what the database has', async () => {
  const database = new RecordedDatabase();
  const store = await openOn(database);
  const count = () =>
    store.transact('acme', async (tx) => {
      const rank = ((await tx.get(things, 'counter'))?.rank ?? 0) + 1;
      tx.put(things, thing('counter', { rank }));
      return rank;
    });
  let counted = await count();
  // At each of its statements, until there is none that could fail.
  for (let at = 0, failed = true; failed; at++) {
    let nth = 0;
    database.fault = () => (nth++ === at ? '40001' : undefined);
    expect(await count()).toBe(++counted);
    failed = nth > at;
  }
  expect(counted).toBeGreaterThan(2);
  await store.close();
});

test.each(['23505', '42P07', '42710', 'XX000'] as const)(
  'DUR-07: tables that another process makes at the same moment are made again: %s',
  async (code) => {
    const database = new RecordedDatabase();
    let nth = 0;
    database.fault = () => (nth++ === 1 ? (code as Failure) : undefined);
    const store = await openOn(database);
    expect(await store.banks()).toEqual([]);
    expect(database.lines.filter((line) => line.endsWith(`: ${code}`))).toHaveLength(1);
    await store.close();
  },
);

test('DUR-01: of those that are stored together each is stored, beside one that only reads, and after a restart', async () => {
  const database = new RecordedDatabase();
  const [one, other] = [await openOn(database), await openOn(database)];
  // The first one runs alone, and the others wait for it.
  await Promise.all([put(one, 'acme', 'a'), idsIn(one, 'acme'), put(one, 'acme', 'b')]);
  expect(await idsIn(other, 'acme')).toBe('a b');
  const restart = () =>
    one.transact('acme', async (tx) => tx.restart({ key: 'none', rows: new Map() }));
  await Promise.all([
    put(one, 'acme', 'c'),
    put(one, 'acme', 'lost'),
    restart(),
    put(one, 'acme', 'd'),
  ]);
  expect(await left(database)).toEqual(['acme: d;']);
  expect(await idsIn(other, 'acme')).toBe('d');
  for (const store of [one, other]) await store.close();
});

test('DUR-07: in a database that was put back to an earlier time is what it has now', async () => {
  const database = new RecordedDatabase();
  const store = await openOn(database);
  await put(store, 'acme', 'a');
  const putBack = database.kept();
  await put(store, 'acme', 'b');
  putBack();
  expect(await idsIn(store, 'acme')).toBe('a');
  await put(store, 'acme', 'c');
  expect(await left(database)).toEqual(['acme: a c;']);
  await store.close();
});

const ABREAST = 20;

/** Those of the start, which ask the same each time, fail in one way. */
const OF_START = 14;

test.each<[Failure, number]>([
  ['before', 0],
  ['after', OF_START],
  ['40001', OF_START],
  ['25006', OF_START],
])('DUR-08: where a statement fails, %s: is what the bank stores now', async (failure, first) => {
  const courses: (readonly string[])[] = [];
  while (courses.at(-1)?.length !== 0) {
    const from = first + courses.length;
    const next = Array.from({ length: ABREAST }, (_, at) => failing(from + at, failure));
    courses.push(...(await Promise.all(next)));
  }
  const sentences = new Set<string>();
  const numberOf = (text: string) => [...sentences.add(text)].indexOf(text) + 1;
  const lines = courses
    .filter(({ length }) => length > 0)
    .map((words) => words.map((word) => (word.startsWith('!') ? numberOf(word) : word)).join(' '));
  const legend = [...sentences].map((text, i) => `${i + 1}: ${text}`);
  expectRecorded(`statements/${failure}.txt`, [...lines, '', ...legend]);
});
