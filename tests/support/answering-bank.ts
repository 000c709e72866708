// A shell whose bank answers whatever a line of the session says, also what no bank would: below each command stands what
// it printed (`|`), said on standard error (`!`) and was doing meanwhile (`~`), and what it asked the bank for (`>`).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach } from '@jest/globals';
import { run } from '../../cli/run.ts';
import { masked } from './masks.ts';
import { marked, PROGRAMS, type Program, wordsOf } from './shell-session.ts';

export const BANK = 'http://bank.test';

/** The same for every request, or made new for each. */
const OF_EVERY =
  /^(?:date|digest|signature|tpp-signature-certificate|x-request-id|tpp-redirect-uri)$/i;

type Reply = () => Response;

class AnsweringBank {
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
    const [program = '', ...args] = wordsOf(line, this.#folder);
    const found = this.#programs[program];
    if (found === undefined) throw new Error(`there is no ${program} in this shell`);
    this.#said = [];
    this.#said.push(...(await found(...args)));
    return this.asked();
  }

  /** What it was asked since, and what was printed. */
  asked(): readonly string[] {
    const named = this.#said
      .splice(0)
      .flatMap((text) => text.replaceAll(this.#folder, 'FOLDER').split('\n'));
    return named.map((text) => masked(text).replace(/(?<=TPP-Session-ID: )[\da-f-]{36}/, 'new'));
  }

  readonly #programs: Readonly<Record<string, Program>> = {
    ...PROGRAMS,
    sandbank: (...args) => this.#sandbank(args),
    /** Interrupted after that many requests. */
    until: (most = '', ...args) => this.#sandbank(args.slice(1), Number(most)),
    on: (key = '', ...reply) => this.#answer(key, replyOf(reply)),
    next: (key = '', ...reply) => {
      this.#answers.get(key)?.push(replyOf(reply));
      return [];
    },
    /** No answer comes: fetch fails for that reason. */
    fails: (key = '', code = '', message = '') =>
      this.#answer(key, () => {
        const cause = code === '' ? undefined : { code, message: message || undefined };
        throw Object.assign(new TypeError('fetch failed'), { cause });
      }),
    unset: (name = '') => {
      delete process.env[name];
      return [];
    },
    /** From here on the browser writes down what it opens. */
    browser: () => {
      const path = join(this.#folder, 'browser');
      writeFileSync(path, `#!/bin/sh\necho "$1" > '${this.#folder}/opened'\n`, { mode: 0o700 });
      return PROGRAMS.export(`BROWSER=${path}`);
    },
    /** What it has opened, sooner or later. */
    opened: async () => {
      const path = join(this.#folder, 'opened');
      while (!existsSync(path) || !readFileSync(path, 'utf8').endsWith('\n')) await pause(5);
      const seen = PROGRAMS.cat(path);
      writeFileSync(path, '');
      return seen;
    },
  };

  #answer(key: string, reply: Reply): readonly string[] {
    this.#answers.set(key, [reply]);
    return [];
  }

  async #sandbank(
    args: readonly string[],
    most = Number.POSITIVE_INFINITY,
  ): Promise<readonly string[]> {
    this.#most = most;
    this.#stop = new AbortController();
    const code = await run(args, {
      out: this.#print('|'),
      err: this.#print('!'),
      progress: this.#print('~'),
      signal: this.#stop.signal,
    });
    return code === 0 ? [] : [`= ${code}`];
  }

  #print(mark: string) {
    return (text: string) => void this.#said.push(marked(mark, text));
  }
}

/** Makes banks for the tests of a file, each of which is asked in place of the network until the test has ended. */
export function answeringBanks(): (folder?: string) => AnsweringBank {
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });
  return (folder = '/nowhere') => {
    const bank = new AnsweringBank(folder);
    globalThis.fetch = bank.fetch;
    return bank;
  };
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
