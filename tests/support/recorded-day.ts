// What a bank answers and stores, step by step, as lines of text: for each request its answer, then each row that came,
// went or changed. Ids are counted in the order in which they are first seen, so that the lines are the same every time.
import { isDeepStrictEqual } from 'node:util';
import type { TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import type { Answer } from './http.ts';
import { CountedIds } from './masks.ts';
import { type Scene, sceneAt } from './payment-scene.ts';
import type { ScaPage } from './sca-browser.ts';
import { loadSeed } from './seeded.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
/** By table and id. */
type Rows = ReadonlyMap<string, Row>;

/** What the bank notes of its own rows being read. */
const OWN = /^settings (?:saved|lastFault)$/;

interface Section {
  readonly name: string;
  readonly items: readonly { readonly id: string; readonly count: number }[];
}

export type Live = (bank: TestBank, day: RecordedDay) => Promise<void>;

/** Days of a bank that begins from the seed, with the scene of payments in it. */
export const daysFrom =
  (seed: unknown) =>
  (live: (scene: Scene, day: RecordedDay) => Promise<void>): Live =>
  async (bank, day) => {
    answered(await loadSeed(bank, seed), 200);
    const scene = await sceneAt(bank);
    await day.begin();
    await live(scene, day);
  };

export class RecordedDay {
  readonly lines: string[] = [];
  readonly #bank: TestBank;
  readonly #ids = new CountedIds();
  #rows: Rows = new Map();
  #seen = 0;
  /** Requests of {@link answer} whose lines wait for what the log says of them. */
  #asked: { readonly title: string; readonly answer: Answer; readonly at: number }[] = [];

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

  /** The same, without a look at the rows: for many that change nothing. */
  async ask(title: string, method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.#bank.control(method, path, body);
    this.#note(`${title}: ${method} ${path}: ${answer.status} ${shortly(answer.text)}`);
    return answer;
  }

  /** The same of a request to the signed API; of links, which there are. */
  async answer(title: string, work: () => Promise<Answer>): Promise<Answer> {
    const answer = await work();
    this.#asked.push({ title, answer, at: this.lines.push('') - 1 });
    return answer;
  }

  /** Something that was read, as lines. */
  note(...lines: readonly string[]): void {
    for (const line of lines) this.#note(line);
  }

  /** Notes what the bank answers to the requests of `work`, and what its rows are after them. */
  async step<T>(title: string, work: () => Promise<T>): Promise<T> {
    await this.#noteAsked();
    this.#note(`# ${title}`);
    const result = await work();
    if (this.#asked.length === 0) await this.#noteAnswers();
    else await this.#noteAsked();
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

  /** Requests up to here are of no interest. */
  async passOver(): Promise<void> {
    await this.#noteAsked();
    this.#seen = (await this.#entries()).last;
  }

  /** All that was asked has its line; the last ones say how often each part of the API was used, and each rule. */
  async end(): Promise<readonly string[]> {
    await this.#noteAsked();
    const { sections } = answered(await this.#bank.control('GET', '/_sandbox/coverage'), 200).body;
    for (const { name, items } of sections as readonly Section[]) {
      const used = items.filter(({ count }) => count > 0);
      const counts = used.map(({ id, count }) => `${id} ${count}`);
      if (used.length > 0) this.#note(`used ${name}: ${counts.join(', ')}`);
    }
    return this.lines;
  }

  async #entries() {
    const path = `/_sandbox/requests?after=${this.#seen}&limit=500`;
    return answered(await this.#bank.control('GET', path), 200).body;
  }

  /** Those to the signed API, from the request log, with the rules that have refused or had findings. */
  async #noteAnswers(): Promise<void> {
    const { requests, last } = await this.#entries();
    for (const { id } of requests.reverse()) {
      const found = await this.#bank.control('GET', `/_sandbox/requests/${id}`);
      const { method, target, status, answer, rules = [] } = answered(found, 200).body;
      this.#note(`${method} ${target}: ${[status, ...rules].join(' ')} ${answer.body ?? ''}`);
    }
    this.#seen = last;
  }

  async #noteAsked(): Promise<void> {
    const asked = this.#asked.splice(0);
    if (asked.length === 0) return;
    const { requests, last } = await this.#entries();
    const byId = new Map<unknown, (typeof requests)[0]>(
      requests.map((one: { requestId: string }) => [one.requestId, one]),
    );
    for (const { title, answer, at } of asked) {
      const {
        method,
        target,
        status,
        operation,
        rules = [],
      } = byId.get(answer.headers['x-request-id']);
      const said = [status, ...rules, shortly(answer.text)].join(' ');
      const line = `${title}: ${operation ?? method} ${target}: ${said}`;
      this.lines[at] = this.#plain(line);
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
    const sorted = lines
      .filter((line) => line !== '')
      .map((line) => ({ line, key: this.#ids.known(line) }))
      .sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key));
    for (const { line } of sorted) this.#note(line);
    this.#rows = rows;
  }

  #note(line: string): void {
    this.lines.push(this.#plain(line));
  }

  #plain(line: string): string {
    const { url } = this.#bank;
    const { pathname } = new URL(url);
    const name = pathname.slice(pathname.lastIndexOf('/') + 1);
    const plain = line.replaceAll(url, 'BANK').replaceAll(pathname, '').replaceAll(name, 'NAME');
    return this.#ids.counted(plain);
  }
}

/** A refusal as its messages, and of links their names; anything else as it is. */
function shortly(text: string): string {
  if (!text.startsWith('{')) return text;
  const { tppMessages = [], _links, ...rest } = JSON.parse(text);
  const said = tppMessages.map((one: Readonly<Record<string, string>>) =>
    [one['code'], one['path'] ?? '', one['text']].join(' '),
  );
  return [
    ...said,
    ...(Object.keys(rest).length === 0 ? [] : [JSON.stringify(rest)]),
    ...(_links === undefined ? [] : [`links: ${Object.keys(_links)}`]),
  ].join(' | ');
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
