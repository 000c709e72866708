// The process that runs the bank, with outputs that are files and a terminal that is none: what it prints for which
// settings, what its keys and signals do, and what it ends with, as it is written in tests/fixtures/printed/main.txt.
// `npm run examples` records it again.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { main, startBank } from '../../server/main.ts';
import { control } from '../support/bank.ts';
import { sandbank } from '../support/commands.ts';
import { masked } from '../support/masks.ts';
import { ownProcesses } from '../support/own-process.ts';
import { expectRecordedPart } from '../support/recorded.ts';
import { filesIn, testFolder } from '../support/test-folder.ts';

const folder = testFolder();
const file = filesIn(folder);
const processes = ownProcesses(folder);

type Environment = Readonly<Record<string, string>>;

const OPEN_AT = /open at (\S+) .*\n/;
const run = (environment: Environment = {}) =>
  main({ environment: { PORT: '0', SANDBANK_DATA: 'memory', ...environment } });

const plain = (text: string): readonly string[] =>
  masked(text)
    .replaceAll(folder, 'FOLDER')
    .replace(/(?<=:|[Pp]ort |PORT=)\d{4,5}\b/g, 'N')
    .replace(/^[\d:]{8} /gm, 'TIME ')
    .replace(/"(time|millis|ms|durationMs|duration)":[\d.]+/g, '"$1":N')
    .trimEnd()
    .split('\n');

test('keys: on a terminal they are said, and do what they say, until q stops the bank', async () => {
  const own = processes.open({ isTerminal: true });
  const lines = [`main: ${await run({ BROWSER: 'my browser' })}`];
  const url = await own.until(OPEN_AT);
  await own.until(/(Keys: .*\n)/);
  own.press('o?');
  own.press('ry');
  await own.until(/(starting state\.\n)/);
  await fetch(`${url}/v1/accounts`);
  await own.until(/(\/x1\n)/);
  own.press('q');
  own.press('q');
  lines.push(`exit: ${await own.exited}`, ...own.done.map((one) => `> ${one}`));
  lines.push(...plain(own.printed()).map((line) => `| ${line}`), `! ${own.said()}`);
  expectRecordedPart('printed/main.txt', 'on a terminal', plain(lines.join('\n')));
});

test.each<[Environment, boolean]>([
  [{}, false],
  [{ SANDBANK_LOG_FORMAT: 'json' }, true],
  [{ SANDBANK_LOG_FORMAT: 'text', SANDBANK_LOG: 'debug' }, false],
  [{ SANDBANK_LOG_FORMAT: 'text' }, false],
  [{ SANDBANK_LOG_FORMAT: 'text', SANDBANK_LOG: 'warn' }, true],
  [{ SANDBANK_LOG: 'silent' }, false],
])(
  'SET-01: %j, terminal %j: what is printed of a request, and an end by a signal',
  async (environment, isTerminal) => {
    const own = processes.open({ isTerminal });
    expect(await run(environment)).toBe(0);
    const url = await own.until(OPEN_AT);
    await fetch(`${url}/v1/accounts`);
    own.signal('SIGTERM');
    own.signal('SIGINT');
    own.signal('SIGTERM');
    const lines = [`exit: ${await own.exited}`, ...plain(own.printed()).map((line) => `| ${line}`)];
    const title = `${JSON.stringify(environment)}${isTerminal ? ' on a terminal' : ''}`;
    expectRecordedPart('printed/main.txt', title, [...lines, ...plain(`! ${own.said()}`)]);
  },
);

test.each([
  [{ isTerminal: true, isTyped: false }, {}],
  [{ isTerminal: false, isTyped: true }, { SANDBANK_LOG_FORMAT: 'text' }],
  [{ isTerminal: true, isTyped: true }, { SANDBANK_LOG_FORMAT: 'json' }],
])('keys: %j, %j: none without a terminal on both sides and text', async (how, environment) => {
  const own = processes.open(how);
  expect(await run(environment)).toBe(0);
  await own.until(OPEN_AT);
  own.signal('SIGTERM');
  expect(await own.exited).toBe(0);
  expect([own.done, own.printed()]).toEqual([[], expect.not.stringContaining('Keys:')]);
});

test('TLS-01, TLS-02, CTRL-10: with TLS, a folder, a bundle and a token; what is printed is what the caller makes of it', async () => {
  const own = processes.open();
  const other = await startBank({ PORT: '0', SANDBANK_DATA: 'memory' });
  const trust = file('ca.pem', (await control(other.url, 'GET', '/_sandbox/certificates/ca')).text);
  await other.close();
  expect(own.printed()).toBe('');
  const ready: object[] = [];
  const code = await main({
    environment: {
      ...{ PORT: '0', SANDBANK_HTTPS_PORT: '0', SANDBANK_DATA: join(folder, 'data') },
      ...{ SANDBANK_TRUST: trust, SANDBANK_CONTROL_TOKEN: 'open sesame', SANDBANK_LOG: 'warn' },
      ...{ SANDBANK_ALLOWED_HOSTS: 'bank.example' },
    },
    onReady: (said) => {
      ready.push(said);
      return 'here it is';
    },
  });
  const [{ url, httpsUrl, text }] = ready as [Record<'url' | 'httpsUrl' | 'text', string>];
  const asked = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${url}${path}`, { headers })).status;
  const lines = [
    `main: ${code}`,
    `of the addresses: ${plain(`${url} ${httpsUrl}`)}`,
    `without the token: ${await asked('/_sandbox/clock', {})}`,
    `with it: ${await asked('/_sandbox/clock', { Authorization: 'Bearer open sesame' })}`,
    ...plain(text).map((line) => `| ${line}`),
  ];
  own.signal('SIGINT');
  lines.push(`exit: ${await own.exited}`, ...plain(own.printed()).map((line) => `| ${line}`));
  expectRecordedPart('printed/main.txt', 'with TLS', [...lines, ...plain(`! ${own.said()}`)]);
});

test('serve: its options are the settings that they stand for, and it says where the bank is', async () => {
  const before = { ...process.env };
  const data = join(folder, 'not-made');
  const seed = file(
    'seed.yaml',
    'extends: starting-set\nclock: { now: 2031-01-01T10:00:00Z, frozen: true }\n',
  );
  const lines: string[] = [];
  try {
    for (const [title, own, ...args] of [
      ['as set', { SANDBANK_DATA: 'memory', PORT: '0' }],
      [
        'in memory',
        { SANDBANK_DATA: data, SANDBANK_STORE: 'postgres://127.0.0.1:1/x' },
        '--memory',
      ],
      ['with a seed', { SANDBANK_DATA: 'memory' }, '--seed', seed, '--open', '--json'],
      [
        'in JSON, with TLS',
        { SANDBANK_HTTPS_PORT: '0', SANDBANK_LOG_FORMAT: 'text' },
        '--json',
        '--memory',
      ],
    ] as const) {
      process.env = { ...before, BROWSER: 'my browser', ...own };
      const bank = processes.open({ isTerminal: title.startsWith('in JSON') });
      const port = title === 'as set' ? [] : ['--port', '0'];
      const { code, out, err } = await sandbank('serve', ...port, ...args);
      const url = await bank.until(/(http:[^ "]+)/);
      const { body } = await control(url, 'GET', '/_sandbox/clock');
      await fetch(`${url}/v1/accounts`);
      bank.signal('SIGTERM');
      lines.push(`# ${title}: ${code}${out}${err}, clock of the seed: ${body.frozen}`);
      lines.push(`exit: ${await bank.exited}`, ...bank.done.map((one) => `> ${one}`));
      lines.push(
        ...bank
          .printed()
          .trimEnd()
          .split('\n')
          .map((line) => `| ${line}`),
      );
      processes.close();
    }
    process.env = { ...before, PORT: '1' };
    const own = processes.open();
    const { code } = await sandbank(
      'serve',
      '--seed',
      join(folder, 'none'),
      '--memory',
      '--port',
      '0',
    );
    lines.push(`# without the seed: ${code}`, `! ${own.said()}`);
  } finally {
    process.env = before;
  }
  expect(existsSync(data)).toBe(false);
  expectRecordedPart('printed/main.txt', 'serve', plain(lines.join('\n').replace(/^# /gm, '- ')));
});

const listening = async (port: number) => {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  // Where another program has it, it is in use as well.
  await Promise.race([once(server, 'listening'), once(server, 'error')]);
  return server;
};

test('SET-01: what does not start is a sentence on standard error, and 2 where a setting is wrong', async () => {
  const [some, last] = [await listening(0), await listening(65_535)];
  const port = (some.address() as { port: number }).port;
  const cases: Record<string, Environment> = {
    'an unknown setting': { SANDBANK_WRONG: 'x' },
    'a wrong value': { SANDBANK_PROFILE: 'x' },
    'no such bundle': { SANDBANK_TRUST: join(folder, 'no-such-file') },
    'a bundle of nothing': { SANDBANK_TRUST: file('nothing.pem', 'nothing') },
    'a folder for a bundle': { SANDBANK_TRUST: folder },
    'no such seed': { SANDBANK_SEED: join(folder, 'no-such-seed.yaml') },
    'a wrong seed': { SANDBANK_SEED: file('wrong.yaml', 'customers: 7\n') },
    'a port in use': { PORT: String(port) },
    'the last port in use': { PORT: '65535' },
    'a port for TLS in use': { SANDBANK_HTTPS_PORT: String(port) },
    'the last port for TLS in use': { SANDBANK_HTTPS_PORT: '65535' },
    'a file for a folder': { SANDBANK_DATA: file('data.txt', '') },
    'a network without a token': { HOST: '0.0.0.0' },
  };
  const lines: string[] = [];
  for (const [title, environment] of Object.entries(cases)) {
    const own = processes.open();
    const code = await run(environment);
    const said = own
      .said()
      .replaceAll(String(port), 'IN-USE')
      .replaceAll(String(port + 1), 'NEXT');
    lines.push(`${title}: ${code}`, ...said.replaceAll(folder, 'FOLDER').trimEnd().split('\n'));
    expect(own.printed()).toBe('');
    processes.close();
  }
  for (const server of [some, last]) server.close();
  expectRecordedPart('printed/main.txt', 'what does not start', lines);
});

test('DUR-02: of a damaged bank it says what saves the rest', async () => {
  const data = join(folder, 'damaged');
  const bank = await startBank({ PORT: '0', SANDBANK_DATA: data });
  await control(bank.url, 'POST', '/_sandbox/reset');
  await bank.close();
  file(join('damaged', 'default.json'), '{');
  const own = processes.open();
  expect(await run({ SANDBANK_DATA: data })).toBe(1);
  expectRecordedPart('printed/main.txt', 'a damaged bank', plain(own.said()));
});

test('WEB-09: where standard output takes nothing, one sentence says why, and the bank ends as it should', async () => {
  const readable = openSync(file('readable', ''), 'r');
  const own = processes.open({ stdout: readable });
  expect(await run()).toBe(0);
  while (own.said() === '') await pause(5);
  own.signal('SIGTERM');
  expect(await own.exited).toBe(0);
  expectRecordedPart('printed/main.txt', 'an output that takes nothing', plain(own.said()));
  closeSync(readable);
});

test('WEB-09: where a write to standard output does not come back, the process is killed', async () => {
  const path = join(folder, 'pipe');
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  let filled = 0;
  try {
    for (;;) filled += writeSync(fd, 'x'.repeat(4096));
  } catch (error) {
    expect(error).toMatchObject({ code: 'EAGAIN' });
  }
  const waits = openSync(path, constants.O_RDWR);
  const own = processes.open({ stdout: waits });
  expect(await run()).toBe(0);
  own.signal('SIGTERM');
  expect(await own.exited).toBe(0);
  expect(own.done).toEqual(['killed true SIGKILL']);
  const part = Buffer.alloc(65_536);
  while (filled > 0) filled -= readSync(fd, part);
  closeSync(waits);
  closeSync(fd);
});
