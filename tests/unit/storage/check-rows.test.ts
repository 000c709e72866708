// How the rows of a bank are shown to who checks them.
import { expect, test } from '@jest/globals';
import { allRowsOf } from '../../../server/storage/check-rows.ts';
import { tablesByName } from '../../../server/storage/engine/bank.ts';
import { BankRows } from '../../../server/storage/engine/bank-rows.ts';
import { Base } from '../../../server/storage/engine/base.ts';
import { SAMPLE_TABLES, thing, things } from '../../contracts/sample-tables.ts';

const base = () =>
  new Base(new Map([['things', () => new Map(['a', 'b'].map((id) => [id, thing(id)]))]]));

test.each([
  ['one is changed and one is new', { b: thing('b', { rank: 2 }), c: thing('c') }, 'abc', 'bc'],
  // Others of the base may name it.
  ['one of the base is gone', { a: null, c: thing('c') }, 'bc', 'bc'],
])('the rows that are checked, where %s', (_, changes, all, unchecked) => {
  const rows = new BankRows(base());
  for (const [id, row] of Object.entries(changes)) rows.set(things, id, row);
  const shown = allRowsOf(rows, tablesByName(SAMPLE_TABLES));
  const ids = (some: Iterable<{ readonly id: string }>) => [...some].map(({ id }) => id).sort();
  expect(ids(shown.of(things)).join('')).toBe(all);
  expect(ids(shown.unchecked(things)).join('')).toBe(unchecked);
  for (const id of ['a', 'b', 'c', 'd']) {
    expect(shown.has('things', id)).toBe(all.includes(id));
    expect(shown.get(things, id)).toEqual(rows.get(things, id));
  }
  expect(shown.get(things, 'c')).toEqual(thing('c'));
  expect(shown.has('strangers', 'c')).toBe(false);
});
