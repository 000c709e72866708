// The terminal that runs the bank.
import { EventEmitter } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openerOn, openInBrowser } from '../../server/open-browser.ts';
import { createSandbank, type Sandbank } from '../../server/sandbank.ts';
import { lineForPeople, listenToKeys, printRequests } from '../../server/terminal.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();
let bank: Sandbank;
let printed = '';
const printedWithin = async (end: string): Promise<string> => {
  while (!printed.endsWith(end)) await new Promise((done) => setTimeout(done, 5));
  return printed;
};

beforeAll(async () => {
  const print = (text: string) => {
    printed += text;
  };
  bank = await createSandbank({ onRequest: printRequests(() => bank.url, print) });
});
afterAll(() => bank.close());

test('CTRL-05: each request is a line, of every bank, and a refusal says why and where to read more', async () => {
  for (const prefix of ['', '/banks/other']) {
    printed = '';
    await fetch(`${bank.url}${prefix}/v1/acounts`);
    const log = `${bank.url}${prefix}/_sandbox/requests`;
    const [line, why] = (await printedWithin('/x1\n')).split('\n');
    expect(line).toMatch(
      new RegExp(`^[\\d:]{8}  404  GET {5}${prefix}/v1/acounts  NOT_FOUND  \\d+ ms$`),
    );
    expect(why).toBe(
      `          There is nothing at /v1/acounts. Did you mean /v1/accounts?  ${log}/x1`,
    );
  }
});

test.each([
  [{ level: 30, msg: 'request', path: '/v1/accounts' }, ''],
  [{ level: 30, msg: 'replayed journals', banks: 2 }, '01:02:03  replayed journals  {"banks":2}'],
  [
    { level: 50, msg: 'SCA failed', err: { message: 'no', stack: 'Error: no\n    at x' } },
    '01:02:03  error: SCA failed\nError: no\n    at x',
  ],
  [{ level: 40, msg: 'not ready' }, '01:02:03  warning: not ready'],
])('WEB-06: what else is logged is text: %j', (line, text) => {
  const time = Date.UTC(2026, 0, 1, 1, 2, 3);
  expect(lineForPeople({ time, ...line })).toBe(text);
});

test('the browser is the one that the person prefers, and gets the address', async () => {
  const [browser, shown] = [join(folder, 'browser'), join(folder, 'shown')];
  writeFileSync(
    browser,
    `#!/bin/sh\nprintf %s "$*" > '${shown}.new' && mv '${shown}.new' '${shown}'\n`,
  );
  chmodSync(browser, 0o755);
  openInBrowser('http://bank.example/console', browser);
  while (!existsSync(shown)) await new Promise((done) => setTimeout(done, 5));
  expect(readFileSync(shown, 'utf8')).toBe('http://bank.example/console');
});

test('keys: o opens, r asks before it resets, q and Ctrl-C stop, ? lists', async () => {
  const done: string[] = [];
  const input = Object.assign(new EventEmitter(), {
    setRawMode: () => input,
    resume: () => input,
    pause: () => input,
  });
  const before = process.listeners('SIGCONT');
  listenToKeys(input as never, {
    say: (text) => void done.push(text),
    open: () => void done.push('opened'),
    reset: async () => void done.push('reset'),
    stop: () => void done.push('stopped'),
  });
  for (const listener of process.listeners('SIGCONT')) {
    if (!before.includes(listener)) process.off('SIGCONT', listener);
  }
  input.emit('data', 'orxy\u0003qry');
  await Promise.resolve();
  const asks = 'Reset the bank "default" to its starting state? y resets it.';
  const isReset = 'The bank "default" is in its starting state.';
  expect(done).toEqual([
    'opened',
    asks,
    'Nothing was reset.',
    'stopped',
    'stopped',
    asks,
    'reset',
    isReset,
  ]);
  input.emit('data', '?');
  expect(done.at(-1)).toContain('o opens the console');
});

test.each([
  ['darwin', 'open'],
  // The title of a window: without it, `start` takes an address in quotes for one.
  ['win32', 'cmd /c start '],
  ['linux', 'xdg-open'],
])(
  'keys: on %s, what opens the console is "%s", or the browser of the settings',
  (platform, opener) => {
    expect(openerOn(platform).join(' ')).toBe(opener);
    expect(openerOn(platform, 'my browser')).toEqual(['my browser']);
  },
);
