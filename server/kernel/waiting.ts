// Clients that wait for something to be recorded in a bank. A wait ends at its timeout, when the client disconnects, or
// when the bank closes. Where other processes share the bank, one of them may record it: then a wait also looks again
// and again.

import { setTimeout as pause } from 'node:timers/promises';

/** At once, or when a database has answered. */
export type Soon<T> = T | Promise<T>;

export interface Wait<T> {
  readonly bank: string;
  /** Milliseconds, from the end of the first look. */
  readonly timeout: number;
  /** Aborted when the client disconnects; if it has already, it gets what is there. */
  readonly gone?: AbortSignal;
  /** Finds what is waited for, if it is recorded. */
  readonly look: () => Soon<T | undefined>;
}

interface Waiter {
  readonly bank: string;
  /** Looks again. */
  wake: () => void;
  readonly end: () => void;
}

export class Waiting {
  readonly #waiters = new Set<Waiter>();
  readonly #lookEvery: number | undefined;
  #stopped = false;

  /** @param lookEvery ms between two looks, where other processes record too */
  constructor(lookEvery?: number) {
    this.#lookEvery = lookEvery;
  }

  get size(): number {
    return this.#waiters.size;
  }

  /** What a look finds, now or later; `undefined` if nothing was found in time. Rejects if a look does. */
  wait<T>({ bank, timeout, gone, look }: Wait<T>): Promise<T | undefined> {
    if (this.#stopped) return Promise.resolve(undefined);
    if (gone?.aborted === true) return Promise.resolve(look());
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const end = (found?: T) => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', giveUp);
        this.#waiters.delete(waiter);
        waiter.wake();
        resolve(found);
      };
      const giveUp = () => end();
      const waiter: Waiter = { bank, wake: () => undefined, end: giveUp };
      gone?.addEventListener('abort', giveUp);
      this.#waiters.add(waiter);
      // After the first look, so that what is there is found however short the wait is.
      const looked = () => {
        timer ??= setTimeout(giveUp, timeout).unref();
      };
      this.#look(waiter, look, looked).then(end, (error: unknown) => {
        reject(error);
        giveUp();
      });
    });
  }

  async #look<T>(
    waiter: Waiter,
    look: () => Soon<T | undefined>,
    looked: () => void,
  ): Promise<T | undefined> {
    while (this.#waiters.has(waiter)) {
      // From before the look, so that nothing that is recorded meanwhile is missed.
      const news = new Promise<void>((resolve) => {
        waiter.wake = resolve;
      });
      const found = await look();
      if (found !== undefined) return found;
      if (this.#waiters.has(waiter)) looked();
      const every = this.#lookEvery;
      await (every === undefined
        ? news
        : Promise.race([news, pause(every, undefined, { ref: false })]));
    }
    return undefined;
  }

  /** Something was recorded in that bank. */
  recorded(bank: string): void {
    for (const waiter of this.#waiters) {
      if (waiter.bank === bank) waiter.wake();
    }
  }

  /** Ends all waits; later waits end at once. */
  stop(): void {
    this.#stopped = true;
    for (const waiter of this.#waiters) waiter.end();
  }
}
