// The store that several processes share: rows in a PostgreSQL database, or in one that speaks its protocol.
import { LRUCache } from 'lru-cache';
import type { Log } from '../../kernel/log.ts';
import { checkBankName } from '../bank-names.ts';
import type { CheckRows } from '../check-rows.ts';
import { tablesByName } from '../engine/bank.ts';
import { Bases } from '../engine/base.ts';
import { ClosedStoreError } from '../errors.ts';
import type { Store } from '../store.ts';
import type { AnyTable } from '../table.ts';
import { DROP } from './bank-statements.ts';
import { openDatabase } from './database.ts';
import { prepareSchema } from './schema.ts';
import { SharedBank, type Surroundings } from './shared-bank.ts';
import { SharedSets } from './shared-sets.ts';

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:5432/database` */
  readonly url: string;
  readonly tables: readonly AnyTable[];
  readonly log: Log;
  readonly check?: CheckRows;
}

/** Characters of rows that are kept in memory over all banks; the bank that was used least recently is forgotten. */
const MOST_IN_MEMORY = 64 * 1024 * 1024;
/** What a bank takes besides. */
const BANK_SIZE = 2_000;
const HOUR = 3_600_000;

/** @throws StoreWriteError when the database cannot be used */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const tables = tablesByName(options.tables);
  const database = openDatabase(options.url, options.log);
  try {
    await prepareSchema(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const sets = new SharedSets(database, tables);
  sets.removeUnused();
  const clearing = setInterval(() => sets.removeUnused(), HOUR).unref();
  const { check = () => undefined } = options;
  const banks = new Banks({ database, tables, bases: new Bases(tables), sets, check });
  let closing: Promise<void> | undefined;
  const checkOpen = (): void => {
    if (closing !== undefined) throw new ClosedStoreError();
  };
  return {
    async transact(bank, work) {
      checkOpen();
      return banks.use(bank, (shared) => shared.transact(work));
    },
    async banks() {
      checkOpen();
      const found = await database.query<{ bank: string }>('SELECT bank FROM sandbank_banks');
      return found.map(({ bank }) => bank).sort();
    },
    async wakes(until = Number.MAX_SAFE_INTEGER) {
      checkOpen();
      const text = 'SELECT bank, wake_at FROM sandbank_banks WHERE wake_at <= $1';
      const found = await database.query<{ bank: string; wake_at: string }>(text, [until]);
      return new Map(found.map(({ bank, wake_at }) => [bank, Number(wake_at)]));
    },
    async drop(bank) {
      checkOpen();
      checkBankName(bank);
      await database.query(DROP, [bank]);
    },
    async check() {
      checkOpen();
      await database.check();
    },
    close() {
      clearInterval(clearing);
      closing ??= banks.rest().then(() => database.close());
      return closing;
    },
  };
}

/** The banks that are in memory. */
class Banks {
  readonly #around: Surroundings;
  readonly #known = new LRUCache<string, SharedBank>({
    maxSize: MOST_IN_MEMORY,
    sizeCalculation: ({ size }) => BANK_SIZE + size,
  });
  readonly #running = new Set<Promise<unknown>>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  async use<T>(name: string, job: (bank: SharedBank) => Promise<T>): Promise<T> {
    checkBankName(name);
    const bank = this.#known.get(name) ?? new SharedBank(name, this.#around);
    this.#known.set(name, bank);
    const running = job(bank);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
      // It may have grown.
      this.#known.set(name, bank);
    }
  }

  /** Resolves when no transaction runs. */
  async rest(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
