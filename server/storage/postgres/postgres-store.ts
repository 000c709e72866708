// The store that several processes share: rows in a PostgreSQL database, or in one that speaks its protocol.

import type { Socket } from 'node:net';
import { HOUR } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { Log } from '../../kernel/log.ts';
import type { Soon } from '../../kernel/soon.ts';
import { checkBankName } from '../bank-names.ts';
import type { CheckRows } from '../check-rows.ts';
import { tablesByName } from '../engine/bank.ts';
import {
  type BankInMemory,
  BanksInMemory,
  type MemoryLimits,
  memoryLimits,
} from '../engine/banks-in-memory.ts';
import { Bases } from '../engine/base.ts';
import { ClosedStoreError, isUnknown } from '../errors.ts';
import type { Store, Tx } from '../store.ts';
import type { AnyTable } from '../table.ts';
import { COMMIT_LENGTH, DROP, DROP_REPORTED, readReported } from './bank-statements.ts';
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
  /** What stays in memory; see {@link memoryLimits} for the default. */
  readonly inMemory?: Partial<MemoryLimits>;
  /** What a connection to the database goes through, not connected yet; absent: the network. */
  readonly newSocket?: () => Socket;
}

/** Milliseconds that transactions which run have when the store closes; the others were cut off before (DUR-05). */
const CLOSE_BUDGET = 1_000;

/** @throws StoreWriteError when the database cannot be used */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const tables = tablesByName(options.tables);
  const { url, log, newSocket, statementTimeout = 30_000 } = options;
  const database = openDatabase({ url, log, statementTimeout, ...defined({ newSocket }) });
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
  const around = { database, tables, bases: new Bases(tables), sets, newCommit, check };
  const banks = new Banks(around, memoryLimits(options.inMemory));
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
    async reported(...range) {
      checkOpen();
      return readReported(database.query, ...range);
    },
    async drop(bank) {
      checkOpen();
      checkBankName(bank);
      // As a transaction it is not done late, after what began meanwhile, when nobody waits for it any more.
      const drop = () =>
        database.transaction(async ({ change }) => {
          await change(DROP, [bank]);
          await change(DROP_REPORTED, [bank]);
        });
      await drop().catch(async (lost: unknown) => {
        if (!isUnknown(lost)) throw lost;
        // To drop what is gone does no harm; if that fails, the first one may have been done all the same.
        await drop().catch(() => Promise.reject(lost));
      });
    },
    figures: () => ({ banksInMemory: banks.inMemory }),
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

interface KnownBank extends BankInMemory {
  readonly bank: SharedBank;
  users: number;
}

/** The banks that are in memory. */
class Banks {
  readonly #around: Surroundings;
  readonly #known = new Map<string, KnownBank>();
  readonly #inMemory: BanksInMemory<KnownBank>;
  readonly #running = new Set<Promise<unknown>>();

  constructor(around: Surroundings, limits: MemoryLimits) {
    this.#around = around;
    this.#inMemory = new BanksInMemory(limits, (base) => around.sets.sizeOf(base));
  }

  get inMemory(): number {
    return this.#inMemory.count;
  }

  async use<T>(name: string, job: (bank: SharedBank) => Promise<T>): Promise<T> {
    checkBankName(name);
    const known = getOrSet(this.#known, name, () => this.#made(name));
    known.users++;
    const running = job(known.bank);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
      known.users--;
      this.#inMemory.used(known);
    }
  }

  #made(name: string): KnownBank {
    const bank = new SharedBank(name, this.#around);
    const known: KnownBank = {
      bank,
      users: 0,
      isInMemory: true,
      get size() {
        return bank.size;
      },
      get base() {
        return bank.rows.base;
      },
      leave: () => known.users === 0 && this.#known.delete(name),
    };
    return known;
  }

  /** Resolves when no transaction runs. */
  async rest(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
