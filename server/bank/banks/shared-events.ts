// What banks did by themselves, where several processes share them (CTRL-06): rows of the bank's log, which no restart
// of the bank touches.
import { type Wait, Waiting } from '../../kernel/waiting.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { logOf } from '../../storage/bank-names.ts';
import type { Store, Tx } from '../../storage/store.ts';
import { defineTable, json, numberOrder } from '../../storage/table.ts';
import type { BankEvent } from './bank-tx.ts';
import { type Events, type LoggedEvent, MOST_EVENTS } from './event-log.ts';

export const loggedEvents = defineTable({
  name: 'loggedEvents',
  members: {
    /** The number, as text. */
    id: 'text',
    number: 'number',
    event: json<JsonObject>(),
  },
  indexes: { all: { key: () => 'all', order: (row) => numberOrder(row.number) } },
});

const NEWEST = { reverse: true, limit: 1 };

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
