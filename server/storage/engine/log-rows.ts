// Logs of banks where processes share a store: rows of a bank of their own, `acme@_log`. To add an entry up costs little,
// but the sum is written whole: so it is done for many at once, and before an entry leaves.

import type { Clock } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import type { Soon } from '../../kernel/soon.ts';
import { BankLog, type LogKind, type Sum } from '../bank-log.ts';
import { logOf } from '../bank-names.ts';
import type { Store, Tx } from '../store.ts';
import {
  type AnyTable,
  count,
  defineTable,
  instant,
  numberOrder,
  optional,
  type RowOf,
  typed,
} from '../table.ts';

const logEntries = defineTable({
  name: 'logEntries',
  members: {
    /** The kind and the number. */
    id: 'text',
    kind: 'text',
    number: count,
    name: 'text?',
    size: count,
    /** Wall clock in ms. */
    at: instant,
    /** JSON, which is only read when somebody looks. */
    entry: 'text',
  },
  indexes: {
    byKind: { key: ({ kind }) => kind, order: ({ number }) => numberOrder(number) },
    byName: {
      key: ({ kind, name }) => name && `${kind}:${name}`,
      order: ({ number }) => numberOrder(number),
    },
    byAge: { key: () => 'all', order: ({ at }) => numberOrder(at) },
  },
});
type Entry = RowOf<typeof logEntries>;

/** Of each kind, what its entries add up to. */
const logSums = defineTable({
  name: 'logSums',
  members: {
    /** The kind. */
    id: 'text',
    /** Number of the newest entry that is in it. */
    upTo: count,
    sum: optional(typed<object>()),
  },
  indexes: {},
});

export const LOG_TABLES: readonly AnyTable[] = [logEntries, logSums];

const NEWEST = { reverse: true, limit: 1 };
const ADD_UP_EVERY = 200;

interface LogRowsDeps {
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
    const at = this.#deps.wallClock();
    return this.#in(bank, async (tx) => {
      const rows = [...(await this.#rows(tx))];
      const last = await this.#last(tx);
      for (let index = 0; index < count; index++) {
        const number = last + index + 1;
        const entry = numbered(number, index);
        const json = JSON.stringify(toJson(entry));
        const row = { id: `${kind}:${number}`, kind, number, size: sizeOf(entry), at, entry: json };
        rows.push({ ...row, ...defined({ name: nameOf(entry) }) });
        tx.put(logEntries, rows.at(-1) as Entry);
      }
      const leaving = this.#tooMany(rows);
      await this.#addUp(tx, last + count, leaving.at(-1)?.number);
      for (const { id } of leaving) tx.remove(logEntries, id);
    }).then(() => this.waiting.recorded(bank));
  }

  /** The oldest, if there are too many or if they are too large. */
  #tooMany(rows: readonly Entry[]): readonly Entry[] {
    const { entries, bankSize } = this.#kind.sharedLimits ?? this.#kind.limits;
    let size = rows.reduce((sum, row) => sum + row.size, 0);
    let count = 0;
    for (; rows.length - count > entries || size > bankSize; count++)
      size -= rows[count]?.size ?? 0;
    return rows.slice(0, count);
  }

  /** Adds up what is not in the sum yet, if that is worth it. @param needed number of an entry that must be in it */
  async #addUp(tx: Tx, last: number, needed = 0): Promise<void> {
    const upTo = (await tx.get(logSums, this.#kind.name))?.upTo;
    if (upTo !== undefined && needed <= upTo && last - upTo < ADD_UP_EVERY) return;
    this.#putSum(tx, last, await this.#sumIn(tx));
  }

  list(bank: string, after = 0): Promise<readonly T[]> {
    return this.#in(bank, async (tx) =>
      (await this.#rows(tx, after)).map((row) => this.#entryOf(row)).reverse(),
    );
  }

  find(bank: string, key: number | string): Promise<T | undefined> {
    const name = `${this.#kind.name}:${key}`;
    return this.#in(bank, async (tx) => {
      const row =
        typeof key === 'number'
          ? await tx.get(logEntries, name)
          : (await tx.listBy(logEntries, 'byName', name, NEWEST))[0];
      return row && this.#entryOf(row);
    });
  }

  last(bank: string): Promise<number> {
    return this.#in(bank, (tx) => this.#last(tx));
  }

  clear(bank: string): Promise<void> {
    return this.#in(bank, async (tx) => {
      const last = await this.#last(tx);
      await this.#addUp(tx, last, last);
      for (const { id } of await this.#rows(tx)) tx.remove(logEntries, id);
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
      const sum = await this.#sumIn(tx);
      this.#putSum(tx, await this.#last(tx), sum && change(sum));
    });
  }

  async #sumIn(tx: Tx): Promise<S | undefined> {
    const before = await tx.get(logSums, this.#kind.name);
    const sum = this.#kind.sum?.(this.#deps.wallClock(), before?.sum as ReturnType<S['toJson']>);
    for (const row of await this.#rows(tx, before?.upTo)) sum?.add(this.#entryOf(row));
    return sum;
  }

  #putSum(tx: Tx, upTo: number, sum: S | undefined): void {
    tx.put(logSums, { id: this.#kind.name, upTo, ...defined({ sum: sum?.toJson() }) });
  }

  /** Oldest first. */
  #rows(tx: Tx, after = 0): Soon<readonly Entry[]> {
    return tx.listBy(logEntries, 'byKind', this.#kind.name, { from: numberOrder(after + 1) });
  }

  #entryOf({ entry }: Entry): T {
    return this.#kind.fromJson(JSON.parse(entry));
  }

  /** The entries may have been removed: then the sum says it. */
  async #last(tx: Tx): Promise<number> {
    const [newest] = await tx.listBy(logEntries, 'byKind', this.#kind.name, NEWEST);
    return newest?.number ?? (await tx.get(logSums, this.#kind.name))?.upTo ?? 0;
  }

  async #in<R>(bank: string, work: (tx: Tx) => Promise<R>): Promise<R> {
    return this.#deps.store.transact(logOf(bank), work);
  }
}

/** Removes the logs that were appended to least recently, if there are too many. */
export async function removeOldLogs(store: Store, most: number): Promise<void> {
  const logs = (await store.banks()).filter((name) => name === logOf(name.split('@')[0] ?? ''));
  if (logs.length <= most) return;
  const used: { readonly name: string; readonly at: number }[] = [];
  for (const name of logs) {
    const newest = await store.transact(name, (tx) =>
      tx.listBy(logEntries, 'byAge', 'all', NEWEST),
    );
    used.push({ name, at: newest[0]?.at ?? 0 });
  }
  used.sort((a, b) => b.at - a.at);
  for (const { name } of used.slice(most)) await store.drop(name);
}
