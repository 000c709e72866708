// When the terminal that runs the bank is read, what it opens, and what a line of the log is for people.

import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { openInBrowser } from '../../server/open-browser.ts';
import { lineForPeople, listenToKeys } from '../../server/terminal.ts';
import { replace } from '../support/own-process.ts';
import { expectRecorded } from '../support/recorded.ts';

const undo: (() => void)[] = [];
afterEach(() => {
  for (const one of undo.splice(0)) one();
});

/** In place of what this process has, until the test ends. */
const replaced = (values: Readonly<Record<string, unknown>>): void =>
  void undo.push(replace(values));

/** What `ps` says, or why it does not. */
function saying(ids: string | Error, done: unknown[] = []): void {
  const execFileSync = (...args: unknown[]) => {
    done.push(args);
    if (typeof ids === 'string') return ids;
    throw ids;
  };
  replaced({ getBuiltinModule: () => ({ execFileSync }) });
}

/** Keys of a terminal that is none, and what has come of them. */
function keyboard(reset: () => Promise<void> = async () => undefined) {
  const done: string[] = [];
  const note = (text: string) => () => void done.push(text);
  const input = Object.assign(new EventEmitter(), {
    setRawMode: (isRaw: boolean) => void done.push(`raw ${isRaw}`),
    resume: note('resumed'),
    pause: note('paused'),
  });
  replaced({
    kill: (pid: number, signal: string) => done.push(`${pid === process.pid} ${signal}`),
  });
  const before = process.listeners('SIGCONT');
  listenToKeys(input as never, {
    say: (text) => void done.push(`said ${text}`),
    open: note('opened'),
    stop: note('stopped'),
    reset: () => {
      done.push('reset');
      return reset();
    },
  });
  const own = process.listeners('SIGCONT').filter((one) => !before.includes(one));
  undo.push(() => {
    for (const one of own) process.off('SIGCONT', one);
  });
  return {
    /** What came of it since the last time. */
    taken: () => done.splice(0),
    type: (keys: string | Buffer) => input.emit('data', keys),
    goOn: () => {
      for (const one of own) one('SIGCONT');
    },
    count: own.length,
  };
}

test('keys: Ctrl-Z gives the terminal back and stops the process, and answers no question', async () => {
  saying('7 7');
  const board = keyboard();
  board.taken();
  board.type('r');
  board.type(Buffer.from('\x1ay'));
  await turn();
  const asks = 'said Reset the bank "default" to its starting state? y resets it.';
  expect(board.taken()).toEqual([asks, 'raw false', 'true SIGTSTP']);
  board.goOn();
  expect(board.taken()).toEqual(['raw true', 'resumed']);
});

test.each<[string, string | Error, isInFront: boolean]>([
  ['its own group', ' 12 12\n', true],
  ['its own group, in columns', '   12     12  \n', true],
  ['another group', '12 13\n', false],
  ['no terminal', '12 -1\n', false],
  ['one number', '12\n', false],
  ['nothing', '', false],
  ['an error', new Error('no ps'), false],
])('keys: a terminal is read where the process is in front: %s', (_, ids, isInFront) => {
  const asked: unknown[] = [];
  saying(ids, asked);
  const board = keyboard();
  const reads = ['raw true', 'resumed'];
  expect([board.count, board.taken()]).toEqual([1, isInFront ? reads : ['paused']]);
  expect(asked).toEqual([
    [
      'ps',
      ['-o', 'pgid=,tpgid=', '-p', String(process.pid)],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    ],
  ]);
  // It may have come to the front, or have left it.
  saying(isInFront ? '1 2' : '1 1');
  board.goOn();
  expect(board.taken()).toEqual(isInFront ? ['paused'] : reads);
});

test('keys: where there is no ps, the terminal is read', () => {
  saying(new Error('there is no ps'));
  replaced({ platform: 'win32' });
  expect(keyboard().taken()).toEqual(['raw true', 'resumed']);
});

test('WEB-06: a line of the log has its time, how bad it is, what else is known, and the cause', () => {
  const time = Date.UTC(2026, 10, 3, 4, 5, 6, 789);
  const levels = [10, 20, 30, 39, 40, 41, 49, 50, 51, 60].map((level) => ({ level, msg: 'said' }));
  const at = { level: 30, msg: 'said' };
  const causes = ['a text', '', 7, null, { message: 'no stack' }, { stack: 'a stack\n  at x' }, {}];
  const lines = [
    ...levels,
    { ...at, msg: 'request', more: 1 },
    { ...at, msg: 'requests' },
    { ...at, msg: '' },
    { ...at, one: 1, two: { three: [4] } },
    { ...at, none: undefined },
    ...causes.map((err) => ({ ...at, err })),
    { ...at, err: undefined, one: 1 },
  ];
  expectRecorded(
    'printed/lines-for-people.txt',
    lines.map(
      (line) => `${JSON.stringify(line)}: ${JSON.stringify(lineForPeople({ time, ...line }))}`,
    ),
  );
});

test.each([
  ['linux', undefined, ['xdg-open']],
  ['darwin', undefined, ['open']],
  ['win32', undefined, ['cmd', '/c', 'start', '']],
  ['linux', '', ['xdg-open']],
  ['darwin', 'my browser', ['my browser']],
])(
  'keys: on %s with the browser %j, a program of its own gets the address',
  (platform, browser, opener) => {
    const started: unknown[] = [];
    const child = Object.assign(new EventEmitter(), {
      unref: () => void started.push('left alone'),
    });
    const spawn = (...args: unknown[]) => {
      started.push(...args);
      return child;
    };
    replaced({
      getBuiltinModule: (name: string) => (name === 'node:child_process' ? { spawn } : {}),
      platform,
    });
    openInBrowser('http://x/console', browser);
    const [program, ...args] = opener;
    expect(started).toEqual([
      ...[program, [...args, 'http://x/console'], { stdio: 'ignore', detached: true }],
      'left alone',
    ]);
    // Where there is none, nothing comes of it.
    expect(child.emit('error', new Error('there is no such program'))).toBe(true);
  },
);
