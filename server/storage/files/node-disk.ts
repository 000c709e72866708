// Node's file system. What it says of a file is put into a sentence with the file and what to do; its own word stays in it.
import { constants, statSync } from 'node:fs';
import { type FileHandle, open, readdir, realpath, rename, stat, unlink } from 'node:fs/promises';
import { makeFolder } from '../../kernel/make-folder.ts';
import { codeOf } from '../errors.ts';
import { type Disk, type DiskFile, type OpenMode, syncingWrites, unlessMissing } from './disk.ts';

const { O_RDONLY, O_RDWR, O_CREAT, O_TRUNC, O_EXCL } = constants;

const FLAGS: Readonly<Record<OpenMode, number>> = {
  read: O_RDONLY,
  write: O_RDWR,
  make: O_RDWR | O_CREAT | O_TRUNC,
  fresh: O_RDWR | O_CREAT | O_EXCL,
};

/**
 * Makes each write wait for the disk, as a write and an `fsync` do in two trips to another thread. Windows has no such
 * flag, and that of macOS leaves what was written in the disk's own memory.
 */
const SYNCED = process.platform === 'linux' ? constants.O_DSYNC : undefined;

/** What is made is for its owner alone: a folder has the key of an authority that clients trust. */
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;

/** Node's file system. */
export const nodeDisk: Disk = wordedDisk({
  async folder(path) {
    await makeFolder(path, OWN_FOLDER);
    return realpath(path);
  },
  list: (folder) => readdir(folder),
  sizeOf: async (path) => (await unlessMissing(stat(path)))?.size,
  async idOf(path) {
    // On this thread: it is asked before and after each write, and to wake another one takes ten times as long.
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  },
  async open(path, mode, writes) {
    const isSynced = writes === 'synced';
    const flags = isSynced ? FLAGS[mode] | (SYNCED ?? 0) : FLAGS[mode];
    const file = diskFile(await open(path, flags, OWN_FILE));
    return isSynced && SYNCED === undefined ? syncingWrites(file) : file;
  },
  rename: (from, to) => rename(from, to),
  async remove(path) {
    await unlessMissing(unlink(path));
  },
  async syncFolder(path) {
    // Windows cannot open a folder, and keeps its entries safe without being asked.
    if (process.platform === 'win32') return;
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
});

function diskFile(handle: FileHandle): DiskFile {
  return {
    read: async (into, position) => (await handle.read(into, 0, into.length, position)).bytesRead,
    async write(bytes, position) {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await handle.write(
          bytes,
          done,
          bytes.length - done,
          position + done,
        );
        done += bytesWritten;
      }
    },
    size: async () => (await handle.stat()).size,
    truncate: (length) => handle.truncate(length),
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

const SAID: Readonly<Record<string, string>> = {
  EACCES: 'the user of this process may not use it|Give that user the right to read and write it',
  EBUSY: 'another program uses it|End that program',
  EDQUOT: 'the user of this process may store no more|Make room, or raise the quota',
  EEXIST: 'something of that name is there already|Move it elsewhere',
  EIO: 'the disk failed|Look at the disk before you trust it again',
  EISDIR: 'it is a folder, not a file|Move it out of the data folder',
  ELOOP: 'its links lead in a circle|Correct them',
  EMFILE: 'this process has as many files open as it may|Raise the limit (ulimit -n)',
  ENAMETOOLONG: 'its name is too long|Take a shorter one',
  ENFILE: 'the machine has as many files open as it may|End other programs, or raise the limit',
  ENOENT: 'it is not there|Put it back, or make the folder that it is to be in',
  ENOSPC: 'the disk is full|Make room on it',
  ENOTDIR: 'a part of its path is a file, not a folder|Name another path',
  EPERM: 'the user of this process may not use it|Give that user the right to read and write it',
  EROFS: 'the disk takes no writes|Mount it for writing, or name another folder',
};

/** The error of an operation on that path; others than the system's stay as they are. */
function worded(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (code === undefined || SAID[code] === undefined) return error;
  const [what, remedy] = SAID[code].split('|');
  const text = `${path}: ${what} (${code}). ${remedy}.`;
  return Object.assign(new Error(text, { cause: error }), { code, path });
}

/** The same disk, whose errors are sentences. */
export function wordedDisk(disk: Disk): Disk {
  const at = <T>(path: string, doing: Promise<T>): Promise<T> =>
    doing.catch((error: unknown) => {
      throw worded(error, path);
    });
  const fileAt = (path: string, file: DiskFile): DiskFile => ({
    read: (into, position) => at(path, file.read(into, position)),
    write: (bytes, position) => at(path, file.write(bytes, position)),
    size: () => at(path, file.size()),
    truncate: (length) => at(path, file.truncate(length)),
    sync: () => at(path, file.sync()),
    close: () => at(path, file.close()),
  });
  return {
    folder: (path) => at(path, disk.folder(path)),
    list: (folder) => at(folder, disk.list(folder)),
    sizeOf: (path) => at(path, disk.sizeOf(path)),
    idOf: (path) => at(path, disk.idOf(path)),
    open: async (path, mode, writes) => fileAt(path, await at(path, disk.open(path, mode, writes))),
    rename: (from, to) => at(from, disk.rename(from, to)),
    remove: (path) => at(path, disk.remove(path)),
    syncFolder: (path) => at(path, disk.syncFolder(path)),
  };
}
