// Records: what something says for many inputs, as lines of text in a file of tests/fixtures/. `npm run examples` writes
// them again; where somebody reads the difference, a change is seen that no assertion is about.
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import { ROOT } from './source-tree.ts';

/** What JavaScript's own parser says of a text is another sentence in another version. */
const OF_ENGINE =
  /(?:Expected|Unexpected|Unterminated|Bad|No number|Exponent part) .*(?:JSON at position \d+(?: \(line \d+ column \d+\))?|is not valid JSON|end of JSON input)/g;

/** @param name of the file under `tests/fixtures/` */
export function expectRecorded(name: string, lines: readonly string[]): void {
  const file = join(ROOT, 'tests', 'fixtures', name);
  const text = `${lines.join('\n')}\n`.replace(OF_ENGINE, 'no JSON');
  if (process.env['RECORD_EXAMPLES'] !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text.split('\n')).toEqual(readFileSync(file, 'utf8').split('\n'));
}

/**
 * The same of one part of a file, which has a title of its own: where each run takes a part of the cases.
 */
export function expectRecordedPart(name: string, title: string, lines: readonly string[]): void {
  const file = join(ROOT, 'tests', 'fixtures', name);
  const parts = partsIn(file);
  if (process.env['RECORD_EXAMPLES'] !== undefined) {
    parts.set(title, lines.join('\n'));
    const all = [...parts].sort(([a], [b]) => (a < b ? -1 : 1));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, all.map(([own, text]) => `# ${own}\n${text}\n`).join('\n'));
  }
  expect(lines.join('\n').split('\n')).toEqual((parts.get(title) ?? '').split('\n'));
}

function partsIn(file: string): Map<string, string> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const parts = text.split(/^# /m).slice(1);
  return new Map(
    parts.map((part): [string, string] => {
      const [title = '', ...lines] = part.trimEnd().split('\n');
      return [title, lines.join('\n')];
    }),
  );
}

/** JSON that tells apart what JSON does not: bigints, `undefined`, what was thrown, and what is no plain object. */
export function shown(value: unknown): string {
  if (value instanceof Map) return `Map ${shown([...value])}`;
  if (value instanceof Set) return `Set ${shown([...value])}`;
  if (value instanceof URLSearchParams) return `?${value}`;
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) return `[${value.map(shown).join(',')}]`;
    const members = Object.entries(value).map(([name, one]) => `${name}: ${shown(one)}`);
    return `{${members.join(', ')}}`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** The same; of a long one its beginning, its length and a hash of the whole, so that a change of any part is seen. */
export function shortened(value: unknown, most = 600): string {
  const text = shown(value);
  if (text.length <= most) return text;
  return `${text.slice(0, most)} … ${text.length} ${hash('sha256', text).slice(0, 12)}`;
}

type Answered = readonly [title: string, answer: string];

/** Under each answer, the titles of what it is the answer to. */
export function underAnswers(lines: readonly string[]): readonly string[] {
  const all = lines.map((line): Answered => {
    const [title = '', ...answer] = line.split(': ');
    return [title, answer.join(': ')];
  });
  return [...titlesOf(all)].flatMap(([answer, titles]) => [`# ${answer}`, ...titles]);
}

/** Each answer once, of several lines, under the titles of what it is the answer to. */
export const eachAnswerOnce = (all: readonly Answered[]): readonly string[] =>
  [...titlesOf(all)].flatMap(([answer, titles]) => [
    ...titles.map((title) => `> ${title}`),
    ...answer.split('\n'),
  ]);

function titlesOf(all: readonly Answered[]): ReadonlyMap<string, readonly string[]> {
  const byAnswer = new Map<string, string[]>();
  for (const [title, answer] of all) byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), title]);
  return byAnswer;
}

/** What the work returns, or the name of what it throws with its sentence. */
export function saidBy(work: () => unknown): string {
  try {
    return shown(work());
  } catch (thrown) {
    return thrownText(thrown);
  }
}

export const thrownText = (thrown: unknown): string => {
  const { name, message, outcome, code } = thrown as Partial<Record<string, unknown>>;
  const more = [outcome, code].filter((one) => one !== undefined).map((one) => ` (${one})`);
  // Before anybody takes a hash of it.
  const text = String(message).replace(OF_ENGINE, 'no JSON').replaceAll(ROOT, 'ROOT');
  return `! ${name}${more.join('')}: ${text}`;
};
