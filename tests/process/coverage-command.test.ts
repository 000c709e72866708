// `sandbank coverage` against a running bank: what it prints, and the exit code that fails a build.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { psuHeaders, type TestBank } from '../support/bank.ts';
import { printed, refused, sandbank } from '../support/commands.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { testBank } from '../support/test-bank.ts';
import { testFolder } from '../support/test-folder.ts';
import { parseXml } from '../support/xml.ts';

const folder = testFolder();
const house = await testBank();
/** Its control API wants a token. */
const closed = await openSandbank({ control: { token: 'open sesame', allowedHosts: [] } });
afterAll(() => closed.close());
let bank: TestBank;
beforeEach(async () => {
  bank = house.tenant();
  await bank.tpp.with(psuHeaders()).get('/v1/accounts?odd=1');
});

const coverage = (...args: string[]) => sandbank('coverage', ...args);
const here = (...args: string[]) => coverage('--url', bank.url, ...args);
const nameOf = ({ url }: TestBank) => url.slice(url.lastIndexOf('/') + 1);

test('CTRL-08: what it prints: without --all it fits on a screen', async () => {
  const lines = (await printed(here())).split('\n');
  expect(lines.length).toBeLessThanOrEqual(20);
  expect(lines[0]).toMatch(/^1 request since 20\d\d-/);
  expect(lines.at(-1)).toContain('--all');
});

test('CTRL-08: what it prints: the first two pieces of advice, and all with --all', async () => {
  const machine = { 'PSU-IP-Address': '127.0.0.1', 'X-Request-ID': 'again' };
  for (let i = 0; i < 2; i++) await bank.tpp.with(machine).get('/v1/accounts');
  const advice = async (...args: string[]) => (await printed(here(...args))).match(/^Advice: /gm);
  expect(await advice()).toHaveLength(2);
  expect(await advice('--all')).toHaveLength(3);
});

test('CTRL-08: what it prints: the figures of each section, the items and the advice', async () => {
  const text = await printed(here('--all'));
  expect(text).toMatch(/^1 request since 20\d\d-/);
  expect(text).toMatch(/^operations +0\.\d % {3}1 of \d+$/m);
  expect(text).toMatch(/^all together +\d\.\d % {3}\d+ of \d+$/m);
  expect(text).toMatch(/^ +1 {2}GET {4}\/v1\/accounts {2}\(1 × 401\)$/m);
  expect(text).toMatch(/^ +- {2}GET {4}\/v1\/user$/m);
  expect(text).toMatch(/^ +1 {2}CONSENT_INVALID$/m);
  expect(text).toMatch(/^Advice: Tolerated under ERR-01: .* \(1 time\)\.$/m);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(260);
});

test('CTRL-08: what it prints: only what is missing, and only one section', async () => {
  const text = await printed(here('--missing', '--section', 'error-codes'));
  expect(text).toContain('Error codes, not covered');
  expect(text).toMatch(/^ +- {2}KID_MISSING$/m);
  expect(text).not.toMatch(/^ .*CONSENT_INVALID$/m);
  expect(text).not.toContain('/v1/');
});

test.each([
  ['json', (text: string) => JSON.parse(text).requests === 1],
  ['junit', (text: string) => parseXml(text).name === 'testsuites'],
  ['html', (text: string) => text.startsWith('<!doctype html>')],
] as const)('CTRL-08: %s as the bank tells it, into a file where asked', async (format, fits) => {
  const file = join(folder, format);
  expect(await printed(here('--format', format, '--output', file))).toBe('');
  expect(fits(readFileSync(file, 'utf8'))).toBe(true);
  expect(fits(await printed(here('--format', format)))).toBe(true);
});

test('CTRL-08: what it prints: --missing holds for the other formats too', async () => {
  const { sections } = JSON.parse(await printed(here('--format', 'json', '--missing')));
  const counts = sections.flatMap(({ items }: { items: { count: number }[] }) =>
    items.map(({ count }) => count),
  );
  expect(new Set(counts)).toEqual(new Set([0]));
});

test('CTRL-08: what it prints: the bank of that name', async () => {
  const base = new URL(bank.url).origin;
  const of = (url: string, name: string) => printed(coverage('--url', url, '--bank', name));
  expect(await of(`${base}/`, nameOf(bank))).toMatch(/^1 request /);
  expect(await of(base, nameOf(house.tenant()))).toMatch(/^0 requests /);
});

test('CTRL-08: --min: below it the exit code is 1, and what is missing is said', async () => {
  const { code, err } = await here('--min', '80');
  expect(code).toBe(1);
  const [head, ...missing] = err.split('\n');
  expect(head).toMatch(/^sandbank coverage: \d\.\d % \(\d+ of \d+\) is below the minimum of 80 %$/);
  expect(missing).toHaveLength(6);
  expect(missing[0]).toMatch(/^ {2}operations 0\.\d %, missing getUser, .* and \d+ more$/);
});

test('CTRL-08: --min: of one section it is about that section alone', async () => {
  // 401 of the eleven.
  await printed(here('--section', 'response-statuses', '--min', '9'));
  const { code, err } = await here('--section', 'response-statuses', '--min', '9.1');
  expect([code, err]).toEqual([1, expect.not.stringContaining('operations')]);
  expect(err).toContain('9 % (1 of 11) is below the minimum of 9.1 %');
  expect(err).toContain('response-statuses 9 %, missing 200, 201, 202, 204, 400 and 5 more');
});

test.each(['0', '0.5', '00'])('CTRL-08: --min: met with %s the exit code is 0', async (min) => {
  await printed(here('--min', min));
});

test.each(['text', 'json', 'junit', 'html'])('CTRL-08: --min: works with %s', async (format) => {
  expect((await here('--format', format, '--min', '80')).code).toBe(1);
  await printed(here('--format', format, '--missing', '--min', '0.5'));
});

test.each([
  [['--min', 'eighty'], 'Write a number from 0 to 100'],
  [['--min', '101'], 'Write a number'],
  [['--min', ''], 'Write a number'],
  [['--format', 'xml'], 'Allowed choices are text, json, junit, html'],
  [['--section', 'payments'], 'Allowed choices are operations, '],
  [['--url', '127.0.0.1'], 'Write an absolute address'],
  [['--colour'], '--colour'],
  [['extra'], 'too many arguments'],
])('CTRL-08: mistakes: %j is wrong usage, 2', async (args, reason) => {
  expect(await refused(coverage(...args), 2)).toContain(reason);
});

test('CTRL-08: mistakes: no bank there, a name that no bank can have, something else there: 1, in one line', async () => {
  const { origin } = new URL(bank.url);
  expect(await refused(coverage('--url', 'http://127.0.0.1:1'))).toContain('cannot be reached');
  const name = await refused(coverage('--url', origin, '--bank', 'No Bank'));
  expect(name).toMatch(/^.*answered 404: .+$/);
  // What the command appends falls into the query.
  const other = await refused(coverage('--url', `${origin}/openapi.json?x=`));
  expect(other).toContain('is this a Sandbank?');
});

test('CTRL-10: a bank with a token refuses without it, 1, and answers with it', async () => {
  expect(await refused(coverage('--url', closed.url))).toContain('answered 403');
  await printed(coverage('--url', closed.url, '--token', 'open sesame'));
});
