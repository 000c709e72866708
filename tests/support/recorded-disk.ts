// A disk in memory that notes what is done with it, in order, and fails or stands still where it is told to.
import {
  type Disk,
  type DiskFile,
  type OpenMode,
  syncingWrites,
} from '../../server/storage/files/disk.ts';
import { wordedDisk } from '../../server/storage/files/node-disk.ts';

type Done = (what: string, path: string, more?: string) => Promise<void>;

interface Inode {
  readonly id: number;
  bytes: Buffer;
}

/** The system's word for what goes wrong with an operation; `'nothing'` if it never ends. */
export type Fault = (operation: string) => string | undefined;

const LOCK = /\.lock-/;

export class RecordedDisk {
  readonly lines: string[] = [];
  fault: Fault = () => undefined;
  readonly #names = new Map<string, Inode>();
  readonly #folders = new Set(['/data']);
  #next = 1;

  /** What is in the file of that name. */
  get(name: string): string | undefined {
    return this.#names.get(name)?.bytes.toString('utf8');
  }

  set(name: string, content: string | Buffer): void {
    this.#names.set(name, this.#inode(Buffer.from(content)));
  }

  /** Changes the file, if there is one. */
  replace(name: string, content: string): void {
    const inode = this.#names.get(name);
    if (inode !== undefined) inode.bytes = Buffer.from(content);
  }

  get locks(): readonly string[] {
    return [...this.#names.keys()].filter((name) => LOCK.test(name)).sort();
  }

  delete(name: string): void {
    this.#names.delete(name);
  }

  /** Of all files but locks. */
  get names(): readonly string[] {
    return [...this.#names.keys()].filter((name) => !/^\/|\.lock-/.test(name)).sort();
  }

  /** As a process that is killed leaves it. */
  unlock(): void {
    for (const name of [...this.#names.keys()]) if (LOCK.test(name)) this.#names.delete(name);
  }

  #namesIn(start: string): string[] {
    const isIn = (name: string) => name.startsWith(start) && !name.includes('/', start.length);
    return [...this.#names.keys()].filter(isIn).sort();
  }

  #inode(bytes: Buffer): Inode {
    return { id: this.#next++, bytes };
  }

  async #done(fault: Fault, what: string, path: string, more = ''): Promise<void> {
    // A turn, as every operation of a disk takes one.
    await undefined;
    if (LOCK.test(path)) return;
    const text = `${what} ${nameOf(path)}${more}`;
    const code = fault(text);
    this.lines.push(code === undefined ? text : `${text}: ${code}`);
    if (code === 'nothing') await new Promise(() => undefined);
    if (code !== undefined) throw Object.assign(new Error(`${code}: ${what}`), { code });
  }

  /** The disk of one process; its words are those of Node's. */
  mounted(fault: Fault = (operation) => this.fault(operation)): Disk {
    const done = (what: string, path: string, more?: string) => this.#done(fault, what, path, more);
    const inodeAt = (path: string) => this.#names.get(nameOf(path));
    return wordedDisk({
      folder: async (path) => {
        this.#folders.add(path);
        return path;
      },
      list: async (folder) => {
        await done('list', folder);
        const start = folder === '/data' ? '' : `${folder}/`;
        return this.#namesIn(start).map((name) => name.slice(start.length));
      },
      sizeOf: async (path) => {
        const size = this.#folders.has(path) ? 0 : inodeAt(path)?.bytes.length;
        await done('size of', path, `: ${size}`);
        return size;
      },
      idOf: async (path) => (LOCK.test(path) ? inodeAt(path)?.id.toString() : 'folder'),
      open: async (path, mode, writes) => {
        await done(`open to ${mode}`, path, writes === undefined ? '' : `, ${writes}`);
        const file = this.#file(this.#opened(path, mode), path, done);
        return writes === undefined ? file : syncingWrites(file);
      },
      rename: async (from, to) => {
        await done('rename', from, ` to ${nameOf(to)}`);
        this.#names.set(nameOf(to), inodeAt(from) as Inode);
        this.#names.delete(nameOf(from));
      },
      remove: async (path) => {
        await done('remove', path);
        this.#names.delete(nameOf(path));
      },
      syncFolder: (path) => done('sync folder', path),
    });
  }

  #opened(path: string, mode: OpenMode): Inode {
    const found = this.#names.get(nameOf(path));
    const code = found === undefined ? 'ENOENT' : 'EEXIST';
    if (found === undefined ? /read|write/.test(mode) : mode === 'fresh')
      throw Object.assign(new Error(code), { code });
    if (found !== undefined && mode !== 'make') return found;
    const inode = found ?? this.#inode(Buffer.alloc(0));
    inode.bytes = Buffer.alloc(0);
    this.#names.set(nameOf(path), inode);
    return inode;
  }

  #file(inode: Inode, path: string, done: Done): DiskFile {
    const put = (bytes: Uint8Array, position: number) => {
      const size = Math.max(inode.bytes.length, position + bytes.length);
      const next = Buffer.alloc(size);
      inode.bytes.copy(next);
      next.set(bytes, position);
      inode.bytes = next;
    };
    return {
      read: async (into, position) => {
        const got = inode.bytes.copy(into, 0, position);
        await done('read', path, ` from ${position}: ${got}`);
        return got;
      },
      write: async (bytes, position) => {
        await done('write', path, ` from ${position}: ${bytes.length}`).catch((error) => {
          // A full disk takes what it can before it refuses.
          put(bytes.subarray(0, bytes.length / 2), position);
          throw error;
        });
        put(bytes, position);
      },
      size: async () => inode.bytes.length,
      truncate: async (length) => {
        await done('truncate', path, ` to ${length}`);
        inode.bytes = Buffer.from(inode.bytes.subarray(0, length));
      },
      sync: () => done('sync', path),
      close: () => done('close', path),
    };
  }
}

const nameOf = (path: string): string => path.replace(/^\/data(?:\/|$)/, '') || 'data';
