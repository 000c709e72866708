// Rows of a JSON file that this store wrote itself, left as the bytes that they are in the file. Most are
// never read; an index needs only the members before the first nested one.
import { UnreadRow } from '../engine/unread-row.ts';
import { decodeRow } from '../row-json.ts';
import type { AnyTable, Member, Row } from '../table.ts';

/** The text of one row, in the bytes that it was read with. */
export class RowText extends UnreadRow {
  readonly #rows: TableText;
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #end: number;
  #row: Row | undefined;

  constructor(rows: TableText, id: string, at: TextSpan) {
    super(id);
    this.#rows = rows;
    this.#bytes = at.bytes;
    this.#start = at.start;
    this.#end = at.end;
  }

  get size(): number {
    return this.#end - this.#start;
  }

  get row(): Row {
    this.#row ??= decodeRow(this.#rows.table, JSON.parse(this.text));
    return this.#row;
  }

  glimpse(): Row {
    return this.#row ?? this.#rows.glimpse(this);
  }

  get text(): string {
    return this.#bytes.toString('utf8', this.#start, this.#end);
  }

  /** The text before that text, all of it when it is not there. */
  textBefore(mark: Buffer): string {
    const at = this.#bytes.indexOf(mark, this.#start);
    const isIn = at !== -1 && at < this.#end;
    return isIn ? `${this.#bytes.toString('utf8', this.#start, at)}}` : this.text;
  }
}

/** Where a row's text is. */
export interface TextSpan {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

const ID = '{"id":"';
const QUOTE = 0x22;

/** The rows of one table. */
export class TableText {
  readonly table: AnyTable;
  /** Members before the first nested one. */
  readonly #plain: ReadonlySet<string>;
  readonly #money: readonly string[];
  /** How the first nested member begins: no text value can hold this, for its quotes would be escaped. */
  readonly #nested: Buffer;
  readonly #isIdFirst: boolean;
  readonly #glimpsed: Row;
  #seen: RowText | undefined;
  #head: Record<string, unknown> | undefined;

  constructor(table: AnyTable) {
    this.table = table;
    const members: [string, Member][] = Object.entries(table.members);
    this.#isIdFirst = members[0]?.[0] === 'id';
    const nested = members.findIndex(([, kind]) => kind.startsWith('json'));
    const plain = nested === -1 ? members : members.slice(0, nested);
    this.#plain = new Set(plain.map(([name]) => name));
    this.#money = plain.filter(([, kind]) => kind.startsWith('money')).map(([name]) => name);
    this.#nested = Buffer.from(`,"${members[nested]?.[0] ?? ''}":`);
    this.#glimpsed = new Proxy({} as Row, { get: (_, name) => this.#member(name) });
  }

  /** The row whose text is there. */
  rowAt(at: TextSpan): RowText {
    const { bytes, start, end } = at;
    const from = start + ID.length;
    const to = bytes.indexOf(QUOTE, from);
    const id = this.#isIdFirst && to < end ? bytes.toString('utf8', from, to) : '\\';
    if (!id.includes('\\')) return new RowText(this, id, at);
    const { id: escaped }: Row = JSON.parse(bytes.toString('utf8', start, end));
    return new RowText(this, escaped, at);
  }

  glimpse(row: RowText): Row {
    this.#seen = row;
    this.#head = undefined;
    return this.#glimpsed;
  }

  #member(name: string | symbol): unknown {
    const row = this.#seen as RowText;
    if (!this.#plain.has(name as string)) return row.row[name as 'id'];
    this.#head ??= this.#headOf(row);
    return this.#head[name as string];
  }

  #headOf(row: RowText): Record<string, unknown> {
    const head: Record<string, unknown> = JSON.parse(row.textBefore(this.#nested));
    for (const name of this.#money) {
      if (head[name] !== undefined) head[name] = BigInt(head[name] as string);
    }
    return head;
  }
}
