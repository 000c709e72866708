// lowdb's adapter for a bank's JSON file. Reading and writing go line by line (V8 cannot hold a string
// past 512 MB, and nobody should wait for one); the file on disk is always a whole one.
import type { Adapter } from 'lowdb';
import { BankRows } from '../engine/bank-rows.ts';
import { NO_BASE } from '../engine/base.ts';
import type { AnyTable } from '../table.ts';
import { type Disk, readExisting, replaceFile } from './disk.ts';
import { readSnapshot } from './snapshot-reader.ts';
import { writeSnapshot } from './snapshot-writer.ts';
import type { StartingSets } from './starting-sets.ts';

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
  readonly starts: StartingSets;
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
    const { disk, tables, starts } = this.#options;
    const document = await readExisting(disk, this.#path, async (file) => {
      this.#bytes = await file.size();
      const { seq, start, rows } = await readSnapshot(file, { file: this.#path, tables });
      const head = { file: this.#path, line: 1 };
      const base = start === undefined ? NO_BASE : await starts.load(start, head);
      return { seq, rows: rows.over(base), durable: Promise.resolve() };
    });
    return document ?? null;
  }

  /** Writes the rows as they are at the call, whatever happens to them meanwhile. */
  async write(document: SnapshotDocument): Promise<void> {
    const { disk, folder, bank, tables, starts } = this.#options;
    const view = document.rows.view();
    const start = view.base.isEmpty ? {} : { start: starts.hashOf(view.base) };
    const head = { bank, seq: document.seq, ...start };
    const content = { tables: [...tables.values()], rows: view };
    let bytes = 0;
    try {
      await replaceFile(disk, { path: this.#path, folder }, async (file) => {
        bytes = await writeSnapshot(file, head, content);
        await file.sync();
        await document.durable;
      });
      this.#bytes = bytes;
    } finally {
      view.close();
    }
  }
}
