// One bank that many processes share. Its rows are in memory as they were at some version. Transactions run on them
// and count only if the database still has that version: a statement that changes the bank names the version that it
// changes, and after work that only read, a statement asks which version the bank has now. So transactions are
// serialisable in all processes, at any isolation level. If another process was first, the work is undone, and runs
// again while the bank is locked, so that each process has its turn. Transactions that arrive meanwhile run and are stored together.

import { getOrSet } from '../../kernel/get-or-set.ts';
import type { Soon } from '../../kernel/soon.ts';
import type { CheckRows } from '../check-rows.ts';
import { BankRows } from '../engine/bank-rows.ts';
import { type Base, type Bases, NO_BASE } from '../engine/base.ts';
import { type RowsHolder, WriteSet } from '../engine/write-set.ts';
import { isUnknown, StoreWriteError } from '../errors.ts';
import { encodeRow } from '../row-json.ts';
import type { Tx } from '../store.ts';
import type { AnyTable, Row } from '../table.ts';
import {
  type BankChange,
  LOCK,
  REMOVE_GONE,
  REMOVE_OLD,
  readBank,
  writeBank,
} from './bank-statements.ts';
import { checkBank } from './check-bank.ts';
import { ConflictError, type Database, type Query, type Statements } from './database.ts';
import { findCommit, type SentCommit } from './lost-commit.ts';
import { changesOf, type RowText, sizeOf } from './row-texts.ts';
import type { SharedSets } from './shared-sets.ts';

/** What the banks of a store share. */
export interface Surroundings {
  readonly database: Database;
  readonly tables: ReadonlyMap<string, AnyTable>;
  readonly bases: Bases;
  readonly sets: SharedSets;
  /** Characters that no other commit has. */
  readonly newCommit: () => string;
  /** For a bank that is read as a whole: another version or a hand may have written its rows. */
  readonly check: CheckRows;
}

type Work<T> = (tx: Tx) => Soon<T>;

interface Job {
  readonly work: Work<unknown>;
  readonly settle: (ending: Ending) => void;
}
/** How the work of a job has ended. */
type Ending = { readonly result: unknown } | { readonly thrown: unknown };

interface Played {
  readonly endings: readonly Ending[];
  readonly writes: readonly WriteSet[];
}

/** A commit of which the answer has not come. */
interface Sent extends SentCommit {
  readonly endings: readonly Ending[];
}

/** Transactions that are stored together. */
const MOST_TOGETHER = 64;
/** The bank is locked from the second on, so none of these fails for want of luck. */
const ATTEMPTS = 10;
/** So many versions back, a process catches up; one that is further behind reads the bank anew. */
const REMEMBERED = 1_000;

const NOTHING = { old: false, gone: false };

export class SharedBank implements RowsHolder {
  rows = new BankRows();
  wakeAt: number | null | undefined;
  /** Characters of the rows that are in memory for this bank alone. */
  size = 0;
  readonly #name: string;
  readonly #around: Surroundings;
  /** Version of the rows; 0 where there is no bank, `undefined` when they must be read. */
  #version: number | undefined;
  #waiting: Job[] = [];
  #running = false;
  /** Others wrote to the bank while this process did: it is locked before it is read. */
  #isContended = false;
  /** What the last commit leaves to be removed. */
  #leaves = NOTHING;
  #sent: Sent | undefined;

  constructor(name: string, around: Surroundings) {
    this.#name = name;
    this.#around = around;
  }

  async transact<T>(work: Work<T>): Promise<T> {
    const ending = await new Promise<Ending>((settle) => {
      this.#waiting.push({ work, settle });
      if (!this.#running) void this.#run();
    });
    if ('thrown' in ending) throw ending.thrown;
    return ending.result as T;
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const jobs = this.#waiting.splice(0, MOST_TOGETHER);
      const endings = await this.#endingsOf(jobs);
      for (const [i, { settle }] of jobs.entries()) settle(endings[i] as Ending);
    }
    this.#running = false;
  }

  async #endingsOf(jobs: readonly Job[]): Promise<readonly Ending[]> {
    try {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const endings = await this.#attempt(jobs);
        if (endings !== undefined) {
          this.#tidy();
          return endings;
        }
        this.#isContended = true;
      }
      const text = `Too many others write to the bank ${this.#name}; try again.`;
      throw new StoreWriteError(text, 'not done');
    } catch (thrown) {
      // What the database has now is not known.
      this.#forget();
      return jobs.map(() => ({ thrown }));
    }
  }

  /** `undefined` if it must be tried again, mostly because another process was first. */
  async #attempt(jobs: readonly Job[]): Promise<readonly Ending[] | undefined> {
    const { once } = this.#around.database;
    this.#sent = undefined;
    try {
      if (!this.#isContended) return await this.#playAndKeep(jobs, once);
      return await once.transaction(async (statements) => {
        await statements.query(LOCK, [this.#name]);
        // As long as others use the bank too, it is locked at once.
        this.#isContended = await this.#catchUp(statements.query);
        return this.#playAndKeep(jobs, statements, true);
      });
    } catch (error) {
      if (isUnknown(error)) return this.#endingsOfLost(error);
      if (!(error instanceof ConflictError)) throw error;
      this.#forget();
      return undefined;
    }
  }

  /** The answer to a commit was lost (DUR-08). */
  async #endingsOfLost(lost: StoreWriteError): Promise<readonly Ending[] | undefined> {
    const sent = this.#sent;
    this.#forget();
    // It was the end of a transaction that had changed nothing.
    if (sent === undefined) return undefined;
    const outcome = await findCommit(this.#around.database, this.#name, sent);
    if (outcome === 'not known') throw lost;
    return outcome === 'done' ? sent.endings : undefined;
  }

  /** @param isCurrent whether the rows were compared with the database after these jobs had begun to wait */
  async #playAndKeep(
    jobs: readonly Job[],
    statements: Statements,
    isCurrent = false,
  ): Promise<readonly Ending[] | undefined> {
    const { query } = statements;
    const isRead = this.#version === undefined && (await this.#catchUp(query));
    const { endings, writes } = await this.#play(jobs);
    if (writes.every(({ isEmpty }) => isEmpty)) {
      if (isCurrent || isRead || !(await this.#catchUp(query))) return endings;
      // The rows had changed in the database; now they are read again.
      return this.#playAndKeep(jobs, statements, true);
    }
    const change = await this.#changeOf(writes, query);
    this.#sent = { ...change, endings };
    if (await this.#write(change, statements)) return endings;
    for (const one of [...writes].reverse()) one.undo();
    return undefined;
  }

  async #play(jobs: readonly Job[]): Promise<Played> {
    const endings: Ending[] = [];
    const kept: WriteSet[] = [];
    for (const { work } of jobs) {
      const writes = new WriteSet(this, this.#around.tables, this.#around.bases);
      try {
        endings.push({ result: await work(writes) });
        kept.push(writes);
      } catch (thrown) {
        writes.undo();
        endings.push({ thrown });
      } finally {
        writes.end();
      }
    }
    return { endings, writes: kept };
  }

  /** Stores what was written on top of the version that the rows have. */
  async #write(bankChange: BankChange, { change }: Statements): Promise<boolean> {
    const { sets } = this.#around;
    const { restarted, rows } = bankChange;
    const version = await writeBank(change, this.#name, bankChange);
    if (version === undefined) {
      if (restarted?.start) sets.lost(restarted.start);
      return false;
    }
    this.#version = version;
    this.size = (restarted === undefined ? this.size : 0) + sizeOf(rows);
    this.#leaves = {
      old: restarted !== undefined,
      gone: version % REMEMBERED === 0,
    };
    return true;
  }

  /** Removes rows that will not be read again, once the commit that made them so is there. */
  #tidy(): void {
    const { database } = this.#around;
    const { old, gone } = this.#leaves;
    this.#leaves = NOTHING;
    if (old) database.later(REMOVE_OLD, [this.#name]);
    if (gone) database.later(REMOVE_GONE, [this.#name, (this.#version ?? 0) - REMEMBERED]);
  }

  /** What the transactions did together. */
  async #changeOf(writes: readonly WriteSet[], query: Query): Promise<BankChange> {
    const last = writes.findLastIndex(({ restarted }) => restarted !== undefined);
    const base = writes[last]?.restarted;
    const changes = new Map<AnyTable, Map<string, Row | null>>();
    for (const one of writes.slice(Math.max(last, 0))) {
      for (const [table, rows] of one.changes) {
        const all = getOrSet(changes, table, () => new Map<string, Row | null>());
        for (const [id, row] of rows) all.set(id, row);
      }
    }
    return {
      version: this.#version ?? 0,
      restarted: base && { start: await this.#around.sets.store(base, query) },
      wakeAt: this.wakeAt === undefined ? 0 : this.wakeAt,
      commit: this.#around.newCommit(),
      events: writes.flatMap(({ reported }) => reported.map((event) => JSON.stringify(event))),
      rows: [...changes].flatMap(([table, rows]) =>
        [...rows].map(([id, row]) => rowTextOf(this.rows.base, table, id, row)),
      ),
    };
  }

  /** Brings the rows up to the version that the database has. Whether they were behind. */
  async #catchUp(query: Query): Promise<boolean> {
    const { tables, sets } = this.#around;
    const known = this.#version ?? 0;
    const state = await readBank(query, this.#name, known);
    if (state === undefined) {
      const wasBehind = this.#version !== 0;
      this.#forget();
      this.#version = 0;
      return wasBehind;
    }
    if (state.version === this.#version) return false;
    // A database that was put back to an earlier time.
    if (state.version < known) this.#forget();
    if (this.#version === undefined && !state.isWhole) return this.#catchUp(query);
    const changes = changesOf(state.rows, tables);
    if (state.isWhole) {
      const base = state.start === undefined ? NO_BASE : await sets.load(state.start, query);
      this.rows = new BankRows(base, changes);
      checkBank(this.#name, this.rows, this.#around);
      this.size = 0;
    } else {
      for (const [name, rows] of changes) {
        const table = tables.get(name) as AnyTable;
        for (const [id, change] of rows) this.rows.set(table, id, change);
      }
    }
    this.size += sizeOf(state.rows);
    this.wakeAt = state.wakeAt;
    this.#version = state.version;
    return true;
  }

  #forget(): void {
    this.rows = new BankRows();
    this.wakeAt = undefined;
    this.#version = undefined;
    this.size = 0;
  }
}

/** A removed row is remembered, so that other processes remove it too. */
function rowTextOf(base: Base, table: AnyTable, id: string, row: Row | null): RowText {
  const gone = base.rows(table.name).has(id) ? null : '';
  return { table: table.name, id, content: row === null ? gone : encodeRow(table, row) };
}
