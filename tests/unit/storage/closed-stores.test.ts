// What a store says that is closed or full, of names that no bank has, and of rows and tables that do not fit, is what is
// written in tests/fixtures/tables/stores.txt. `npm run examples` records it again.
import { setImmediate as afterOthers } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { SILENT } from '../../../server/kernel/log.ts';
import { isStoredBankName } from '../../../server/storage/bank-names.ts';
import { tablesByName } from '../../../server/storage/engine/bank.ts';
import { BanksInMemory } from '../../../server/storage/engine/banks-in-memory.ts';
import { NO_BASE } from '../../../server/storage/engine/base.ts';
import { LOG_TABLES, LogRows, removeOldLogs } from '../../../server/storage/engine/log-rows.ts';
import { openMemoryStore } from '../../../server/storage/engine/memory-store.ts';
import { sortNames } from '../../../server/storage/files/bank-files.ts';
import { headIn } from '../../../server/storage/files/snapshot-format.ts';
import { encodeRow } from '../../../server/storage/row-json.ts';
import type { Store, Tx } from '../../../server/storage/store.ts';
import { count, defineTable, instant, oneOf, optional } from '../../../server/storage/table.ts';
import { notes, SAMPLE_TABLES, thing, things } from '../../contracts/sample-tables.ts';
import { deferred } from '../../support/deferred.ts';
import { expectRecorded, shown } from '../../support/recorded.ts';
import { RecordedDatabase } from '../../support/recorded-database.ts';
import { RecordedDisk } from '../../support/recorded-disk.ts';
import { ended, openOn } from '../../support/recorded-folder.ts';
import { openOn as openOnDatabase } from '../../support/recorded-statements.ts';

const STORES: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => openMemoryStore({ tables: SAMPLE_TABLES, mostBanks: 2 }),
  files: () => openOn(new RecordedDisk(), SILENT, {}),
  postgres: () => openOnDatabase(new RecordedDatabase()),
};

type Ask = (store: Store) => unknown;
const asks: Readonly<Record<string, Ask>> = {
  banks: (store) => store.banks(),
  wakes: (store) => store.wakes(),
  reported: (store) => store.reported?.('a', 0, 1),
  figures: (store) => store.figures?.(),
  check: (store) => store.check(),
  drop: (store) => store.drop('none'),
  'drop of no bank': (store) => store.drop('No Bank'),
  transact: (store) => store.transact('a', async (tx) => shown(await tx.get(things, 'a'))),
  'transact on no bank': (store) => store.transact('../a', async () => 'done'),
};

const uses: Readonly<Record<string, (tx: Tx) => unknown>> = {
  get: (tx) => tx.get(things, 'a'),
  list: (tx) => tx.listBy(things, 'all', 'all'),
  put: (tx) => tx.put(things, thing('a')),
  remove: (tx) => tx.remove(things, 'a'),
  restart: (tx) => tx.restart({ key: 'none', rows: new Map() }),
  snapshot: (tx) => tx.snapshot(),
  report: (tx) => tx.report([]),
  wake: (tx) => tx.wakeAt(1),
};

const put = (store: Store, bank: string) =>
  store.transact(bank, async (tx) => tx.put(things, thing('a')));

/** Rows that do not fit, each in its own way. */
const MISFITS: readonly object[] = [
  ...[{ id: '' }, { id: 1 }, { id: 'x'.repeat(400) }, { id: 'x'.repeat(401) }, { group: null }],
  ...[{ rank: Number.NaN }, { rank: Number.POSITIVE_INFINITY }, { rank: '1' }, { amount: 1 }],
  ...[
    { amount: undefined },
    { limit: 1n },
    { limit: null },
    { open: 0 },
    { more: 1 },
    { more: undefined },
  ],
  ...[{ data: undefined }, { data: { a: undefined } }, { data: { a: 1n } }, { data: [undefined] }],
  ...[
    { data: { a: Number.NaN } },
    { data: new Map() },
    { data: { a: () => 1 } },
    { data: new Date(0) },
  ],
  ...[{ data: JSON.parse(`${'['.repeat(501)}${']'.repeat(501)}`) }],
  ...[{ data: JSON.parse(`${'['.repeat(502)}${']'.repeat(502)}`) }],
];

test('BANK-02: closed and full stores: are what the bank says now', async () => {
  const lines: string[] = [];
  for (const [name, open] of Object.entries(STORES)) {
    const store = await open();
    for (const bank of ['a', 'b', 'a@kept', '_sandbank', 'c'])
      lines.push(`${name}: put into ${bank} ${await ended(() => put(store, bank))}`);
    await store.drop('a');
    lines.push(`${name}: after a drop ${await ended(() => put(store, 'c'))}`);
    const state = async (when: string) => {
      for (const [what, ask] of Object.entries(asks))
        lines.push(`${name} ${when}: ${what} ${await ended(() => ask(store))}`);
    };
    await state('open');
    for (const misfit of name === 'memory' ? MISFITS : []) {
      const row = { ...thing('m'), ...misfit };
      const said = await ended(() =>
        store.transact('b', async (tx) => tx.put(things, row as never)),
      );
      lines.push(`${name}: ${shown(misfit).slice(0, 60)} ${said}`);
    }
    for (const work of [
      (tx: Tx) => tx.listBy(things, 'none' as never, ''),
      (tx: Tx) => tx.get({ ...notes }, 'a'),
    ])
      lines.push(`${name}: ${await ended(() => store.transact('b', async (tx) => work(tx)))}`);
    const over = await store.transact('b', async (tx) => [tx]);
    for (const [what, use] of Object.entries(uses))
      lines.push(`${name}: ${what} after its transaction ${await ended(() => use(over[0] as Tx))}`);
    await store.close();
    await state('closed');
  }
  expectRecorded(
    'tables/stores.txt',
    lines.map((line) => line.replace(/"iban.*/, '')),
  );
});

test.each(Object.entries(STORES))(
  'BANK-02: closing a store waits for a transaction that has begun: %s',
  async (_, open) => {
    const store = await open();
    const [begun, gate] = [deferred(), deferred()];
    const slow = store.transact('a', async () => {
      begun.resolve();
      await gate.promise;
      return 'done';
    });
    await begun.promise;
    let isClosed = false;
    const closing = store.close().then(() => {
      isClosed = true;
    });
    for (let turns = 0; turns < 10; turns++) await afterOthers();
    expect(isClosed).toBe(false);
    gate.resolve();
    expect(await slow).toBe('done');
    await closing;
  },
);

const NAMES = [
  ...[
    'a',
    'A',
    'a-',
    '-a',
    '0',
    'a_b',
    'a@b',
    'a@_log',
    'a@b@c',
    '_log',
    '_sandbank',
    '_sandbank@a',
    '',
  ],
  ...['a'.repeat(63), 'a'.repeat(64), `a@${'b'.repeat(63)}`, `a@${'b'.repeat(64)}`, 'a\n', 'ø'],
];
const FILES = [
  ...NAMES.slice(0, 13).flatMap((name) => [`${name}.json`, `${name}.journal`, `${name}.dropped`]),
  ...['a.json.tmp', 'a.journal.tmp', 'a.dropped.tmp', 'b.dropped', 'b.json', 'x.txt', '.lock-1'],
  ...[
    `_start-${'a'.repeat(32)}.json`,
    `_start-${'b'.repeat(32)}.json.tmp`,
    `_start-${'c'.repeat(31)}.json`,
  ],
];
const HEADS = [
  '{"format":1,"bank":"a","seq":1,"tables":{',
  '{"format":2,"bank":"a","seq":1,"tables":{',
  '{"format":1,"bank":"a","seq":1,"wakeAt":null,"tables":{',
  '{"format":1,"bank":"a","seq":1,"wakeAt":-5,"tables":{',
  `{"format":2,"bank":"a","seq":1,"wakeAt":5,"start":"${'0'.repeat(32)}","tables":{`,
  `{"format":1,"bank":"a","seq":1,"start":"${'0'.repeat(32)}","tables":{`,
  '{"format":3,"bank":"a","seq":1,"tables":{',
  '{"format":1,"bank":"a","seq":1234567890123456,"tables":{',
  ' {"format":1,"bank":"a","seq":1,"tables":{',
  '{"format":1,"bank":"a","seq":1,"tables":{ ',
  '',
];

test('DUR-06: names, tables and lines: are what the bank says now', async () => {
  const lines = NAMES.map((name) => `${JSON.stringify(name)} ${isStoredBankName(name)}`);
  for (const [kind, names] of Object.entries(sortNames(FILES)))
    lines.push(`${kind}: ${names.join(' ')}`);
  lines.push(...HEADS.map((head) => `${head} ${shown(headIn(head))}`));
  const table = defineTable({
    name: 'odd',
    members: { id: 'text', at: instant, n: optional(count), kind: oneOf('x', 'y'), m: 'money?' },
    indexes: { byKind: { key: ({ kind }) => kind } },
    conditions: [{ where: 'kind', is: 'x', member: 'n', schema: { minimum: 1 } }],
    keywords: { minProperties: 2 },
  });
  lines.push(shown(table.members), shown(table.schema));
  lines.push(encodeRow(table, { m: -5n, kind: 'x', id: '"', at: 1.5 } as never));
  for (const tables of [
    [notes, notes],
    [{ ...notes, name: 'a b' }],
    [{ ...notes, members: { 'a-b': 'text' } }],
  ])
    lines.push(await ended(() => shown([...tablesByName(tables as never).keys()])));
  expectRecorded('tables/names.txt', lines);
});

test('BANK-02: the banks in memory: are what the bank says now', () => {
  const lines: string[] = [];
  const bank = (name: string, size: number, base = NO_BASE) => {
    const own = { name, isInMemory: true, size, base, isBusy: false };
    return Object.assign(own, {
      leave() {
        lines.push(`${name} ${own.isBusy ? 'stays' : 'leaves'}`);
        if (!own.isBusy) own.isInMemory = false;
        return !own.isBusy;
      },
    });
  };
  const set = NO_BASE.changedBy(new Map([['things', new Map([['s', thing('s')]])]]));
  const changed = set.changedBy(new Map([['things', new Map([['t', thing('t')]])]]));
  const memory = new BanksInMemory({ banks: 3, size: 12_000 }, (base) =>
    base === set ? 1000 : 500,
  );
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => bank(name, 100, set)) as [
    ...Array<ReturnType<typeof bank>>,
  ] as never as readonly ReturnType<typeof bank>[];
  const use = (one: ReturnType<typeof bank> | undefined, change: object = {}) => {
    if (one === undefined) return;
    lines.push(`use ${one.name} ${shown(change)}`);
    memory.used(Object.assign(one, change) as never);
    lines.push(`${memory.count} in memory`);
  };
  for (const one of [a, b, a, c, b]) use(one);
  use(d);
  use(c, { isInMemory: true });
  use(b, { isBusy: true });
  use(a, { isInMemory: true, base: changed });
  use(d, { isInMemory: true });
  use(a, { size: 6_000 });
  use(b, { isBusy: false, size: 20_000 });
  use(b, { size: 100, base: NO_BASE });
  use(b, { isInMemory: false });
  use(b);
  for (const one of [a, b, c, d])
    use(one, { isInMemory: true, size: 10, base: changed, isBusy: false });
  expectRecorded('tables/banks-in-memory.txt', lines);
});

test('BANK-02: a set that no bank has any more takes no room', () => {
  const memory = new BanksInMemory({ banks: 9, size: 16_000 }, () => 5_000);
  const left: string[] = [];
  const bank = (name: string, base: typeof NO_BASE) => {
    return { isInMemory: true, size: 100, base, leave: () => left.push(name) > 0 };
  };
  const sets = ['s', 't', 'u'].map((id) =>
    NO_BASE.changedBy(new Map([['things', new Map([[id, thing(id)]])]])),
  );
  const a = bank('a', NO_BASE);
  for (const base of sets) memory.used(Object.assign(a, { base }) as never);
  const b = bank('b', a.base);
  memory.used(b as never);
  expect([memory.count, left]).toEqual([2, []]);
  memory.used(Object.assign(b, { size: 9_000 }) as never);
  expect([memory.count, left]).toEqual([1, ['a']]);
});

test('CTRL-05: logs as rows: are what the bank says now', async () => {
  const store = openMemoryStore({ tables: LOG_TABLES });
  let now = 0;
  type Note = { readonly number: number; readonly name: string | undefined; readonly size: number };
  const kind = {
    name: 'notes',
    limits: { entries: 3, bankSize: 10, size: 100, banks: 2 },
    ...{ sizeOf: ({ size }: Note) => size, nameOf: ({ name }: Note) => name },
    ...{ toJson: (note: Note) => note, fromJson: (json: Note) => json },
  };
  const lines: string[] = [];
  const log = new LogRows(kind, { store, wallClock: () => ++now, lookEvery: 1 });
  const rows = async (bank: string) => {
    const found = await store.transact(`${bank}@_log`, async (tx) =>
      Promise.all(
        LOG_TABLES.map(async (table) => [
          table.name,
          'byAge' in table.indexes
            ? await tx.listBy(table, 'byAge', 'all')
            : await tx.get(table, 'notes'),
        ]),
      ),
    );
    return shown(found);
  };
  const add = async (bank: string, name: string | undefined, size: number, times = 1) => {
    await log.append(bank, (number) => ({ number, name, size }), times);
    lines.push(`add ${times} ${name} of ${size} to ${bank}: ${await rows(bank)}`);
  };
  await add('acme', 'one', 1);
  await add('acme', undefined, 2, 2);
  await add('acme', 'one', 3);
  await add('acme', 'large', 11);
  await add('acme', 'fits', 10);
  for (const key of [1, 4, 6, 'one', 'fits', 'none'])
    lines.push(`find ${key} ${shown(await log.find('acme', key))}`);
  lines.push(
    shown(await log.list('acme')),
    shown(await log.list('acme', 5)),
    shown(await log.list('acme', 6)),
  );
  await log.clear('acme');
  lines.push(
    `cleared ${await rows('acme')} ${await log.last('acme')}`,
    await ended(() => log.sum('acme')),
  );
  await add('acme', 'after', 1);
  for (const bank of ['b', 'c', 'd']) await add(bank, 'x', 1);
  await add('b', 'y', 1);
  await store.transact('acme', async (tx) => tx.remove(LOG_TABLES[0] as never, 'none'));
  for (const most of [9, 4, 3, 2]) {
    await removeOldLogs(store, most);
    lines.push(`at most ${most}: ${(await store.banks()).join(' ')}`);
  }
  expectRecorded('tables/logs.txt', lines);
});
