// The store that several processes share: rows in a PostgreSQL database, or in one that speaks its protocol.

import { LRUCache } from 'lru-cache';
import { HOUR } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Soon } from '../../kernel/waiting.ts';
import { checkBankName } from '../bank-names.ts';
import type { CheckRows } from '../check-rows.ts';
import { tablesByName } from '../engine/bank.ts';
import { Bases } from '../engine/base.ts';
import { ClosedStoreError, isUnknown } from '../errors.ts';
import type { Store, Tx } from '../store.ts';
import type { AnyTable } from '../table.ts';
import { COMMIT_LENGTH, DROP } from './bank-statements.ts';
import { atMost, openDatabase } from './database.ts';
import { prepareSchema } from './schema.ts';
import { SharedBank, type Surroundings } from './shared-bank.ts';
import { SharedSets } from './shared-sets.ts';

interface PostgresStoreOptions {
  /** `postgres://user:password@host:5432/database` */
  readonly url: string;
  readonly tables: readonly AnyTable[];
  readonly log: Log;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Milliseconds after which a statement is cancelled, and refused; default 30,000. */
  readonly statementTimeout?: number;
  readonly check?: CheckRows;
}

/** Milliseconds that transactions which run have when the store closes; the others were cut off before (DUR-05). */
const CLOSE_BUDGET = 1_000;
/** Characters of rows that are kept in memory over all banks; the bank that was used least recently is forgotten. */
const MOST_IN_MEMORY = 64 * 1024 * 1024;
/** What a bank takes besides. */
const BANK_SIZE = 2_000;

/** @throws StoreWriteError when the database cannot be used */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const tables = tablesByName(options.tables);
  const { url, log, statementTimeout = 30_000 } = options;
  const database = openDatabase({ url, log, statementTimeout });
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
  const newCommit = () => base64url(options.randomBytes((COMMIT_LENGTH * 3) / 4));
  const banks = new Banks({ database, tables, bases: new Bases(tables), sets, newCommit, check });
  let closing: Promise<void> | undefined;
  const checkOpen = (): void => {
    if (closing !== undefined) throw new ClosedStoreError();
  };
  return {
    async transact<T>(bank: string, work: (tx: Tx) => Soon<T>): Promise<T> {
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
      const drop = () => database.change(DROP, [bank]);
      await drop().catch(async (lost: unknown) => {
        if (!isUnknown(lost)) throw lost;
        // To drop what is gone does no harm; if that fails, the first one may have been done all the same.
        await drop().catch(() => Promise.reject(lost));
      });
    },
    async check() {
      checkOpen();
      await database.check();
    },
    close() {
      clearInterval(clearing);
      closing ??= atMost(CLOSE_BUDGET, banks.rest()).then(() => database.close());
      return closing;
    },
  };
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

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
