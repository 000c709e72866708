// What a seed changes of an account that the bank has, and what a draw of a preview is good for, as it is written in
// tests/fixtures/seeds/. `npm run examples` records it again.
import { expect, test } from '@jest/globals';
import { accounts } from '../../../server/bank/accounts/tables.ts';
import { readFixtures } from '../../../server/bank/sandbox/fixtures.ts';
import { drawIn, drawnIds, drawText } from '../../../server/bank/seeds/drawn-ids.ts';
import { createFilling } from '../../../server/bank/seeds/filling.ts';
import { generatedLines } from '../../../server/bank/seeds/generate.ts';
import { createSeedReader } from '../../../server/bank/seeds/read-seed.ts';
import { memoize } from '../../../server/kernel/memoize.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { createValidator } from '../../../server/validation/schemas.ts';
import { expectRecorded, saidBy, shown, thrownText } from '../../support/recorded.ts';
import { BASE, CHANGED, DRAWN, MEANWHILE, OTHERS } from './additions.ts';
import { added, fill, inBank, rowsOf } from './filled.ts';

const base = memoize(() => rowsOf(BASE));

test('CTRL-11: what is added to an account that is there: changes what it changes now', async () => {
  const rows = await base();
  const lines: string[] = [];
  for (const seed of [...CHANGED.map((one) => ({ accounts: [one] })), ...OTHERS])
    lines.push(`# ${JSON.stringify(seed)}`, ...(await added(seed, rows)));
  expectRecorded('seeds/changed.txt', lines);
});

const SOURCE = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

const drawOf = ([first = '']: readonly string[]): string => first.slice('draw '.length);

test('CTRL-15: a draw adds what its preview has shown, and nothing else', async () => {
  const rows = await base();
  const lines: string[] = [];
  const draws = new Map<string, string>();
  for (const [name, seed] of Object.entries(DRAWN)) {
    const preview = await added(seed, rows, { source: SOURCE });
    draws.set(name, drawOf(preview));
    lines.push(`# ${name}`, ...preview.slice(0, 8));
    // The same, from another source another one.
    expect([name, await added(seed, rows, { draw: drawOf(preview) })]).toEqual([name, preview]);
    const others = await added(seed, rows, { source: OTHER });
    lines.push(`from another source: ${drawOf(others).split('.')[1]}`);
  }
  expect(new Set(draws.values()).size).toBe(draws.size);
  for (const [meanwhile, change] of Object.entries(MEANWHILE)) {
    const later = await inBank(
      async (bank) => {
        await fill(bank, change, true);
        return bank.tx.snapshot();
      },
      { rows },
    );
    for (const [name, seed] of Object.entries(DRAWN)) {
      const [answer = ''] = await added(seed, later, { draw: draws.get(name) ?? '' });
      lines.push(
        `meanwhile ${meanwhile}: ${name}: ${answer.startsWith('!') ? answer.replace(/it has been added .* leave draw out/, '…') : 'added'}`,
      );
    }
  }
  for (const [name, seed] of Object.entries(DRAWN)) {
    const [answer = ''] = await added(seed, rows, { draw: draws.get('a person') ?? '' });
    lines.push(`with the draw of a person: ${name}: ${answer.slice(0, 90)}`);
  }
  expectRecorded('seeds/drawn.txt', lines);
});

test('CTRL-15: a text that is no draw is refused', () => {
  const print = 'abcdefghijklmnopqrstuv_-';
  const right = `${SOURCE}.${print}`;
  expect(drawIn(right)).toEqual({ source: SOURCE, print });
  expect(drawText({ source: SOURCE, print })).toBe(right);
  const wrong = [
    '',
    '.',
    SOURCE,
    `${SOURCE}.`,
    `${right}x`,
    `x${right}`,
    right.slice(0, -1),
    right.slice(1),
  ];
  const more = [
    right.replace('.', 'x'),
    right.toUpperCase().replace('0', 'A'),
    `${right}\n`,
    right.replace('a', '+'),
  ];
  expectRecorded(
    'seeds/no-draws.txt',
    [...wrong, ...more].map((text) => `${shown(text)} ${saidBy(() => drawIn(text))}`),
  );
});

test('CTRL-15: ids of a draw are none that the bank has', async () => {
  const none = { key: 'none', rows: new Map() };
  const drawn = (rows: typeof none) => {
    const ids = drawnIds('source', rows);
    return [ids.uuid(), ids.token(), ids.uuid(), ids.token()];
  };
  const [first = '', second = ''] = drawn(none);
  expectRecorded('seeds/drawn-ids.txt', [
    ...drawn(none),
    ...[first, second].map((id) =>
      saidBy(() =>
        drawn({ key: id, rows: new Map([[accounts, () => [{ id: 'x' }, { id }]]]) as never }),
      ),
    ),
  ]);
});

const reader = createSeedReader({ validator: createValidator() } as never);

const DOCUMENTS: readonly (string | JsonObject)[] = [
  ...[
    'null',
    '~',
    '',
    '{}',
    '[]',
    '7',
    'a',
    '{"customers": []}',
    'customers: []',
    '{"customers": {}}',
  ],
  ...[
    'customers: 7\nodd: 1',
    '{\n "customers": 7,\n "odd": 1}',
    'customers:\n  - customerNumber: 15479801026\n',
  ],
  ...['customers:\n  - { customerNumber: 1, customerName: 2 }', 'clock: { now: 2026-06-10 }'],
  ...[
    'clock: { now: "1969-12-31T23:00:00Z" }',
    'clock: { now: "9999-12-31T23:00:00Z", frozen: true }',
  ],
  ...[
    'clock: { frozen: true }',
    'clock: {}',
    'repeatable: x',
    'idsOf: x',
    'extends: starting-set',
    '$schema: x',
  ],
  ...[
    '{"$schema": "x", "clock": {"now": "2026-06-10T08:00:00.5Z"}}',
    'idsOf: ""',
    'repeatable: ""',
  ],
  ...[
    {},
    { customers: 7 },
    { customers: [], odd: 1 },
    { extends: 'x' },
    { clock: { now: '1960-01-01T00:00:00Z' } },
  ],
  ...[{ idsOf: 'x', customers: [] }, { repeatable: 'x' }],
];

test('CTRL-11: a document that is read: says what it begins, or what is wrong where', async () => {
  const lines: string[] = [];
  for (const document of DOCUMENTS) {
    for (const adds of [false, true]) {
      const name = `${adds ? 'added' : 'begun'} ${shown(document)}`;
      try {
        const { content, ...rest } = await reader(document, adds);
        const { fill: __, ...of } = content ?? {};
        lines.push(`${name}: ${shown(rest)} ${content === undefined ? 'nothing' : shown(of)}`);
      } catch (thrown) {
        const { rule, status, messages } = thrown as {
          rule: string;
          status: number;
          messages: () => unknown;
        };
        lines.push(`${name}: ! ${rule} ${status} ${shown(messages.call(thrown))}`);
      }
    }
  }
  expectRecorded('seeds/documents.txt', lines);
});

test('CTRL-11: a seed has at most half a million values', async () => {
  const most = 500_000 - 2;
  const seed = (count: number) => ({ customers: Array(count).fill(0) });
  await expect(reader(seed(most + 1))).rejects.toThrow(
    'The seed has more than 500000 values; use generators.',
  );
  await expect(reader(seed(most))).rejects.toThrow('customers must have at most');
});

test('CTRL-11: the generators of a seed make at most 100,000 transactions', async () => {
  const asked = async (count: number, generator: object) => {
    const filling = {
      ...{ path: '/accounts/0', today: '2026-06-10', generated: { count } },
      deps: { fixtures: readFixtures },
    };
    const holder = {
      key: 'k',
      currency: 'NOK',
      ownerName: 'Kari',
      account: { bban: '99997649326' },
    };
    const lines = await generatedLines(filling as never, holder as never, [generator as never]);
    return `${lines.length} of ${filling.generated.count}`;
  };
  const tried = async (count: number, generator: object) =>
    asked(count, generator).catch((error: unknown) => thrownText(error));
  const said: string[] = [];
  for (const count of [99_996, 99_997, 99_998, 99_999, 100_000]) {
    for (const generator of [{ count: 2 }, { count: 0 }, { perWeek: 1, days: 15 }, { days: 7 }])
      said.push(
        `${count} ${shown(generator)}: ${await tried(count, { what: 'fuel', ...generator })}`,
      );
  }
  expectRecorded('seeds/generated.txt', said);
  const { generated, path, adds } = createFilling({ now: 0 } as never, {} as never, false);
  expect({ generated, path, adds }).toEqual({ generated: { count: 0 }, path: '', adds: false });
});
