// Clients that wait for a request. A wait ends at its timeout, when the client disconnects, or when the
// bank closes.
import type { SeenRequest } from './seen-request.ts';

export interface Wait {
  readonly bank: string;
  readonly matches: (request: SeenRequest) => boolean;
  /** Milliseconds. */
  readonly timeout: number;
  /** Aborted when the client disconnects. */
  readonly gone?: AbortSignal;
}

interface Waiter extends Pick<Wait, 'bank' | 'matches'> {
  readonly end: (found?: SeenRequest) => void;
}

export class Waiting {
  readonly #waiters = new Set<Waiter>();
  #stopped = false;

  get size(): number {
    return this.#waiters.size;
  }

  /** The next request that matches; `undefined` if none arrived. */
  wait({ bank, matches, timeout, gone }: Wait): Promise<SeenRequest | undefined> {
    if (this.#stopped || gone?.aborted === true) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const giveUp = () => waiter.end();
      const timer = setTimeout(giveUp, timeout).unref();
      const end = (found?: SeenRequest) => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', giveUp);
        this.#waiters.delete(waiter);
        resolve(found);
      };
      const waiter: Waiter = { bank, matches, end };
      gone?.addEventListener('abort', giveUp);
      this.#waiters.add(waiter);
    });
  }

  /** A request has been recorded. */
  recorded(request: SeenRequest): void {
    for (const waiter of this.#waiters) {
      if (waiter.bank === request.bank && waiter.matches(request)) waiter.end(request);
    }
  }

  /** Ends all waits; later waits end at once. */
  stop(): void {
    this.#stopped = true;
    for (const waiter of this.#waiters) waiter.end();
  }
}
