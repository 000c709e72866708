// Clients that wait for something to happen in a bank. A wait ends at its timeout, when the client
// disconnects, or when the bank closes. Where other processes share the bank, it may happen in one of them: who waits
// then looks again and again.

import { setTimeout as pause } from 'node:timers/promises';

/** At once, or when a database has answered. */
export type Soon<T> = T | Promise<T>;

export interface Wait<T> {
  readonly bank: string;
  readonly matches: (value: T) => boolean;
  /** Milliseconds. */
  readonly timeout: number;
  /** Aborted when the client disconnects; if it has already, it gets what is there. */
  readonly gone?: AbortSignal;
  /** Finds one that is recorded already. Called once the wait has begun, so that nothing happens unseen. */
  readonly look?: () => Promise<T | undefined>;
}

interface Waiter<T> extends Pick<Wait<T>, 'bank' | 'matches'> {
  readonly end: (found?: T) => void;
}

export class Waiting<T> {
  readonly #waiters = new Set<Waiter<T>>();
  readonly #lookEvery: number | undefined;
  #stopped = false;

  /** @param lookEvery ms between two looks, where other processes record too */
  constructor(lookEvery?: number) {
    this.#lookEvery = lookEvery;
  }

  get size(): number {
    return this.#waiters.size;
  }

  /** The next value that matches; `undefined` if none arrived. Rejects if a look does. */
  wait({ bank, matches, timeout, gone, look }: Wait<T>): Promise<T | undefined> {
    if (this.#stopped) return Promise.resolve(undefined);
    if (gone?.aborted === true) return Promise.resolve(look?.());
    return new Promise((resolve, reject) => {
      const giveUp = () => waiter.end();
      let timer: NodeJS.Timeout | undefined;
      const begin = () => {
        if (this.#waiters.has(waiter)) timer = setTimeout(giveUp, timeout).unref();
      };
      const end = (found?: T) => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', giveUp);
        this.#waiters.delete(waiter);
        resolve(found);
      };
      const waiter: Waiter<T> = { bank, matches, end };
      gone?.addEventListener('abort', giveUp);
      this.#waiters.add(waiter);
      if (look === undefined) return begin();
      this.#look(waiter, look, begin).catch((error: unknown) => {
        reject(error);
        end();
      });
    });
  }

  /** @param begin called after the first look, so that what is there is found however short the wait is */
  async #look(
    waiter: Waiter<T>,
    look: () => Promise<T | undefined>,
    begin: () => void,
  ): Promise<void> {
    for (let looked = 0; this.#waiters.has(waiter); looked++) {
      const found = await look();
      if (found !== undefined) return waiter.end(found);
      if (looked === 0) begin();
      if (this.#lookEvery === undefined) return;
      await pause(this.#lookEvery, undefined, { ref: false });
    }
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
