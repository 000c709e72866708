// Whether the folder takes writes (DUR-04). Nothing is probed while writes succeed.
import type { Log } from '../../kernel/log.ts';
import { type Failure, LostStoreError, StoreWriteError } from '../errors.ts';
import { withFile } from './disk.ts';
import type { DataFolder } from './snapshot-format.ts';

/** More than the slack that a full disk has left in its last block. */
const PROBE = new Uint8Array(64 * 1024);

export function watchHealth({ disk, folder }: Pick<DataFolder, 'disk' | 'folder'>, log: Log) {
  let hasFailed = false;
  const errorOf = (cause: unknown, outcome: Failure): Error => {
    if (cause instanceof LostStoreError) return cause;
    const reason = (cause as Partial<Error> | undefined)?.message ?? String(cause);
    const text = `The data folder ${folder} cannot be written: ${reason}`;
    return new StoreWriteError(text, outcome, { cause });
  };
  return {
    /** Takes note of a failed write; returns what its transactions reject with. */
    failed(bank: string, error: unknown, outcome: Failure): Error {
      hasFailed = true;
      log.error({ bank, err: error }, 'a write failed; its transactions were undone');
      return errorOf(error, outcome);
    },
    /** @throws StoreWriteError when the last write failed and a probe fails too */
    async check(): Promise<void> {
      if (!hasFailed) return;
      const path = `${folder}/.probe`;
      try {
        await withFile(disk.open(path, 'make'), async (file) => {
          await file.write(PROBE, 0);
          await file.sync();
        });
        hasFailed = false;
        log.info({ folder }, 'the data folder takes writes again');
      } catch (error) {
        throw errorOf(error, 'not done');
      } finally {
        await disk.remove(path).catch(() => undefined);
      }
    },
  };
}
