// Whether the folder takes writes (DUR-04). Nothing is probed while writes succeed.

import type { Log } from '../../kernel/log.ts';
import { StoreWriteError } from '../errors.ts';
import { type Disk, withFile } from './disk.ts';

/** More than the slack that a full disk has left in its last block. */
const PROBE = new Uint8Array(64 * 1024);

export class Health {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #log: Log;
  #hasFailed = false;

  constructor(disk: Disk, folder: string, log: Log) {
    this.#disk = disk;
    this.#folder = folder;
    this.#log = log;
  }

  /** Takes note of a failed write; returns what its transactions reject with. */
  failed(bank: string, error: unknown): StoreWriteError {
    this.#hasFailed = true;
    this.#log.error({ bank, err: error }, 'a write failed; its transactions were undone');
    return this.#errorOf(error);
  }

  /** @throws StoreWriteError when the last write failed and a probe fails too */
  async check(): Promise<void> {
    if (!this.#hasFailed) return;
    const path = `${this.#folder}/.probe`;
    try {
      await withFile(this.#disk.open(path, 'make'), async (file) => {
        await file.write(PROBE, 0);
        await file.sync();
      });
      this.#hasFailed = false;
      this.#log.info({ folder: this.#folder }, 'the data folder takes writes again');
    } catch (error) {
      throw this.#errorOf(error);
    } finally {
      await this.#disk.remove(path).catch(() => undefined);
    }
  }

  #errorOf(cause: unknown): StoreWriteError {
    const reason = (cause as Partial<Error> | undefined)?.message ?? String(cause);
    return new StoreWriteError(`The data folder ${this.#folder} cannot be written: ${reason}`, {
      cause,
    });
  }
}
