// lowdb's adapter for a bank's JSON file. Reading and writing go line by line (V8 cannot hold a string
// past 512 MB, and nobody should wait for one); the file on disk is always a whole one.
import type { Adapter } from 'lowdb';
import { BankRows } from '../engine/bank-rows.ts';
import { NO_BASE } from '../engine/base.ts';
import { DamagedStoreError, type FilePlace } from '../errors.ts';
import { checkRead } from './check-read.ts';
import { readExisting, replaceFile } from './disk.ts';
import { type DataFolder, type Head, writeSnapshot } from './snapshot-format.ts';
import { readHead, readSnapshot } from './snapshot-reader.ts';
import type { StartingSets } from './starting-sets.ts';

/** What lowdb holds of a bank. */
export interface SnapshotDocument {
  /** Number of the last commit that is in the rows. */
  readonly seq: number;
  readonly wakeAt: number | null | undefined;
  /** Hash of the starting set that the file refers to, when it was read. */
  readonly start?: string | undefined;
  readonly rows: BankRows;
  /** Whether this program wrote them; else they are to be checked, with what the journal makes of them. */
  readonly isTrusted: boolean;
  /** A write takes the old file's place only once this has resolved. */
  readonly durable?: Promise<void> | undefined;
  /** Whether somebody waits for the write. */
  readonly isUrgent?: () => boolean;
}

export const emptyDocument = (): SnapshotDocument => ({
  seq: 0,
  wakeAt: undefined,
  rows: new BankRows(),
  isTrusted: true,
});

interface SnapshotFileOptions extends DataFolder {
  readonly bank: string;
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

  /**
   * The head, when the file is as this store wrote it and its starting set is there; then it can be read
   * later. @throws DamagedStoreError when it is none of a bank, or the starting set is missing or was changed
   */
  async readHead(): Promise<Head | undefined> {
    const { disk, layout, starts } = this.#options;
    const head = await readExisting(disk, this.#path, (file) => readHead(file, layout));
    if (head !== undefined) this.#checkSeq(head);
    if (head?.start !== undefined) await starts.check(head.start, this.#head);
    return head;
  }

  /** @throws DamagedStoreError (DUR-06) */
  async read(): Promise<SnapshotDocument | null> {
    const { disk, starts } = this.#options;
    const document = await readExisting(disk, this.#path, async (file) => {
      this.#bytes = await file.size();
      const snapshot = await readSnapshot(file, { ...this.#options, file: this.#path });
      const { seq, wakeAt, start, rows, isTrusted } = snapshot;
      this.#checkSeq(snapshot);
      const base = start === undefined ? NO_BASE : await starts.load(start, this.#head);
      return {
        seq,
        wakeAt,
        start,
        rows: rows.over(base),
        isTrusted,
      };
    });
    return document ?? null;
  }

  /** @throws DamagedStoreError at the first of these rows that does not fit, where the file has it */
  check(rows: BankRows): Promise<void> {
    return checkRead(rows, { ...this.#options, file: this.#path });
  }

  /** A bank without a commit would be taken for one that was never written. */
  #checkSeq({ seq }: Head): void {
    if (seq > 0) return;
    const reason = '"seq" is 0, as in the file of a starting set; a bank begins with 1';
    throw new DamagedStoreError({ ...this.#head, column: 1 }, reason);
  }

  /** Where the file says what it refers to. */
  get #head(): FilePlace {
    return { file: this.#path, line: 1 };
  }

  /** Writes the rows as they are at the call, whatever happens to them meanwhile. */
  async write(document: SnapshotDocument): Promise<void> {
    const { disk, folder, bank, tables, layout, starts } = this.#options;
    const view = document.rows.view();
    const start = view.base.isEmpty ? undefined : starts.hashOf(view.base);
    const head = { bank, seq: document.seq, wakeAt: document.wakeAt, start };
    const content = { tables: [...tables.values()], layout, rows: view };
    let bytes = 0;
    try {
      await replaceFile(disk, { path: this.#path, folder }, async (file) => {
        bytes = await writeSnapshot(file, head, content, document.isUrgent);
        await file.sync();
        await document.durable;
      });
      this.#bytes = bytes;
    } finally {
      view.close();
    }
  }
}
