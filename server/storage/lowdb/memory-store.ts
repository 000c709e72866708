// The store that forgets: the same engine as the file store's, with nothing behind it.
import { Bank, type Keeper, tablesByName } from '../engine/bank.ts';
import { BankRows } from '../engine/bank-rows.ts';
import { Bases } from '../engine/base.ts';
import { type Registered, Registry } from '../engine/registry.ts';
import { ClosedStoreError } from '../errors.ts';
import type { Store } from '../store.ts';
import type { AnyTable } from '../table.ts';

export interface MemoryStoreOptions {
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

  async keep(): Promise<void> {
    this.isWritten = true;
  }

  async kept(): Promise<void> {}

  drop(): Promise<void> {
    return this.bank.queue.run(async () => {
      this.bank.rows = new BankRows();
      this.isWritten = false;
    });
  }
}

export function openMemoryStore(options: MemoryStoreOptions): Store {
  const tables = tablesByName(options.tables);
  const bases = new Bases(tables);
  const banks = new Registry(() => new MemoryBank(tables, bases));
  let closed = false;
  const checkOpen = (): void => {
    if (closed) throw new ClosedStoreError();
  };

  return {
    async transact(name, work) {
      checkOpen();
      return banks.use(name, ({ bank }) => bank.transact(work));
    },
    async banks() {
      checkOpen();
      return banks.names();
    },
    async drop(name) {
      checkOpen();
      await banks.use(name, (bank) => bank.drop());
    },
    async check() {
      checkOpen();
    },
    async close() {
      closed = true;
      await Promise.all(banks.all().map(({ bank }) => bank.queue.run(async () => undefined)));
    },
  };
}
