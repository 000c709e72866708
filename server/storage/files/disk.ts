// The few things that the file store asks of a file system, so that tests can hand it a failing one, and what it does
// with them: reading a file by its lines, or putting a new one in the place of an old one.

import { isUtf8 } from 'node:buffer';
import { codeOf } from '../errors.ts';

export interface DiskFile {
  /** Bytes from `position` on, at most as many as fit; 0 at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Writes all of it. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  size(): Promise<number>;
  truncate(length: number): Promise<void>;
  /** Resolves once what was written is on the disk itself. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** `read` an existing file, `write` an existing one, `make` it (or empty it), make it `fresh` or fail. */
export type OpenMode = 'read' | 'write' | 'make' | 'fresh';

export interface Disk {
  /** Makes the folder if it is not there, and returns its real path. */
  folder(path: string): Promise<string>;
  list(folder: string): Promise<string[]>;
  /** Bytes in a file; `undefined` if there is none of that name. */
  sizeOf(path: string): Promise<number | undefined>;
  /** Tells the file from any other that had or gets its name, while somebody has it open; `undefined` if there is none. */
  idOf(path: string): Promise<string | undefined>;
  /** @param writes `synced`: a write resolves as `sync` does, and not once the system has it */
  open(path: string, mode: OpenMode, writes?: 'synced'): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; it may be gone already. */
  remove(path: string): Promise<void>;
  /** Makes creations, renames and removals in the folder last. */
  syncFolder(path: string): Promise<void>;
}

/** The same file, each write of which resolves once it is on the disk itself. */
export function syncingWrites(file: DiskFile): DiskFile {
  return {
    ...file,
    async write(bytes, position) {
      await file.write(bytes, position);
      await file.sync();
    },
  };
}

/** What is done with a file; `undefined` if there is none of that name. */
export function unlessMissing<T>(doing: Promise<T>): Promise<T | undefined> {
  return doing.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/** Uses a file and closes it, whatever happens. */
export async function withFile<T>(
  opening: Promise<DiskFile>,
  use: (file: DiskFile) => Promise<T>,
): Promise<T> {
  const file = await opening;
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Reads a file and closes it, whatever happens; `undefined` if there is none of that name. */
export async function readExisting<T>(
  disk: Disk,
  path: string,
  use: (file: DiskFile) => Promise<T>,
): Promise<T | undefined> {
  const file = await unlessMissing(disk.open(path, 'read'));
  return file && withFile(Promise.resolve(file), use);
}

/** All bytes of a file. */
export async function readWhole(file: DiskFile): Promise<Buffer> {
  const bytes = Buffer.alloc(await file.size());
  for (let at = 0; at < bytes.length; ) {
    const got = await file.read(bytes.subarray(at), at);
    if (got === 0) return bytes.subarray(0, at);
    at += got;
  }
  return bytes;
}

/** Puts a new file in the place of an old one, for good; `write` must sync what it writes. */
export async function replaceFile(
  disk: Disk,
  { path, folder }: { readonly path: string; readonly folder: string },
  write: (file: DiskFile) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    await withFile(disk.open(temporary, 'make'), write);
    await disk.rename(temporary, path);
    await disk.syncFolder(folder);
  } catch (error) {
    await disk.remove(temporary).catch(() => undefined);
    throw error;
  }
}

const CHUNK = 1 << 20;
const NEWLINE = 0x0a;

/** Some lines of a file, read in one go: whole ones, or a last one that lacks its newline. */
export interface Block {
  readonly bytes: Buffer;
  /** Of its first byte in the file. */
  readonly offset: number;
  readonly ended: boolean;
}

interface Line {
  /** Where it is in the block, without its newline. */
  readonly start: number;
  readonly end: number;
}

/** The lines of a file in blocks, with a turn for others between two: no string is ever longer than one line. */
export async function* readBlocks(file: DiskFile): AsyncGenerator<Block> {
  const size = await file.size();
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  for (let position = 0; position < size; ) {
    const room = Buffer.allocUnsafe(rest.length + Math.min(CHUNK, size - position));
    rest.copy(room);
    const got = await file.read(room.subarray(rest.length), position);
    if (got === 0) break;
    position += got;
    const bytes = room.subarray(0, rest.length + got);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield { bytes: bytes.subarray(0, end), offset, ended: true };
    rest = bytes.subarray(end);
    offset += end;
  }
  if (rest.length > 0) yield { bytes: rest, offset, ended: false };
}

export function* linesIn({ bytes, ended }: Block): Iterable<Line> {
  for (let start = 0; start < bytes.length; ) {
    const end = ended ? bytes.indexOf(NEWLINE, start) : bytes.length;
    yield { start, end };
    start = end + 1;
  }
}

/** The text of UTF-8 bytes; `undefined` when they are not UTF-8. */
export function utf8Text(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
