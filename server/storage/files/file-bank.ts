// One bank on disk: its rows in memory, its journal, and the fold of the one into the JSON file.
import { Bank, type Keeper } from '../engine/bank.ts';
import type { BankRows } from '../engine/bank-rows.ts';
import type { BankInMemory, BanksInMemory } from '../engine/banks-in-memory.ts';
import type { Base, Bases } from '../engine/base.ts';
import type { Registered } from '../engine/store-of.ts';
import type { WriteSet } from '../engine/write-set.ts';
import type { Failure } from '../errors.ts';
import {
  buryBank,
  type FoundBank,
  filesOf,
  type Opening,
  removeBuried,
  rowsAgain,
  unburyBank,
} from './bank-files.ts';
import { encodeCommit } from './commit-line.ts';
import type { Handles } from './handles.ts';
import { Journal, type Position } from './journal.ts';
import type { SetReference } from './journal-reader.ts';
import { emptyDocument } from './snapshot-file.ts';

/** What the banks of a store share. */
interface Surroundings extends Opening {
  readonly bases: Bases;
  readonly handles: Handles;
  readonly inMemory: BanksInMemory<FileBank>;
  readonly onFlushed: (bank: FileBank) => void;
  /** Called after a failed write; returns what its transactions reject with. */
  readonly onFailed: (bank: string, error: unknown, outcome: Failure) => Error;
}

export class FileBank implements Keeper, Registered, BankInMemory {
  readonly name: string;
  readonly bank: Bank;
  size = 0;
  readonly #around: Surroundings;
  readonly #snapshots: FoundBank['snapshots'];
  readonly #journal: Journal;
  #snapshotSeq: number;
  #folding: Promise<void> = Promise.resolve();
  /** What of it goes on beside transactions. */
  #moving: Promise<void> | undefined;
  /** The queue is held by a job that is not a transaction, so that no transaction is in the middle of its work. */
  #isStill = false;
  /** Starting sets that waiting commits refer to; their files come first. */
  readonly #starts = new Set<Base>();
  /** What the files, with the waiting commits, refer to; in the order of the commits. */
  #sets: readonly SetReference[] = [];
  /** Hashes of sets to which commits refer that were taken back, and may still be in the journal. */
  #leftSets: readonly string[] = [];
  /** A drop has failed, and its tombstone may be there: the next start would take it for a dropped bank. */
  #mayBeBuried = false;
  /** The tombstone is written, but files of the time before may still be there. */
  #isHalfDropped = false;

  constructor(found: FoundBank, around: Surroundings) {
    this.name = found.bank;
    this.#around = around;
    this.#snapshots = found.snapshots;
    this.#snapshotSeq = found.snapshotSeq;
    this.bank = new Bank(this, around.tables, around.bases);
    this.bank.wakeAt = found.wakeAt;
    if (found.rows === undefined) this.bank.readLater(() => this.#readAgain());
    else this.bank.rows = this.#measured(found.rows);
    void this.#keepSets(found.sets);
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
      onFlushed: () => {
        this.#releaseSets();
        around.onFlushed(this);
      },
      onFailed: (error, outcome) => around.onFailed(this.name, error, outcome),
    });
  }

  get isWritten(): boolean {
    return this.#journal.durableSeq > 0;
  }

  /** Whether a start would find nothing of it. */
  get #isEmpty(): boolean {
    return !this.isWritten && !this.#journal.mayHaveMore;
  }

  get mayBeForgotten(): boolean {
    return this.#isEmpty && !this.#isHalfDropped && !this.#mayBeBuried;
  }

  get isInMemory(): boolean {
    return this.isWritten && this.bank.isRead;
  }

  get base(): Base {
    return this.bank.rows.base;
  }

  /** Unless a transaction runs or waits for the disk, or the rows are being written. */
  leave(): boolean {
    const isBusy = !this.bank.queue.isIdle || this.#journal.waiting > 0;
    if (isBusy || this.#moving !== undefined) return false;
    this.bank.readLater(() => this.#readAgain());
    return true;
  }

  async #readAgain(): Promise<BankRows> {
    const { length, durableSeq: seq } = this.#journal;
    const from = { snapshots: this.#snapshots, opening: this.#around };
    const read = () => rowsAgain(this.name, { seq, length }, from);
    return this.#measured(await this.#around.handles.read(read));
  }

  #measured(rows: BankRows): BankRows {
    this.size = rows.size(this.#around.tables.values());
    return rows;
  }

  /** Bytes of journal, of which a part is past, and of the file for them; commits that wait for the disk. */
  get sizes() {
    const { length, past, waiting } = this.#journal;
    return { journal: length, past, snapshot: this.#snapshots.file.bytes, waiting };
  }

  prepare(restarted: Base): Promise<void> {
    return this.#around.starts.learn(restarted);
  }

  /** Files of starting sets would go with a fold, here or also of other banks. */
  get keepsOldSets(): boolean {
    return this.#sets.slice(0, -1).some(({ hash }) => this.#around.starts.isOld(hash));
  }

  #refer(base: Base, reference: SetReference): void {
    // Reset after reset is one reference; but a JSON file says nothing of a set without rows.
    if (this.#sets.at(-1)?.hash === reference.hash && !base.isEmpty) return;
    void this.#keepSets([...this.#sets, reference]);
  }

  #keepSets(kept: readonly SetReference[]): Promise<void> {
    const before = this.#sets;
    this.#sets = kept;
    const hashes = (of: readonly SetReference[]) => of.map(({ hash }) => hash);
    return this.#around.starts.refer(hashes(before), hashes(kept));
  }

  /** What a start would still read in the journal must be there, until that is cut. */
  #leaveSets(): void {
    const left = this.#sets.map(({ hash }) => hash);
    for (const hash of left) void this.#around.starts.refer([], [hash]);
    this.#leftSets = [...this.#leftSets, ...left];
  }

  #releaseSets(): void {
    if (this.#journal.mayHaveMore) return;
    for (const hash of this.#leftSets) void this.#around.starts.refer([hash], []);
    this.#leftSets = [];
  }

  keep(commit: WriteSet): Promise<void> {
    const { restarted } = commit;
    const restart = restarted && this.#around.starts.hashOf(restarted);
    const seq = this.#journal.nextSeq;
    if (restarted !== undefined && restart !== undefined) {
      this.#starts.add(restarted);
      this.#refer(restarted, { seq, hash: restart });
    }
    const line = encodeCommit(seq, commit, restart);
    this.size = (restarted === undefined ? this.size : 0) + line.length;
    return this.#journal.append(line, () => commit.undo(), restarted !== undefined);
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
      const { durableSeq } = this.#journal;
      this.#leaveSets();
      void this.#keepSets(this.#sets.filter(({ seq }) => seq <= durableSeq));
    };
    if (this.#isStill) takeBack();
    else await this.bank.queue.run(takeBack, true);
  }

  /**
   * Brings the JSON file up to date and empties the journal, while transactions go on.
   * @param isUrgent whether somebody waits for it
   */
  fold(isUrgent: () => boolean): Promise<void> {
    this.#folding = this.#folding.catch(() => undefined).then(() => this.#fold(isUrgent));
    return this.#folding;
  }

  async #fold(isUrgent: () => boolean): Promise<void> {
    // The queue gives the moment between two transactions; the write then goes on beside them.
    const begun = await this.bank.queue.run(() => this.#startFold(isUrgent));
    await begun?.moving;
    this.#around.inMemory.used(this);
  }

  async #startFold(isUrgent: () => boolean): Promise<{ moving: Promise<void> } | undefined> {
    const { seq, offset } = this.#journal.end;
    if (seq === 0 || (seq === this.#snapshotSeq && offset === 0)) return undefined;
    await this.bank.read();
    const position = this.#journal.end;
    const { low } = this.#snapshots;
    const { rows, wakeAt } = this.bank;
    const durable = this.#journal.settled();
    low.data = { seq: position.seq, wakeAt, rows, isTrusted: true, durable, isUrgent };
    const moving = this.#finishFold(position, !rows.base.isEmpty, low.write());
    const ended = () => {
      this.#moving = undefined;
    };
    moving.then(ended, ended);
    this.#moving = moving;
    return { moving };
  }

  /** @param isFromSet whether the rows change a starting set */
  async #finishFold(position: Position, isFromSet: boolean, written: Promise<void>): Promise<void> {
    try {
      await written;
    } finally {
      this.#snapshots.low.data = emptyDocument();
    }
    this.#snapshotSeq = position.seq;
    // Commits that are in the JSON file refer to nothing any more; the file refers to the last set of theirs.
    const past = this.#sets.findLastIndex(({ seq }) => seq <= position.seq);
    await this.#keepSets(this.#sets.slice(isFromSet ? Math.max(past, 0) : past + 1));
    await this.#journal.cut(position);
    this.size = this.#snapshots.file.bytes + this.#journal.length;
    this.#releaseSets();
  }

  /** Forgets the bank for good. The tombstone decides: once it is there, removing the rest can wait. */
  drop(): Promise<void> {
    return this.bank.queue.run(async () => {
      this.#isStill = true;
      try {
        // One that has not begun waits for this.
        await this.#moving?.catch(() => undefined);
        await this.#journal.settled()?.catch(() => undefined);
        if (this.#isEmpty) return;
        this.#mayBeBuried = true;
        await buryBank(this.name, this.#around);
        this.#mayBeBuried = false;
        this.#isHalfDropped = true;
        this.bank.forget();
        await this.#keepSets([]);
        this.#snapshotSeq = 0;
        await this.#journal.forget();
        this.#releaseSets();
        await this.#finishDrop();
      } finally {
        this.#isStill = false;
      }
    });
  }

  /** What is written next must not go with what was dropped, nor with what could not be dropped. */
  async #finishDrop(): Promise<void> {
    if (this.#mayBeBuried) await unburyBank(this.name, this.#around);
    this.#mayBeBuried = false;
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
