// One bank in memory: its rows and the queue of its transactions. They run one after another, which
// makes them serialisable; waiting for the disk happens outside the queue, so that many share one wait.
import type { Tx } from '../store.ts';
import type { AnyTable } from '../table.ts';
import { BankRows } from './bank-rows.ts';
import type { Base, Bases } from './base.ts';
import { Queue } from './queue.ts';
import { WriteSet } from './write-set.ts';

/** What makes commits last. Both promises reject when a commit had to be taken back. */
export interface Keeper {
  /** Called before a commit that restarts the bank is kept: what takes long about it leaves others their turns. */
  prepare?(restarted: Base): Promise<void>;
  /** Takes over a commit in the order of commits; resolves once it is durable. */
  keep(commit: WriteSet): Promise<void>;
  /** Resolves once every commit so far is durable. */
  kept(): Promise<void>;
}

/** Tables by name. @throws TypeError when two have one name, or a name is not a plain word */
export function tablesByName(tables: readonly AnyTable[]): ReadonlyMap<string, AnyTable> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  if (byName.size < tables.length) throw new TypeError('Two tables have the same name.');
  for (const table of tables) {
    const odd = [table.name, ...Object.keys(table.members)].find((name) => !/^\w+$/.test(name));
    if (odd !== undefined)
      throw new TypeError(`${JSON.stringify(odd)} is no table or member name.`);
  }
  return byName;
}

export class Bank {
  rows = new BankRows();
  /** When the bank is to be used next; `null` for never, `undefined` before a transaction has said so. */
  wakeAt: number | null | undefined;
  readonly queue = new Queue();
  readonly #keeper: Keeper;
  readonly #tables: ReadonlyMap<string, AnyTable>;
  readonly #bases: Bases;
  #read: (() => Promise<BankRows>) | undefined;

  constructor(keeper: Keeper, tables: ReadonlyMap<string, AnyTable>, bases: Bases) {
    this.#keeper = keeper;
    this.#tables = tables;
    this.#bases = bases;
  }

  /** Leaves the rows to be read by the first transaction. */
  readLater(read: () => Promise<BankRows>): void {
    this.#read = read;
  }

  /** Empties the bank; no transaction may be running. */
  forget(): void {
    this.rows = new BankRows();
    this.wakeAt = undefined;
    this.#read = undefined;
  }

  async transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { outcome, durable } = await this.queue.run(() => this.#attempt(work));
    // A throw waits too: what made the work refuse may be a write that is not on disk yet.
    await durable;
    if ('thrown' in outcome) throw outcome.thrown;
    return outcome.result;
  }

  async #attempt<T>(work: (tx: Tx) => Promise<T>): Promise<Attempt<T>> {
    const writes = new WriteSet(this, this.#tables, this.#bases);
    try {
      if (this.#read !== undefined) this.rows = await this.#read();
      this.#read = undefined;
      const result = await work(writes);
      if (writes.restarted !== undefined) await this.#keeper.prepare?.(writes.restarted);
      const durable = writes.isEmpty ? this.#keeper.kept() : this.#keeper.keep(writes);
      return { outcome: { result }, durable };
    } catch (thrown) {
      writes.undo();
      return { outcome: { thrown }, durable: this.#keeper.kept() };
    } finally {
      writes.end();
    }
  }
}

interface Attempt<T> {
  readonly outcome: { readonly result: T } | { readonly thrown: unknown };
  readonly durable: Promise<void>;
}
