// Starting sets, and snapshots of banks, are stored once, under the hash of what is in them: banks refer to them.
import { createHash } from 'node:crypto';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type Base, NO_BASE } from '../engine/base.ts';
import { KnownBases } from '../engine/known-bases.ts';
import type { StoredRow } from '../engine/unread-row.ts';
import { readRow } from '../engine/unread-row.ts';
import { encodeRow } from '../row-json.ts';
import type { AnyTable } from '../table.ts';
import type { Database, Query } from './database.ts';
import {
  changesOf,
  columnsOf,
  type JoinedRow,
  type RowText,
  sizeOf,
  textsIn,
} from './row-texts.ts';

/** Rows that are encoded before others get their turn. */
const STRETCH = 1_000;

const USED = 'UPDATE sandbank_starts SET used_at = now() WHERE start = $1 RETURNING start';
const STORE = `
  WITH made AS (
    INSERT INTO sandbank_starts (start, root, used_at) VALUES ($1, $2, now())
    ON CONFLICT (start) DO NOTHING RETURNING start
  )
  INSERT INTO sandbank_rows (bank, of_table, id, version, content)
  SELECT 'start:' || made.start, c.of_table, c.id, 0, c.content
  FROM made, unnest($3::text[], $4::text[], $5::text[]) AS c (of_table, id, content)`;
const READ = `
  SELECT s.root, r.of_table, r.id, r.content
  FROM sandbank_starts s LEFT JOIN sandbank_rows r ON r.bank = $2
  WHERE s.start = $1`;
/** Sets that were not used for a day, and to which neither a bank nor another set refers. */
const REMOVE_UNUSED = `
  WITH gone AS (
    DELETE FROM sandbank_starts WHERE used_at < now() - interval '1 day'
      AND NOT EXISTS (SELECT 1 FROM sandbank_banks b WHERE b.start = sandbank_starts.start)
      AND NOT EXISTS (SELECT 1 FROM sandbank_starts c WHERE c.root = sandbank_starts.start)
    RETURNING start
  )
  DELETE FROM sandbank_rows WHERE bank IN (SELECT 'start:' || start FROM gone)`;

interface ReadRow extends JoinedRow {
  readonly root: string | null;
}

export class SharedSets {
  readonly #database: Database;
  readonly #tables: ReadonlyMap<string, AnyTable>;
  readonly #known = new KnownBases();
  /** Sets that were in the database when this process last looked. */
  readonly #stored = new LRUCache<string, true>({ max: 1_000 });

  constructor(database: Database, tables: ReadonlyMap<string, AnyTable>) {
    this.#database = database;
    this.#tables = tables;
  }

  /** Stores the set, unless it is there, and returns its hash; `null` for a set without rows. */
  async store(base: Base, query: Query): Promise<string | null> {
    if (base.isEmpty) return null;
    const known = this.#known.hashOf(base);
    if (known !== undefined && (this.#stored.has(known) || (await this.#isUsed(known, query)))) {
      return known;
    }
    const root = base.root === undefined ? null : await this.#storeRoot(base.root, query);
    const rows = await this.#textsOf(base);
    const hash = await hashOf(root, rows);
    await query(STORE, [hash, root, ...columnsOf(rows)]);
    this.#known.note(base, hash, sizeOf(rows));
    this.#stored.set(hash, true);
    return hash;
  }

  /** Must be called when a set turned out not to be there any more. */
  lost(hash: string): void {
    this.#stored.delete(hash);
  }

  sizeOf(base: Base): number {
    return this.#known.sizeOf(base);
  }

  load(hash: string, query: Query): Promise<Base> {
    return this.#known.load(hash, () => this.#read(hash, query));
  }

  removeUnused(): void {
    this.#database.later(REMOVE_UNUSED, []);
  }

  /** Says that it is in use, so that no process removes it before something refers to it. */
  async #isUsed(hash: string, query: Query): Promise<boolean> {
    const [used] = await query(USED, [hash]);
    if (used !== undefined) this.#stored.set(hash, true);
    return used !== undefined;
  }

  async #storeRoot(root: Base, query: Query): Promise<string | null> {
    const known = this.#known.hashOf(root);
    if (known !== undefined && !(await this.#isUsed(known, query))) this.lost(known);
    return this.store(root, query);
  }

  async #read(hash: string, query: Query): Promise<Base> {
    const found = await query<ReadRow>(READ, [hash, `start:${hash}`]);
    const [first] = found;
    if (first === undefined) throw new Error(`The database has no starting set ${hash}.`);
    const root = first.root === null ? NO_BASE : await this.load(first.root, query);
    const texts = textsIn(found);
    const changes = changesOf(texts, this.#tables) as Map<string, Map<string, StoredRow | null>>;
    const base = root.changedBy(changes);
    this.#known.note(base, hash, sizeOf(texts));
    return base;
  }

  async #textsOf(base: Base): Promise<readonly RowText[]> {
    const texts: RowText[] = [];
    for (const [name, table] of this.#tables) {
      for (const [id, row] of base.changesOf(table)) {
        const content = row === null ? null : encodeRow(table, readRow(row));
        texts.push({ table: name, id, content });
        if (texts.length % STRETCH === 0) await afterOthers();
      }
    }
    return texts;
  }
}

/** Hexadecimal digits of SHA-256 that name a set: 128 bits. */
const DIGITS = 32;

async function hashOf(root: string | null, rows: readonly RowText[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(root));
  for (const [i, { table, id, content }] of rows.entries()) {
    hash.update(JSON.stringify([table, id, content]));
    if (i % STRETCH === STRETCH - 1) await afterOthers();
  }
  return hash.digest('hex').slice(0, DIGITS);
}
