// Sharing while a folder is opened: banks that began from the same rows have the same lines in their
// files. A line that is known already is not parsed again, and its row is shared through its base.
import { getOrSet } from '../../kernel/get-or-set.ts';
import { BankRows } from '../engine/bank-rows.ts';
import { Base } from '../engine/base.ts';
import type { AnyTable, Row } from '../table.ts';
import { decodeRow, encodeTables } from './codec.ts';

/** How many bases are remembered, and how many rows one may have: what they hold is needed twice. */
const MAX_BASES = 8;
const MAX_ROWS = 20_000;
const MIN_ROWS = 100;

interface Known {
  readonly base: Base;
  /** By table, then by the row's text: its id. */
  readonly ids: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** All of it, as a journal's `restart` writes it. */
  readonly text: string;
}

/** Bases found so far; belongs to one opening of a folder, and goes when that is over. */
export class SharedRows {
  readonly #known: Known[] = [];

  /** A base that has a row of that text in the table. */
  holding(table: AnyTable, text: string): Known | undefined {
    return this.#known.find(({ ids }) => ids.get(table.name)?.has(text));
  }

  /** Fresh rows over the base whose text stands in `line` from `at` on, and where that text ends. */
  restartIn(
    line: string,
    at: number,
  ): { readonly rows: BankRows; readonly end: number } | undefined {
    const known = this.#known.find(({ text }) => line.startsWith(text, at));
    return known && { rows: new BankRows(known.base), end: at + known.text.length };
  }

  add(base: Base, texts: ReadonlyMap<string, ReadonlyMap<string, string>>): void {
    if (this.#known.length >= MAX_BASES || base.size < MIN_ROWS || base.size > MAX_ROWS) return;
    const text = encodeTables([...texts].map(([name, ids]) => [name, [...ids.keys()]]));
    this.#known.push({ base, ids: texts, text });
  }
}

/** Gathers rows, given as text, into the rows of a bank. */
export class RowGatherer {
  readonly #tables: ReadonlyMap<string, AnyTable>;
  readonly #shared: SharedRows;
  readonly #gathered = new Map<string, Gathered>();
  #known: Known | undefined;

  constructor(tables: ReadonlyMap<string, AnyTable>, shared: SharedRows) {
    this.#tables = tables;
    this.#shared = shared;
  }

  /** @throws SyntaxError, RowMisfitError, or TypeError for an id that the table has already */
  add(table: AnyTable, text: string): void {
    const into = this.#of(table);
    this.#known ??= this.#shared.holding(table, text);
    const sharedId = this.#known?.ids.get(table.name)?.get(text);
    const row = sharedId === undefined ? decodeRow(table, JSON.parse(text)) : undefined;
    const id = sharedId ?? (row as Row).id;
    if (into.rows.has(id) || into.shared.has(id)) {
      throw new TypeError(`table "${table.name}" has id "${id}" twice`);
    }
    if (row === undefined) into.shared.add(id);
    else into.rows.set(id, row);
    if (this.#known === undefined) into.texts.set(text, id);
  }

  bankRows(): BankRows {
    if (this.#known === undefined) return new BankRows(this.#newBase());
    const { base } = this.#known;
    const bankRows = new BankRows(base);
    for (const table of this.#tables.values()) {
      const { rows, shared } = this.#of(table);
      for (const [id, row] of rows) bankRows.set(table, id, row);
      for (const id of base.rows(table.name).keys()) {
        if (!rows.has(id) && !shared.has(id)) bankRows.set(table, id, null);
      }
    }
    return bankRows;
  }

  #newBase(): Base {
    const gathered = [...this.#gathered];
    const base = new Base(new Map(gathered.map(([name, { rows }]) => [name, rows])));
    this.#shared.add(base, new Map(gathered.map(([name, { texts }]) => [name, texts])));
    return base;
  }

  #of(table: AnyTable): Gathered {
    const none = () => ({ rows: new Map(), shared: new Set<string>(), texts: new Map() });
    return getOrSet(this.#gathered, table.name, none);
  }
}

interface Gathered {
  /** Rows of the bank's own, by id. */
  readonly rows: Map<string, Row>;
  /** Ids of rows that are the base's. */
  readonly shared: Set<string>;
  /** Ids by text, as long as nothing is known to be shared. */
  readonly texts: Map<string, string>;
}
