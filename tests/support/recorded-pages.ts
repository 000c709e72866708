// What the console and the reports of a bank show, as lines of text: a page that was shown before is noted by what has
// changed in it. Ids are counted in the order in which they are first seen; what is drawn has a name.
import type { TestBank } from './bank.ts';
import { type Answer, type HeaderList, send } from './http.ts';
import { CountedIds } from './masks.ts';
import { pageLines, wordsIn } from './page-lines.ts';
import { expectRecorded } from './recorded.ts';

/** UUIDs, hashes, and texts as long as those that the bank draws or makes from them. */
const ID =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<![\w-])(?:[\w-]{24}|[\w-]{32}|[\da-f]{38,64})(?![\w-])/g;
/** In the list of all banks. */
const OTHER_BANK = /^<href=\/(?:banks\/[\w-]+\/)?console> [\w-]+$/;
const HTTP_DATE = /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/g;
const SIGNATURE = /[\w+/]{24}(?=… \(\d+ characters\))/g;
const CERTIFICATE = /[\w+/]{24}…[\w+/=]{8} \(1\d{3} characters\)/g;
const PEM = /-----BEGIN [^-]+-----[^-]*-----END [^-]+-----/g;
/** How long what was drawn is when it is packed, and how long ago a year was. */
const OF_BYTES = /(content-length:|GMT\\?" is) \d+/g;
const PASSWORD = /(?<="pkcs12Password": ")[^"]*/g;
const SERIAL = /(?<=SN=(?:0x)?)[\dA-Fa-f]{20,40}/g;
const BASE64 = /[\w+/]{90,}={0,2}/g;
const ASSET = /\?v=[\da-f]{12}\b/g;
/** Characters that are looked at of a page of which a few lines are wanted. */
const LONGEST = 60_000;
const DAY = 86_400_000;

export type Fields = Readonly<Record<string, string>>;

export class RecordedPages {
  readonly lines: string[] = [];
  #bank: Pick<TestBank, 'url'>;
  #headers: HeaderList = [];
  readonly #ids = new CountedIds(ID);
  readonly #before = new Map<string, readonly string[]>();

  constructor(bank: Pick<TestBank, 'url'>) {
    this.#bank = bank;
  }

  /**
   * Goes on with another bank: its pages are compared with those of the one before.
   * @param headers what each request has besides
   */
  goOn(bank: Pick<TestBank, 'url'>, headers: HeaderList = []): void {
    this.#bank = bank;
    this.#headers = headers;
  }

  /**
   * All of a page: its headers and what is around its own content where they differ from those of the page before, and
   * its content. @param most lines of the content
   */
  async whole(path: string, more: HeaderList = [], most = 60): Promise<void> {
    const answer = await this.get(path, more);
    const { status, text } = answer;
    const said = more.map(([name, value]) => ` ${name}: ${value}`).join();
    this.note(`# ${path}${said}: ${status}`);
    const around = text.startsWith('<') ? pageLines(aroundOf(text)) : [];
    const frame = [...headerLines(answer), ...around].map((line) => this.steady(line));
    const { 'content-type': type } = answer.headers;
    this.#differing(`frame of ${path.startsWith('/docs') ? 'docs in' : ''} ${type}`, frame);
    this.#differing(`${path}${said}`, this.#linesOf(mainOf(text).slice(0, LONGEST), most));
  }

  #differing(kind: string, lines: readonly string[]): void {
    const before = this.#before.get(kind) ?? [];
    this.#before.set(kind, lines);
    this.lines.push(...linesChanged(before, lines).map((line) => line.slice(0, 240)));
  }

  note(line: string): void {
    this.lines.push(this.steady(line));
  }

  /** An answer that is no page: its whole text. */
  async raw(path: string, headers: HeaderList = []): Promise<Answer> {
    const answer = await send({ method: 'GET', url: this.#bank.url + path, headers });
    const { status, text } = answer;
    this.note(`# GET ${path}: ${status} ${answer.headers['content-type'] ?? ''}`);
    this.note(text);
    return answer;
  }

  /** Below the bank. @param kind by default all pages up to the query are compared with each other */
  async open(path: string, kind = path.replace(/\?.*$/, ''), most = 4000): Promise<Answer> {
    const answer = await this.get(path);
    this.#note(`GET ${path}`, kind, answer, most);
    return answer;
  }

  /** Its next answers are compared with this one. */
  async seen(path: string): Promise<string> {
    const { text } = await this.get(path);
    this.#before.set(path.replace(/\?.*$/, ''), this.#linesOf(text));
    return text;
  }

  #linesOf(text: string, most?: number): readonly string[] {
    return pageLines(mainOf(text))
      .slice(0, most)
      .map((line) => this.steady(line))
      .filter((line) => !OTHER_BANK.test(line));
  }

  json(path: string): Promise<Answer> {
    return send({ method: 'GET', url: this.#bank.url + path });
  }

  /** What is not noted. */
  get(path: string, more: HeaderList = []): Promise<Answer> {
    const headers = [...HTML, ...this.#headers, ...more];
    return send({ method: 'GET', url: this.#bank.url + path, headers });
  }

  send(path: string, fields: Fields): Promise<Answer> {
    return send({
      method: 'POST',
      url: this.#bank.url + path,
      headers: [...HTML, ...this.#headers, ['Content-Type', 'application/x-www-form-urlencoded']],
      body: String(new URLSearchParams(fields)),
    });
  }

  /** @param said of the fields */
  async post(path: string, fields: Fields, said = fields): Promise<Answer> {
    const answer = await this.send(path, fields);
    const words = Object.entries(said).map(([name, text]) => `${name}=${text}`);
    this.#note(`POST ${path} ${words.join(' & ')}`, path.replace(/\?.*$/, ''), answer);
    return answer;
  }

  /** The words of the page in the other language that its English ones are not. */
  async inNorwegian(path: string): Promise<void> {
    const mark = path.includes('?') ? '&' : '?';
    const open = (language: string) =>
      send({
        method: 'GET',
        url: `${this.#bank.url}${path}${mark}lang=${language}`,
        headers: HTML,
      });
    const [english, norwegian] = [await open('en'), await open('nb')];
    const known = new Set(wordsIn(mainOf(english.text)));
    const words = wordsIn(mainOf(norwegian.text)).filter((one) => !known.has(one));
    this.note(`# ${path} in Norwegian`);
    this.note([...new Set(words)].join(' · '));
  }

  #note(title: string, kind: string, answer: Answer, most = 4000): void {
    const { status, headers, text } = answer;
    const to = headers['location'] === undefined ? '' : ` to ${headers['location']}`;
    this.note(
      `# ${title.replaceAll('\r\n', '⏎').replaceAll('\n', '⏎').slice(0, 700)}: ${status}${to}`,
    );
    if (text === '') return;
    const lines = this.#linesOf(text).map((line) => line.slice(0, most));
    const before = this.#before.get(kind);
    this.#before.set(kind, lines);
    if (before === undefined) this.lines.push(...lines);
    else this.lines.push(...linesChanged(before, lines));
  }

  steady(line: string): string {
    const { url } = this.#bank;
    const { pathname, origin } = new URL(url);
    const name = pathname.slice('/banks/'.length);
    const inBank = (text: string) =>
      name === '' ? text : text.replaceAll(pathname, '').replaceAll(name, 'NAME');
    const plain = inBank(line.replaceAll(url, 'BANK'))
      .replaceAll(origin, 'ORIGIN')
      .replaceAll(new URL(url).host, 'HOST')
      .replace(HTTP_DATE, nearNow)
      .replace(SIGNATURE, 'SIGNATURE')
      .replace(CERTIFICATE, 'CERTIFICATE')
      .replace(SERIAL, 'SERIAL')
      .replace(PEM, 'PEM')
      .replace(OF_BYTES, '$1 N')
      .replace(PASSWORD, '')
      .replace(ASSET, '?v=HASH')
      .replace(BASE64, 'BASE64');
    return this.#ids.counted(plain).replace(/\b\d+(?:\.\d+)? ms\b/g, 'N ms');
  }

  /** Compares with tests/fixtures/pages/, or records there. */
  end(name: string): void {
    expectRecorded(`pages/${name}.txt`, this.lines);
  }
}

const HTML = [
  ['Accept', 'text/html'],
  ['Accept-Language', 'en'],
] as const;

const mainOf = (html: string): string => {
  const begin = html.indexOf('<main');
  return begin < 0 ? html : html.slice(html.indexOf('>', begin) + 1, html.indexOf('</main>'));
};

const aroundOf = (html: string): string => {
  const begin = html.indexOf('<main');
  if (begin < 0) return html;
  return html.slice(0, html.indexOf('>', begin) + 1) + html.slice(html.indexOf('</main>'));
};

/** They are those of the connection, or change with every word. */
const OF_NO_PAGE = /^(?:date|content-length|connection|keep-alive|etag)$/;

const headerLines = ({ headers }: Answer): readonly string[] =>
  Object.entries(headers)
    .filter(([name]) => !OF_NO_PAGE.test(name))
    .map(([name, value]) => `${name}: ${value}`);

/** Where the wall clock of the bank does not stand still. */
const nearNow = (date: string): string =>
  Math.abs(Date.parse(date) - Date.now()) < DAY ? 'NOW' : date;

/** Of a page that is about something else, all is gone. */
const MOST_NAMED = 12;

/** Lines that are there no more, and those that are new; each as often as it is. */
export function linesChanged(
  before: readonly string[],
  lines: readonly string[],
): readonly string[] {
  const gone = without(before, lines);
  const words = gone.map((line) => `- ${line.slice(0, 100)}`);
  return [
    ...(gone.length > MOST_NAMED ? [`- ${gone.length} lines`] : words),
    ...without(lines, before).map((line) => `+ ${line}`),
  ];
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
