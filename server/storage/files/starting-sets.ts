// Starting sets are stored once per data folder, each in a file whose name is the hash of its content. One that
// a bank was saved as has the rows that differ from the set that the bank began from, and refers to this.
// Journals and JSON files refer to them by this hash, so that a reset costs a line (SBX-01).
import { hash as digest } from 'node:crypto';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { getOrStart } from '../../kernel/get-or-set.ts';
import { BankRows } from '../engine/bank-rows.ts';
import { type Base, NO_BASE } from '../engine/base.ts';
import { KnownBases } from '../engine/known-bases.ts';
import { DamagedStoreError, type FilePlace } from '../errors.ts';
import { checkRead } from './check-read.ts';
import { type DiskFile, readExisting, readWhole, replaceFile } from './disk.ts';
import { type DataFolder, headIn, snapshotBytes } from './snapshot-format.ts';
import { readSnapshot } from './snapshot-reader.ts';

/** Hexadecimal digits of SHA-256 that name a set: 128 bits. */
const DIGITS = 32;
const NAME = /^_start-([0-9a-f]{32})\.json(?:\.tmp)?$/;

/** The hash in the name of a starting set's file, a half-written one too; `undefined` for other files. */
export const hashInName = (name: string): string | undefined => NAME.exec(name)?.[1];

export const setFile = (folder: string, hash: string): string => `${folder}/_start-${hash}.json`;

/** How many refer to a set, and how many of these are of the time before a bank's last restart. */
interface Uses {
  readonly all: number;
  readonly old: number;
}
const NO_USES: Uses = { all: 0, old: 0 };

export class StartingSets {
  readonly #options: DataFolder;
  readonly #known = new KnownBases();
  /** By hash: files that are durable, or about to be. */
  readonly #stored = new Map<string, Promise<void>>();
  readonly #unwritten = new Map<string, Buffer>();
  /** By hash: what refers to the set: commits and JSON files of banks, and sets that change it. */
  readonly #uses = new Map<string, Uses>();
  /** By hash: the set that it changes. */
  readonly #roots = new Map<string, string>();
  /** By hash: files that are being removed. */
  readonly #going = new Map<string, Promise<void>>();

  constructor(options: DataFolder) {
    this.#options = options;
  }

  /** @throws DamagedStoreError at the set's file, or at the place that refers to it when it is gone */
  check(hash: string, referredAt: FilePlace): Promise<void> {
    return getOrStart(this.#stored, hash, () =>
      this.#use(hash, referredAt, (file) => this.#checkHash(file, hash)),
    );
  }

  /** @throws DamagedStoreError as {@link check} does */
  load(hash: string, referredAt: FilePlace): Promise<Base> {
    return this.#known.load(hash, () => this.#read(hash, referredAt));
  }

  /** Finds out the hash of a set, slice by slice, with turns for others in between. */
  async learn(base: Base): Promise<void> {
    if (this.#known.hashOf(base) !== undefined) return;
    if (base.root !== undefined) await this.learn(base.root);
    const slices: Buffer[] = [];
    for (const slice of this.#slicesOf(base)) {
      slices.push(slice);
      await afterOthers();
    }
    const bytes = Buffer.concat(slices);
    const hash = hashOfBytes(bytes);
    this.#known.note(base, hash, bytes.length);
    if (!this.#stored.has(hash)) this.#unwritten.set(hash, bytes);
  }

  /** Of a set that was learned or loaded. */
  hashOf(base: Base): string {
    return this.#known.hashOf(base) as string;
  }

  /** Bytes of its file. */
  sizeOf(base: Base): number {
    return this.#known.sizeOf(base);
  }

  /**
   * A bank's files, with what is about to be written, refer to other sets than before, the last one of its rows. A set's
   * file goes when nothing refers to it any more; one that cannot be removed goes at the next start.
   */
  async refer(before: readonly string[], after: readonly string[]): Promise<void> {
    this.#count(after, 1);
    this.#count(before, -1);
    for (const hash of new Set(before)) await this.#removeUnused(hash);
  }

  /** Only commits before a bank's last restart refer to it: its file would go with folds. */
  isOld(hash: string): boolean {
    const { all, old } = this.#uses.get(hash) ?? NO_USES;
    return all === old;
  }

  #count(hashes: readonly string[], by: number): void {
    for (const [at, hash] of hashes.entries()) {
      const { all, old } = this.#uses.get(hash) ?? NO_USES;
      this.#uses.set(hash, { all: all + by, old: at < hashes.length - 1 ? old + by : old });
    }
  }

  async #removeUnused(hash: string): Promise<void> {
    if (this.#uses.get(hash)?.all !== 0) return;
    this.#uses.delete(hash);
    this.#unwritten.delete(hash);
    if (!this.#stored.delete(hash)) return;
    const going = this.#options.disk.remove(this.#pathOf(hash)).catch(() => undefined);
    this.#going.set(hash, going);
    await going;
    this.#going.delete(hash);
    await this.#releaseRoot(hash);
  }

  async #releaseRoot(hash: string): Promise<void> {
    const root = this.#roots.get(hash);
    if (root === undefined) return;
    this.#roots.delete(hash);
    await this.refer([root], []);
  }

  #useRoot(hash: string, root: string): void {
    this.#count([root], 1);
    this.#roots.set(hash, root);
  }

  /** Resolves once the set is on the disk, which it must be before anything refers to it. */
  store(base: Base): Promise<void> {
    const hash = this.hashOf(base);
    return getOrStart(this.#stored, hash, () => this.#write(base, hash));
  }

  /** Removes the files of sets that nothing referred to while every file of the folder was read. */
  async removeOthers(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) {
      if (!this.#stored.has(hash)) await this.#options.disk.remove(this.#pathOf(hash));
    }
  }

  async #read(hash: string, referredAt: FilePlace): Promise<Base> {
    await this.check(hash, referredAt);
    const base = await this.#use(hash, referredAt, async (file) => {
      const path = this.#pathOf(hash);
      const { start, rows, isTrusted } = await readSnapshot(file, { ...this.#options, file: path });
      const root = start === undefined ? NO_BASE : await this.load(start, { file: path, line: 1 });
      const base = rows.asBase(root);
      // Its hash confirms it, but another version may have written it, for other tables.
      if (!isTrusted) await checkRead(new BankRows(base), { ...this.#options, file: path });
      this.#known.note(base, hash, await file.size());
      return base;
    });
    return base;
  }

  async #checkHash(file: DiskFile, hash: string): Promise<void> {
    const bytes = await readWhole(file);
    const place = { file: this.#pathOf(hash), line: 1 };
    if (hashOfBytes(bytes) === hash) {
      const root = headIn(bytes.toString('utf8', 0, bytes.indexOf('\n')))?.start;
      if (root === undefined) return;
      this.#useRoot(hash, root);
      return this.check(root, place);
    }
    const reason = 'this file was changed, but a starting set is known by its hash; undo it, and';
    const remedy = `${reason} put a changed row into the file of the bank instead`;
    throw new DamagedStoreError(place, remedy);
  }

  async #use<T>(
    hash: string,
    referredAt: FilePlace,
    use: (file: DiskFile) => Promise<T>,
  ): Promise<T> {
    const path = this.#pathOf(hash);
    const used = await readExisting(this.#options.disk, path, async (file) => ({
      result: await use(file),
    }));
    if (used !== undefined) return used.result;
    throw new DamagedStoreError(referredAt, `its starting set, the file ${path}, is missing`);
  }

  async #write(base: Base, hash: string): Promise<void> {
    const { disk, folder } = this.#options;
    if (base.root !== undefined) this.#useRoot(hash, this.hashOf(base.root));
    try {
      if (base.root !== undefined) await this.store(base.root);
      await this.#going.get(hash);
      await replaceFile(disk, { folder, path: this.#pathOf(hash) }, async (file) => {
        const bytes = this.#unwritten.get(hash) ?? Buffer.concat([...this.#slicesOf(base)]);
        await file.write(bytes, 0);
        await file.sync();
      });
      this.#unwritten.delete(hash);
    } catch (error) {
      await this.#releaseRoot(hash);
      throw error;
    }
  }

  /** The set as the file of a bank that has these rows, or changes another set by them. */
  #slicesOf(base: Base): Iterable<Buffer> {
    const { tables, layout } = this.#options;
    const start = base.root && this.hashOf(base.root);
    const content = { tables: [...tables.values()], layout, rows: base };
    return snapshotBytes({ bank: '_start', seq: 0, start }, content);
  }

  #pathOf(hash: string): string {
    return setFile(this.#options.folder, hash);
  }
}

const hashOfBytes = (bytes: Buffer): string => digest('sha256', bytes, 'hex').slice(0, DIGITS);
