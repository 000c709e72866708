// One bank in memory: its rows and the queue of its transactions. They run one after another, which
// makes them serialisable; waiting for the disk happens outside the queue, so that many share one wait.
import { after, lastly, rescued, type Soon } from '../../kernel/soon.ts';
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
  /** Takes over a commit in the order of commits; resolves once it is durable, `undefined` if it is already. */
  keep(commit: WriteSet): Promise<void> | undefined;
  /** Resolves once every commit so far is durable; `undefined` if all of them are. */
  kept(): Promise<void> | undefined;
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

  /** Leaves the rows to be read by the next transaction. */
  readLater(read: () => Promise<BankRows>): void {
    this.rows = new BankRows();
    this.#read = read;
  }

  get isRead(): boolean {
    return this.#read === undefined;
  }

  /** Empties the bank; no transaction may be running. */
  forget(): void {
    this.rows = new BankRows();
    this.wakeAt = undefined;
    this.#read = undefined;
  }

  /** At once if the work is, nothing is before it, and nothing is to be made durable. */
  transact<T>(work: (tx: Tx) => Soon<T>): Soon<T> {
    return after(
      this.queue.run(() => this.#attempt(work)),
      ({ outcome, durable }) =>
        // A throw waits too: what made the work refuse may be a write that is not on disk yet.
        durable === undefined ? ended(outcome) : durable.then(() => ended(outcome)),
    );
  }

  #attempt<T>(work: (tx: Tx) => Soon<T>): Soon<Attempt<T>> {
    const writes = new WriteSet(this, this.#tables, this.#bases);
    const done = () =>
      after(this.read(), () => after(work(writes), (result) => this.#keep(writes, result)));
    const failed = (thrown: unknown): Attempt<T> => {
      writes.undo();
      return { outcome: { thrown }, durable: this.#keeper.kept() };
    };
    return lastly(
      () => rescued(done, failed),
      () => writes.end(),
    );
  }

  /** Reads the rows that were left to be read; nothing else may be in the queue's turn. */
  read(): Soon<void> {
    return this.#read?.().then((rows) => {
      this.rows = rows;
      this.#read = undefined;
    });
  }

  #keep<T>(writes: WriteSet, result: T): Soon<Attempt<T>> {
    const { restarted } = writes;
    return after(restarted && this.#keeper.prepare?.(restarted), () => ({
      outcome: { result },
      durable: writes.isEmpty ? this.#keeper.kept() : this.#keeper.keep(writes),
    }));
  }
}

function ended<T>(outcome: Attempt<T>['outcome']): T {
  if ('thrown' in outcome) throw outcome.thrown;
  return outcome.result;
}

interface Attempt<T> {
  readonly outcome: { readonly result: T } | { readonly thrown: unknown };
  readonly durable: Promise<void> | undefined;
}
