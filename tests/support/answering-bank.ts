// A shell whose bank answers whatever a line of the session says, also what no bank would: below each command stands what
// it printed (`|`), said on standard error (`!`) and was doing meanwhile (`~`), and what it asked the bank for (`>`).
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from '../../cli/run.ts';
import { masked } from './masks.ts';
import { wordsOf } from './shell-session.ts';

export const BANK = 'http://bank.test';

/** The same for every request, or made new for each. */
const OF_EVERY =
  /^(?:date|digest|signature|tpp-signature-certificate|x-request-id|tpp-redirect-uri)$/i;

type Reply = () => Response;

export class AnsweringBank {
  readonly #folder: string;
  readonly #answers = new Map<string, Reply[]>();
  #said: string[] = [];
  /** After so many requests the person presses Ctrl-C. */
  #most = Number.POSITIVE_INFINITY;
  #stop = new AbortController();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** In place of the one that asks over a network. */
  readonly fetch = async (address: string | URL | Request, init: RequestInit = {}) => {
    const { pathname, search, origin } = new URL(String(address));
    const { method = 'GET', headers = {}, body } = init;
    const path = `${origin === BANK ? '' : origin}${pathname}`;
    const sent = body === undefined || body === null ? '' : ` ${body}`;
    const own = Object.entries(headers as Record<string, string>)
      .filter(([name]) => !OF_EVERY.test(name))
      .map(([name, value]) => ` ${name}: ${value}`);
    this.#said.push(`> ${method} ${path}${search}${sent}${own.join(',')}`);
    this.#most -= 1;
    if (this.#most < 1) this.#stop.abort();
    init.signal?.throwIfAborted();
    const known = [`${method} ${path}${search}`, `${method} ${path}`];
    const replies = known.map((key) => this.#answers.get(key)).find((one) => one !== undefined);
    const reply = (replies?.length ?? 0) > 1 ? replies?.shift() : replies?.[0];
    return reply?.() ?? new Response('', { status: 404 });
  };

  async run(line: string): Promise<readonly string[]> {
    const here = line.replace(/(?<=^|[\s'=@])\.\//g, `${this.#folder}/`);
    const [program = '', ...args] = wordsOf(here);
    const found = this.#programs[program];
    if (found === undefined) throw new Error(`there is no ${program} in this shell`);
    this.#said = [];
    await found(...args);
    return this.asked();
  }

  /** What it was asked since, and what was printed. */
  asked(): readonly string[] {
    const named = this.#said
      .splice(0)
      .flatMap((text) => text.replaceAll(this.#folder, 'FOLDER').split('\n'));
    return named.map((text) => masked(text).replace(/(?<=TPP-Session-ID: )[\da-f-]{36}/, 'new'));
  }

  readonly #programs: Readonly<Record<string, (...args: string[]) => unknown>> = {
    sandbank: (...args) => this.#sandbank(args),
    /** Interrupted after that many requests. */
    until: (most = '', ...args) => this.#sandbank(args.slice(1), Number(most)),
    on: (key = '', ...reply) => void this.#answers.set(key, [replyOf(reply)]),
    next: (key = '', ...reply) => void this.#answers.get(key)?.push(replyOf(reply)),
    /** No answer comes: fetch fails for that reason. */
    fails: (key = '', code = '', message = '') =>
      void this.#answers.set(key, [
        () => {
          const cause = code === '' ? undefined : { code, message: message || undefined };
          throw Object.assign(new TypeError('fetch failed'), { cause });
        },
      ]),
    export: (setting = '') => {
      const [name = '', value = ''] = setting.split(/=(.*)/s);
      process.env[name] = value;
    },
    unset: (name = '') => void delete process.env[name],
    write: (path = '', text = '') => {
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, text, { mode: 0o700 });
    },
    cat: (path = '') => this.#print('|')(readFileSync(path, 'utf8').trimEnd()),
    ls: (path = '') => this.#print('|')(readdirSync(path).sort().join('\n')),
    /** From here on the browser writes down what it opens. */
    browser: () => {
      const path = join(this.#folder, 'browser');
      writeFileSync(path, `#!/bin/sh\necho "$1" > '${this.#folder}/opened'\n`, { mode: 0o700 });
      process.env['BROWSER'] = path;
    },
    /** What it has opened, sooner or later. */
    opened: async () => {
      const path = join(this.#folder, 'opened');
      while (!existsSync(path) || !readFileSync(path, 'utf8').endsWith('\n')) await pause(5);
      this.#print('|')(readFileSync(path, 'utf8').trimEnd());
      writeFileSync(path, '');
    },
  };

  async #sandbank(args: readonly string[], most = Number.POSITIVE_INFINITY): Promise<void> {
    this.#most = most;
    this.#stop = new AbortController();
    const code = await run(args, {
      out: this.#print('|'),
      err: this.#print('!'),
      progress: this.#print('~'),
      signal: this.#stop.signal,
    });
    if (code !== 0) this.#said.push(`= ${code}`);
  }

  #print(mark: string) {
    return (text: string) =>
      void this.#said.push(...text.split('\n').map((line) => `${mark} ${line}`.trimEnd()));
  }
}

/** Status, body and headers; a Date that is so many seconds from now. */
function replyOf([status = '200', body = '', ...headers]: readonly string[]): Reply {
  const pairs = headers.map((header): [string, string] => {
    const [name = '', value = ''] = header.split(/: ?(.*)/s);
    const off = /^now([+-]\d+)$/.exec(value)?.[1];
    return [name, off ? new Date(Date.now() + Number(off) * 1000).toUTCString() : value];
  });
  return () => {
    // As bytes: to a text, a response adds a Content-Type.
    const response = new Response(/^(?:204|304)$/.test(status) ? null : Buffer.from(body), {
      status: Number(status),
      headers: new Headers(pairs),
    });
    // A response that fetch has got knows where it came from.
    return Object.defineProperty(response, 'url', { value: `${BANK}/asked` });
  };
}
