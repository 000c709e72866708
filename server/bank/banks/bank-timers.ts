// One timer a bank: it wakes the bank when its next due work falls due.

import type { Clock } from '../../kernel/clock.ts';

/** Longest delay that setTimeout takes. */
const MAX_DELAY = 2 ** 31 - 1;

/** When banks are to be woken, by name. */
type Wakes = Iterable<readonly [string, number]>;

/** After this delay (ms) another process wakes it. */
const LATE = 500;

interface BankTimer {
  readonly at: number;
  readonly timeout: NodeJS.Timeout;
}

export type BankTimers = ReturnType<typeof createBankTimers>;

export function createBankTimers(clock: Clock, wake: (bank: string) => void) {
  const timers = new Map<string, BankTimer>();
  let stopped = false;
  let looking: NodeJS.Timeout | undefined;

  function set(bank: string, at: number | undefined): void {
    const before = timers.get(bank);
    if (before?.at === at) return;
    clearTimeout(before?.timeout);
    timers.delete(bank);
    if (at === undefined || stopped) return;
    const delay = Math.min(Math.max(at - clock(), 0), MAX_DELAY);
    const timeout = setTimeout(() => {
      timers.delete(bank);
      wake(bank);
    }, delay);
    timeout.unref();
    timers.set(bank, { at, timeout });
  }

  function setAll(wakes: Wakes): void {
    for (const [bank, at] of wakes) set(bank, at);
  }

  return {
    /** Sets the bank's timer to that moment of the clock; without one it has none. Milliseconds. */
    set,
    setAll,
    /**
     * Looks every so many milliseconds for banks that another process should have woken and did not. The one that used
     * a bank last wakes it in time, so there are few.
     */
    look(every: number, find: (until: number) => Promise<Wakes>, failed: (error: unknown) => void) {
      looking = setInterval(() => {
        find(clock() - LATE).then(setAll, failed);
      }, every).unref();
    },
    /** Ends all timers, for good. */
    stop(): void {
      stopped = true;
      clearInterval(looking);
      for (const { timeout } of timers.values()) clearTimeout(timeout);
      timers.clear();
    },
  };
}
