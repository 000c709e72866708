// What a bank did by itself, as its log has it (CTRL-06): once it is durable, and bounded.
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

function bankAt(now: number) {
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
