// What the simulation of replicas takes for possible, and what not (tests/simulation/judge.ts).
import { expect, test } from '@jest/globals';
import type { Store } from '../../../server/storage/store.ts';
import { COUNT, type Contents, isPossible, type Tried } from '../../simulation/judge.ts';

const EMPTY: Contents = { rows: new Map(), events: [] };
const store = {} as Store;
const rowsOf = (count: number, ...numbers: number[]) =>
  new Map([...numbers.map((number) => [`t${number}`, number] as const), [COUNT, count] as const]);

type Times = Pick<Tried, 'asked'> & Partial<Pick<Tried, 'answered'>>;
const known = ({ answered }: Times): Tried['known'] => (answered === undefined ? 'waits' : 'done');

const puts = (number: number, at: number, times: Times): Tried => ({
  ...{ number, text: 'puts', store, at, reports: true, known: known(times), ...times },
  effect: (rows, before) => rows.set(`t${number}`, number).set(COUNT, before + 1),
});
const drops = (number: number, times: Times): Tried => ({
  ...{ number, text: 'drops', store, known: known(times), ...times },
  effect: (rows) => rows.clear(),
});
const reads = (number: number, seen: Contents['rows'], times: Times): Tried => ({
  ...{
    number,
    text: 'reads',
    store,
    at: seen.get(COUNT) ?? 0,
    seen,
    known: known(times),
    ...times,
  },
});
const judged = (tried: readonly Tried[], found: Contents) =>
  isPossible({ began: EMPTY, tried, found, isShared: true });

const first = puts(1, 0, { asked: 1, answered: 2 });

test('DUR-08: a bank may be dropped after others have used it, if the process that drops it has died', () => {
  const dropped = drops(2, { asked: 3 });
  const read = reads(3, rowsOf(1, 1), { asked: 4, answered: 5 });
  const founds = puts(4, 0, { asked: 6, answered: 7 });
  const found = { rows: rowsOf(1, 4), events: [4] };
  expect(judged([first, dropped, read, founds], found)).toBe(true);
  expect(judged([first, dropped, read], EMPTY)).toBe(true);
  expect(judged([first, dropped, read], { rows: rowsOf(1, 1), events: [1] })).toBe(true);
});

test('DUR-08: a bank that a dead process begins may be there after an acknowledged drop', () => {
  const late = puts(2, 0, { asked: 3 });
  const dropped = drops(3, { asked: 4, answered: 5 });
  expect(judged([first, late, dropped], { rows: rowsOf(1, 2), events: [2] })).toBe(true);
});

test('DUR-08: an end that is done again takes what began meanwhile', () => {
  const dropped = drops(2, { asked: 3, answered: 8 });
  const between = puts(3, 0, { asked: 4, answered: 5 });
  const later = puts(4, 0, { asked: 6, answered: 9 });
  const found = { rows: rowsOf(1, 4), events: [4] };
  expect(judged([first, dropped, between, later], found)).toBe(true);
  const early = drops(2, { asked: 3, answered: 4 });
  const after = puts(3, 0, { asked: 5, answered: 6 });
  expect(judged([first, early, after, later], found)).toBe(false);
});

test('DUR-08: what began a bank that was ended since may be done again there, and in no other', () => {
  const again = { ...puts(2, 0, { asked: 1, answered: 8 }), mayBegin: true as const };
  const read = reads(3, rowsOf(1, 2), { asked: 2, answered: 3 });
  const dropped = drops(4, { asked: 4, answered: 5 });
  const other = puts(5, 0, { asked: 6, answered: 7 });
  const found = { rows: rowsOf(1, 2), events: [2] };
  expect(judged([again, read, dropped], found)).toBe(true);
  expect(judged([{ ...again, at: 1 }, read, dropped, other], EMPTY)).toBe(false);
  const both = { rows: rowsOf(2, 5, 2), events: [5, 2] };
  expect(judged([{ ...again, at: 1 }, read, dropped, other], both)).toBe(true);
  expect(judged([{ ...again, at: 1 }, read], { rows: rowsOf(2, 2), events: [2, 2] })).toBe(false);
});

test('DUR-01: what was acknowledged is seen by whoever asks later', () => {
  const found = { rows: rowsOf(1, 1), events: [1] };
  const late = { asked: 3, answered: 4 };
  expect(judged([first, reads(2, rowsOf(1, 1), late)], found)).toBe(true);
  expect(judged([first, reads(2, new Map(), late)], found)).toBe(false);
  expect(judged([first], EMPTY)).toBe(false);
  expect(judged([first], { ...found, events: [] })).toBe(false);
  expect(judged([first, drops(2, late)], found)).toBe(false);
});

test('DUR-08: what was refused is not there', () => {
  const refused: Tried = { ...puts(2, 1, { asked: 3 }), known: 'not done' };
  expect(judged([first, refused], { rows: rowsOf(1, 1), events: [1] })).toBe(true);
  expect(judged([first, refused], { rows: rowsOf(2, 1, 2), events: [1, 2] })).toBe(false);
});
