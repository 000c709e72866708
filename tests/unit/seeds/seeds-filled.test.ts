// What each entry of a seed puts into a bank that begins with it, and into one that has begun: each member left out, and at
// other values, as it is written in tests/fixtures/seeds/. `npm run examples` records it again.
import { expect, test } from '@jest/globals';
import { writeClock } from '../../../server/bank/banks/bank-clock.ts';
import { exportSeed } from '../../../server/bank/seeds/export-seed.ts';
import { memoize } from '../../../server/kernel/memoize.ts';
import type { Json, JsonObject } from '../../../server/protocol/json.ts';
import { expectRecordedPart } from '../../support/recorded.ts';
import { HELD } from './entries-held.ts';
import { MORE, TOGETHER } from './entries-more.ts';
import { added, begun, fill, inBank, linesOf, NOW, rowsOf } from './filled.ts';
import { BASE } from './seed-scene.ts';

const sections = BASE as Readonly<Record<string, readonly JsonObject[]>>;
const having = (more: JsonObject): JsonObject => {
  const members = Object.entries(more).map(([name, value = null]): [string, Json] => [
    name,
    Array.isArray(value) ? [...(sections[name] ?? []), ...(value as Json[])] : value,
  ]);
  return { ...BASE, ...Object.fromEntries(members) };
};

/** By the section that they are about. */
const CASES: Readonly<Record<string, readonly JsonObject[]>> = {
  ...Object.fromEntries(
    Object.entries({ ...HELD, ...MORE }).map(([name, entries]) => [
      name,
      entries.map((entry) => ({ [name]: [entry] })),
    ]),
  ),
  together: TOGETHER,
};
const SECTIONS = Object.keys(CASES);

const rowsOfBase = memoize(() => rowsOf(BASE));
const exportOfBase = memoize(() => exportOf(BASE));

const exportOf = (seed: JsonObject): Promise<JsonObject> =>
  inBank(async (bank) => {
    await fill(bank, seed);
    return exportSeed(bank);
  });

test.each([
  [{ offset: 0 }, undefined],
  [{ offset: 150 }, { now: '2026-06-10T08:00:00.000Z', frozen: false }],
  [
    { offset: 0, frozenAt: NOW },
    { now: '2026-06-10T08:00:00.000Z', frozen: true },
  ],
])('CTRL-11: an export has a clock that was moved or stopped: %j', async (state, clock) => {
  const exported = await inBank(async (bank) => {
    await fill(bank, BASE);
    writeClock(bank.tx, state);
    return exportSeed(bank);
  });
  expect(exported['clock']).toEqual(clock);
});

test.each(SECTIONS)('CTRL-11: of %s: comes what the bank makes of them now', async (name) => {
  const lines: string[] = [];
  for (const more of CASES[name] ?? []) {
    lines.push(`> ${JSON.stringify(more)}`, ...(await begun(having(more), await rowsOfBase())));
  }
  expectRecordedPart('seeds/begun.txt', name, lines);
});

test.each(SECTIONS)(
  'CTRL-15: of %s that are added: comes what the bank makes now',
  async (name) => {
    const rows = await rowsOfBase();
    const lines: string[] = [];
    for (const more of CASES[name] ?? [])
      lines.push(`> ${JSON.stringify(more)}`, ...(await added(more, rows)));
    expectRecordedPart('seeds/added.txt', name, lines);
  },
);

test.each(SECTIONS)(
  'CTRL-11: with %s: a bank that begins with an export is exported so',
  async (name) => {
    const known = new Set(linesOf(await exportOfBase()));
    const lines = [...known];
    for (const more of CASES[name] ?? []) {
      const first = await exportOf(having(more)).catch(() => undefined);
      if (first === undefined) continue;
      expect([more, await exportOf(first)]).toEqual([more, first]);
      lines.push(`> ${JSON.stringify(more)}`, ...linesOf(first).filter((line) => !known.has(line)));
    }
    expectRecordedPart('seeds/exported.txt', name, lines);
  },
);
