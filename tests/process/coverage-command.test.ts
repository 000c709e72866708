// `sandbank coverage` against a running bank: what it prints, and the exit code that fails a build.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { run } from '../../cli/run.ts';
import { psuHeaders, type TestBank } from '../support/bank.ts';
import { temporaryFolder } from '../support/control-process.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { testBank } from '../support/test-bank.ts';
import { parseXml } from '../support/xml.ts';

const folder = temporaryFolder();
const house = await testBank();
/** Its control API wants a token. */
const closed = await openSandbank({ control: { token: 'open sesame', allowedHosts: [] } });
let bank: TestBank;
let out: string[];
let err: string[];

const coverage = (...args: string[]) =>
  run(['coverage', ...args], {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  });
const here = (...args: string[]) => coverage('--url', bank.url, ...args);
const nameOf = ({ url }: TestBank) => url.slice(url.lastIndexOf('/') + 1);

afterAll(async () => {
  folder.remove();
  await closed.close();
});
beforeEach(async () => {
  bank = house.tenant();
  out = [];
  err = [];
  await bank.tpp.with(psuHeaders()).get('/v1/accounts?odd=1');
});

describe('CTRL-08: what it prints', () => {
  test('without --all it fits on a screen', async () => {
    expect(await here()).toBe(0);
    const lines = out.join('\n').split('\n');
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(lines[0]).toMatch(/^1 request since 20\d\d-/);
    expect(lines.at(-1)).toContain('--all');
  });

  test('the figures of each section, the items and the advice', async () => {
    expect(await here('--all')).toBe(0);
    const text = out.join('\n');
    expect(text).toMatch(/^1 request since 20\d\d-/);
    expect(text).toMatch(/^operations +0\.\d % {3}1 of \d+$/m);
    expect(text).toMatch(/^all together +\d\.\d % {3}\d+ of \d+$/m);
    expect(text).toMatch(/^ +1 {2}GET {4}\/v1\/accounts {2}\(1 × 401\)$/m);
    expect(text).toMatch(/^ +- {2}GET {4}\/v1\/user$/m);
    expect(text).toMatch(/^ +1 {2}CONSENT_INVALID$/m);
    expect(text).toMatch(/^Advice: Tolerated under ERR-01: .* \(1 time\)\.$/m);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(260);
    expect(err).toEqual([]);
  });

  test('only what is missing, and only one section', async () => {
    expect(await here('--missing', '--section', 'error-codes')).toBe(0);
    const text = out.join('\n');
    expect(text).toContain('Error codes, not covered');
    expect(text).toMatch(/^ +- {2}KID_MISSING$/m);
    expect(text).not.toMatch(/^ .*CONSENT_INVALID$/m);
    expect(text).not.toContain('/v1/');
  });

  test.each([
    ['json', (text: string) => JSON.parse(text).requests === 1],
    ['junit', (text: string) => parseXml(text).name === 'testsuites'],
    ['html', (text: string) => text.startsWith('<!doctype html>')],
  ] as const)('%s as the bank tells it, into a file where asked', async (format, fits) => {
    const file = join(folder.path, format);
    expect(await here('--format', format, '--output', file)).toBe(0);
    expect(out).toEqual([]);
    expect(fits(readFileSync(file, 'utf8'))).toBe(true);
    expect(await here('--format', format)).toBe(0);
    expect(fits(out.join())).toBe(true);
  });

  test('--missing holds for the other formats too', async () => {
    await here('--format', 'json', '--missing');
    const { sections } = JSON.parse(out.join());
    const counts = sections.flatMap(({ items }: { items: { count: number }[] }) =>
      items.map(({ count }) => count),
    );
    expect(new Set(counts)).toEqual(new Set([0]));
  });

  test('the bank of that name', async () => {
    const base = new URL(bank.url).origin;
    expect(await coverage('--url', `${base}/`, '--bank', nameOf(bank))).toBe(0);
    expect(out.join()).toMatch(/^1 request /);
    out = [];
    expect(await coverage('--url', base, '--bank', nameOf(house.tenant()))).toBe(0);
    expect(out.join()).toMatch(/^0 requests /);
  });
});

describe('CTRL-08: --min', () => {
  test('below it the exit code is 1, and what is missing is said', async () => {
    expect(await here('--min', '80')).toBe(1);
    expect(out).toHaveLength(1);
    const [head, ...missing] = err.join('\n').split('\n');
    expect(head).toMatch(
      /^sandbank coverage: \d\.\d % \(\d+ of \d+\) is below the minimum of 80 %$/,
    );
    expect(missing).toHaveLength(6);
    expect(missing[0]).toMatch(/^ {2}operations 0\.\d %, missing getUser, .* and \d+ more$/);
  });

  test('of one section it is about that section alone', async () => {
    const section = ['--section', 'response-statuses'];
    // 401 of the eleven.
    expect(await here(...section, '--min', '9')).toBe(0);
    expect(await here(...section, '--min', '9.1')).toBe(1);
    expect(err.join()).toContain('9 % (1 of 11) is below the minimum of 9.1 %');
    expect(err.join()).toContain(
      'response-statuses 9 %, missing 200, 201, 202, 204, 400 and 5 more',
    );
    expect(err.join()).not.toContain('operations');
  });

  test.each(['0', '0.5', '00'])('met with %s the exit code is 0', async (min) => {
    expect(await here('--min', min)).toBe(0);
    expect(err).toEqual([]);
  });

  test('works with every format', async () => {
    for (const format of ['text', 'json', 'junit', 'html']) {
      expect(await here('--format', format, '--min', '80')).toBe(1);
      expect(await here('--format', format, '--missing', '--min', '0.5')).toBe(0);
    }
  });
});

describe('CTRL-08: mistakes', () => {
  test.each([
    [['--min', 'eighty'], 'Write a number from 0 to 100'],
    [['--min', '101'], 'Write a number'],
    [['--min', ''], 'Write a number'],
    [['--format', 'xml'], 'Allowed choices are text, json, junit, html'],
    [['--section', 'payments'], 'Allowed choices are operations, '],
    [['--url', '127.0.0.1'], 'Write an absolute address'],
    [['--colour'], '--colour'],
    [['extra'], 'too many arguments'],
  ])('%j is wrong usage, 2', async (args, reason) => {
    expect(await coverage(...args)).toBe(2);
    expect(err.join()).toContain(reason);
    expect(out).toEqual([]);
  });

  test('no bank there, and a name that no bank can have: 1, in one line', async () => {
    expect(await coverage('--url', 'http://127.0.0.1:1')).toBe(1);
    expect(err.join()).toContain('cannot be reached');
    err = [];
    expect(await coverage('--url', new URL(bank.url).origin, '--bank', 'No Bank')).toBe(1);
    expect(err).toHaveLength(1);
    expect(err.join()).toMatch(/answered 404: .+/);
  });

  test('something else there: 1', async () => {
    // What the command appends falls into the query.
    expect(await coverage('--url', `${new URL(bank.url).origin}/openapi.json?x=`)).toBe(1);
    expect(err.join()).toContain('is this a Sandbank?');
  });

  test('CTRL-10: a bank with a token refuses without it, 1, and answers with it', async () => {
    expect(await coverage('--url', closed.url)).toBe(1);
    expect(err.join()).toContain('answered 403');
    expect(await coverage('--url', closed.url, '--token', 'open sesame')).toBe(0);
  });
});
