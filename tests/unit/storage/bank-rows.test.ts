import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { tablesByName } from '../../../server/storage/engine/bank.ts';
import { BankRows, type View } from '../../../server/storage/engine/bank-rows.ts';
import { Base } from '../../../server/storage/engine/base.ts';
import {
  compareEntries,
  Entry,
  SortedEntries,
} from '../../../server/storage/engine/sorted-entries.ts';
import type { Range } from '../../../server/storage/store.ts';
import type { AnyTable, Row } from '../../../server/storage/table.ts';
import { thing, things } from '../../contracts/sample-tables.ts';
import { runs } from '../../support/corpus.ts';
import { seededRandom } from '../../torture/torture.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const steps = fc.array(
  fc.record({
    id: fc.constantFrom(...IDS),
    to: fc.constantFrom<'row' | 'removed' | 'undone'>('row', 'removed', 'undone'),
    /** Rows that the view is asked for afterwards. */
    read: fc.integer({ min: 0, max: 2 }),
  }),
  { maxLength: 20 },
);

const base = () =>
  new Base(new Map([['things', () => new Map(['a', 'b', 'c'].map((id) => [id, thing(id)]))]]));

test('a view shows the rows as they were, whatever is changed and undone while it is read', () => {
  const play = fc.property(steps, steps, (before, during) => {
    const rows = new BankRows(base());
    let rank = 10;
    const undo: (() => void)[] = [];
    const step = ({ id, to }: (typeof before)[number]): void => {
      if (to === 'undone') {
        undo.pop()?.();
        return;
      }
      const was = rows.set(things, id, to === 'row' ? thing(id, { rank: rank++ }) : null);
      undo.push(() => rows.set(things, id, was));
    };
    before.forEach(step);
    const expected = allOf(rows);

    const view: View = rows.view();
    const reading = view.changesOf(things)[Symbol.iterator]();
    const seen: (readonly [string, Row | null])[] = [];
    for (const one of during) {
      step(one);
      for (let i = 0; i < one.read; i++) {
        const { value, done } = reading.next();
        if (!done) seen.push(value);
      }
    }
    for (let next = reading.next(); !next.done; next = reading.next()) {
      seen.push(next.value);
    }
    const shown = new BankRows(base());
    for (const [id, row] of seen) shown.set(things, id, row);
    expect(allOf(shown)).toEqual(expected);
    const ids = seen.map(([id]) => id);
    expect(ids).toEqual([...new Set(ids)]);

    const now = IDS.map((id) => rows.get(things, id)).filter((row) => row !== undefined);
    view.close();
    expect(allOf(rows)).toEqual(now);
  });
  fc.assert(play, runs(500));
});

const allOf = (rows: BankRows) => rows.list(things, 'all', 'all', {});

test('only one view at a time, and another once it is closed', () => {
  const rows = new BankRows(base());
  const view = rows.view();
  expect(() => rows.view()).toThrow('open already');
  view.close();
  expect(() => rows.view().close()).not.toThrow();
});

/** Ids in the order of a walk over a range. */
function walked(entries: SortedEntries, range: Range = {}): string[] {
  const ids: string[] = [];
  const walk = entries.walk(range);
  for (let next = walk.current(); next !== undefined; next = walk.current()) {
    ids.push(next.id);
    walk.step();
  }
  return ids;
}

test('entries stay sorted through any additions and removals', () => {
  const changes = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 40 })), {
    maxLength: 60,
  });
  const play = fc.property(changes, (all) => {
    const entries = new SortedEntries();
    const model = new Set<string>();
    for (const [isAdded, n] of all) {
      const id = String(n);
      const entry = new Entry(String(n % 7), thing(id));
      if (isAdded && !model.has(id)) entries.add(entry);
      else if (!isAdded) entries.remove(entry);
      if (isAdded) model.add(id);
      else model.delete(id);
    }
    const key = (id: string): string => `${Number(id) % 7} ${id}`;
    const expected = [...model].sort((a, b) => (key(a) < key(b) ? -1 : 1));
    expect(walked(entries)).toEqual(expected);
    expect(walked(entries, { reverse: true })).toEqual(expected.reverse());
    expect(entries.isEmpty).toBe(model.size === 0);
  });
  fc.assert(play, runs(300));
});

test('thousands of entries are found by any range, wherever they are put and taken out', () => {
  const random = seededRandom(11);
  const place = (): string => String(Math.floor(random() * 5_000)).padStart(4, '0');
  const entries = new SortedEntries();
  const model = new Map<string, Entry>();
  for (let round = 0; round < 60; round++) {
    for (let i = 0; i < 100; i++) {
      // Now anywhere, now after all others.
      const order = round % 3 === 0 ? `~${String(round).padStart(2, '0')}` : place();
      const entry = new Entry(order, thing(`${String(round).padStart(2, '0')}-${i + 100}`));
      entries.add(entry);
      model.set(entry.id, entry);
      if (round % 4 === 3) walked(entries, { limit: 1 });
    }
    for (const entry of [...model.values()].slice(round, round + 40)) {
      entries.remove(entry);
      model.delete(entry.id);
    }
    const [from, to] = [place(), place()].sort() as [string, string];
    const sorted = [...model.values()].sort(compareEntries);
    const within = sorted.filter(({ order }) => order >= from && order <= to).map(({ id }) => id);
    expect(walked(entries, { from, to })).toEqual(within);
    expect(walked(entries, { from, to, reverse: true })).toEqual(within.reverse());
    expect(walked(entries)).toEqual(sorted.map(({ id }) => id));
  }
  for (const entry of model.values()) entries.remove(entry);
  expect([entries.isEmpty, walked(entries)]).toEqual([true, []]);
});

test('tables have names of their own, which are plain words, as those of their members are', () => {
  const named = (name: string, member: string) => ({
    ...things,
    name,
    members: { [member]: 'text' },
  });
  const all = (...tables: readonly unknown[]) => tablesByName(tables as readonly AnyTable[]);
  expect([...all(named('a', 'x'), named('b', 'y')).keys()]).toEqual(['a', 'b']);
  expect(() => all(named('a', 'x'), named('a', 'y'))).toThrow('the same name');
  expect(() => all(named('a"', 'x'))).toThrow('"a\\"" is no table or member name');
  expect(() => all(named('a', 'x y'))).toThrow('"x y" is no table or member name');
});
