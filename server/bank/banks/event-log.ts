// The last things that each bank did by itself (CTRL-06): in memory, or in rows where processes share the banks. A reset
// of the bank does not clear them.
import { LRUCache } from 'lru-cache';
import { type Soon, type Wait, Waiting } from '../../kernel/waiting.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { logOf } from '../../storage/bank-names.ts';
import type { Store, Tx } from '../../storage/store.ts';
import { count, defineTable, numberOrder, typed } from '../../storage/table.ts';
import type { BankEvent } from './bank-tx.ts';

/** Events of one bank, and of all banks; the least recent bank is forgotten. */
export const MOST_EVENTS = 1000;
const MOST_OF_ALL = 100_000;

export interface LoggedEvent extends BankEvent {
  /** Grows from event to event. */
  readonly number: number;
}

/** Where events are kept. */
export interface Events {
  /** Called once they are durable. */
  happened(bank: string, events: readonly BankEvent[]): Soon<void>;
  /** Oldest first. */
  list(bank: string, after?: number): Soon<readonly LoggedEvent[]>;
  /** @param after events above this number count, also those that have happened; absent: only later ones */
  next(wait: Wait<LoggedEvent>, after?: number): Promise<LoggedEvent | undefined>;
  /** Ends all waits. */
  stop(): void;
}

export class EventLog implements Events {
  readonly #banks = new LRUCache<string, readonly LoggedEvent[]>({
    maxSize: MOST_OF_ALL,
    sizeCalculation: (events) => events.length,
  });
  readonly #waiting = new Waiting<LoggedEvent>();
  #last = 0;

  happened(bank: string, events: readonly BankEvent[]): void {
    const logged = events.map((event) => ({ ...event, number: ++this.#last }));
    this.#banks.set(bank, [...this.#of(bank), ...logged].slice(-MOST_EVENTS));
    for (const event of logged) this.#waiting.recorded(bank, event);
  }

  list(bank: string, after = 0): readonly LoggedEvent[] {
    return this.#of(bank).filter(({ number }) => number > after);
  }

  async next(wait: Wait<LoggedEvent>, after?: number): Promise<LoggedEvent | undefined> {
    const there = after === undefined ? [] : this.list(wait.bank, after);
    return there.find(wait.matches) ?? this.#waiting.wait(wait);
  }

  stop(): void {
    this.#waiting.stop();
  }

  #of(bank: string): readonly LoggedEvent[] {
    return this.#banks.get(bank) ?? [];
  }
}

export const loggedEvents = defineTable({
  name: 'loggedEvents',
  members: {
    /** The number, as text. */
    id: 'text',
    number: count,
    event: typed<JsonObject>(),
  },
  indexes: { all: { key: () => 'all', order: (row) => numberOrder(row.number) } },
});

const NEWEST = { reverse: true, limit: 1 };

/** Where several processes share the banks: rows of the bank's log, which no restart of the bank touches. */
export class SharedEvents implements Events {
  readonly #store: Store;
  readonly #waiting: Waiting<LoggedEvent>;

  /** @param lookEvery ms between two looks for what other processes have recorded */
  constructor(store: Store, lookEvery: number) {
    this.#store = store;
    this.#waiting = new Waiting(lookEvery);
  }

  async happened(bank: string, events: readonly BankEvent[]): Promise<void> {
    await this.#store.transact(logOf(bank), async (tx) => {
      const before = await lastNumber(tx);
      for (const [i, event] of events.entries()) {
        const number = before + 1 + i;
        tx.put(loggedEvents, { id: String(number), number, event: { ...event } as JsonObject });
        tx.remove(loggedEvents, String(number - MOST_EVENTS));
      }
    });
  }

  list(bank: string, after = 0): Promise<readonly LoggedEvent[]> {
    return this.#store.transact(logOf(bank), async (tx) => {
      const rows = await tx.listBy(loggedEvents, 'all', 'all', { from: numberOrder(after + 1) });
      return rows.map(({ number, event }) => ({ ...(event as unknown as BankEvent), number }));
    });
  }

  async next(wait: Wait<LoggedEvent>, after?: number): Promise<LoggedEvent | undefined> {
    const { bank, matches } = wait;
    const from = after ?? (await this.#store.transact(logOf(bank), lastNumber));
    const look = async () => (await this.list(bank, from)).find(matches);
    return this.#waiting.wait({ ...wait, look });
  }

  stop(): void {
    this.#waiting.stop();
  }
}

async function lastNumber(tx: Tx): Promise<number> {
  const [last] = await tx.listBy(loggedEvents, 'all', 'all', NEWEST);
  return last?.number ?? 0;
}
