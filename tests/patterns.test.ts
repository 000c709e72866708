// The time of every regular expression grows no faster than the text (WEB-06): each is run on strings that are
// hostile to it, of two lengths, and their costs are compared.
import { describe, expect, test } from '@jest/globals';
import { sampleOf } from './support/corpus.ts';
import { type Hostile, hostileStrings, hostileText } from './support/hostile-strings.ts';
import { findAll, lineAt, ROOT, sourceFiles } from './support/source-tree.ts';

const TINY = 25;
const SHORT = 1_500;
const LONG = 8 * SHORT;
/** Milliseconds of processor time. A cost that grows with the square is a hundred or more at that length. */
const FREE = 8;
/** A cost grows eightfold with the length, and 64-fold with its square. */
const MOST_GROWTH = 24;

interface Pattern {
  readonly at: string;
  readonly pattern: RegExp;
}

const files = sourceFiles('server', 'cli', 'client');

function literals(): readonly Pattern[] {
  return files.flatMap(({ path, source, patterns }) =>
    patterns.map(({ text, offset }) => {
      const end = text.lastIndexOf('/');
      const pattern = new RegExp(text.slice(1, end), text.slice(end + 1));
      return { at: `${path}:${lineAt(source, offset)}`, pattern };
    }),
  );
}

/** Those that modules make of pieces while they are loaded. */
async function assembled(): Promise<readonly Pattern[]> {
  const made: Pattern[] = [];
  const Own = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Own, {
    construct(target, [source, flags]) {
      const pattern = new target(source, flags);
      const [, place = ''] = new Error().stack?.split('\n')[2]?.split(ROOT) ?? [];
      made.push({ at: place.replace(/:\d+\)?$/, ''), pattern });
      return pattern;
    },
  });
  try {
    for (const at of constructions()) {
      await import(`${ROOT}dist/${at.replace(/\.ts:\d+$/, '.js')}`);
    }
  } finally {
    globalThis.RegExp = Own;
  }
  return made.filter(({ at }) => !at.startsWith('node_modules/'));
}

/** Where the sources make one of pieces. */
const constructions = (): readonly string[] =>
  files.flatMap(({ path, bare }) =>
    findAll(bare, /\bRegExp\(/).map(({ offset }) => `${path}:${lineAt(bare, offset)}`),
  );

function costOf(pattern: RegExp, text: string): number {
  const before = process.cpuUsage();
  if (pattern.global) text.replace(pattern, '');
  else pattern.exec(text);
  pattern.lastIndex = 0;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least of some runs, so that nothing else that the process does counts. */
const leastCost = (pattern: RegExp, text: string): number =>
  Math.min(...Array.from({ length: 4 }, () => costOf(pattern, text)));

function growsFaster(pattern: RegExp, one: Hostile): boolean {
  // A cost that doubles with each character is seen before it takes for ever.
  if (costOf(pattern, hostileText(one, TINY)) >= FREE) {
    return leastCost(pattern, hostileText(one, TINY)) >= FREE;
  }
  const long = hostileText(one, LONG);
  if (costOf(pattern, long) < FREE) return false;
  const cost = leastCost(pattern, long);
  return cost >= FREE && cost > MOST_GROWTH * leastCost(pattern, hostileText(one, SHORT));
}

const hostileTo = (pattern: RegExp): Hostile | undefined =>
  hostileStrings(pattern).find((one) => growsFaster(pattern, one));

const offencesIn = (patterns: readonly Pattern[]) =>
  [...new Map(patterns.map((one) => [String(one.pattern), one])).values()].flatMap(
    ({ at, pattern }) => {
      const hostile = hostileTo(pattern);
      return hostile === undefined ? [] : `${at} ${pattern} on ${JSON.stringify(hostile)}`;
    },
  );

describe('WEB-06: the time of each regular expression grows with the text', () => {
  test('WEB-06: of each literal', () => {
    const all = literals();
    expect(all.length).toBeGreaterThan(400);
    expect(offencesIn(sampleOf(all, ({ at }) => at))).toEqual([]);
  });

  test('WEB-06: of each that is made of pieces, which is done where modules are loaded', async () => {
    const all = await assembled();
    const seen = new Set(all.map(({ at }) => at));
    expect(constructions().filter((at) => !seen.has(at))).toEqual([]);
    expect(offencesIn(all)).toEqual([]);
  });

  test.each(
    sampleOf([
      /\s+$/,
      /^Bearer +(.+)$/,
      /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/g,
      /\\+u003[0-9]/g,
      /<tr>.*?<\/tr>/gs,
      /<input[^>]*name="account"[^>]*>/g,
      /\]\([^)]*\)/g,
      /^(?:a+)+$/,
    ]),
  )('WEB-06: %s is found', (pattern) => {
    expect(hostileTo(pattern)).toBeDefined();
  });

  test.each([/^\s+/, /[^\\]\\u003/g, /(?<![\w-])x[\w-]+\./g])('WEB-06: %s may stay', (pattern) => {
    expect(hostileTo(pattern)).toBeUndefined();
  });
});
