// Clients that wait for something to happen in a bank. A wait ends at its timeout, when the client
// disconnects, or when the bank closes.

export interface Wait<T> {
  readonly bank: string;
  readonly matches: (value: T) => boolean;
  /** Milliseconds. */
  readonly timeout: number;
  /** Aborted when the client disconnects. */
  readonly gone?: AbortSignal;
}

interface Waiter<T> extends Pick<Wait<T>, 'bank' | 'matches'> {
  readonly end: (found?: T) => void;
}

export class Waiting<T> {
  readonly #waiters = new Set<Waiter<T>>();
  #stopped = false;

  get size(): number {
    return this.#waiters.size;
  }

  /** The next value that matches; `undefined` if none arrived. */
  wait({ bank, matches, timeout, gone }: Wait<T>): Promise<T | undefined> {
    if (this.#stopped || gone?.aborted === true) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const giveUp = () => waiter.end();
      const timer = setTimeout(giveUp, timeout).unref();
      const end = (found?: T) => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', giveUp);
        this.#waiters.delete(waiter);
        resolve(found);
      };
      const waiter: Waiter<T> = { bank, matches, end };
      gone?.addEventListener('abort', giveUp);
      this.#waiters.add(waiter);
    });
  }

  /** It has happened, and is recorded. */
  recorded(bank: string, value: T): void {
    for (const waiter of this.#waiters) {
      if (waiter.bank === bank && waiter.matches(value)) waiter.end(value);
    }
  }

  /** Ends all waits; later waits end at once. */
  stop(): void {
    this.#stopped = true;
    for (const waiter of this.#waiters) waiter.end();
  }
}
