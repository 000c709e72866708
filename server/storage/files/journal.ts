// A bank's journal: one line per commit, made durable in groups. Commits that wait while the disk is busy share the next
// write, which waits for the disk itself. A failed write is taken back on disk and in memory (DUR-04).
import { setImmediate as afterOthers } from 'node:timers/promises';
import { Queue } from '../engine/queue.ts';
import type { Failure } from '../errors.ts';
import { type Disk, type DiskFile, withFile } from './disk.ts';
import type { Handles } from './handles.ts';

/** Bytes that are written with one fsync, at most by one line more. */
const GROUP = 8 * 1024 * 1024;
const COPY = 1024 * 1024;

interface Waiting {
  readonly line: Buffer;
  readonly undo: () => void;
  readonly durable: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

interface JournalOptions {
  readonly disk: Disk;
  readonly folder: string;
  readonly path: string;
  /** Durable bytes and the number of the last commit, as found. */
  readonly length: number;
  readonly seq: number;
  readonly exists: boolean;
  readonly handles: Handles;
  /** Runs before each write. */
  readonly prepare: () => Promise<void>;
  /** Runs `undo` when no transaction of the bank is in the middle of its work. */
  readonly rollback: (undo: () => void) => Promise<void>;
  readonly onFlushed: () => void;
  readonly onFailed: (error: unknown, outcome: Failure) => Error;
}

/** A place between two commits. */
export interface Position {
  readonly seq: number;
  readonly offset: number;
}

export class Journal {
  readonly #options: JournalOptions;
  /** Whatever touches the file waits its turn here. */
  readonly #turns = new Queue();
  #waiting: Waiting[] = [];
  #flushing = false;
  #file: DiskFile | undefined;
  #exists: boolean;
  /** Whether the file's name is in the folder for good: not yet after it was made or replaced. */
  #isNamed = true;
  /** Bytes past `length` may be in the file and must go before the next line. */
  #isDirty: boolean;
  /** Whether the group that is being written may be among them. */
  #isBegun = false;
  #length: number;
  #seq: number;
  #past = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#length = options.length;
    this.#seq = options.seq;
    this.#exists = options.exists;
    // One that is found empty was cut, which is perhaps not on the disk yet: the next line must not be put over old ones.
    this.#isDirty = options.exists && options.length === 0;
  }

  /** Bytes that are durable. */
  get length(): number {
    return this.#length;
  }

  /** Bytes before the last commit that throws all earlier ones away. */
  get past(): number {
    return this.#past;
  }

  /** Whether commits that were taken back may still be in the file. */
  get mayHaveMore(): boolean {
    return this.#isDirty;
  }

  /** Commits that wait for the disk. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Number of the last durable commit. */
  get durableSeq(): number {
    return this.#seq;
  }

  /** The end, commits that still wait for the disk included. */
  get end(): Position {
    const offset = this.#waiting.reduce((sum, { line }) => sum + line.length, this.#length);
    return { seq: this.#seq + this.#waiting.length, offset };
  }

  get nextSeq(): number {
    return this.#seq + this.#waiting.length + 1;
  }

  /** Resolves once the line is durable; rejects after `undo` has run, when it could not be made so. */
  append(line: Buffer, undo: () => void, restarts = false): Promise<void> {
    if (restarts) this.#past = this.end.offset;
    let settle: Pick<Waiting, 'resolve' | 'reject'> | undefined;
    const durable = new Promise<void>((resolve, reject) => {
      settle = { resolve, reject };
    });
    // The transaction awaits it; this keeps a rejection from counting as unhandled before it does.
    durable.catch(() => undefined);
    this.#waiting.push({ line, undo, durable, ...(settle as NonNullable<typeof settle>) });
    if (!this.#flushing) void this.#flush();
    return durable;
  }

  /** Resolves once everything appended so far is durable; `undefined` if it is. */
  settled(): Promise<void> | undefined {
    return this.#waiting.at(-1)?.durable;
  }

  /** Drops what lies before a durable position. */
  cut(position: Position): Promise<void> {
    return this.#turns.run(async () => {
      if (this.#length === position.offset) await this.#empty();
      else await this.#copyTail(position.offset);
      this.#past = Math.max(0, this.#past - position.offset);
    });
  }

  /** Forgets everything; the file is the caller's to remove. Nothing may be waiting. */
  forget(): Promise<void> {
    return this.#turns.run(async () => {
      await this.#closeFile();
      this.#exists = false;
      this.#isDirty = false;
      this.#length = 0;
      this.#seq = 0;
      this.#past = 0;
    });
  }

  close(): Promise<void> {
    return this.#turns.run(() => this.#closeFile());
  }

  async #flush(): Promise<void> {
    this.#flushing = true;
    await afterOthers();
    while (this.#waiting.length > 0) {
      const group = this.#waiting.slice(0, this.#groupSize());
      try {
        await this.#options.handles.use(() => this.#turns.run(() => this.#write(group)));
      } catch (error) {
        await this.#takeBack(error);
        continue;
      }
      for (const { resolve } of group) resolve();
    }
    this.#flushing = false;
    if (this.#options.handles.areMany) await this.close().catch(() => undefined);
    this.#options.onFlushed();
  }

  #groupSize(): number {
    let bytes = 0;
    const past = this.#waiting.findIndex(({ line }) => {
      bytes += line.length;
      return bytes > GROUP;
    });
    return past === -1 ? this.#waiting.length : past + 1;
  }

  async #write(group: readonly Waiting[]): Promise<void> {
    this.#isBegun = false;
    await this.#options.prepare();
    const file = await this.#open();
    if (this.#isDirty) await this.#repair(file);
    const bytes = Buffer.concat(group.map(({ line }) => line));
    this.#isDirty = true;
    this.#isBegun = true;
    await file.write(bytes, this.#length);
    await this.#nameForGood();
    this.#isDirty = false;
    // All at once: a commit may come at any moment, and is numbered by these.
    this.#length += bytes.length;
    this.#seq += group.length;
    this.#waiting = this.#waiting.slice(group.length);
  }

  /** Undoes all that waits, youngest first: each may have seen what the ones before it wrote. */
  async #takeBack(cause: unknown): Promise<void> {
    // Without this, a crash now would leave commits in the file that were refused. A fold may have closed it meanwhile.
    const repair = async () => {
      if (this.#isDirty) await this.#repair(await this.#open());
    };
    await this.#turns.run(repair).catch(() => undefined);
    const mayBeThere = this.#isBegun && this.#isDirty;
    const error = this.#options.onFailed(cause, mayBeThere ? 'not known' : 'not done');
    await this.#turns.run(() => this.#closeFile()).catch(() => undefined);
    await this.#options.rollback(() => {
      const failed = this.#waiting;
      this.#waiting = [];
      for (const { undo } of failed.toReversed()) undo();
      for (const { reject } of failed) reject(error);
    });
  }

  async #repair(file: DiskFile): Promise<void> {
    await file.truncate(this.#length);
    await file.sync();
    this.#isDirty = false;
  }

  async #open(): Promise<DiskFile> {
    if (this.#file !== undefined) return this.#file;
    const { disk, path, handles } = this.#options;
    this.#file = await disk.open(path, this.#exists ? 'write' : 'make', 'synced');
    handles.count(1);
    if (!this.#exists) this.#isNamed = false;
    this.#exists = true;
    return this.#file;
  }

  async #nameForGood(): Promise<void> {
    if (this.#isNamed) return;
    await this.#options.disk.syncFolder(this.#options.folder);
    this.#isNamed = true;
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    if (file === undefined) return;
    this.#file = undefined;
    this.#options.handles.count(-1);
    await file.close();
  }

  async #empty(): Promise<void> {
    if (!this.#exists) return;
    const file = await this.#open();
    await file.truncate(0);
    // From here on there is nothing in it, whether or not that is on the disk yet.
    this.#length = 0;
    this.#isDirty = true;
    await file.sync();
    this.#isDirty = false;
  }

  async #copyTail(from: number): Promise<void> {
    const { disk, path } = this.#options;
    const source = await this.#open();
    const temporary = `${path}.tmp`;
    const length = this.#length - from;
    await withFile(disk.open(temporary, 'make'), async (target) => {
      const buffer = Buffer.allocUnsafe(Math.min(COPY, length));
      for (let done = 0; done < length; ) {
        const part = buffer.subarray(0, Math.min(buffer.length, length - done));
        const got = await source.read(part, from + done);
        if (got === 0) throw new Error(`${path} is shorter than what was written to it.`);
        await target.write(part.subarray(0, got), done);
        done += got;
      }
      await target.sync();
    });
    await this.#closeFile();
    await disk.rename(temporary, path);
    this.#length = length;
    this.#isDirty = false;
    this.#isNamed = false;
    await this.#nameForGood();
  }
}
