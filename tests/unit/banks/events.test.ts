// What a bank did by itself, as its log has it (CTRL-06): once it is durable, and bounded.
import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { BankEvent } from '../../../server/bank/banks/bank-tx.ts';
import { createBanks } from '../../../server/bank/banks/banks.ts';
import { scheduleDue } from '../../../server/bank/banks/due.ts';
import { EVENT_LOG } from '../../../server/bank/banks/event-log.ts';
import { ALL_TABLES } from '../../../server/composition/rooms.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import { SILENT } from '../../../server/kernel/log.ts';
import { MemoryLog } from '../../../server/storage/engine/memory-log.ts';
import { openMemoryStore } from '../../../server/storage/engine/memory-store.ts';
import type { Store } from '../../../server/storage/store.ts';

interface Surroundings {
  readonly store?: Store;
  readonly clock?: { now: number };
  /** Whether other processes use the store. */
  readonly isShared?: boolean;
  /** The process dies before its events are in the log. */
  readonly dies?: boolean;
}

function bankAt(now: number, surroundings: Surroundings = {}) {
  const { store = openMemoryStore({ tables: ALL_TABLES }), isShared, dies } = surroundings;
  const reported: BankEvent[] = [];
  const ids: unknown[] = [];
  const { clock = { now } } = surroundings;
  const banks = createBanks({
    store,
    wallClock: () => clock.now,
    ids: createIds(randomBytes),
    log: SILENT,
    startingRows: () => ({ key: 'none', rows: new Map() }),
    dueHandlers: {
      paymentDue: async (bank, subject) => [{ at: bank.now, type: 'sessionEnded', subject }],
    },
    onEvents(_, { events, id }) {
      if (dies) return new Promise(() => undefined);
      reported.push(...events);
      ids.push(id);
      return undefined;
    },
    ...(isShared ? { lookEvery: 60_000 } : {}),
  });
  const schedule = (at: number, subject: string) =>
    banks.transact('default', async (bank) => scheduleDue(bank, at, 'paymentDue', subject));
  return {
    banks,
    clock,
    schedule,
    ids,
    store,
    subjects: () => reported.map(({ subject }) => subject),
  };
}

test('CTRL-06: what a transaction did that was taken back is not reported, and then it is, once', async () => {
  const { banks, clock, schedule, subjects } = bankAt(1_000);
  try {
    await schedule(2_000, 'a');
    clock.now = 3_000;
    const refuse = async () => {
      throw new Error('refused');
    };
    await expect(banks.transact('default', refuse)).rejects.toThrow('refused');
    await banks.look('default', async () => undefined);
    expect(subjects()).toEqual([]);
    await banks.transactIfBegun('default', async () => undefined);
    await banks.transactIfBegun('default', async () => undefined);
    expect(subjects()).toEqual(['a']);
  } finally {
    banks.stop();
  }
});

test('CTRL-06: the events of a process that dies before they are in the log are logged by the next one', async () => {
  const dying = bankAt(1_000, { isShared: true, dies: true });
  const { clock, store } = dying;
  const other = bankAt(1_000, { isShared: true, clock, store });
  try {
    await dying.schedule(2_000, 'a');
    clock.now = 3_000;
    void dying.banks.transact('default', () => undefined);
    await other.banks.transact('default', () => undefined);
    expect(other.subjects()).toEqual([]);
    expect(await store.wakes()).toEqual(new Map([['default', 13_000]]));
    clock.now = 13_000;
    await other.banks.transact('default', () => undefined);
    await other.banks.transact('default', () => undefined);
    expect(other.subjects()).toEqual(['a']);
    expect(await store.wakes()).toEqual(new Map());
  } finally {
    dying.banks.stop();
    other.banks.stop();
  }
});

test('CTRL-06: events that two processes log have one id, by which the log takes them once', async () => {
  const slow = bankAt(1_000, { isShared: true });
  const { clock, store } = slow;
  const other = bankAt(1_000, { isShared: true, clock, store });
  try {
    await slow.schedule(2_000, 'a');
    clock.now = 3_000;
    await slow.banks.transact('default', () => undefined);
    clock.now = 14_000;
    await other.banks.transact('default', () => undefined);
    expect(slow.ids).toHaveLength(1);
    expect(other.ids).toEqual(slow.ids);
    await slow.banks.transact('default', () => undefined);
    await other.banks.transact('default', () => undefined);
    expect([...slow.ids, ...other.ids]).toHaveLength(2);
  } finally {
    slow.banks.stop();
    other.banks.stop();
  }
});

test('CTRL-06: without other processes nothing is noted in the bank', async () => {
  const { banks, clock, schedule, ids, store } = bankAt(1_000);
  try {
    await schedule(2_000, 'a');
    clock.now = 3_000;
    await banks.transact('default', () => undefined);
    expect(ids).toEqual([undefined]);
    expect(await store.wakes()).toEqual(new Map());
  } finally {
    banks.stop();
  }
});

test('CTRL-06: a move of the clock reports after what was due before it', async () => {
  const { banks, clock, schedule, subjects } = bankAt(1_000);
  try {
    await schedule(2_000, 'before');
    await schedule(9_000, 'moved');
    clock.now = 3_000;
    await banks.transact('default', (bank) => banks.moveClock(bank, 10_000, true));
    expect(subjects()).toEqual(['before', 'moved']);
  } finally {
    banks.stop();
  }
});

test('CTRL-06: WEB-05: the log keeps 1000 events of a bank, and 100,000 of all', () => {
  const log = new MemoryLog(EVENT_LOG, () => 0);
  const happened = (bank: string, count: number) =>
    log.append(bank, (number, at) => ({ number, at, type: 'paymentDue' }), count);
  happened('first', 1_001);
  const kept = log.list('first').map(({ at }) => at);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([1_000, 1_000, 1]);
  for (let i = 0; i < 99; i++) happened(`b${i}`, 1_000);
  expect(log.list('first')).toHaveLength(1_000);
  happened('last', 1);
  const counts = ['first', ...Array.from({ length: 99 }, (_, i) => `b${i}`), 'last'].map(
    (bank) => log.list(bank).length,
  );
  expect(counts.reduce((sum, count) => sum + count)).toBe(100_000);
  expect(log.list('last')).toMatchObject([{ number: 1 }]);
});

test('CTRL-04: a bank whose due work fails is brought back by what replaces it', async () => {
  const { banks, clock } = bankAt(1_000);
  try {
    await banks.transact('default', async (bank) => scheduleDue(bank, 2_000, 'sessionEnds', 'a'));
    clock.now = 3_000;
    const use = () => banks.transact('default', async ({ now }) => now);
    await expect(use()).rejects.toThrow('sessionEnds');
    await banks.replace('default', async ({ tx }) => tx.restart({ key: 'none', rows: new Map() }));
    expect(await use()).toBe(3_000);
  } finally {
    banks.stop();
  }
});
