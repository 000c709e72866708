// One timer a bank: it wakes the bank when its next due work falls due.

/** Longest delay that setTimeout takes. */
const MAX_DELAY = 2 ** 31 - 1;

export interface BankTimers {
  /** Replaces the bank's timer; without a delay it has none. Milliseconds. */
  set(bank: string, delay: number | undefined): void;
  /** Ends all timers, for good. */
  stop(): void;
  readonly stopped: boolean;
}

export function createBankTimers(wake: (bank: string) => void): BankTimers {
  const timers = new Map<string, NodeJS.Timeout>();
  let stopped = false;
  return {
    set(bank, delay) {
      clearTimeout(timers.get(bank));
      timers.delete(bank);
      if (delay === undefined || stopped) return;
      const timer = setTimeout(wake, Math.min(Math.max(delay, 0), MAX_DELAY), bank);
      timer.unref();
      timers.set(bank, timer);
    },
    stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
    get stopped() {
      return stopped;
    },
  };
}
