// Clients that wait for something to be recorded in a bank. A wait ends at its timeout, when the client disconnects, or
// when the bank closes. Where other processes share the bank, one of them may record it: then a wait also looks again
// and again.

import { setImmediate as afterOthers } from 'node:timers/promises';
import { getOrSet } from './get-or-set.ts';
import { isPromise, type Soon } from './soon.ts';

export interface Wait<T> {
  readonly bank: string;
  /** Milliseconds, from the end of the first look. */
  readonly timeout: number;
  /** Aborted when the client disconnects; if it has already, it gets what is there. */
  readonly gone?: AbortSignal;
  /** Finds what is waited for, if it is recorded. */
  readonly look: () => Soon<T | undefined>;
}

/** Clients that are woken in one turn. */
const SLICE = 100;

interface Waiter {
  /** Looks again. */
  readonly check: () => void;
  readonly end: () => void;
}

export class Waiting {
  /** By bank: thousands may wait, and most of them in other banks than the one where something is recorded. */
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #lookEvery: number | undefined;
  /** Banks in which something was recorded in this turn. */
  readonly #news = new Set<string>();
  #stopped = false;

  /** @param lookEvery ms between two looks, where other processes record too */
  constructor(lookEvery?: number) {
    this.#lookEvery = lookEvery;
  }

  get size(): number {
    return [...this.#waiters.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** What a look finds, now or later; `undefined` if nothing was found in time. Rejects if a look does. */
  wait<T>({ bank, timeout, gone, look }: Wait<T>): Promise<T | undefined> {
    if (this.#stopped) return Promise.resolve(undefined);
    if (gone?.aborted === true) return Promise.resolve(look());
    return new Promise((resolve, reject) => {
      const timers: { end?: NodeJS.Timeout; next?: NodeJS.Timeout } = {};
      let isOver = false;
      const leave = () => {
        isOver = true;
        clearTimeout(timers.end);
        clearTimeout(timers.next);
        gone?.removeEventListener('abort', end);
        this.#leave(bank, waiter);
      };
      const end = () => {
        leave();
        resolve(undefined);
      };
      const found = (value: T | undefined) => {
        if (isOver) return;
        if (value !== undefined) {
          leave();
          resolve(value);
          return;
        }
        // After the first look, so that what is there is found however short the wait is.
        timers.end ??= setTimeout(end, timeout).unref();
        const every = this.#lookEvery;
        if (every !== undefined) timers.next = setTimeout(check, every).unref();
      };
      const check = repeatable(look, found, (error) => {
        leave();
        reject(error);
      });
      const waiter: Waiter = { check, end };
      gone?.addEventListener('abort', end);
      getOrSet(this.#waiters, bank, () => new Set()).add(waiter);
      check();
    });
  }

  #leave(bank: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(bank);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiters.delete(bank);
  }

  /** Something was recorded in that bank. Those who wait look once for all that is recorded in a turn. */
  recorded(bank: string): void {
    if (!this.#waiters.has(bank)) return;
    if (this.#news.size === 0) setImmediate(() => void this.#wake());
    this.#news.add(bank);
  }

  /** What they do then takes its time, so others get their turns in between. */
  async #wake(): Promise<void> {
    const banks = [...this.#news];
    this.#news.clear();
    let woken = 0;
    for (const bank of banks) {
      for (const { check } of [...(this.#waiters.get(bank) ?? [])]) {
        check();
        if (++woken % SLICE === 0) await afterOthers();
      }
    }
  }

  /** Ends all waits; later waits end at once. */
  stop(): void {
    this.#stopped = true;
    for (const waiters of [...this.#waiters.values()]) {
      for (const { end } of [...waiters]) end();
    }
  }
}

/** Looks; if it is asked again meanwhile, once more afterwards, so that nothing that is recorded meanwhile is missed. */
function repeatable<T>(
  look: () => Soon<T | undefined>,
  found: (value: T | undefined) => void,
  failed: (error: unknown) => void,
): () => void {
  let state: 'rests' | 'looks' | 'looks, and is asked again' = 'rests';
  const ended = (value: T | undefined) => {
    const isAsked = state === 'looks, and is asked again';
    state = 'rests';
    found(value);
    if (isAsked && value === undefined) check();
  };
  const check = () => {
    if (state !== 'rests') {
      state = 'looks, and is asked again';
      return;
    }
    state = 'looks';
    try {
      const looked = look();
      if (isPromise(looked)) looked.then(ended, failed);
      else ended(looked);
    } catch (error) {
      failed(error);
    }
  };
  return check;
}
