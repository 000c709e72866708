// The README played literally, as somebody does who has just cloned the repository: its commands, in a folder
// that has nothing else, from `npm ci` to the first 200, the first settled payment and the first refusal.
// What would need the network or half a minute is taken from this tree: `npm ci` links to its node_modules,
// and the build is copied, so that `npm start` finds it fresh.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { ROOT, repositoryFiles } from '../support/source-tree.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();
const clone = join(folder, 'sandbank');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
/** The commands in the order of the page, up to the example in JavaScript. */
const commands = [...readme.matchAll(/^```sh\n([^`]*)```$/gm)].flatMap(([, block = '']) =>
  block.trim().split(/\n| && /),
);
let bank: ChildProcess | undefined;
let url = '';

afterAll(async () => {
  if (bank?.pid === undefined || bank.exitCode !== null) return;
  const ended = once(bank, 'close');
  // As a terminal does: npm and the bank that it started.
  process.kill(-bank.pid, 'SIGTERM');
  await ended;
});

function cloneTree(): void {
  const parts = [...repositoryFiles(), 'dist/server', 'dist/cli', 'dist/client', 'dist/.built'];
  for (const path of parts) {
    if (path.startsWith('tests/') || path.startsWith('bench/')) continue;
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    cpSync(join(ROOT, path), join(clone, path), { recursive: true });
  }
  // Newer than the files that were copied after it.
  utimesSync(join(clone, 'dist/.built'), new Date(), new Date());
}

const environment = () => ({
  PATH: process.env['PATH'],
  HOME: folder,
  // The only thing that differs: 8080 may be taken.
  PORT: '0',
  SANDBANK_URL: url,
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
});

/** What the command prints, at its end or when `until` fits. */
async function play(command: string, until?: RegExp): Promise<string> {
  const [program = '', ...args] = command.match(/'[^']*'|\S+/g) ?? [];
  const child = spawn(
    program,
    args.map((arg) => arg.replaceAll("'", '')),
    {
      cwd: clone,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, to be ended together.
      detached: true,
    },
  );
  let said = '';
  const fits = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer): void => {
      said += String(chunk);
      if (until?.test(said)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  const ended = once(child, 'close');
  if (until !== undefined) bank = child;
  await Promise.race([ended, ...(until === undefined ? [] : [fits])]);
  return said;
}

test('the README reaches the first 200 in three commands and a settled payment in four', async () => {
  cloneTree();
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  const [install, start, call, pay, refused] = commands as [string, string, string, string, string];

  expect(install).toBe('npm ci');
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));

  expect(start).toBe('npm start');
  const greeting = await play(start, /open at \S+.*\n.*accounts/);
  expect(greeting).not.toContain('Building');
  url = /Sandbank is open at (\S+)/.exec(greeting)?.[1] ?? greeting;

  const answered = await play(call);
  expect(answered).toMatch(/^HTTP 200 OK\n/);
  const first = seconds();

  expect(await play(pay)).toMatch(/\nSettled {3}ACSC\n$/);
  const settled = seconds();

  const why = await play(refused);
  expect(why).toMatch(/^HTTP 400 Bad Request\n/);
  expect(why).toMatch(/"text": "[^"]*Date/);
  expect(why).toContain(`\nWhy: ${url}/_sandbox/requests/`);

  const file = join(folder, 'request.http');
  writeFileSync(file, 'GET /v1/accounts HTTP/1.1\nDate: Tue, 03 Nov 2020 10:05:07 GMT\n\n');
  expect(await play(`npx sandbank explain ${file}`)).toMatch(/Refused|refused/);
  // What the issue asks for: how long the first minute is.
  process.stderr.write(
    `README: the first 200 after ${first} s, a settled payment after ${settled} s\n`,
  );
});
