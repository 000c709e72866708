// Logs of banks in memory: what this process has recorded since it started.
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.ts';
import { getOrSet } from '../../kernel/get-or-set.ts';
import { BankLog, type LogKind, type Sum } from '../bank-log.ts';

/** Of one bank, oldest first. */
interface Entries<T, S> {
  readonly entries: T[];
  readonly sizes: number[];
  /** Of them all. */
  size: number;
  /** The newest number. */
  last: number;
  sum: S | undefined;
}

export class MemoryLog<T extends { readonly number: number }, S extends Sum<T>> extends BankLog<
  T,
  S
> {
  readonly #kind: LogKind<T, S>;
  readonly #wallClock: Clock;
  readonly #banks: LRUCache<string, Entries<T, S>>;
  /** Of all banks' entries. */
  #size = 0;
  /** If a bank was forgotten, the next one of its name goes on from here, so that no number is used twice. */
  #highestForgotten = 0;

  constructor(kind: LogKind<T, S>, wallClock: Clock) {
    super();
    this.#kind = kind;
    this.#wallClock = wallClock;
    this.#banks = new LRUCache({
      // As `maxSize`, it takes no memory before the first bank.
      maxSize: kind.limits.banks,
      sizeCalculation: () => 1,
      dispose: ({ size, last }) => {
        this.#size -= size;
        this.#highestForgotten = Math.max(this.#highestForgotten, last);
      },
    });
  }

  append(bank: string, numbered: (number: number, index: number) => T, count = 1): void {
    const log = this.#of(bank);
    for (let index = 0; index < count; index++) {
      log.last += 1;
      const entry = numbered(log.last, index);
      log.sum?.add(entry);
      this.#add(log, entry);
    }
    this.waiting.recorded(bank);
  }

  /** The oldest leave if there are too many. An entry that is too large by itself stays out. */
  #add(log: Entries<T, S>, entry: T): void {
    const { limits, sizeOf } = this.#kind;
    const size = sizeOf(entry);
    if (size > limits.bankSize) return;
    log.entries.push(entry);
    log.sizes.push(size);
    log.size += size;
    this.#size += size;
    while (log.entries.length > limits.entries || log.size > limits.bankSize) this.#leave(log);
    while (this.#size > limits.size) this.#leave(this.#largest());
  }

  #leave(log: Entries<T, S>): void {
    log.entries.shift();
    const size = log.sizes.shift() as number;
    log.size -= size;
    this.#size -= size;
  }

  #largest(): Entries<T, S> {
    return [...this.#banks.values()].reduce((most, log) => (log.size > most.size ? log : most));
  }

  list(bank: string, after = 0): readonly T[] {
    const entries = this.#banks.get(bank)?.entries ?? [];
    return entries.slice(entries.findLastIndex(({ number }) => number <= after) + 1).reverse();
  }

  find(bank: string, key: number | string): T | undefined {
    const { nameOf } = this.#kind;
    const keyOf = (entry: T) => (typeof key === 'number' ? entry.number : nameOf(entry));
    return this.#banks.get(bank)?.entries.findLast((entry) => keyOf(entry) === key);
  }

  last(bank: string): number {
    return this.#banks.get(bank)?.last ?? 0;
  }

  clear(bank: string): void {
    const log = this.#banks.peek(bank);
    while (log !== undefined && log.entries.length > 0) this.#leave(log);
  }

  sum(bank: string): S | undefined {
    return this.#banks.get(bank)?.sum;
  }

  changeSum(bank: string, change: (sum: S) => S): void {
    const log = this.#of(bank);
    log.sum &&= change(log.sum);
  }

  #of(bank: string): Entries<T, S> {
    return getOrSet(this.#banks, bank, () => ({
      entries: [],
      sizes: [],
      size: 0,
      last: this.#highestForgotten,
      sum: this.#kind.sum?.(this.#wallClock()),
    }));
  }
}
