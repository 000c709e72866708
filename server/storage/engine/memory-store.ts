// The store that forgets: the same engine as the file store's, with nothing behind it.

import type { Store } from '../store.ts';
import type { AnyTable } from '../table.ts';
import { Bank, type Keeper, tablesByName } from './bank.ts';
import { Bases } from './base.ts';
import { type Registered, Registry, storeOf } from './store-of.ts';

interface MemoryStoreOptions {
  readonly tables: readonly AnyTable[];
}

class MemoryBank implements Keeper, Registered {
  isWritten = false;
  readonly bank: Bank;

  constructor(tables: ReadonlyMap<string, AnyTable>, bases: Bases) {
    this.bank = new Bank(this, tables, bases);
  }

  get mayBeForgotten(): boolean {
    return !this.isWritten;
  }

  keep(): undefined {
    this.isWritten = true;
  }

  kept(): undefined {}

  async drop(): Promise<void> {
    await this.bank.queue.run(() => {
      this.bank.forget();
      this.isWritten = false;
    });
  }
}

export function openMemoryStore(options: MemoryStoreOptions): Store {
  const tables = tablesByName(options.tables);
  const bases = new Bases(tables);
  const banks = new Registry(() => new MemoryBank(tables, bases));
  return storeOf({
    banks,
    check: async () => undefined,
    async close() {
      await Promise.all(banks.all().map(({ bank }) => bank.queue.run(() => undefined)));
    },
  });
}
