// The last things that each bank did by itself, in memory (CTRL-06). A reset of the bank does not clear them.
import { LRUCache } from 'lru-cache';
import { type Soon, type Wait, Waiting } from '../../kernel/waiting.ts';
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
