// One timer a bank: it wakes the bank when its next due work falls due.

import type { Clock } from '../../kernel/clock.ts';

/** Longest delay that setTimeout takes. */
const MAX_DELAY = 2 ** 31 - 1;

interface BankTimer {
  readonly at: number;
  readonly timeout: NodeJS.Timeout;
}

export function createBankTimers(clock: Clock, wake: (bank: string) => void) {
  const timers = new Map<string, BankTimer>();
  let stopped = false;
  return {
    /** Sets the bank's timer to that moment of the clock; without one it has none. Milliseconds. */
    set(bank: string, at: number | undefined): void {
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
    },
    /** Ends all timers, for good. */
    stop(): void {
      stopped = true;
      for (const { timeout } of timers.values()) clearTimeout(timeout);
      timers.clear();
    },
  };
}
