// The store that banks make, and the banks by name: what is alike whether they are in memory or in files.
import { lastly, type Soon } from '../../kernel/soon.ts';
import { belongsTo, checkBankName } from '../bank-names.ts';
import { ClosedStoreError } from '../errors.ts';
import type { Store, StoreFigures, Tx } from '../store.ts';
import type { Bank } from './bank.ts';

interface StoredBank extends Registered {
  readonly bank: Bank;
  drop(): Promise<void>;
}

interface StoreParts<B extends StoredBank> {
  readonly banks: Registry<B>;
  /** Beside the queues of the banks. */
  readonly figures?: () => StoreFigures;
  /** Throws when the store can no longer be used, whatever is asked of it. */
  readonly usable?: () => void;
  readonly check: () => Promise<void>;
  /** Runs once, after the last transaction has begun. */
  readonly close: () => Promise<void>;
}

export function storeOf<B extends StoredBank>({
  banks,
  figures,
  usable,
  check,
  close,
}: StoreParts<B>): Store {
  let closing: Promise<void> | undefined;
  const checkOpen = (): void => {
    if (closing !== undefined) throw new ClosedStoreError();
    usable?.();
  };
  function transact<T>(name: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  function transact<T>(name: string, work: (tx: Tx) => Soon<T>): Soon<T>;
  function transact<T>(name: string, work: (tx: Tx) => Soon<T>): Soon<T> {
    try {
      checkOpen();
      return banks.use(name, ({ bank }) => bank.transact(work));
    } catch (thrown) {
      return Promise.reject(thrown);
    }
  }
  return {
    transact,
    async banks() {
      checkOpen();
      return banks.written().map(([name]) => name);
    },
    async wakes() {
      checkOpen();
      const wakes = new Map<string, number>();
      for (const [name, { bank }] of banks.written()) {
        if (bank.wakeAt !== null) wakes.set(name, bank.wakeAt ?? 0);
      }
      return wakes;
    },
    async drop(name) {
      checkOpen();
      for (const [written] of banks.written()) {
        if (belongsTo(written, name)) await banks.use(written, (bank) => bank.drop());
      }
      await banks.use(name, (bank) => bank.drop());
    },
    figures: () => ({
      queued: banks.all().reduce((sum, { bank }) => sum + bank.queue.length, 0),
      ...figures?.(),
    }),
    async check() {
      checkOpen();
      await check();
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

interface Entry<B> {
  readonly bank: B;
  users: number;
}

export interface Registered {
  /** Whether the bank has been written and not been dropped since. */
  readonly isWritten: boolean;
  /** Whether nothing is lost when it is made anew the next time it is asked for. */
  readonly mayBeForgotten: boolean;
}

/**
 * The banks of a store by name. Asking for a bank does not make it: one that is still unwritten when it is out of use
 * is forgotten, so that looking at made-up names costs no memory.
 */
export class Registry<B extends Registered> {
  readonly #entries = new Map<string, Entry<B>>();
  readonly #make: (name: string) => B;
  readonly #used: (bank: B) => void;

  /** @param used called when nobody uses the bank any more */
  constructor(make: (name: string) => B, used: (bank: B) => void = () => undefined) {
    this.#make = make;
    this.#used = used;
  }

  /** Runs `job` on the bank of that name, made if need be. @throws TypeError for no bank's name */
  use<T>(name: string, job: (bank: B) => Soon<T>): Soon<T> {
    const entry = this.#entries.get(name) ?? this.#made(name);
    entry.users++;
    return lastly(
      () => job(entry.bank),
      () => {
        entry.users--;
        if (entry.users > 0) return;
        if (entry.bank.mayBeForgotten) this.#entries.delete(name);
        this.#used(entry.bank);
      },
    );
  }

  #made(name: string): Entry<B> {
    checkBankName(name);
    const entry = { bank: this.#make(name), users: 0 };
    this.#entries.set(name, entry);
    return entry;
  }

  add(name: string, bank: B): void {
    this.#entries.set(name, { bank, users: 0 });
  }

  /** Written banks with their names, sorted by these. */
  written(): (readonly [string, B])[] {
    return [...this.#entries]
      .filter(([, { bank }]) => bank.isWritten)
      .map(([name, { bank }]) => [name, bank] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** All that there are, unwritten ones in use included. */
  all(): B[] {
    return [...this.#entries.values()].map(({ bank }) => bank);
  }
}
