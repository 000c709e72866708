// The log of each bank: entries that are numbered from 1, of which the oldest leave. No restart of the bank touches it.
// Implementations: in memory (engine/memory-log.ts), rows of a store that processes share (engine/log-rows.ts), and what
// such a store writes with its commits.
import { after, type Soon } from '../kernel/soon.ts';
import { type Wait, Waiting } from '../kernel/waiting.ts';
import { MOST_REPORTED, type ReadReported } from './store.ts';

/** What all entries of a bank add up to, also those that have left. */
export interface Sum<T> {
  add(entry: T): void;
  /** What a new one is made from. */
  toJson(): object;
}

export interface LogLimits {
  /** Entries of one bank. */
  readonly entries: number;
  /** The size of one bank's entries. */
  readonly bankSize: number;
  /** The size of all banks' entries, in memory. */
  readonly size: number;
  /** Banks; the least recently used one is forgotten. */
  readonly banks: number;
}

export interface LogKind<T extends { readonly number: number }, S extends Sum<T>> {
  readonly name: string;
  readonly limits: LogLimits;
  /** Those of one bank where processes share a store: there an entry costs a look at all others. */
  readonly sharedLimits?: Pick<LogLimits, 'entries' | 'bankSize'>;
  readonly sizeOf: (entry: T) => number;
  /** Another name of an entry, by which it is found. */
  readonly nameOf: (entry: T) => string | undefined;
  readonly toJson: (entry: T) => object;
  /** @param json what `toJson` gave */
  readonly fromJson: (json: T) => T;
  /** @param since wall clock in ms @param json what another one's `toJson` gave; absent: entries are not added up */
  readonly sum?: (since: number, json?: ReturnType<S['toJson']>) => S;
}

export interface WaitForEntry<T> extends Omit<Wait<T>, 'look'> {
  readonly matches: (entry: T) => boolean;
}

/** What can be listed and waited for. */
export abstract class NumberedLog<T extends { readonly number: number }> {
  protected readonly waiting: Waiting;

  /** @param lookEvery ms between two looks for what other processes have appended */
  constructor(lookEvery?: number) {
    this.waiting = new Waiting(lookEvery);
  }

  /** Newest first. @param after only those above this number */
  abstract list(bank: string, after?: number): Soon<readonly T[]>;

  /** The newest number that an entry had; 0 if there was none. */
  abstract last(bank: string): Soon<number>;

  /**
   * The next entry that matches, the oldest first; `undefined` if none comes in time.
   *
   * @param afterNumber entries above this number count, also those that are there; absent: only later ones
   */
  next(wait: WaitForEntry<T>, afterNumber?: number): Promise<T | undefined> {
    const { matches, ...rest } = wait;
    let seen = afterNumber;
    const look = () =>
      after(seen ?? this.last(wait.bank), (from) =>
        after(this.list(wait.bank, from), (entries) => {
          seen = entries[0]?.number ?? from;
          return entries.findLast(matches);
        }),
      );
    return this.waiting.wait({ ...rest, look });
  }

  /** How many clients wait. */
  get waits(): number {
    return this.waiting.size;
  }

  /** Ends all waits. */
  stop(): void {
    this.waiting.stop();
  }
}

export abstract class BankLog<
  T extends { readonly number: number },
  S extends Sum<T>,
> extends NumberedLog<T> {
  /**
   * Appends `count` entries with the bank's next numbers.
   *
   * @param numbered makes the entry at that index; may be called again with other numbers, and the last ones count
   */
  abstract append(
    bank: string,
    numbered: (number: number, index: number) => T,
    count?: number,
  ): Soon<void>;

  /** By its number, or the latest of that other name. */
  abstract find(bank: string, key: number | string): Soon<T | undefined>;

  /** Removes the entries. Numbers and the sum go on. */
  abstract clear(bank: string): Soon<void>;

  /** `undefined` if nothing was added up yet. Only {@link changeSum} may change it. */
  abstract sum(bank: string): Soon<S | undefined>;

  /** Puts another sum in the place of this one, or the same one after a change. */
  abstract changeSum(bank: string, change: (sum: S) => S): Soon<void>;
}

/** What the transactions of a bank have reported, where processes share the store: it is there with the commit. */
export class ReportedLog<T extends { readonly number: number }> extends NumberedLog<T> {
  readonly #read: ReadReported;

  constructor(read: ReadReported, lookEvery: number) {
    super(lookEvery);
    this.#read = read;
  }

  async list(bank: string, after = 0): Promise<readonly T[]> {
    return (await this.#read(bank, after, MOST_REPORTED)) as readonly T[];
  }

  async last(bank: string): Promise<number> {
    return (await this.#read(bank, 0, 1))[0]?.number ?? 0;
  }

  /** This process has committed something: those who wait look at once. */
  committed(bank: string): void {
    this.waiting.recorded(bank);
  }
}
