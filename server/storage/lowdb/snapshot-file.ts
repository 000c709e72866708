// lowdb's adapter for a bank's JSON file. Reading and writing go line by line (V8 cannot hold a string
// past 512 MB, and nobody should wait for one); the file on disk is always a whole one.
import type { Adapter } from 'lowdb';
import { BankRows } from '../engine/bank-rows.ts';
import type { AnyTable } from '../table.ts';
import { type Disk, readExisting, withFile } from './disk.ts';
import type { SharedRows } from './shared-rows.ts';
import { readSnapshot } from './snapshot-reader.ts';
import { writeSnapshot } from './snapshot-writer.ts';

/** What lowdb holds of a bank. */
export interface SnapshotDocument {
  /** Number of the last commit that is in the rows. */
  readonly seq: number;
  readonly rows: BankRows;
  /** A write takes the old file's place only once this has resolved. */
  readonly durable: Promise<void>;
}

export const emptyDocument = (): SnapshotDocument => ({
  seq: 0,
  rows: new BankRows(),
  durable: Promise.resolve(),
});

export interface SnapshotFileOptions {
  readonly disk: Disk;
  readonly folder: string;
  readonly bank: string;
  readonly tables: ReadonlyMap<string, AnyTable>;
  /** Only for reading. */
  readonly shared: SharedRows;
}

export class SnapshotFile implements Adapter<SnapshotDocument> {
  readonly #options: SnapshotFileOptions;
  readonly #path: string;
  #bytes = 0;

  constructor(options: SnapshotFileOptions, path: string) {
    this.#options = options;
    this.#path = path;
  }

  /** Size of the file as it was last read or written. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @throws DamagedStoreError (DUR-06) */
  async read(): Promise<SnapshotDocument | null> {
    const { disk, tables, shared } = this.#options;
    const document = await readExisting(disk, this.#path, async (file) => {
      this.#bytes = await file.size();
      const { seq, rows } = await readSnapshot(file, { file: this.#path, tables, shared });
      return { seq, rows, durable: Promise.resolve() };
    });
    return document ?? null;
  }

  /** Writes the rows as they are at the call, whatever happens to them meanwhile. */
  async write(document: SnapshotDocument): Promise<void> {
    const { disk, folder, bank, tables } = this.#options;
    const view = document.rows.view();
    const temporary = `${this.#path}.tmp`;
    try {
      const bytes = await withFile(disk.open(temporary, 'make'), async (file) => {
        const head = { bank, seq: document.seq };
        const written = await writeSnapshot(file, head, { tables: tables.values(), rows: view });
        await file.sync();
        return written;
      });
      await document.durable;
      await disk.rename(temporary, this.#path);
      this.#bytes = bytes;
      await disk.syncFolder(folder);
    } catch (error) {
      await disk.remove(temporary).catch(() => undefined);
      throw error;
    } finally {
      view.close();
    }
  }
}
