// One bank on disk: its rows in memory, its journal, and the fold of the one into the JSON file.
import { Bank, type Keeper } from '../engine/bank.ts';
import type { Base, Bases } from '../engine/base.ts';
import type { Registered } from '../engine/store-of.ts';
import type { WriteSet } from '../engine/write-set.ts';
import type { Failure } from '../errors.ts';
import {
  buryBank,
  type FoundBank,
  filesOf,
  type Opening,
  readRows,
  removeBuried,
} from './bank-files.ts';
import { encodeCommit } from './commit-line.ts';
import type { Handles } from './handles.ts';
import { Journal, type Position } from './journal.ts';
import { emptyDocument } from './snapshot-file.ts';

/** What the banks of a store share. */
export interface Surroundings extends Opening {
  readonly bases: Bases;
  readonly handles: Handles;
  readonly onFlushed: (bank: FileBank) => void;
  /** Called after a failed write; returns what its transactions reject with. */
  readonly onFailed: (bank: string, error: unknown, outcome: Failure) => Error;
}

export class FileBank implements Keeper, Registered {
  readonly name: string;
  readonly bank: Bank;
  readonly #around: Surroundings;
  readonly #snapshots: FoundBank['snapshots'];
  readonly #journal: Journal;
  #snapshotSeq: number;
  #folding: Promise<void> = Promise.resolve();
  /** The queue is held by a job that is not a transaction, so that no transaction is in the middle of its work. */
  #isStill = false;
  /** Starting sets that waiting commits refer to; their files come first. */
  readonly #starts = new Set<Base>();
  /** The tombstone stands, but files of the time before may still be there. */
  #isHalfDropped = false;

  constructor(found: FoundBank, around: Surroundings) {
    this.name = found.bank;
    this.#around = around;
    this.#snapshots = found.snapshots;
    this.#snapshotSeq = found.snapshotSeq;
    this.bank = new Bank(this, around.tables, around.bases);
    this.bank.wakeAt = found.wakeAt;
    if (found.rows !== undefined) this.bank.rows = found.rows;
    else this.bank.readLater(async () => (await readRows(this.#snapshots)).rows);
    this.#journal = new Journal({
      disk: around.disk,
      folder: around.folder,
      path: filesOf(around.folder, this.name).journal,
      length: found.journal?.length ?? 0,
      seq: found.seq,
      exists: found.journal !== undefined,
      handles: around.handles,
      prepare: () => this.#beforeWrite(),
      rollback: (undo) => this.#rollback(undo),
      onFlushed: () => around.onFlushed(this),
      onFailed: (error, outcome) => around.onFailed(this.name, error, outcome),
    });
  }

  get isWritten(): boolean {
    return this.#journal.durableSeq > 0;
  }

  get mayBeForgotten(): boolean {
    return !this.isWritten && !this.#isHalfDropped;
  }

  /** Bytes of journal and of the file that they would be folded into, and commits that wait for the disk. */
  get sizes(): { readonly journal: number; readonly snapshot: number; readonly waiting: number } {
    const { length, waiting } = this.#journal;
    return { journal: length, snapshot: this.#snapshots.file.bytes, waiting };
  }

  prepare(restarted: Base): Promise<void> {
    return this.#around.starts.learn(restarted);
  }

  keep(commit: WriteSet): Promise<void> {
    const { restarted } = commit;
    if (restarted !== undefined) this.#starts.add(restarted);
    const restart = restarted && this.#around.starts.hashOf(restarted);
    const line = encodeCommit(this.#journal.nextSeq, commit, restart);
    return this.#journal.append(line, () => commit.undo());
  }

  kept(): Promise<void> | undefined {
    return this.#journal.settled();
  }

  async #beforeWrite(): Promise<void> {
    await this.#finishDrop();
    for (const base of this.#starts) {
      await this.#around.starts.store(base);
      this.#starts.delete(base);
    }
  }

  async #rollback(undo: () => void): Promise<void> {
    const takeBack = () => {
      this.#starts.clear();
      undo();
    };
    if (this.#isStill) takeBack();
    else await this.bank.queue.run(takeBack, true);
  }

  /** Brings the JSON file up to date and empties the journal, while transactions go on. */
  fold(): Promise<void> {
    this.#folding = this.#folding.catch(() => undefined).then(() => this.#fold());
    return this.#folding;
  }

  async #fold(): Promise<void> {
    // The queue gives the moment between two transactions; the write then goes on beside them.
    const started = await this.bank.queue.run(() => this.#startFold());
    if (started === undefined) return;
    try {
      await started.written;
    } finally {
      this.#snapshots.low.data = emptyDocument();
    }
    this.#snapshotSeq = started.position.seq;
    await this.#journal.cut(started.position);
  }

  #startFold(): { readonly position: Position; readonly written: Promise<void> } | undefined {
    const position = this.#journal.end;
    if (position.seq === 0 || (position.seq === this.#snapshotSeq && position.offset === 0)) {
      return undefined;
    }
    const { low } = this.#snapshots;
    const { rows, wakeAt } = this.bank;
    low.data = { seq: position.seq, wakeAt, rows, durable: this.#journal.settled() };
    return { position, written: low.write() };
  }

  /** Forgets the bank for good. The tombstone decides: once it is there, removing the rest can wait. */
  drop(): Promise<void> {
    return this.bank.queue.run(async () => {
      this.#isStill = true;
      try {
        await this.#folding.catch(() => undefined);
        await this.#journal.settled()?.catch(() => undefined);
        if (!this.isWritten) return;
        await buryBank(this.name, this.#around);
        this.#isHalfDropped = true;
        this.bank.forget();
        this.#snapshotSeq = 0;
        await this.#journal.forget();
        await this.#finishDrop();
      } finally {
        this.#isStill = false;
      }
    });
  }

  async #finishDrop(): Promise<void> {
    if (!this.#isHalfDropped) return;
    await removeBuried(this.name, this.#around);
    this.#isHalfDropped = false;
  }

  /** Resolves when no transaction runs and nothing waits for the disk. */
  async rest(): Promise<void> {
    await this.bank.queue.run(() => undefined);
    await this.#journal.settled()?.catch(() => undefined);
    await this.#folding.catch(() => undefined);
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}
