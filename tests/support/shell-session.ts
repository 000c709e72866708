// Sessions at a shell as text: below each command, `$ sandbank …`, stands what it printed (`|`), said on standard error
// (`!`) and was doing meanwhile (`~`), and its exit code if that is not 0 (`=`). Names stand for what differs from run to
// run: addresses, the folder `./`, ids, which are counted, keys and times of this machine.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { run } from '../../cli/run.ts';
import type { TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import { CountedIds, masked } from './masks.ts';
import { heard } from './no-bank.ts';

export interface ShellParts {
  readonly bank: TestBank;
  /** Where files of the session are. */
  readonly folder: string;
  /** What the name of an address stands for. */
  readonly addresses: Readonly<Record<string, string>>;
}

export type Program = (
  ...args: readonly string[]
) => readonly string[] | Promise<readonly string[]>;

/** Those of every shell. */
export const PROGRAMS = {
  export: (setting = '') => {
    const [name = '', value = ''] = setting.split(/=(.*)/s);
    process.env[name] = value;
    return [];
  },
  write: (path = '', text = '') => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return [];
  },
  cat: (path = '') => [marked('|', readFileSync(path, 'utf8').trimEnd())],
  ls: (path = '') => [marked('|', readdirSync(path).sort().join('\n'))],
  rm: (path = '') => {
    rmSync(path);
    return [];
  },
} as const satisfies Readonly<Record<string, Program>>;

export class ShellSession {
  readonly #parts: ShellParts;
  readonly #ids = new CountedIds();
  #seen = 0;

  constructor(parts: ShellParts) {
    this.#parts = parts;
  }

  /** What comes of a line. */
  async run(line: string): Promise<readonly string[]> {
    const [program = '', ...args] = wordsOf(this.#real(line), this.#parts.folder);
    const found = this.#programs[program];
    if (found === undefined) throw new Error(`there is no ${program} in this shell`);
    const printed = await found(...args);
    return printed.flatMap((text) => this.#shown(text).split('\n'));
  }

  readonly #programs: Readonly<Record<string, Program>> = {
    sandbank: async (...args) => {
      const printed: string[] = [];
      const print = (mark: string) => (text: string) => void printed.push(marked(mark, text));
      const output = { out: print('|'), err: print('!'), progress: print('~') };
      const code = await run(args, output);
      return code === 0 ? printed : [...printed, `= ${code}`];
    },
    ...PROGRAMS,
    // What was asked of what is no bank, since the last time.
    heard: () => heard.splice(0).map((line) => marked('|', line)),
    // What has reached the bank since, oldest first, without what every client sends.
    sent: async () => {
      const { bank } = this.#parts;
      const path = '/_sandbox/requests';
      const list = await bank.control('GET', `${path}?after=${this.#seen}&limit=500`);
      const { requests, last } = answered(list, 200).body;
      this.#seen = last;
      const lines: string[] = [];
      for (const { id } of requests.reverse()) {
        const { body } = answered(await bank.control('GET', `${path}/${id}`), 200);
        lines.push(`| ${body.method} ${body.target} ${body.status} ${body.request.body ?? ''}`);
        const own = body.request.headers.filter(([name]: string[]) => !OF_EVERY.test(`${name}`));
        lines.push(...own.map((header: string[]) => `|   ${header.join(': ')}`));
      }
      return lines.map((line) => line.trimEnd());
    },
  };

  #addresses(): readonly (readonly [string, string])[] {
    const { bank, folder, addresses } = this.#parts;
    const { origin, pathname } = new URL(bank.url);
    return [
      ['BANK', bank.url],
      ['ORIGIN', origin],
      ['TENANT', pathname.slice('/banks/'.length)],
      ...Object.entries(addresses),
      ['FOLDER', folder],
    ];
  }

  #real(line: string): string {
    const at = new Map(this.#addresses());
    return this.#ids.real(line).replace(/(?<!\w)[A-Z]+(?!\w)/g, (name) => at.get(name) ?? name);
  }

  #shown(text: string): string {
    const named = this.#addresses().reduce(
      (so, [name, real]) =>
        so.replaceAll(real, name).replaceAll(real.replace(/[^\w.-]+/g, '_'), name),
      text,
    );
    return this.#ids.counted(masked(named));
  }
}

const OF_EVERY =
  /^(?:host|connection|accept.*|sec-fetch-mode|user-agent|content-length|date|digest|signature|tpp-signature-certificate)$/i;

export const marked = (mark: string, text: string): string =>
  text
    .split('\n')
    .map((line) => `${mark} ${line}`.trimEnd())
    .join('\n');

/** Quotes as in a shell, where they are single ones. @param folder what `./` stands for */
export function wordsOf(line: string, folder: string): readonly string[] {
  const here = line.replace(/(?<=^|[\s'=@])\.\//g, `${folder}/`);
  return (here.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ''));
}
