// Logs of banks where processes share a store: rows of a bank of their own, `acme@_log`. To add an entry up costs little,
// but the sum is written whole: so it is done for many at once, and before an entry leaves.
import type { Clock } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import { BankLog, type LogKind, type Sum } from '../bank-log.ts';
import { logOf } from '../bank-names.ts';
import type { Store, Tx } from '../store.ts';
import { type AnyTable, defineTable, json, numberOrder, type RowOf } from '../table.ts';

const logEntries = defineTable({
  name: 'logEntries',
  members: {
    /** The kind and the number. */
    id: 'text',
    kind: 'text',
    number: 'number',
    name: 'text?',
    size: 'number',
    /** JSON, which is only read when somebody looks. */
    entry: 'text',
  },
  indexes: {
    byKind: { key: ({ kind }) => kind, order: ({ number }) => numberOrder(number) },
    byName: {
      key: ({ kind, name }) => name && `${kind}:${name}`,
      order: ({ number }) => numberOrder(number),
    },
  },
});

type Entry = RowOf<typeof logEntries>;

/** Of each kind: what is not known from the entries that are there. */
const logStates = defineTable({
  name: 'logStates',
  members: {
    /** The kind. */
    id: 'text',
    /** Number of the newest entry. */
    last: 'number',
    /** Of the entries that are there. */
    size: 'number',
    /** Wall clock in ms of the newest. */
    at: 'number',
  },
  indexes: { all: { key: () => 'all' } },
});

const logSums = defineTable({
  name: 'logSums',
  members: {
    /** The kind. */
    id: 'text',
    /** Number of the newest entry that is in it. */
    upTo: 'number',
    sum: json<object>(),
  },
  indexes: {},
});

export const LOG_TABLES: readonly AnyTable[] = [logEntries, logStates, logSums];

const ADD_UP_EVERY = 200;

export interface LogRowsDeps {
  readonly store: Store;
  readonly wallClock: Clock;
  /** Milliseconds between two looks for what other processes have appended. */
  readonly lookEvery: number;
}

export class LogRows<T extends { readonly number: number }, S extends Sum<T>> extends BankLog<
  T,
  S
> {
  readonly #kind: LogKind<T, S>;
  readonly #deps: LogRowsDeps;

  constructor(kind: LogKind<T, S>, deps: LogRowsDeps) {
    super(deps.lookEvery);
    this.#kind = kind;
    this.#deps = deps;
  }

  append(bank: string, numbered: (number: number, index: number) => T, count = 1): Promise<void> {
    const { sizeOf, nameOf, toJson, name: kind } = this.#kind;
    const { wallClock } = this.#deps;
    return this.#in(bank, async (tx) => {
      let { last, size } = await this.#state(tx);
      for (let index = 0; index < count; index++) {
        last += 1;
        const entry = numbered(last, index);
        const [id, name, own] = [this.#idOf(last), nameOf(entry), sizeOf(entry)];
        const row = { id, kind, number: last, size: own, entry: JSON.stringify(toJson(entry)) };
        tx.put(logEntries, { ...row, ...defined({ name }) });
        size += own;
      }
      size -= await this.#leave(tx, last, size);
      tx.put(logStates, { id: kind, last, size, at: wallClock() });
    }).then(() => this.waiting.recorded(bank));
  }

  /** The oldest leave if there are too many. @returns their size */
  async #leave(tx: Tx, last: number, size: number): Promise<number> {
    const { entries, bankSize } = this.#kind.limits;
    const leaving: string[] = [];
    let rest = size;
    let gone = 0;
    for (;;) {
      const from = numberOrder(gone + 1);
      const next = { from, limit: 1 };
      const [oldest] = await tx.listBy(logEntries, 'byKind', this.#kind.name, next);
      if (oldest === undefined) break;
      if (last - oldest.number < entries && rest <= bankSize) break;
      leaving.push(oldest.id);
      rest -= oldest.size;
      gone = oldest.number;
    }
    await this.#addUp(tx, last, gone);
    for (const id of leaving) tx.remove(logEntries, id);
    return size - rest;
  }

  /** Adds up what is not in the sum yet, if that is worth it. @param needed number of an entry that must be in it */
  async #addUp(tx: Tx, last: number, needed: number): Promise<void> {
    const upTo = (await tx.get(logSums, this.#kind.name))?.upTo;
    if (upTo !== undefined && needed <= upTo && last - upTo < ADD_UP_EVERY) return;
    this.#putSum(tx, last, await this.#sumIn(tx));
  }

  list(bank: string, after = 0): Promise<readonly T[]> {
    return this.#in(bank, async (tx) => (await this.#rows(tx, after)).reverse());
  }

  find(bank: string, key: number | string): Promise<T | undefined> {
    return this.#in(bank, async (tx) => {
      const { name: kind } = this.#kind;
      const newest = { reverse: true, limit: 1 };
      const row =
        typeof key === 'number'
          ? await tx.get(logEntries, this.#idOf(key))
          : (await tx.listBy(logEntries, 'byName', `${kind}:${key}`, newest))[0];
      return row && this.#entryOf(row);
    });
  }

  last(bank: string): Promise<number> {
    return this.#in(bank, async (tx) => (await this.#state(tx)).last);
  }

  clear(bank: string): Promise<void> {
    return this.#in(bank, async (tx) => {
      const state = await this.#state(tx);
      await this.#addUp(tx, state.last, state.last);
      const rows = await tx.listBy(logEntries, 'byKind', this.#kind.name);
      for (const { id } of rows) tx.remove(logEntries, id);
      tx.put(logStates, { ...state, size: 0 });
    });
  }

  sum(bank: string): Promise<S | undefined> {
    return this.#in(bank, async (tx) => {
      const isThere = (await tx.get(logSums, this.#kind.name)) !== undefined;
      return isThere ? this.#sumIn(tx) : undefined;
    });
  }

  changeSum(bank: string, change: (sum: S) => S): Promise<void> {
    return this.#in(bank, async (tx) => {
      const { last } = await this.#state(tx);
      const sum = await this.#sumIn(tx);
      this.#putSum(tx, last, sum && change(sum));
    });
  }

  async #sumIn(tx: Tx): Promise<S | undefined> {
    const row = await tx.get(logSums, this.#kind.name);
    const sum = this.#kind.sum?.(this.#deps.wallClock(), row?.sum as ReturnType<S['toJson']>);
    for (const entry of await this.#rows(tx, row?.upTo)) sum?.add(entry);
    return sum;
  }

  #putSum(tx: Tx, upTo: number, sum: S | undefined): void {
    if (sum !== undefined) tx.put(logSums, { id: this.#kind.name, upTo, sum: sum.toJson() });
  }

  /** Oldest first. */
  async #rows(tx: Tx, after = 0): Promise<T[]> {
    const from = numberOrder(after + 1);
    const rows = await tx.listBy(logEntries, 'byKind', this.#kind.name, { from });
    return rows.map((row) => this.#entryOf(row));
  }

  #entryOf({ entry }: Entry): T {
    return this.#kind.fromJson(JSON.parse(entry));
  }

  async #state(tx: Tx): Promise<RowOf<typeof logStates>> {
    const { name: id } = this.#kind;
    return (await tx.get(logStates, id)) ?? { id, last: 0, size: 0, at: 0 };
  }

  #idOf(number: number): string {
    return `${this.#kind.name}:${number}`;
  }

  #in<R>(bank: string, work: (tx: Tx) => Promise<R>): Promise<R> {
    return this.#deps.store.transact(logOf(bank), work);
  }
}

/** Removes the logs that were appended to least recently, if there are too many. */
export async function removeOldLogs(store: Store, most: number): Promise<void> {
  const logs = (await store.banks()).filter((name) => name === logOf(name.split('@')[0] ?? ''));
  if (logs.length <= most) return;
  const used: { readonly name: string; readonly at: number }[] = [];
  for (const name of logs) {
    const states = await store.transact(name, (tx) => tx.listBy(logStates, 'all', 'all'));
    used.push({ name, at: Math.max(0, ...states.map(({ at }) => at)) });
  }
  used.sort((a, b) => b.at - a.at);
  for (const { name } of used.slice(most)) await store.drop(name);
}
