// The store that banks make: what it does alike whether they are in memory or in files.
import { belongsTo } from '../bank-names.ts';
import { ClosedStoreError } from '../errors.ts';
import type { Store, StoreFigures } from '../store.ts';
import type { Bank } from './bank.ts';
import type { Registered, Registry } from './registry.ts';

interface StoredBank extends Registered {
  readonly bank: Bank;
  drop(): Promise<void>;
}

export interface StoreParts<B extends StoredBank> {
  readonly banks: Registry<B>;
  /** Beside the queues of the banks. */
  readonly figures?: () => StoreFigures;
  readonly check: () => Promise<void>;
  /** Runs once, after the last transaction has begun. */
  readonly close: () => Promise<void>;
}

export function storeOf<B extends StoredBank>({
  banks,
  figures,
  check,
  close,
}: StoreParts<B>): Store {
  let closing: Promise<void> | undefined;
  const checkOpen = (): void => {
    if (closing !== undefined) throw new ClosedStoreError();
  };
  return {
    async transact(name, work) {
      checkOpen();
      return banks.use(name, ({ bank }) => bank.transact(work));
    },
    async banks() {
      checkOpen();
      return banks.written().map(([name]) => name);
    },
    async wakes() {
      checkOpen();
      const wakes = new Map<string, number>();
      for (const [name, { bank }] of banks.written()) {
        if (bank.wakeAt !== null) wakes.set(name, bank.wakeAt ?? 0);
      }
      return wakes;
    },
    async drop(name) {
      checkOpen();
      for (const [written] of banks.written()) {
        if (belongsTo(written, name)) await banks.use(written, (bank) => bank.drop());
      }
      await banks.use(name, (bank) => bank.drop());
    },
    figures: () => ({
      queued: banks.all().reduce((sum, { bank }) => sum + bank.queue.length, 0),
      ...figures?.(),
    }),
    async check() {
      checkOpen();
      await check();
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}
