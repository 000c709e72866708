// `sandbank exec` in the process of the test, with a bank of its own whose log and coverage the test answers for it: what
// the command gets, what is said afterwards, as it is written in tests/fixtures/printed/exec.txt, and what it ends with.
// `npm run examples` records it again.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sandbank } from '../../support/commands.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();
const { fetch } = globalThis;
const before = {
  env: { ...process.env },
  stdin: Object.getOwnPropertyDescriptor(process, 'stdin'),
};
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const listeners = () => SIGNALS.map((signal) => process.listeners(signal));
const known = listeners();
const atExit = process.listeners('exit');

const sections = [
  { name: 'operations', title: 'Operations', percent: 12.5, covered: 1, total: 8, items: [] },
  { name: 'rules', title: 'Rules', percent: 100, covered: 3, total: 3, items: [] },
];
const coverage = {
  since: '2026-11-03T09:00:00Z',
  requests: 2,
  percent: 36.4,
  covered: 4,
  total: 11,
};

/** What was asked of the bank, and what it answers. */
let asked: { readonly url: string; readonly token: string }[] = [];
let requests: readonly object[] = [];
const answer = (url: string): unknown =>
  url.includes('/requests') ? { requests, last: 1 } : { ...coverage, sections, advice: [] };

beforeEach(() => {
  asked = [];
  requests = [];
  globalThis.fetch = async (url, init) => {
    const { Authorization = '' } = (init?.headers ?? {}) as Record<string, string>;
    asked.push({ url: String(url), token: Authorization });
    return new Response(JSON.stringify(answer(String(url))));
  };
});
afterEach(() => {
  for (const one of process.listeners('exit')) if (!atExit.includes(one)) process.off('exit', one);
  globalThis.fetch = fetch;
  process.env = { ...before.env };
  if (before.stdin !== undefined) Object.defineProperty(process, 'stdin', before.stdin);
});

const exec = (script: string, ...options: string[]) =>
  sandbank('exec', ...options, '--', 'sh', '-c', script);

const entry = (number: number, more: object = {}) => ({
  ...{
    id: `x${number}`,
    number,
    at: '2026-11-03T09:00:00Z',
    method: 'GET',
    target: `/v1/${number}`,
  },
  ...{ status: 400, codes: ['FORMAT_ERROR', 'SECOND'], took: { total: 1 } },
  verdict: [
    { outcome: 'passed', text: 'not this' },
    { outcome: 'refused', text: `Why ${number}.` },
  ],
  ...more,
});
const many = (count: number) => Array.from({ length: count }, (_, at) => entry(count - at));

test('exec: what the bank refused, and what was covered, is said after the command', async () => {
  const cases: Record<string, readonly object[]> = {
    nothing: [],
    'none of them': [200, 302, 399].map((status, at) => entry(at, { status })),
    'an SCA that is asked for': [entry(1, { status: 401, scaFlow: 'f' })],
    'from 400 on': [500, 400, 399].map((status, at) => entry(at, { status })),
    'without a verdict': [
      entry(1, { verdict: [] }),
      entry(2, { verdict: [{ outcome: 'refused' }] }),
    ],
    ten: many(10),
    eleven: many(11),
    thirty: many(30),
  };
  const lines: string[] = [];
  for (const [title, list] of Object.entries(cases)) {
    requests = list;
    const { code, out, err } = await exec('exit 0');
    lines.push(`# ${title}: ${code}${out}`, ...err.split('\n'));
  }
  requests = many(2);
  const { code, out, err } = await exec('exit 9', '--json');
  lines.push(`# --json: ${code}${err}`, ...out.split('\n'));
  expectRecorded('printed/exec.txt', lines);
});

test('exec: the command has the address and the token of a bank in memory, which is closed after it', async () => {
  const [seen, data] = [join(folder, 'seen'), join(folder, 'no-data')];
  const own = { SANDBANK_DATA: data, SANDBANK_STORE: 'postgres://127.0.0.1:1/no', PORT: '1' };
  Object.assign(process.env, {
    ...own,
    HOST: '0.0.0.0',
    SANDBANK_CONTROL_TOKEN: 'mine',
    OWN: 'kept',
  });
  const script = `echo "$SANDBANK_URL $SANDBANK_CONTROL_TOKEN $OWN" > '${seen}'`;
  const asking = globalThis.fetch;
  const statuses: number[] = [];
  globalThis.fetch = async (url, init) => {
    // While it is open: for those with the token.
    const clock = String(url).replace(/(?<=_sandbox\/).*/, 'clock');
    statuses.push((await fetch(clock)).status, (await fetch(clock, init ?? {})).status);
    return asking(url, init);
  };
  const { code } = await exec(script);
  const [url = '', token = '', kept] = readFileSync(seen, 'utf8').trim().split(' ');
  expect([code, kept, statuses]).toEqual([0, 'kept', [403, 200, 403, 200]]);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(token).toMatch(/^[\da-f]{48}$/);
  expect(asked).toEqual([
    { url: `${url}/_sandbox/requests?limit=1000`, token: `Bearer ${token}` },
    { url: `${url}/_sandbox/coverage?format=json`, token: `Bearer ${token}` },
  ]);
  expect(existsSync(data)).toBe(false);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test.each([
  ['exit 0', 0],
  ['exit 1', 1],
  ['exit 255', 255],
  ['kill -9 $$', 137],
  ['kill -TERM $$', 143],
  ['kill -HUP $$', 129],
])('exec: %s ends with %i', async (script, code) => {
  expect((await exec(script)).code).toBe(code);
});

test('exec: a command that does not start is said, and its bank is closed', async () => {
  expect(await sandbank('exec', '--', 'no-such-command')).toEqual({
    code: 127,
    out: '',
    err: 'sandbank exec: there is no command no-such-command',
  });
  expect(await sandbank('exec', '--', folder, 'x')).toEqual({
    code: 126,
    out: '',
    err: `sandbank exec: ${folder} cannot be started: this user may not do that there`,
  });
  expect([asked, listeners()]).toEqual([[], known]);
});

test('exec: where the bank does not say what was refused, that is an error', async () => {
  globalThis.fetch = async () => new Response('no JSON');
  const { code, out, err } = await exec('exit 0');
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(
    /^sandbank exec: http:.*\/_sandbox\/requests\?limit=1000 did not answer with JSON/,
  );
});

let count = 0;
/** Once the command listens to signals, each of those is sent to this process. */
async function signalled(...signals: readonly (typeof SIGNALS)[number][]): Promise<number> {
  const ready = join(folder, `ready-${count++}`);
  const traps = 'trap "exit 1" HUP; trap "exit 2" INT; trap "exit 15" TERM';
  const ended = exec(`${traps}; : > '${ready}'; while :; do sleep 0.02; done`);
  while (!existsSync(ready)) await pause(5);
  for (const signal of signals) {
    const at = SIGNALS.indexOf(signal);
    const added = process.listeners(signal).filter((one) => !known[at]?.includes(one));
    expect(added).toHaveLength(1);
    for (const one of added) one(signal);
  }
  return (await ended).code;
}

test('exec: signals go to the command, and to nobody after it; Ctrl-C of a terminal reaches it anyway', async () => {
  const stdin = (isTTY: boolean) =>
    Object.defineProperty(process, 'stdin', { value: { isTTY }, configurable: true });
  stdin(false);
  expect(await signalled('SIGHUP')).toBe(1);
  expect(await signalled('SIGINT')).toBe(2);
  expect(await signalled('SIGTERM')).toBe(15);
  stdin(true);
  expect(await signalled('SIGINT', 'SIGTERM')).toBe(15);
  expect(await signalled('SIGHUP')).toBe(1);
  expect(listeners()).toEqual(known);
});
