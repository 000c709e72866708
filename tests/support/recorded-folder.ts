// What a file store does with its folder, step by step, as lines of text: which operations of the disk, what it logs, and
// what is in the files afterwards.
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../server/kernel/log.ts';
import { type FileStoreOptions, openFileStore } from '../../server/storage/files/file-store.ts';
import type { Store } from '../../server/storage/store.ts';
import { SAMPLE_TABLES } from '../contracts/sample-tables.ts';
import { shown, thrownText } from './recorded.ts';
import { type Fault, RecordedDisk } from './recorded-disk.ts';

/** Longer than any test. */
const NEVER = 3_600_000;
/** A fold rests for two milliseconds after each slice. */
const FOLD_RESTS = 5;

export class RecordedFolder {
  readonly lines: string[] = [];
  readonly disk: RecordedDisk;
  readonly #options: Partial<FileStoreOptions>;
  #store: Store | undefined;
  #files = new Map<string, string>();

  constructor(options: Partial<FileStoreOptions> = {}, disk = new RecordedDisk()) {
    this.#options = options;
    this.disk = disk;
  }

  get store(): Store {
    return this.#store as Store;
  }

  /** Notes what becomes of `work`, and of the folder meanwhile. */
  async step(title: string, work: () => unknown): Promise<void> {
    this.lines.push(`# ${title}`);
    const said = await ended(work);
    await atRest(this.disk);
    const { lines } = this.disk;
    this.lines.push(...lines.splice(0).map((line) => `  ${line}`));
    if (said !== 'undefined') this.lines.push(said);
    this.#noteFiles();
  }

  open(options: Partial<FileStoreOptions> = {}): Promise<void> {
    return this.step('open', async () => {
      this.#store = await openOn(this.disk, this.log, { ...this.#options, ...options });
    });
  }

  readonly log: Log = {
    ...{ debug: this.#noting('debug'), info: this.#noting('info') },
    ...{ warn: this.#noting('warn'), error: this.#noting('error') },
  };

  #noting(level: string) {
    return ({ err, ...fields }: { err?: unknown }, message: string) => {
      const why = err === undefined ? '' : ` ${thrownText(err)}`;
      this.disk.lines.push(`log ${level}: ${message} ${shown(fields)}${why}`);
    };
  }

  #noteFiles(): void {
    const now = new Map(this.disk.names.map((name) => [name, this.disk.get(name) ?? '']));
    for (const name of this.#files.keys()) if (!now.has(name)) this.lines.push(`- ${name}`);
    for (const [name, text] of now) {
      const before = this.#files.get(name);
      if (before === text) continue;
      const isLonger = before !== undefined && before !== '' && text.startsWith(before);
      this.lines.push(`${isLonger ? '+' : '='} ${name}`);
      const rest = isLonger ? text.slice(before.length) : text;
      this.lines.push(...rest.split('\n').map((line) => `    ${line}`.trimEnd()));
    }
    this.#files = now;
  }
}

/** What goes on in the background is done when nothing is done with the disk any more. */
export async function atRest({ lines }: RecordedDisk): Promise<void> {
  for (let before = -1; before !== lines.length; ) {
    before = lines.length;
    await pause(FOLD_RESTS);
    await pause(0);
  }
}

/** A store whose heart does not beat. */
export const openOn = (
  disk: RecordedDisk,
  log: Log,
  options: Partial<FileStoreOptions>,
  fault?: Fault,
): Promise<Store> =>
  openFileStore({
    ...{ folder: '/data', tables: SAMPLE_TABLES, log, disk: disk.mounted(fault), heartbeat: NEVER },
    ...options,
  });

export async function ended(work: () => unknown): Promise<string> {
  try {
    const value = await work();
    return value === undefined ? 'undefined' : shown(value);
  } catch (thrown) {
    return thrownText(thrown);
  }
}
