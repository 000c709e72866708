// Node's file system with two differences: it does not wait for the disk, and it fails on demand.
import { type Disk, type DiskFile, syncingWrites } from '../../server/storage/files/disk.ts';
import { nodeDisk } from '../../server/storage/files/node-disk.ts';

export type Operation = 'open' | 'write' | 'sync' | 'truncate' | 'rename' | 'remove' | 'syncFolder';

export interface FaultyDisk extends Disk {
  /** The system's word for what goes wrong with that operation on that path, if anything. */
  fault: (operation: Operation, path: string) => string | undefined;
  /** Every operation so far, as `{operation} {last segment of the path}`. */
  readonly done: string[];
}

export function faultyDisk(): FaultyDisk {
  const done: string[] = [];
  const attempt = (operation: Operation, path: string): void => {
    done.push(`${operation} ${path.slice(path.lastIndexOf('/') + 1)}`);
    const code = disk.fault(operation, path);
    if (code !== undefined) throw Object.assign(new Error(`${code}: ${operation}`), { code });
  };
  const wrap = (file: DiskFile, path: string): DiskFile => ({
    ...file,
    async write(bytes, position) {
      try {
        attempt('write', path);
      } catch (error) {
        // A full disk takes what it can before it refuses.
        await file.write(bytes.subarray(0, bytes.length / 2), position);
        throw error;
      }
      await file.write(bytes, position);
    },
    async sync() {
      attempt('sync', path);
    },
    async truncate(length) {
      attempt('truncate', path);
      await file.truncate(length);
    },
  });
  const disk: FaultyDisk = {
    done,
    fault: () => undefined,
    folder: nodeDisk.folder,
    list: nodeDisk.list,
    sizeOf: nodeDisk.sizeOf,
    idOf: nodeDisk.idOf,
    async open(path, mode, writes) {
      attempt('open', path);
      const file = wrap(await nodeDisk.open(path, mode), path);
      return writes === 'synced' ? syncingWrites(file) : file;
    },
    async rename(from, to) {
      attempt('rename', to);
      await nodeDisk.rename(from, to);
    },
    async remove(path) {
      attempt('remove', path);
      await nodeDisk.remove(path);
    },
    async syncFolder(path) {
      attempt('syncFolder', path);
    },
  };
  return disk;
}
