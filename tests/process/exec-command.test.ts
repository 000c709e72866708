// `sandbank exec` and `sandbank serve` as processes: what the command gets, what it ends with, and signals.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { closeServer, listen, portOf } from '../support/tpp-server.ts';

const CLI = fileURLToPath(new URL('../../cli/sandbank.js', import.meta.url));
const environment = { PATH: process.env['PATH'] };

const sandbank = (...args: string[]) =>
  spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8', env: environment });

/** A program that asks the bank it was given. */
const CLIENT = `
  const { SANDBANK_URL: url, SANDBANK_CONTROL_TOKEN: token } = process.env;
  const refused = await fetch(url + '/v1/accounts');
  const closed = await fetch(url + '/_sandbox/clock');
  const headers = { Authorization: 'Bearer ' + token };
  const open = await fetch(url + '/_sandbox/clock', { headers });
  console.log([refused, closed, open].map(({ status }) => status).join());
  process.exitCode = 7;`;
const client = ['--', process.execPath, '--input-type=module', '-e', CLIENT];

test('exec: a bank with a token for the command, then what was refused and covered, and its exit code', () => {
  const { status, stdout, stderr } = sandbank('exec', ...client);
  expect([status, stdout]).toEqual([7, '400,403,200\n']);
  expect(stderr).toMatch(
    /^\nThe bank refused 1:\n {2}400 {2}GET \/v1\/accounts {2}Every request must be signed/,
  );
  expect(stderr).toMatch(/\n1 request since 20/);
  expect(stderr).toMatch(/\nall together +\d+\.\d %/);
  expect(stderr.trim().split('\n').slice(2)).toHaveLength(9);
});

test('exec: --json: the summary is the last line of the output', () => {
  const { status, stdout, stderr } = sandbank('exec', '--json', ...client);
  const [own, last = ''] = stdout.trimEnd().split('\n');
  expect([status, own, stderr]).toEqual([7, '400,403,200', '']);
  const { exitCode, refused, coverage } = JSON.parse(last);
  expect([exitCode, refused.length, coverage.requests]).toEqual([7, 1, 1]);
});

test('exec: a command that does not exist: 127; a setting that is wrong: 1', () => {
  const absent = sandbank('exec', '--', 'no-such-command');
  expect([absent.status, absent.stdout, absent.stderr]).toEqual([
    127,
    '',
    'sandbank exec: there is no command no-such-command\n',
  ]);
  const folder = sandbank('exec', '--', '/');
  expect([folder.status, folder.stderr]).toEqual([
    126,
    'sandbank exec: / cannot be started: this user may not do that there\n',
  ]);
  const args = [CLI, 'exec', '--', 'true'];
  const env = { ...environment, SANDBANK_PROFILE: 'wrong' };
  const wrong = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('SANDBANK_PROFILE')]);
});

test.each([
  ['decides what the signal means', "process.on('SIGTERM', () => process.exit(3));", 3],
  ['is ended by it', '', 128 + 15],
])('exec: a signal goes to the command, which %s', async (_, handler, code) => {
  const script = `${handler} setInterval(() => {}, 1000); console.log('ready')`;
  const args = [CLI, 'exec', '--', process.execPath, '-e', script];
  const child = spawn(process.execPath, args, { env: environment });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [ended] = await once(child, 'exit');
  expect(ended).toBe(code);
});

test('serve: a port in use is said in a sentence, with the next step', async () => {
  const taken = await listen(() => undefined);
  const port = portOf(taken);
  const { status, stderr } = sandbank('serve', '--memory', '--port', String(port));
  await closeServer(taken);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    new RegExp(
      `^sandbank: Port ${port} is in use.*sandbank serve --port ${(port % 65_535) + 1}\\b`,
    ),
  );
});

test('serve: --port, --memory and --json', async () => {
  const args = [CLI, 'serve', '--memory', '--port', '0', '--json'];
  const env = { ...environment, PORT: '1', SANDBANK_HTTPS_PORT: '0' };
  const child = spawn(process.execPath, args, { env });
  const [line] = await once(child.stdout, 'data');
  const { url, httpsUrl } = JSON.parse(String(line));
  expect(httpsUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
});
