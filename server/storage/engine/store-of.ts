// The store that banks make, and the banks by name: what is alike whether they are in memory or in files.
import { belongsTo, checkBankName } from '../bank-names.ts';
import { ClosedStoreError } from '../errors.ts';
import type { Store, StoreFigures } from '../store.ts';
import type { Bank } from './bank.ts';

interface StoredBank extends Registered {
  readonly bank: Bank;
  drop(): Promise<void>;
}

export interface StoreParts<B extends StoredBank> {
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
  return {
    async transact(name, work) {
      checkOpen();
      return banks.use(name, ({ bank }) => bank.transact(work));
    },
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

export interface Registered {
  /** Whether the bank has been written and not been dropped since. */
  readonly isWritten: boolean;
  /** Whether nothing is lost when it is made anew the next time it is asked for. */
  readonly mayBeForgotten: boolean;
}

/**
 * The banks of a store by name. Asking for a bank does not make it: one that is still unwritten when nobody uses it any
 * more is forgotten, so that looking at made-up names costs no memory.
 */
export class Registry<B extends Registered> {
  readonly #entries = new Map<string, { readonly bank: B; users: number }>();
  readonly #make: (name: string) => B;

  constructor(make: (name: string) => B) {
    this.#make = make;
  }

  /** Runs `job` on the bank of that name, made if need be. @throws TypeError for no bank's name */
  async use<T>(name: string, job: (bank: B) => Promise<T>): Promise<T> {
    checkBankName(name);
    const entry = this.#entries.get(name) ?? { bank: this.#make(name), users: 0 };
    this.#entries.set(name, entry);
    entry.users++;
    try {
      return await job(entry.bank);
    } finally {
      entry.users--;
      if (entry.users === 0 && entry.bank.mayBeForgotten) this.#entries.delete(name);
    }
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
