// What a bank answers and stores, step by step, as lines of text: for each request its answer, then each row that came,
// went or changed. Ids are counted in the order in which they are first seen, so that the lines are the same every time.
import { isDeepStrictEqual } from 'node:util';
import type { TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import type { Answer } from './http.ts';
import type { ScaPage } from './sca-browser.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
/** By table and id. */
type Rows = ReadonlyMap<string, Row>;

/** UUIDs, and texts as long as those that the bank draws or makes from them. */
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<![\w-])(?:[\w-]{24}|[\w-]{32})(?![\w-])/g;
/** What the bank notes of its own rows being read. */
const OWN = /^settings (?:saved|lastFault)$/;

export class RecordedDay {
  readonly lines: string[] = [];
  readonly #bank: TestBank;
  readonly #ids = new Map<string, string>();
  #rows: Rows = new Map();
  #seen = 0;

  constructor(bank: TestBank) {
    this.#bank = bank;
  }

  /** A request to the control API, with its answer. */
  control(title: string, method: string, path: string, body?: unknown): Promise<Answer> {
    return this.step(title, async () => {
      const answer = await this.#bank.control(method, path, body);
      this.#note(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer;
    });
  }

  /** Notes what the bank answers to the requests of `work`, and what its rows are after them. */
  async step<T>(title: string, work: () => Promise<T>): Promise<T> {
    this.#note(`# ${title}`);
    const result = await work();
    await this.#noteAnswers();
    await this.#noteRows();
    return result;
  }

  /** A page for the PSU, as they read it. */
  page(title: string, open: () => Promise<ScaPage>): Promise<ScaPage> {
    return this.step(title, async () => {
      const page = await open();
      const { status, headers, text } = page.answer;
      const words = text.replace(/<head>.*?<\/head>|<[^>]*>/gs, ' ').replace(/\s+/g, ' ');
      this.#note(`page ${page.step}: ${status} ${headers['location'] ?? words.trim()}`);
      return page;
    });
  }

  /** Begins here: what was before is not noted. */
  async begin(): Promise<void> {
    await this.#noteAnswers();
    await this.#noteRows();
    this.lines.length = 0;
  }

  /** Those to the signed API, from the request log, with the rules that have refused or had findings. */
  async #noteAnswers(): Promise<void> {
    const path = '/_sandbox/requests';
    const list = await this.#bank.control('GET', `${path}?after=${this.#seen}&limit=500`);
    const { requests, last } = answered(list, 200).body;
    for (const { id } of requests.reverse()) {
      const found = await this.#bank.control('GET', `${path}/${id}`);
      const { method, target, status, answer, rules = [] } = answered(found, 200).body;
      this.#note(`${method} ${target}: ${[status, ...rules].join(' ')} ${answer.body ?? ''}`);
    }
    this.#seen = last;
  }

  async #noteRows(): Promise<void> {
    const path = '/_sandbox/snapshots/looked';
    await this.#bank.control('PUT', path);
    const { tables } = answered(await this.#bank.control('GET', path), 200).body;
    const rows = rowsOf(tables);
    const keys = [...new Set([...this.#rows.keys(), ...rows.keys()])];
    const lines = keys.sort().map((key) => lineOf(key, this.#rows.get(key), rows.get(key)));
    // Some ids are other ones each time: they say nothing about the order.
    const known = (line: string) => line.replace(ID, (id) => this.#ids.get(id) ?? '');
    const sorted = lines
      .filter((line) => line !== '')
      .map((line) => ({ line, key: known(line) }))
      .sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key));
    for (const { line } of sorted) this.#note(line);
    this.#rows = rows;
  }

  #note(line: string): void {
    const { url } = this.#bank;
    const plain = line.replaceAll(url, 'BANK').replaceAll(new URL(url).pathname, '');
    this.lines.push(plain.replace(ID, (id) => this.#nameOf(id)));
  }

  #nameOf(id: string): string {
    const name = this.#ids.get(id) ?? `id${this.#ids.size + 1}`;
    this.#ids.set(id, name);
    return name;
  }
}

function rowsOf(tables: Readonly<Record<string, readonly Row[]>>): Rows {
  const all = Object.entries(tables).flatMap(([table, rows]) =>
    rows.map((row): [string, Row] => [`${table} ${row.id}`, row]),
  );
  return new Map(all.filter(([key]) => !OWN.test(key)));
}

/** What became of a row, or nothing. */
function lineOf(key: string, before: Row | undefined, now: Row | undefined): string {
  if (now === undefined) return `- ${key}`;
  if (before === undefined) return `+ ${key} ${JSON.stringify({ ...now, id: undefined })}`;
  if (isDeepStrictEqual(before, now)) return '';
  return `~ ${key} ${JSON.stringify(changed(before, now))}`;
}

/** The members that have changed, with their new values; `null` for those that are gone. */
const changed = (before: Row, now: Row): object =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(now)])]
      .filter((name) => !isDeepStrictEqual(before[name], now[name]))
      .map((name) => [name, now[name] ?? null]),
  );
