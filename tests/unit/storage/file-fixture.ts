// A file store in a folder of its own, with everything that its log said.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach } from '@jest/globals';
import type { Log } from '../../../server/kernel/log.ts';
import { type FileStoreOptions, openFileStore } from '../../../server/storage/files/file-store.ts';
import type { Store } from '../../../server/storage/store.ts';
import { type FaultyDisk, faultyDisk } from '../../contracts/faulty-disk.ts';
import { SAMPLE_TABLES, type ThingRow, things } from '../../contracts/sample-tables.ts';
import { eachTest } from '../../support/test-bank.ts';

export interface FileFixture {
  readonly folder: string;
  readonly disk: FaultyDisk;
  readonly logged: { readonly level: string; readonly fields: object; readonly message: string }[];
  /** Opens the folder; several may be opened one after another. */
  open(options?: Partial<FileStoreOptions>): Promise<Store>;
  read(file: string): Promise<string>;
  write(file: string, content: string | Uint8Array): Promise<void>;
  /** Every file and what is in it, but for the lock. */
  content(): Promise<Readonly<Record<string, string>>>;
  /** As a killed process leaves it: takes the files as they are, closes, and puts them back. */
  kill(store: Store): Promise<void>;
  dispose(): Promise<void>;
}

/** A folder for each test of a file, gone after it. */
export function eachFolder(): FileFixture {
  const at = eachTest(() => fileFixture());
  afterEach(() => at.dispose());
  return at;
}

export async function fileFixture(): Promise<FileFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbank-files-'));
  const disk = faultyDisk();
  const logged: FileFixture['logged'] = [];
  const opened: Store[] = [];
  const note = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, fields, message });
  const log: Log = {
    ...{ debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') },
  };
  const fixture: FileFixture = {
    folder,
    disk,
    logged,
    async open(options = {}) {
      const base = { folder, tables: SAMPLE_TABLES, log, disk, heartbeat: 20 };
      const store = await openFileStore({ ...base, ...options });
      opened.push(store);
      return store;
    },
    read: (file) => readFile(join(folder, file), 'utf8'),
    write: (file, content) => writeFile(join(folder, file), content),
    async content() {
      const files: Record<string, string> = {};
      // One after another, journals before JSON files: a fold in between then leaves no gap.
      for (const name of (await readdir(folder)).sort()) {
        if (name.startsWith('.lock')) continue;
        const text = await readFile(join(folder, name), 'latin1').catch(() => undefined);
        if (text !== undefined) files[name] = text;
      }
      return files;
    },
    async kill(store) {
      const before = await fixture.content();
      await store.close();
      for (const name of Object.keys(await fixture.content())) await rm(join(folder, name));
      for (const [name, text] of Object.entries(before)) {
        await fixture.write(name, Buffer.from(text, 'latin1'));
      }
    },
    async dispose() {
      disk.fault = () => undefined;
      for (const store of opened) await store.close();
      await rm(folder, { recursive: true });
    },
  };
  return fixture;
}

export const putThings = (store: Store, ...rows: ThingRow[]): Promise<void> =>
  store.transact('default', async (tx) => {
    for (const row of rows) tx.put(things, row);
  });

export const allThings = (store: Store, bank = 'default'): Promise<readonly ThingRow[]> =>
  store.transact(bank, async (tx) => tx.listBy(things, 'all', 'all'));

export const allIds = async (store: Store, bank = 'default'): Promise<string> =>
  (await allThings(store, bank)).map((row) => row.id).join(' ');

/** A line of a journal. */
export const commitLine = (json: string): string =>
  `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
