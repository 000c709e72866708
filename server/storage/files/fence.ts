// Nothing is changed on a disk without the lock of its folder: a process that stood still while another one took the
// folder must neither write over what that one has written, nor acknowledge a write that will never be read.
import { LostStoreError } from '../errors.ts';
import type { Disk, DiskFile } from './disk.ts';
import type { Lock } from './lock.ts';

/** The same disk, for the one who has the lock. */
export function fenced(disk: Disk, { prove }: Pick<Lock, 'prove'>): Disk {
  const proved =
    <A extends unknown[], R>(change: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await prove();
      return change(...args);
    };
  const provedAfter =
    <A extends unknown[]>(sync: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      await sync(...args);
      // The process may have stood still since it wrote.
      await prove().catch((error: unknown) => {
        throw error instanceof LostStoreError ? new LostStoreError(true) : error;
      });
    };
  const fencedFile = (file: DiskFile, writes?: 'synced'): DiskFile => ({
    ...file,
    write: writes ? provedAfter(proved(file.write)) : proved(file.write),
    truncate: proved(file.truncate),
    sync: provedAfter(file.sync),
  });
  const openToChange = proved(disk.open);
  return {
    ...disk,
    open: async (path, mode, writes) =>
      mode === 'read'
        ? disk.open(path, mode)
        : fencedFile(await openToChange(path, mode, writes), writes),
    rename: proved(disk.rename),
    remove: proved(disk.remove),
  };
}
