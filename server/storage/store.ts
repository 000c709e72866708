// The storage port. Implementations: memory (engine/), files, and PostgreSQL, which processes share.
import type { Soon } from '../kernel/soon.ts';
import type { AnyTable, Row, Table } from './table.ts';

/** Part of one index value: `from` ≤ order ≤ `to`, read forwards or backwards, `offset` rows skipped. */
export interface Range {
  readonly from?: string;
  readonly to?: string;
  readonly reverse?: boolean;
  readonly offset?: number;
  readonly limit?: number;
}

/** A named, complete, immutable set of rows that a bank can start from; shared between banks. */
export interface StartingRows {
  /** Equal keys mean equal rows: stores share what they derive from it between banks. */
  readonly key: string;
  /** A table's rows are made when a bank first looks at them, so that to restart costs nothing. */
  readonly rows: ReadonlyMap<AnyTable, () => readonly Row[]>;
}

/** Those of one table; none if they are left out. */
export const rowsIn = <R extends Row>({ rows }: StartingRows, table: Table<R>) =>
  (rows.get(table)?.() ?? []) as readonly R[];

/**
 * One transaction on one bank. Reads see the transaction's own writes. Nothing is visible to anyone
 * else, and nothing is on disk, before the work has returned.
 */
export interface Tx {
  get<R extends Row>(table: Table<R>, id: string): Soon<R | undefined>;
  listBy<R extends Row, I extends string>(
    table: Table<R, I>,
    index: I,
    value: string,
    range?: Range,
  ): Soon<readonly R[]>;
  /** Inserts or replaces the row of that id. */
  put<R extends Row>(table: Table<R>, row: NoInfer<R>): void;
  /** Removing what is not there is allowed and does nothing. */
  remove<R extends Row>(table: Table<R>, id: string): void;
  /** Throws away every row of the bank, this transaction's earlier writes included, and starts from `rows`. */
  restart(rows: StartingRows): void;
  /**
   * The rows of every table as they are now, this transaction's writes included. They stay so, and any bank of the
   * store can restart from them, without copying a row. A store whose rows are elsewhere knows them by their key.
   */
  snapshot(): Promise<StartingRows>;
  /**
   * Reports what the bank did by itself. A store that processes share stores it with the commit: see
   * {@link Store.reported}. A process that has the store alone has its own log of it, and calls this for nothing.
   */
  report(events: readonly object[]): void;
  /** Says when the bank is to be used next even without a request, `null` for never: see {@link Store.wakes}. */
  wakeAt(at: number | null): void;
}

/** Of those that a bank has reported, so many stay. */
export const MOST_REPORTED = 1_000;

/** What {@link Tx.report} was given, with its number. */
interface Reported {
  readonly number: number;
}
/** Newest first: the newest `most` of those numbered above `after`. */
export type ReadReported = (
  bank: string,
  after: number,
  most: number,
) => Promise<readonly Reported[]>;

/** What a store is doing, for metrics; absent what it does not have. */
export interface StoreFigures {
  /** Banks whose rows are in memory. */
  readonly banksInMemory?: number;
  /** Transactions that wait or run. */
  readonly queued?: number;
  /** Of all banks; what was folded is no longer in it. */
  readonly journalBytes?: number;
  /** Commits that wait for the disk. */
  readonly waitingCommits?: number;
  readonly folds?: number;
  readonly failedFolds?: number;
}

export interface Store {
  /**
   * Runs `work` as one serialisable transaction on `bank` and resolves with its result once all of
   * its writes are durable (DUR-01): at once if nothing is to be waited for. A throw from `work` discards its writes
   * and rejects.
   * Work may be run again after a conflict, so it must be pure but for `tx`; it must not wait for
   * anything but `tx` (others are queueing). A bank that was never written is empty.
   */
  transact<T>(bank: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  transact<T>(bank: string, work: (tx: Tx) => Soon<T>): Soon<T>;
  /** Names of the banks that have ever been written, sorted. */
  banks(): Promise<readonly string[]>;
  /**
   * When banks are to be used next, by name, without opening them: as the last transaction on each said.
   * 0 for a bank of which that is not known; those that never need to be woken are left out, and so may be those that
   * are to be used after `until`.
   */
  wakes(until?: number): Promise<ReadonlyMap<string, number>>;
  /**
   * What transactions on a bank have reported, numbered from 1 in the order of commits; no restart touches it. Absent
   * where one process has the store alone.
   */
  readonly reported?: ReadReported;
  /** Forgets a bank altogether, and the banks that belong to it: `acme@golden` belongs to `acme`. */
  drop(bank: string): Promise<void>;
  /** Absent if the store has none of them. */
  figures?(): StoreFigures;
  /** Resolves while the store can take writes; rejects with the reason while it cannot. */
  check(): Promise<void>;
  /** Waits for running transactions, folds what is pending and releases locks. Idempotent. */
  close(): Promise<void>;
}
