// When a bank wakes by itself, what its clock shows, moves and refuses, as it is written in tests/fixtures/tables/clocks.txt.
// `npm run examples` records it again.
import { expect, test } from '@jest/globals';
import { bankTime, clockShowing, writeClock } from '../../../server/bank/banks/bank-clock.ts';
import { createBankTimers } from '../../../server/bank/banks/bank-timers.ts';
import type { BankTx } from '../../../server/bank/banks/bank-tx.ts';
import { type Banks, prefixOfBank } from '../../../server/bank/banks/banks.ts';
import { clockOperations, instant } from '../../../server/bank/banks/clock-control.ts';
import { forgetDue, scheduleDue } from '../../../server/bank/banks/due.ts';
import { eventOperations } from '../../../server/bank/banks/event-control.ts';
import { planWake } from '../../../server/bank/banks/plan-wake.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { mapTx } from '../../support/map-tx.ts';
import { expectRecorded, saidBy, shown, thrownText } from '../../support/recorded.ts';

const NOW = Date.parse('2031-03-05T10:00:00Z');
const ids = createIds((size) => new Uint8Array(size));
const bankAt = (now = NOW) => ({ bank: 'default', idScope: 'default', tx: mapTx(), now, ids });

test('CLOCK-01: a bank wakes at its soonest due work by the wall clock, unless its clock stands', async () => {
  const woken: (number | null)[] = [];
  const bank = bankAt();
  const tx = { ...bank.tx, wakeAt: (at: number | null) => void woken.push(at) };
  expect(await planWake(tx)).toBeUndefined();
  for (const at of [500, 400]) scheduleDue({ tx }, at, 'sessionEnds', 's');
  expect(await planWake(tx)).toBe(400);
  writeClock(tx, { offset: 150 });
  expect(await planWake(tx)).toBe(250);
  forgetDue({ tx }, 400, 'sessionEnds', 's');
  expect(await planWake(tx)).toBe(350);
  writeClock(tx, { offset: 0, frozenAt: 100 });
  expect(await planWake(tx)).toBeUndefined();
  expect(woken).toEqual([null, 400, 250, 350, null]);
});

/** Timers that are set are noted, and run when the test says so. */
function withTimers(work: (timers: Timers) => void): void {
  const {
    setTimeout: set,
    clearTimeout: clear,
    setInterval: every,
    clearInterval: end,
  } = globalThis;
  const timers: Timers = { pending: new Map(), intervals: new Map() };
  let last = 0;
  const into = (map: Map<number, Timer>) => (run: () => void, delay: number) => {
    last += 1;
    map.set(last, { run, delay });
    return {
      nth: last,
      unref() {
        return this;
      },
    };
  };
  const outOf = (map: Map<number, Timer>) => (timer?: { readonly nth: number }) =>
    void (timer && map.delete(timer.nth));
  Object.assign(globalThis, {
    setTimeout: into(timers.pending),
    clearTimeout: outOf(timers.pending),
    setInterval: into(timers.intervals),
    clearInterval: outOf(timers.intervals),
  });
  try {
    work(timers);
  } finally {
    Object.assign(globalThis, {
      setTimeout: set,
      clearTimeout: clear,
      setInterval: every,
      clearInterval: end,
    });
  }
}

interface Timer {
  readonly run: () => void;
  readonly delay: number;
}
interface Timers {
  readonly pending: Map<number, Timer>;
  readonly intervals: Map<number, Timer>;
}

test('CLOCK-01: each bank has one timer, for the moment that was set last', () => {
  const woken: string[] = [];
  withTimers(({ pending, intervals }) => {
    const delays = () => [...pending.values()].map(({ delay }) => delay);
    const timers = createBankTimers(
      () => 1000,
      (bank) => void woken.push(bank),
    );
    timers.set('a', 1500);
    timers.set('a', 1500);
    expect([delays(), [...pending.keys()]]).toEqual([[500], [1]]);
    timers.set('b', 900);
    timers.set('c', 1000 + 2 ** 31);
    timers.set('d', 1000 + 2 ** 31 - 1);
    expect(delays()).toEqual([500, 0, 2 ** 31 - 1, 2 ** 31 - 1]);
    timers.set('a', 1600);
    timers.set('c', undefined);
    timers.set('x', undefined);
    expect(delays()).toEqual([0, 2 ** 31 - 1, 600]);
    timers.setAll([
      ['a', 1700],
      ['b', 1001],
    ]);
    expect(delays()).toEqual([2 ** 31 - 1, 700, 1]);
    const [nth, last] = [...pending].at(-1) as [number, Timer];
    pending.delete(nth);
    last.run();
    expect(woken).toEqual(['b']);
    // It has rung: the same moment is set anew.
    timers.set('b', 1001);
    expect(delays()).toEqual([2 ** 31 - 1, 700, 1]);
    timers.look(
      250,
      () => Promise.resolve([]),
      () => undefined,
    );
    expect([...intervals.values()].map(({ delay }) => delay)).toEqual([250]);
    timers.stop();
    timers.set('e', 2000);
    expect([pending.size, intervals.size]).toEqual([0, 0]);
  });
});

test('CLOCK-01: what another process should have woken half a second ago is woken, and a failure is told', async () => {
  const asked: unknown[] = [];
  const ran: (() => void)[] = [];
  const answers = [Promise.resolve([['late', 5]] as const), Promise.reject(new Error('down'))];
  let pending = new Map<number, Timer>();
  withTimers((timers) => {
    pending = timers.pending;
    const { look } = createBankTimers(
      () => 1000,
      () => undefined,
    );
    const find = (until: number) => {
      asked.push(until);
      return answers.shift() as Promise<readonly (readonly [string, number])[]>;
    };
    look(1, find, (error) => void asked.push(error));
    for (const { run } of timers.intervals.values()) ran.push(run, run);
  });
  for (const run of ran) run();
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([500, 500, new Error('down')]);
  expect(pending.size).toBe(0);
});

const CLOCKS = [
  { offset: 0 },
  { offset: 500 },
  { offset: -500 },
  { offset: 0, frozenAt: 7 },
  { offset: 9, frozenAt: 0 },
];

test('CLOCK-01: a clock runs with the wall, or stands', () => {
  expect(CLOCKS.map((clock) => bankTime(clock, 1000))).toEqual([1000, 1500, 500, 7, 0]);
  expect(clockShowing(1500, false, 1000)).toEqual({ offset: 500 });
  expect(clockShowing(1500, true, 1000)).toEqual({ offset: 0, frozenAt: 1500 });
});

test('BANK-01: the address of the default bank has no prefix', () => {
  expect(['default', 'acme', 'Default'].map(prefixOfBank)).toEqual([
    '',
    '/banks/acme',
    '/banks/Default',
  ]);
});

interface Row {
  readonly id: string;
  readonly handle?: (call: object) => Promise<unknown>;
  readonly outside?: (call: object) => Promise<unknown>;
}

async function answerOf({ handle, outside }: Row, call: object): Promise<string> {
  try {
    return shown(await (handle ?? outside)?.(call));
  } catch (thrown) {
    return `${thrownText(thrown)} ${shown((thrown as { readonly details: unknown }).details)}`;
  }
}

const BODIES: Readonly<Record<string, readonly JsonObject[]>> = {
  getClock: [{}],
  putClock: [
    ...[{}, { frozen: true }, { frozen: false }, { now: '2031-01-01T00:00:00+01:00' }],
    ...[{ now: '1970-01-01T00:00:00Z', frozen: true }, { now: '1969-12-31T23:59:59.999Z' }],
    ...[{ now: '9999-12-31T00:00:00Z' }, { now: '9999-12-31T00:00:00.001Z' }, { now: 'x' }],
  ],
  advanceClock: [
    ...[
      { by: 'PT1H' },
      { by: 'PT0S' },
      { by: 'P1M' },
      { by: '-PT1S' },
      {},
      { by: 'PT1S', to: 'x' },
    ],
    ...[
      { to: '2031-03-05T10:00:00Z' },
      { to: '2031-03-05T09:59:59.999Z' },
      { to: '2031-03-05T10:00:00.001Z' },
    ],
    ...[{ by: 'P9999999D' }, { by: 'PT0.0006S' }, { to: 'x' }],
  ],
};

test('CLOCK-01: the clock of a bank from the outside: does what it does now', async () => {
  const lines: string[] = [];
  for (const frozenAt of [undefined, NOW]) {
    for (const row of clockOperations({
      moveClock: (async (bank: BankTx, to: number, frozen: boolean) => {
        lines.push(`moved from ${bank.now - NOW} by ${to - NOW} ${frozen}`);
        return [{ at: to, type: 'sessionEnded', subject: 's' }];
      }) as unknown as Banks['moveClock'],
    }) as unknown as readonly Row[]) {
      for (const body of BODIES[row.id] ?? []) {
        const bank = { ...bankAt(), bank: frozenAt === undefined ? 'default' : 'acme' };
        if (frozenAt !== undefined) writeClock(bank.tx, { offset: 0, frozenAt });
        lines.push(
          `${row.id} ${frozenAt} ${shown(body)}: ${await answerOf(row, { bank, body, params: {}, query: {} })}`,
        );
      }
    }
  }
  for (const text of ['2031-03-05T10:00:00.0006Z', 'x', ''])
    lines.push(saidBy(() => instant(text, '/x')));
  expectRecorded('tables/clocks.txt', lines);
});

const EVENTS = [
  { number: 4, at: NOW + 3, type: 'paymentStatus', paymentId: 'p', status: 'ACSC' },
  { number: 3, at: NOW + 2, type: 'sessionEnded', subject: 's' },
  { number: 1, at: NOW, type: 'paymentStatus', paymentId: 'q' },
];
const QUERIES: readonly JsonObject[] = [
  ...[
    {},
    { type: 'sessionEnded' },
    { type: 'odd' },
    { type: '' },
    { paymentId: 'p' },
    { paymentId: '' },
  ],
  ...[
    { after: '0' },
    { after: '1' },
    { after: '3' },
    { after: '4' },
    { after: 'x' },
    { limit: '1' },
  ],
  ...[
    { limit: '0' },
    { limit: '1001' },
    { limit: '2', after: '1' },
    { paymentId: 'q', type: 'sessionEnded' },
  ],
  ...[
    { timeout: 'PT1M' },
    { timeout: 'PT1M1S' },
    { timeout: 'x' },
    { timeout: 'PT0S', after: '3' },
  ],
];

test('CTRL-06: the events of a bank: are listed and waited for as now', async () => {
  const lines: string[] = [];
  for (const all of [EVENTS, []]) {
    const log = {
      list: async () => all,
      next: async (wait: { matches: (event: object) => boolean; timeout: number }, after = 0) => {
        lines.push(`waits ${wait.timeout} after ${after}`);
        return all.toReversed().find((event) => event.number > after && wait.matches(event));
      },
    };
    for (const row of eventOperations(log as never) as unknown as readonly Row[])
      for (const query of QUERIES)
        lines.push(
          `${row.id} ${shown(query)}: ${await answerOf(row, { bank: 'default', query, params: {} })}`,
        );
  }
  expectRecorded('tables/event-lists.txt', lines);
});
