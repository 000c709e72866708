// One transaction's writes. They go straight into the bank's rows, which no other transaction reads before the
// work has ended, and each leaves behind how to take it back: after a throw, or after a failed fsync.
import { getOrSet } from '../../kernel/get-or-set.ts';
import { after, type Soon } from '../../kernel/soon.ts';
import { admitRow } from '../rows.ts';
import type { Range, StartingRows, Tx } from '../store.ts';
import type { AnyTable, Row, Table } from '../table.ts';
import { BankRows } from './bank-rows.ts';
import type { Base, Bases } from './base.ts';

/** Net effect of a transaction: first `restarted`, then each id's last row, `null` for removed. */
export interface Writes {
  readonly restarted: Base | undefined;
  readonly changes: ReadonlyMap<AnyTable, ReadonlyMap<string, Row | null>>;
}

/** Where the writes go; a restart puts other rows in its place. */
export interface RowsHolder {
  rows: BankRows;
  wakeAt: number | null | undefined;
}

const EVERYTHING: Range = {};

export class WriteSet implements Tx, Writes {
  restarted: Base | undefined;
  readonly reported: object[] = [];
  readonly #changes = new Map<AnyTable, Map<string, Row | null>>();
  readonly #undo: (() => void)[] = [];
  readonly #holder: RowsHolder;
  readonly #tables: ReadonlyMap<string, AnyTable>;
  readonly #bases: Bases;
  #over = false;

  constructor(holder: RowsHolder, tables: ReadonlyMap<string, AnyTable>, bases: Bases) {
    this.#holder = holder;
    this.#tables = tables;
    this.#bases = bases;
  }

  get<R extends Row>(table: Table<R>, id: string): R | undefined {
    this.#check(table);
    return this.#holder.rows.get(table, id) as R | undefined;
  }

  listBy<R extends Row, I extends string>(
    table: Table<R, I>,
    index: I,
    value: string,
    range: Range = EVERYTHING,
  ): Soon<readonly R[]> {
    this.#check(table as AnyTable);
    if (!Object.hasOwn(table.indexes, index)) {
      throw new TypeError(`Table "${table.name}" has no index "${index}".`);
    }
    return after(
      this.#holder.rows.prepare(table as AnyTable, index),
      () => this.#holder.rows.list(table as AnyTable, index, value, range) as unknown as R[],
    );
  }

  put<R extends Row>(table: Table<R>, row: R): void {
    this.#check(table);
    admitRow(table, row);
    this.#set(table, row.id, row);
  }

  remove<R extends Row>(table: Table<R>, id: string): void {
    this.#check(table);
    if (this.#holder.rows.get(table, id) !== undefined) this.#set(table, id, null);
  }

  restart(start: StartingRows): void {
    this.#checkOpen();
    const base = this.#bases.of(start);
    const before = this.#holder.rows;
    this.#undo.push(() => {
      this.#holder.rows = before;
    });
    this.#holder.rows = new BankRows(base);
    this.restarted = base;
    this.#changes.clear();
  }

  async snapshot(): Promise<StartingRows> {
    this.#checkOpen();
    return this.#bases.startOf(this.#holder.rows.asBase());
  }

  report(events: readonly object[]): void {
    this.#checkOpen();
    for (const event of events) this.reported.push(event);
  }

  wakeAt(at: number | null): void {
    this.#checkOpen();
    const before = this.#holder.wakeAt;
    if (before === at) return;
    this.#undo.push(() => {
      this.#holder.wakeAt = before;
    });
    this.#holder.wakeAt = at;
  }

  /** Whether no row was written, and nothing reported. */
  get isEmpty(): boolean {
    const { restarted, reported } = this;
    return restarted === undefined && reported.length === 0 && this.#changes.size === 0;
  }

  get changes(): ReadonlyMap<AnyTable, ReadonlyMap<string, Row | null>> {
    return this.#changes;
  }

  /** From here on, calls throw: work that goes on after its transaction has nothing to write to. */
  end(): void {
    this.#over = true;
  }

  /** Takes every write back, once. Later transactions' writes must have been taken back before. */
  undo(): void {
    for (const step of this.#undo.reverse()) step();
  }

  #set(table: AnyTable, id: string, next: Row | null): void {
    const { rows } = this.#holder;
    const before = rows.set(table, id, next);
    this.#undo.push(() => rows.set(table, id, before));
    getOrSet(this.#changes, table, () => new Map()).set(id, next);
  }

  #check(table: AnyTable): void {
    this.#checkOpen();
    if (this.#tables.get(table.name) === table) return;
    throw new TypeError(`Table "${table.name}" is not one that this store was opened with.`);
  }

  #checkOpen(): void {
    if (this.#over) throw new Error('This transaction is over: its work has already returned.');
  }
}
