// What is listed of rows over a base, in ranges of every kind, while they change and while a view is open, is what is written
// in tests/fixtures/tables/ranges.txt. `npm run examples` records it again.
import { expect, test } from '@jest/globals';
import { BankRows } from '../../../server/storage/engine/bank-rows.ts';
import { NO_BASE } from '../../../server/storage/engine/base.ts';
import { bucketsOf } from '../../../server/storage/engine/sorted-entries.ts';
import type { Range } from '../../../server/storage/store.ts';
import { type ThingRow, thing, things } from '../../contracts/sample-tables.ts';
import { expectRecorded, shown } from '../../support/recorded.ts';

const of = (id: string, rank: number, group?: string): ThingRow =>
  thing(id, group === undefined ? { rank } : { rank, group });
const byId = (rows: readonly ThingRow[]) => new Map(rows.map((row) => [row.id, row]));
const numbered = (count: number, name: string, step: number): readonly ThingRow[] =>
  Array.from({ length: count }, (_, i) =>
    of(`${name}${i}`, (i * step) % 97, i % 5 === 0 ? 'b' : 'a'),
  );

const RANGES: readonly Range[] = [
  ...[{}, { reverse: true }, { limit: 3 }, { limit: 0 }, { offset: 2, limit: 2 }, { offset: 99 }],
  ...[{ from: '0010' }, { to: '0010' }, { from: '0010', to: '0020' }, { from: '0020', to: '0010' }],
  ...[
    { from: '0010', reverse: true, limit: 2 },
    { to: '0010', reverse: true, limit: 2 },
  ],
  ...[{ from: '0010', to: '0020', reverse: true, offset: 1 }, { from: '9' }, { to: '' }],
];

test('BANK-02: ranges: are what the bank says now', () => {
  const lines: string[] = [];
  const list = (rows: BankRows, title: string) => {
    lines.push(`# ${title}: ${rows.size([things])}, ${rows.removesFromBase(things)}`);
    for (const range of RANGES) {
      const ids = (rows.list(things, 'byGroup', 'a', range) as ThingRow[]).map(
        ({ id, rank }) => `${id}:${rank}`,
      );
      lines.push(`${shown(range)} ${ids.length} ${ids.slice(0, 12).join(' ')}`);
    }
    const others = [rows.list(things, 'byGroup', 'b', {}), rows.list(things, 'byGroup', 'c', {})];
    lines.push(`others ${others.map((all) => all.map(({ id }) => id).join(' ')).join('; ')}`);
  };
  list(new BankRows(), 'none');
  const base = NO_BASE.changedBy(new Map([['things', byId(numbered(12, 's', 7))]]));
  list(new BankRows(base), 'a base');
  const rows = new BankRows(base);
  const change = (title: string, id: string, row: ThingRow | null | undefined) =>
    lines.push(
      `${title} ${shown(rows.set(things, id, row))} ${shown((rows.get(things, id) as ThingRow | undefined)?.rank)}`,
    );
  change('remove s1', 's1', null);
  change('change s2', 's2', of('s2', 96));
  change('put n', 'n', of('n', 14));
  change('remove nothing', 'none', null);
  list(rows, 'changed');
  const view = rows.view();
  const inView = () =>
    lines.push(`view ${shown([...view.changesOf(things)].map(([id, row]) => [id, row && 'row']))}`);
  inView();
  change('put it back', 's1', undefined);
  change('remove s3 meanwhile', 's3', null);
  change('remove n', 'n', null);
  change('change s2 again', 's2', of('s2', 1));
  change('put more', 'more', of('more', 2, 'c'));
  inView();
  view.close();
  list(rows, 'after the view');
  lines.push(shown([...rows.view().changesOf(things)].map(([id, row]) => [id, row && 'row'])));
  const next = rows.asBase();
  list(new BankRows(next), 'as a base');
  const again = new BankRows(next);
  again.set(things, 's3', of('s3', 21));
  lines.push(shown([...again.asBase().changesOf(things)].map(([id, row]) => [id, row && 'row'])));
  lines.push(
    `${new BankRows().asBase() === NO_BASE} ${next.root === base} ${NO_BASE.isEmpty} ${base.isEmpty}`,
  );
  for (const row of numbered(200, 'x', 31)) again.set(things, row.id, row);
  list(again, 'many');
  for (const row of numbered(200, 'x', 31)) if (row.rank % 3 > 0) again.set(things, row.id, null);
  for (const row of numbered(5, 'y', 13)) again.set(things, row.id, row);
  list(again, 'fewer');
  for (const row of [of('middle', 50), of('last', 99)]) again.set(things, row.id, row);
  list(again, 'one in the middle, then one behind all');
  expectRecorded('tables/ranges.txt', lines);
});

test('a row without a key takes no room in the index', () => {
  const { group: _, ...alone } = of('x', 1);
  const ofGroup = bucketsOf(things.indexes.byGroup as never, [alone, of('y', 2, 'a')]);
  expect([...ofGroup.keys()]).toEqual(['a']);
});

test.each([256, 512, 1024])(
  'BANK-02: %i rows, which fill their leaves, are found and added to',
  (count) => {
    const many = Array.from({ length: count }, (_, i) => of(`s${i}`, i));
    const rows = new BankRows(NO_BASE.changedBy(new Map([['things', byId(many)]])));
    const listed = (range: Range) => rows.list(things, 'byGroup', 'a', range).length;
    const last = String(count - 1).padStart(4, '0');
    expect([listed({}), listed({ from: last }), listed({ from: '9999' })]).toEqual([count, 1, 0]);
    rows.set(things, 'more', of('more', count));
    expect([listed({}), listed({ from: last, reverse: true })]).toEqual([count + 1, 2]);
  },
);
