// The banks whose rows are in memory. If there are too many, or they take too much, those that were used least recently
// leave; their store reads them again when they are next used (BANK-02). A set of rows that banks share counts once, as
// long as one of them is in memory.
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { Base } from './base.ts';

/** Banks in memory, unless the options say another number. In memory they take what is said in docs/scale.md. */
export const MOST_BANKS = 10_000;
/** Characters of rows as they are stored, which is a third or less of what they take in memory. */
const MOST_SIZE = 64 * 1024 * 1024;
/** What a bank takes besides. */
const BANK_SIZE = 2_000;

export interface MemoryLimits {
  readonly banks: number;
  readonly size: number;
}

/** Those that are given; for the others see {@link MOST_BANKS}, and 64 Mi of characters. */
export const memoryLimits = (given?: Partial<MemoryLimits>): MemoryLimits => ({
  banks: MOST_BANKS,
  size: MOST_SIZE,
  ...given,
});

export interface BankInMemory {
  /** Whether it has rows that could leave. */
  readonly isInMemory: boolean;
  /** Characters of its own rows as they are stored. */
  readonly size: number;
  /** The rows that it shares. */
  readonly base: Base;
  /** Lets its rows go, and says so, unless they are in use. */
  leave(): boolean;
}

interface Counted {
  size: number;
  base: Base;
}

export class BanksInMemory<B extends BankInMemory> {
  /** The least recently used first. */
  readonly #banks = new Map<B, Counted>();
  /** One that nobody has any more goes by itself. */
  readonly #sets = new WeakMap<Base, { users: number; readonly size: number }>();
  readonly #limits: MemoryLimits;
  readonly #sizeOf: (base: Base) => number;
  #size = 0;
  #latest: B | undefined;

  /** @param sizeOf characters of the rows of a set that it changes no other by, as they are stored */
  constructor(limits: MemoryLimits, sizeOf: (base: Base) => number) {
    this.#limits = limits;
    this.#sizeOf = sizeOf;
  }

  get count(): number {
    return this.#banks.size;
  }

  /** To be said after each use of a bank, also of one that is gone. */
  used(bank: B): void {
    const counted = this.#banks.get(bank);
    if (!bank.isInMemory) {
      if (counted !== undefined) this.#forget(bank, counted);
      return;
    }
    const { size, base } = bank;
    if (counted === undefined) {
      this.#size += BANK_SIZE + size;
      this.#hold(base);
      this.#banks.set(bank, { size, base });
    } else {
      this.#size += size - counted.size;
      counted.size = size;
      if (counted.base !== base) {
        this.#hold(base);
        this.#release(counted.base);
        counted.base = base;
      }
      if (bank !== this.#latest) {
        this.#banks.delete(bank);
        this.#banks.set(bank, counted);
      }
    }
    this.#latest = bank;
    if (this.#areTooMany) this.#makeRoom();
  }

  get #areTooMany(): boolean {
    return this.#banks.size > this.#limits.banks || this.#size > this.#limits.size;
  }

  /** The latest stays, however large it is. */
  #makeRoom(): void {
    for (const [bank, counted] of this.#banks) {
      if (bank !== this.#latest && bank.leave()) this.#forget(bank, counted);
      if (!this.#areTooMany) return;
    }
  }

  #forget(bank: B, { size, base }: Counted): void {
    this.#banks.delete(bank);
    this.#size -= BANK_SIZE + size;
    this.#release(base);
  }

  #hold(base: Base): void {
    for (const set of setsOf(base)) {
      const held = getOrSet(this.#sets, set, () => ({ users: 0, size: this.#sizeOf(set) }));
      if (held.users === 0) this.#size += held.size;
      held.users++;
    }
  }

  #release(base: Base): void {
    for (const set of setsOf(base)) {
      const held = this.#sets.get(set);
      if (held === undefined) continue;
      held.users--;
      if (held.users === 0) this.#size -= held.size;
    }
  }
}

const setsOf = (base: Base): readonly Base[] =>
  base.root === undefined ? [base] : [base, base.root];
