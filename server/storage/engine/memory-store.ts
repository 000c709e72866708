// The store that forgets: the same engine as the file store's, with nothing behind it.

import { HOUSE } from '../bank-names.ts';
import { FullStoreError } from '../errors.ts';
import type { Store } from '../store.ts';
import type { AnyTable } from '../table.ts';
import { Bank, type Keeper, tablesByName } from './bank.ts';
import { MOST_BANKS } from './banks-in-memory.ts';
import { Bases } from './base.ts';
import { type Registered, Registry, storeOf } from './store-of.ts';

interface MemoryStoreOptions {
  readonly tables: readonly AnyTable[];
  /** Default 10,000; a further one is refused. */
  readonly mostBanks?: number;
}

/** Banks and snapshots that have been written. What belongs to no bank is not counted. */
interface Room {
  readonly most: number;
  taken: number;
}

class MemoryBank implements Keeper, Registered {
  isWritten = false;
  readonly bank: Bank;
  readonly #room: Room;

  constructor(tables: ReadonlyMap<string, AnyTable>, bases: Bases, room: Room) {
    this.bank = new Bank(this, tables, bases);
    this.#room = room;
  }

  get mayBeForgotten(): boolean {
    return !this.isWritten;
  }

  keep(): undefined {
    if (this.isWritten) return;
    if (this.#room.taken >= this.#room.most) throw new FullStoreError(this.#room.most);
    this.#room.taken++;
    this.isWritten = true;
  }

  kept(): undefined {}

  async drop(): Promise<void> {
    await this.bank.queue.run(() => {
      this.bank.forget();
      if (this.isWritten) this.#room.taken--;
      this.isWritten = false;
    });
  }
}

export function openMemoryStore(options: MemoryStoreOptions): Store {
  const tables = tablesByName(options.tables);
  const bases = new Bases(tables);
  const room = { most: options.mostBanks ?? MOST_BANKS, taken: 0 };
  const house = { most: 1, taken: 0 };
  const roomOf = (name: string) => (name === HOUSE ? house : room);
  const banks = new Registry((name) => new MemoryBank(tables, bases, roomOf(name)));
  return storeOf({
    banks,
    figures: () => ({ banksInMemory: room.taken }),
    check: async () => undefined,
    async close() {
      await Promise.all(banks.all().map(({ bank }) => bank.queue.run(() => undefined)));
    },
  });
}
