// Logs of banks in memory: what this process has recorded since it started.
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.ts';
import { getOrSet } from '../../kernel/get-or-set.ts';
import { BankLog, type LogKind, type Sum } from '../bank-log.ts';

/** The entries of one bank, oldest first. */
class Entries<T, S> {
  /** The newest number. */
  last: number;
  size = 0;
  sum: S | undefined;
  #entries: (T | undefined)[] = [];
  #sizes: number[] = [];
  /** How many have left: they are taken out together. */
  #left = 0;

  constructor(last: number) {
    this.last = last;
  }

  get count(): number {
    return this.#entries.length - this.#left;
  }

  add(entry: T, size: number): void {
    this.#entries.push(entry);
    this.#sizes.push(size);
    this.size += size;
  }

  /** The oldest leaves. @returns its size */
  leave(): number {
    const size = this.#sizes[this.#left] as number;
    this.#entries[this.#left] = undefined;
    this.#left += 1;
    this.size -= size;
    if (this.#left > 500 && this.#left * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#left);
      this.#sizes = this.#sizes.slice(this.#left);
      this.#left = 0;
    }
    return size;
  }

  /** As long as they are accepted. */
  newestFirst(accepts: (entry: T) => boolean): T[] {
    const found: T[] = [];
    for (let at = this.#entries.length - 1; at >= this.#left; at--) {
      const entry = this.#entries[at] as T;
      if (!accepts(entry)) break;
      found.push(entry);
    }
    return found;
  }

  find(isIt: (entry: T) => boolean): T | undefined {
    return this.#entries.findLast((entry) => entry !== undefined && isIt(entry));
  }
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
      this.#sumOf(log)?.add(entry);
      this.#add(log, entry);
    }
    this.waiting.recorded(bank);
  }

  /** The oldest leave if there are too many. An entry that is too large by itself stays out. */
  #add(log: Entries<T, S>, entry: T): void {
    const { limits, sizeOf } = this.#kind;
    const size = sizeOf(entry);
    if (size > limits.bankSize) return;
    log.add(entry, size);
    this.#size += size;
    while (log.count > limits.entries || log.size > limits.bankSize) this.#size -= log.leave();
    while (this.#size > limits.size) this.#size -= this.#largest().leave();
  }

  #largest(): Entries<T, S> {
    return [...this.#banks.values()].reduce((most, log) => (log.size > most.size ? log : most));
  }

  list(bank: string, after = 0): readonly T[] {
    return this.#banks.get(bank)?.newestFirst(({ number }) => number > after) ?? [];
  }

  find(bank: string, key: number | string): T | undefined {
    const { nameOf } = this.#kind;
    return this.#banks
      .get(bank)
      ?.find((entry) => (typeof key === 'number' ? entry.number : nameOf(entry)) === key);
  }

  last(bank: string): number {
    return this.#banks.get(bank)?.last ?? 0;
  }

  clear(bank: string): void {
    const log = this.#banks.peek(bank);
    while (log !== undefined && log.count > 0) this.#size -= log.leave();
  }

  sum(bank: string): S | undefined {
    return this.#banks.get(bank)?.sum;
  }

  changeSum(bank: string, change: (sum: S) => S): void {
    const log = this.#of(bank);
    const sum = this.#sumOf(log);
    if (sum !== undefined) log.sum = change(sum);
  }

  #of(bank: string): Entries<T, S> {
    return getOrSet(this.#banks, bank, () => new Entries<T, S>(this.#highestForgotten));
  }

  #sumOf(log: Entries<T, S>): S | undefined {
    log.sum ??= this.#kind.sum?.(this.#wallClock());
    return log.sum;
  }
}
