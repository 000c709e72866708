// What a bank did by itself: at its moment, without a request (CLOCK-01), and as its log has it (CTRL-06), once it is
// durable, and bounded.
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { BankEvent, DueHandler } from '../../../server/bank/banks/bank-tx.ts';
import { createBanks } from '../../../server/bank/banks/banks.ts';
import { scheduleDue } from '../../../server/bank/banks/due.ts';
import { EVENT_LOG } from '../../../server/bank/banks/event-log.ts';
import { ALL_TABLES } from '../../../server/composition/rooms.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import { SILENT } from '../../../server/kernel/log.ts';
import { MemoryLog } from '../../../server/storage/engine/memory-log.ts';
import { openMemoryStore } from '../../../server/storage/engine/memory-store.ts';
import type { Store } from '../../../server/storage/store.ts';

function bankAt(now: number, options: Partial<Parameters<typeof createBanks>[0]> = {}) {
  const reported: BankEvent[] = [];
  const clock = { now };
  const banks = createBanks({
    store: openMemoryStore({ tables: ALL_TABLES }),
    wallClock: () => clock.now,
    ids: createIds((size) => new Uint8Array(size)),
    log: SILENT,
    startingRows: () => ({ key: 'none', rows: new Map() }),
    dueHandlers: {
      paymentDue: async (bank, subject) => [{ at: bank.now, type: 'sessionEnded', subject }],
    },
    onEvents: (_, events) => void reported.push(...events),
    ...options,
  });
  const schedule = (at: number, subject: string) =>
    banks.transact('default', async (bank) => scheduleDue(bank, at, 'paymentDue', subject));
  return { banks, clock, schedule, subjects: () => reported.map(({ subject }) => subject) };
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

test('CLOCK-01: one move of the clock does 10,000 pieces of work, and is refused with one more', async () => {
  const move = async (pieces: number) => {
    let left = pieces;
    const paymentDue: DueHandler = async (bank, subject) => {
      left -= 1;
      if (left > 0) scheduleDue(bank, bank.now + 1, 'paymentDue', subject);
      return [];
    };
    const { banks, schedule } = bankAt(0, { dueHandlers: { paymentDue } });
    try {
      await schedule(1, 'daily');
      await banks.transact('default', (bank) => banks.moveClock(bank, 100_000, true));
      return left;
    } finally {
      banks.stop();
    }
  };
  expect(await move(10_000)).toBe(0);
  await expect(move(10_001)).rejects.toThrow(
    'More than 10000 events are due in this step; move the clock in smaller steps.',
  );
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

describe('without a request', () => {
  let store: Store;
  beforeEach(() => {
    store = openMemoryStore({ tables: ALL_TABLES });
    jest.useFakeTimers({ now: 1_000, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const open = (options: Parameters<typeof bankAt>[1] = {}) =>
    bankAt(0, { store, wallClock: Date.now, ...options });
  const pass = (millis: number) => jest.advanceTimersByTimeAsync(millis);

  test('CLOCK-01: each piece of work runs at its moment, and none once the bank is closed', async () => {
    const { banks, schedule, subjects } = open();
    await schedule(1_200, 'later');
    await schedule(1_100, 'sooner');
    await pass(99);
    expect(subjects()).toEqual([]);
    await pass(1);
    expect(subjects()).toEqual(['sooner']);
    await pass(100);
    expect(subjects()).toEqual(['sooner', 'later']);
    await schedule(1_400, 'planned before it was closed');
    await schedule(1_300, 'planned before, too');
    banks.stop();
    await schedule(1_350, 'planned meanwhile');
    await pass(60_000);
    expect(subjects()).toEqual(['sooner', 'later']);
  });

  test('CLOCK-01: what was planned before a restart runs at its moment', async () => {
    const before = open();
    await before.schedule(1_100, 'a');
    before.banks.stop();
    const { banks, subjects } = open();
    await banks.wake();
    await pass(100);
    expect([before.subjects(), subjects()]).toEqual([[], ['a']]);
    // Nothing ticks where there is nothing to do.
    expect(jest.getTimerCount()).toBe(0);
    banks.stop();
  });

  test('CLOCK-01: work that fails is tried again after a minute', async () => {
    let tries = 0;
    let errors = 0;
    const error = () => {
      errors += 1;
    };
    const paymentDue: DueHandler = async ({ now }, subject) => {
      if (++tries === 1) throw new Error('not now');
      return [{ at: now, type: 'sessionEnded', subject }];
    };
    const { banks, schedule, subjects } = open({
      dueHandlers: { paymentDue },
      log: { ...SILENT, error },
    });
    await schedule(1_100, 'a');
    await pass(100 + 59_999);
    expect([errors, tries, subjects()]).toEqual([1, 1, []]);
    await pass(1);
    expect(subjects()).toEqual(['a']);
    banks.stop();
  });

  test('CLOCK-01: of replicas one does what another left undone, and says once that it cannot look', async () => {
    const left = open();
    await left.schedule(1_100, 'a');
    left.banks.stop();
    let warnings = 0;
    const warn = () => {
      warnings += 1;
    };
    let isDown = true;
    const wakes: Store['wakes'] = async (until) => {
      if (isDown) throw new Error('down');
      return store.wakes(until);
    };
    const { banks, subjects } = open({
      store: { ...store, wakes },
      log: { ...SILENT, warn },
      lookEvery: 1_000,
    });
    await banks.wake();
    await pass(3_000);
    expect([warnings, subjects()]).toEqual([1, []]);
    isDown = false;
    await pass(1_001);
    expect(subjects()).toEqual(['a']);
    isDown = true;
    await pass(3_000);
    expect(warnings).toBe(2);
    banks.stop();
  });
});
