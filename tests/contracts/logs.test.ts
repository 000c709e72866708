// CTRL-05, CTRL-06, CTRL-08: what the log of a bank does, in memory and as rows that processes share.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import {
  type BankLog,
  type LogKind,
  ReportedLog,
  type Sum,
} from '../../server/storage/bank-log.ts';
import { LOG_TABLES, LogRows, removeOldLogs } from '../../server/storage/engine/log-rows.ts';
import { MemoryLog } from '../../server/storage/engine/memory-log.ts';
import { openMemoryStore } from '../../server/storage/engine/memory-store.ts';

interface Note {
  readonly number: number;
  readonly name?: string | undefined;
  readonly size: number;
}

/** The sizes of all notes. */
class Total implements Sum<Note> {
  readonly since: number;
  total: number;

  constructor(since: number, { since: began = since, total = 0 }: Partial<Total> = {}) {
    this.since = began;
    this.total = total;
  }

  add({ size }: Note): void {
    this.total += size;
  }

  toJson() {
    return { since: this.since, total: this.total };
  }
}

const KIND: LogKind<Note, Total> = {
  name: 'notes',
  limits: { entries: 300, bankSize: 1000, size: 100_000, banks: 10 },
  sizeOf: ({ size }) => size,
  nameOf: ({ name }) => name,
  toJson: (note) => note,
  fromJson: (json) => json,
  sum: (since, json) => new Total(since, json),
};

type NoteLog = BankLog<Note, Total>;

/** Logs that have the same entries, as those of two processes do. */
type Opened = readonly [one: NoteLog, other: NoteLog];

const wallClock = () => 7;
const storeOfLogs = () => openMemoryStore({ tables: LOG_TABLES });

function rows(store = storeOfLogs()): Opened {
  const deps = { store, wallClock, lookEvery: 1 };
  return [new LogRows(KIND, deps), new LogRows(KIND, deps)];
}

function memory(): Opened {
  const log = new MemoryLog(KIND, wallClock);
  return [log, log];
}

const append = async (log: NoteLog, note: Partial<Note> = {}, count = 1) =>
  log.append('acme', (number) => ({ number, size: 1, ...note }), count);
const numbers = async (log: NoteLog, after?: number) =>
  (await log.list('acme', after)).map(({ number }) => number);
const totalOf = async (log: NoteLog) => (await log.sum('acme'))?.total;

test('CTRL-05: where processes share a store, a bank keeps fewer, because an entry costs a look at all others', async () => {
  const kind = { ...KIND, sharedLimits: { entries: 2, bankSize: 100 } };
  const log = new LogRows(kind, { store: storeOfLogs(), wallClock, lookEvery: 1 });
  await append(log, {}, 5);
  expect(await numbers(log)).toEqual([5, 4]);
  const own = new MemoryLog(kind, wallClock);
  await append(own, {}, 5);
  expect(await numbers(own)).toHaveLength(5);
});

describe.each([
  ['in memory', memory],
  ['as rows', rows],
])('CTRL-05: a log %s', (_, open) => {
  test('CTRL-05: numbers its entries and lists the newest first, those of one bank', async () => {
    const [log, other] = open();
    expect([await numbers(log), await log.last('acme'), await log.sum('acme')]).toEqual([
      ...[[], 0, undefined],
    ]);
    await append(log);
    await append(other, {}, 3);
    await other.append('else', (number) => ({ number, size: 1 }));
    expect(await numbers(log)).toEqual([4, 3, 2, 1]);
    expect(await numbers(other, 2)).toEqual([4, 3]);
    expect([await log.last('acme'), await log.last('else')]).toEqual([4, 1]);
  });

  test('CTRL-05: loses the oldest when there are too many, or when they are too large', async () => {
    const [log] = open();
    await append(log, {}, 301);
    const kept = await numbers(log);
    expect([kept.length, kept.at(-1)]).toEqual([300, 2]);
    await append(log, { size: 990 });
    expect(await numbers(log)).toEqual([302, 301, 300, 299, 298, 297, 296, 295, 294, 293, 292]);
    await append(log, { size: 500 });
    await append(log, { size: 500 });
    expect(await numbers(log)).toEqual([304, 303]);
  });

  test('CTRL-05: finds by the number, or the latest of a name', async () => {
    const [log, other] = open();
    for (const name of ['a', 'b', 'a', undefined]) await append(log, { name });
    const keys = ['a', 2, 'c', 9, 'undefined'];
    expect(await Promise.all(keys.map((key) => other.find('acme', key)))).toEqual([
      { number: 3, size: 1, name: 'a' },
      { number: 2, size: 1, name: 'b' },
      ...[undefined, undefined, undefined],
    ]);
  });

  test('CTRL-08: adds up every entry once, also those that have left or were removed', async () => {
    const [log, other] = open();
    for (let i = 0; i < 3; i++) await append(log, {}, 250);
    expect([await totalOf(log), await totalOf(other)]).toEqual([750, 750]);
    await log.clear('acme');
    expect([await numbers(other), await totalOf(other)]).toEqual([[], 750]);
    await append(other, { size: 2 });
    expect([await numbers(log), await totalOf(log)]).toEqual([[751], 752]);
    // In a single one, so many that the first of them leave at once.
    await append(other, {}, 700);
    expect(await totalOf(log)).toBe(1452);
    expect((await log.sum('acme'))?.since).toBe(7);
  });

  test('CTRL-08: goes on adding from what the sum was changed to', async () => {
    const [log, other] = open();
    await append(log, {}, 5);
    await log.changeSum('acme', (sum) => new Total(1, { total: sum.total * 10 }));
    await append(other, {}, 2);
    expect((await log.sum('acme'))?.toJson()).toEqual({ since: 1, total: 52 });
    await other.changeSum('new', (sum) => sum);
    expect((await log.sum('new'))?.toJson()).toEqual({ since: 7, total: 0 });
  });

  test('CTRL-06: ends a wait with the oldest entry that matches, whoever appended it', async () => {
    const [log, other] = open();
    const wait = { bank: 'acme', matches: ({ size }: Note) => size > 1, timeout: 60_000 };
    await append(log, { size: 2 }, 3);
    expect((await log.next(wait, 1))?.number).toBe(2);
    const waited = [log.next(wait), log.next(wait, 3), log.next({ ...wait, bank: 'else' })];
    expect(log.waits).toBe(3);
    await append(other);
    await append(other, { size: 3 });
    await append(log, { size: 4 });
    const [found, after] = await Promise.all(waited.slice(0, 2));
    expect([found?.number, after?.number]).toEqual([5, 5]);
    log.stop();
    expect(await waited[2]).toBeUndefined();
    expect(log.waits).toBe(0);
  });
});

test('CTRL-06: as rows, a wait ends with what this process appends, however seldom it looks for others', async () => {
  const log = new LogRows(KIND, { store: storeOfLogs(), wallClock, lookEvery: 3_600_000 });
  const waited = log.next({ bank: 'acme', matches: () => true, timeout: 60_000 }, 0);
  await append(log);
  expect((await waited)?.number).toBe(1);
});

test.each([
  ['this process', 3_600_000, true],
  ['another one', 1, false],
])(
  'CTRL-06: a wait for what transactions report ends when %s has committed it',
  async (_, lookEvery, isOwn) => {
    const numbered = [1, 2].map((number) => ({ number }));
    const log = new ReportedLog(
      async (_, after, most) =>
        numbered
          .filter(({ number }) => number > after)
          .slice(-most)
          .reverse(),
      lookEvery,
    );
    expect([await log.last('acme'), await log.list('acme', 1)]).toEqual([2, [{ number: 2 }]]);
    const wait = { bank: 'acme', matches: () => true, timeout: 60_000 };
    expect(await log.next(wait, 0)).toEqual({ number: 1 });
    let isOver = false;
    const waited = log.next(wait).finally(() => {
      isOver = true;
    });
    await pause(5);
    expect(isOver).toBe(false);
    numbered.push({ number: 3 });
    if (isOwn) log.committed('acme');
    expect(await waited).toEqual({ number: 3 });
  },
);

test('CTRL-05: of logs as rows, those that were appended to least recently are removed', async () => {
  const store = storeOfLogs();
  let now = 0;
  const log = new LogRows(KIND, { store, wallClock: () => ++now, lookEvery: 1 });
  for (const bank of ['a', 'b', 'c', 'a']) {
    await log.append(bank, (number) => ({ number, size: 1 }));
  }
  await removeOldLogs(store, 3);
  expect(await store.banks()).toHaveLength(3);
  await removeOldLogs(store, 2);
  expect(await store.banks()).toEqual(['a@_log', 'c@_log']);
});
