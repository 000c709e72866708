// What a bank did by itself goes into a log that no reset touches, after the commit that did it. Where processes share a
// store, the commit notes it too: if its process dies before the log has it, the next one that uses the bank logs it.
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { after, type Soon } from '../../kernel/soon.ts';
import type { Tx } from '../../storage/store.ts';
import type { BankEvent } from './bank-tx.ts';
import { setting, settings } from './tables.ts';

/** The events of one commit. */
export interface Batch {
  /** No other batch has it; the log takes it once. Absent where nothing is noted. */
  readonly id?: string;
  readonly events: readonly BankEvent[];
}

interface NotedBatch extends Batch {
  readonly id: string;
  /** Wall clock in ms. */
  readonly at: number;
}

/** Id of the setting; there is none where nothing is noted. */
export const UNLOGGED = 'unlogged';
const noted = setting<{ readonly batches: readonly NotedBatch[] }>(UNLOGGED, { batches: [] });

/** Milliseconds that the process which has committed them has to log them. */
const PATIENCE = 10_000;

/** When somebody must look, by the wall clock; `undefined` if nothing is noted. */
export const nextUnlogged = (tx: Tx): Soon<number | undefined> =>
  after(noted.read(tx), ({ batches: [first] }) => first && first.at + PATIENCE);

interface Notes {
  /** Notes the events as part of the transaction. @returns what is to be logged once it is durable */
  note(bank: string, tx: Tx, events: readonly BankEvent[]): Soon<readonly Batch[]>;
  /** The log has the batch: a later transaction removes the note. */
  logged(bank: string, batch: Batch): void;
}

const NOTHING: readonly Batch[] = [];

/** Nobody else could log them. */
export const NO_NOTES: Notes = {
  note: (_bank, _tx, events) => (events.length === 0 ? NOTHING : [{ events }]),
  logged: () => undefined,
};

export function createNotes({ ids, wallClock }: { ids: Ids; wallClock: Clock }): Notes {
  /** Batches that the log has and that may still be noted, by bank. */
  const done = new Map<string, ReadonlySet<string>>();
  return {
    note: (bank, tx, events) =>
      after(noted.read(tx), ({ batches }) => {
        const known = batches.filter(({ id }) => done.get(bank)?.has(id));
        done.set(bank, new Set(known.map(({ id }) => id)));
        if (known.length === 0) done.delete(bank);
        const others = batches.filter((batch) => !known.includes(batch));
        const at = wallClock();
        const own = events.length === 0 ? [] : [{ id: ids.uuid(), at, events }];
        const left = [...others, ...own];
        if (left.length > 0) noted.write(tx, { batches: left });
        else if (known.length > 0) tx.remove(settings, UNLOGGED);
        return [...others.filter((batch) => batch.at + PATIENCE <= at), ...own];
      }),
    logged(bank, { id }) {
      if (id !== undefined) done.set(bank, new Set([...(done.get(bank) ?? []), id]));
    },
  };
}

export type LogBatch = (bank: string, batch: Batch) => Soon<void>;

interface LogDeps {
  readonly onEvents?: LogBatch;
  readonly log: Pick<Log, 'error'>;
}

interface Committed {
  readonly batches: readonly Batch[];
  readonly notes: Notes;
}

/** Never rejects: what the bank did is done, also if nobody hears of it. */
export function logBatches(bank: string, committed: Committed, deps: LogDeps): Soon<void> {
  return committed.batches.length === 0 ? undefined : logAll(bank, committed, deps);
}

async function logAll(
  bank: string,
  { batches, notes }: Committed,
  { onEvents, log }: LogDeps,
): Promise<void> {
  try {
    for (const batch of batches) {
      await onEvents?.(bank, batch);
      notes.logged(bank, batch);
    }
  } catch (error) {
    log.error({ bank, err: error }, 'events could not be recorded');
  }
}
