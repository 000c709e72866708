// A disk in memory that loses what a real one may lose: what was written and not synced, in part and in any order, and
// names that were made, changed or removed and whose folder was not synced. It fails and is slow by a seed, and lets one
// operation through at a time, in an order by the seed.
import {
  type Disk,
  type DiskFile,
  type OpenMode,
  syncingWrites,
} from '../../server/storage/files/disk.ts';
import type { Dice } from '../support/dice.ts';

/** Bytes at a place; without any, the end. */
interface Change {
  readonly at: number;
  readonly bytes?: Buffer;
}

/** A file, whatever its name: what is on the disk for good, and what was changed since. */
interface Inode {
  readonly id: number;
  lasting: Buffer;
  changes: Change[];
}

/** A name that is given or taken away, which may be lost until its folder is synced. */
interface Naming {
  readonly from?: string;
  readonly to: string;
  readonly inode?: Inode;
}

interface Waiting {
  readonly go: () => void;
  readonly stop: (error: Error) => void;
}

export class SimulatedDisk {
  #lasting = new Map<string, Inode>();
  #namings: Naming[] = [];
  #names = new Map<string, Inode>();
  #next = 1;
  #waiting: Waiting[] = [];
  readonly #dice: Dice;
  #crashes = 0;
  /** How likely it is that an operation fails. */
  failure = 0;
  /** What was done, for who reads what went wrong. */
  readonly done: string[] = [];

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** Lets one of the waiting operations go on. @returns whether there was one */
  step(): boolean {
    const [chosen] = this.#waiting.splice(this.#dice.upTo(this.#waiting.length), 1);
    chosen?.go();
    return chosen !== undefined;
  }

  /** Cuts the power. What is there afterwards is what a machine finds that starts again. */
  cutPower(): void {
    this.#crashes += 1;
    this.done.push('the power is gone');
    for (const { stop } of this.#waiting.splice(0)) stop(noPower());
    const names = new Map(this.#lasting);
    for (const naming of this.#namings) if (this.#dice() < 0.5) give(names, naming);
    for (const inode of new Set(names.values())) this.#settle(inode);
    // Another start of the machine knows that these are of nobody.
    for (const name of [...names.keys()]) if (isLock(name)) names.delete(name);
    this.#lasting = names;
    this.#names = new Map(names);
    this.#namings = [];
  }

  /** Of what was not synced, some is there: the last of it perhaps cut off. */
  #settle(inode: Inode): void {
    const some = inode.changes.filter(() => this.#dice() < 0.5);
    const last = some.at(-1);
    if (last?.bytes !== undefined && this.#dice() < 0.7) {
      const bytes = last.bytes.subarray(0, this.#dice.upTo(last.bytes.length + 1));
      some.splice(-1, 1, { at: last.at, bytes });
    }
    inode.lasting = contentOf(inode.lasting, some);
    inode.changes = [];
  }

  /** The disk, as long as there is power. */
  mounted(): Disk {
    const crashes = this.#crashes;
    /** Waits until it is its turn, and perhaps fails. */
    const turn: Turn = async (what, path, ...codes) => {
      if (crashes !== this.#crashes) throw noPower();
      await new Promise<void>((go, stop) => {
        this.#waiting.push({ go, stop });
      });
      const fails = codes.length > 0 && !isLock(path) && this.#dice() < this.failure;
      this.done.push(`${what} ${path}${fails ? ' fails' : ''}`);
      if (fails) throw failing(this.#dice.of(codes), `${what} ${path}`);
    };
    const inodeAt = (path: string): Inode | undefined => this.#names.get(path);
    return {
      folder: async (path) => path,
      list: async (folder) => {
        await turn('list', folder, 'EMFILE');
        return [...this.#names.keys()].map((path) => path.slice(folder.length + 1)).sort();
      },
      sizeOf: async (path) => {
        await turn('size of', path);
        const inode = inodeAt(path);
        return inode && contentOf(inode.lasting, inode.changes).length;
      },
      // It is asked before and after each write.
      idOf: async (path) => {
        if (crashes !== this.#crashes) throw noPower();
        return isLock(path) ? inodeAt(path)?.id.toString() : 'the folder';
      },
      open: async (path, mode, writes) => {
        await turn(`open to ${mode}`, path, 'EMFILE');
        const file = this.#file(this.#opened(path, mode), path, turn);
        return writes === 'synced' ? syncingWrites(file) : file;
      },
      rename: async (from, to) => {
        await turn(`rename ${from} to`, to, 'EIO');
        this.#give({ from, to, inode: inodeAt(from) ?? missing(from) });
      },
      remove: async (path) => {
        await turn('remove', path, 'EIO');
        if (inodeAt(path) !== undefined) this.#give({ to: path });
      },
      syncFolder: async (path) => {
        await turn('sync', path, 'EIO', 'EMFILE');
        this.#lasting = new Map(this.#names);
        this.#namings = [];
      },
    };
  }

  #opened(path: string, mode: OpenMode): Inode {
    const found = this.#names.get(path);
    if (found !== undefined && mode === 'fresh') throw failing('EEXIST', path);
    if (found !== undefined && mode === 'make') found.changes.push({ at: 0 });
    if (found !== undefined) return found;
    if (mode === 'read' || mode === 'write') return missing(path);
    const inode: Inode = { id: this.#next, lasting: Buffer.alloc(0), changes: [] };
    this.#next += 1;
    this.#give({ to: path, inode });
    return inode;
  }

  #give(naming: Naming): void {
    give(this.#names, naming);
    this.#namings.push(naming);
  }

  #file(inode: Inode, path: string, turn: Turn): DiskFile {
    const now = () => contentOf(inode.lasting, inode.changes);
    return {
      read: async (into, position) => {
        await turn('read', path, 'EIO');
        return now().copy(into, 0, position);
      },
      write: async (bytes, position) => {
        const whole = Buffer.from(bytes);
        const what = `write ${bytes.length} at ${position} of`;
        await turn(what, path, 'ENOSPC', 'EIO').catch((error: unknown) => {
          // A full disk takes what it can before it refuses.
          const taken = whole.subarray(0, this.#dice.upTo(whole.length));
          inode.changes.push({ at: position, bytes: taken });
          throw error;
        });
        inode.changes.push({ at: position, bytes: whole });
      },
      size: async () => {
        await turn('size of', path);
        return now().length;
      },
      truncate: async (length) => {
        await turn(`cut to ${length}`, path, 'EIO');
        inode.changes.push({ at: length });
      },
      sync: async () => {
        await turn('sync', path, 'EIO');
        inode.lasting = now();
        inode.changes = [];
      },
      close: () => turn('close', path),
    };
  }
}

type Turn = (what: string, path: string, ...codes: readonly string[]) => Promise<void>;

const isLock = (path: string): boolean => path.includes('/.lock-');

function give(names: Map<string, Inode>, { from, to, inode }: Naming): void {
  if (from !== undefined) names.delete(from);
  if (inode === undefined) names.delete(to);
  else names.set(to, inode);
}

function missing(path: string): never {
  throw failing('ENOENT', path);
}

const noPower = (): Error => failing('EIO', 'the power is gone');

const contentOf = (lasting: Buffer, changes: readonly Change[]): Buffer =>
  changes.reduce((content, { at, bytes }) => {
    if (bytes === undefined) return resized(content, at);
    const whole = Buffer.from(resized(content, Math.max(at + bytes.length, content.length)));
    bytes.copy(whole, at);
    return whole;
  }, lasting);

/** Where nothing was written are zeros. */
const resized = (content: Buffer, length: number): Buffer =>
  length <= content.length
    ? content.subarray(0, length)
    : Buffer.concat([content, Buffer.alloc(length - content.length)]);

const failing = (code: string, what: string): Error =>
  Object.assign(new Error(`${code}: ${what}`), { code });
