// Those who wait for the next exchange of a bank. Nobody waits longer than they said, or after they have
// gone away, or when the bank closes.
import type { Exchange } from './exchange.ts';

export interface Wait {
  readonly matches: (exchange: Exchange) => boolean;
  /** Milliseconds. */
  readonly timeout: number;
  /** Aborted when whoever waits has gone away. */
  readonly gone?: AbortSignal;
}

export interface Waiting {
  /** The next exchange that matches; `undefined` when none came. */
  wait(bank: string, wait: Wait): Promise<Exchange | undefined>;
  /** An exchange has come. */
  tell(exchange: Exchange): void;
  /** How many are waiting. */
  count(): number;
  /** Sends everybody away, now and from now on. */
  stop(): void;
}

type Waiter = (exchange: Exchange | undefined) => void;

export function createWaiting(): Waiting {
  /** By bank: who is told of each exchange. */
  const waiters = new Map<string, Set<Waiter>>();
  let stopped = false;

  function add(bank: string, waiter: Waiter): void {
    const present = waiters.get(bank);
    if (present === undefined) waiters.set(bank, new Set([waiter]));
    else present.add(waiter);
  }

  function remove(bank: string, waiter: Waiter): void {
    const present = waiters.get(bank);
    present?.delete(waiter);
    if (present?.size === 0) waiters.delete(bank);
  }

  return {
    wait: (bank, { matches, timeout, gone }) =>
      new Promise((resolve) => {
        if (stopped || gone?.aborted === true) {
          resolve(undefined);
          return;
        }
        const leave = (found: Exchange | undefined) => {
          clearTimeout(timer);
          gone?.removeEventListener('abort', giveUp);
          remove(bank, waiter);
          resolve(found);
        };
        const giveUp = () => leave(undefined);
        const waiter: Waiter = (exchange) => {
          if (exchange === undefined || matches(exchange)) leave(exchange);
        };
        const timer = setTimeout(giveUp, timeout);
        timer.unref();
        gone?.addEventListener('abort', giveUp);
        add(bank, waiter);
      }),
    tell(exchange) {
      // A copy: whoever has found what they waited for leaves the set at once.
      const present = waiters.get(exchange.bank);
      if (present !== undefined) for (const waiter of [...present]) waiter(exchange);
    },
    count: () => [...waiters.values()].reduce((sum, { size }) => sum + size, 0),
    stop() {
      stopped = true;
      for (const waiter of [...waiters.values()].flatMap((present) => [...present])) {
        waiter(undefined);
      }
    },
  };
}
