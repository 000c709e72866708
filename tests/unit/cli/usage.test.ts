// What the commands say of themselves, of wrong words, and where no bank answers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import { COMMANDS } from '../../../cli/commands.ts';
import { createProgram } from '../../../cli/program.ts';
import { printed, refused, sandbank } from '../../support/commands.ts';
import { ROOT } from '../../support/source-tree.ts';
import { filesIn, testFolder } from '../../support/test-folder.ts';
import { closeServer, freePort, listen, portOf } from '../../support/tpp-server.ts';

test.each([[[]], [['--help']], [['help']], [['-h']]])('%j lists the commands', async (args) => {
  const help = await printed(sandbank(...args));
  for (const { name, summary } of COMMANDS) {
    expect(help).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 30)}`, 'm'));
  }
});

test.each(COMMANDS)('$name --help explains it, with --json', async ({ name }) => {
  const help = await printed(sandbank(name, '--help'));
  expect(help).toContain(`Usage: sandbank ${name}`);
  expect(help).toContain('--json');
  expect(await printed(sandbank('help', name))).toBe(help);
});

test('--version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(await printed(sandbank('--version'))).toBe(version);
});

test('without one of its commands, seed says which there are', async () => {
  expect(await refused(sandbank('seed'), 2)).toContain('export [options]');
});

test('the help of one of its commands has the options that say which bank', async () => {
  const help = await printed(sandbank('snapshot', 'save', '--help'));
  expect(help).toContain('--url <url>');
  expect(help).not.toContain('--version');
});

test.each(['--url', '--bank', '--token', '--as', '--context', '--credentials'])(
  'of which command it speaks, behind %s with its value',
  async (option) => {
    const usage = await refused(sandbank(option, 'x', 'call', '--wrong'), 2);
    expect(usage).toContain('(sandbank call --help)');
  },
);

const file = filesIn(testFolder());

const NOWHERE = '/nowhere cannot be read: there is no such file or folder';

test.each([
  [['clal'], '(Did you mean call?)'],
  [['snapshot', 'sav', 'x'], '(Did you mean save?)'],
  [['fault', 'nwe', '503'], '(Did you mean new?)'],
  [['call', 'GET', '/v1/accounts', '--jsn'], '(Did you mean --json?)'],
  [['serve', '--port', 'many'], 'Write a whole number from 0 to 65535'],
  [['certs', 'new', '--wrong'], '--wrong'],
  [['certs', 'new', '--otu', 'x'], '(Did you mean --out?) (sandbank certs new --help)'],
  [['snapshot', 'save', 'x', '--frm'], "'--frm' (sandbank snapshot save --help)"],
  [['--jsn', 'rules'], "unknown option '--jsn' (sandbank --help)"],
  [['--bank', 'reset', 'rulez'], '(Did you mean rules?)'],
  [['certs', 'new', '--valid-days', '0'], 'from 1 to 3650'],
  [['call'], "missing required argument 'method'"],
  [['call', '/v1/accounts', 'GET'], 'Write the method first'],
  [['call', 'GET', 'v1/accounts'], 'Write a path such as /v1/accounts'],
  [['call', 'GET', '/', '--as', '1'], 'or the 11 digits of a test user'],
  [['call', 'GET', '/', '--as', 'jona'], 'Write jonas, odd, mari, thea'],
  [['call', 'GET', '/', '--url', '127.0.0.1:8080'], 'Write an absolute address'],
  [['call', 'GET', 'http://127.0.0.1/', 'more'], 'too many arguments'],
  [['call', 'GET', '/', '-d', '{}'], 'no body with GET'],
  [['call', 'head', '/', '-d', ''], 'no body with HEAD'],
  [['certs', 'nwe', 'x'], '(Did you mean new?)'],
  [['sign', 'GET', 'http://127.0.0.1/', '--header', 'nothing'], "'Name: value'"],
  [
    ['sign', 'GET', 'http://127.0.0.1/', '--header', 'Bad Name: x'],
    'Bad Name is not the name of a header',
  ],
  [['sign', 'POST', 'http://127.0.0.1/', '--body', '@/nowhere'], NOWHERE],
  [['sign', 'GET', 'http://127.0.0.1/', '--body', '@.'], '. cannot be read: it is a folder'],
  [['replay', '/nowhere'], NOWHERE],
  [['seed', 'check', '/nowhere'], NOWHERE],
  [['fault', 'new', 'delay-ms=2s'], 'or an effect such as lose-reply'],
  [['pay', 'much', 'EUR', '--to', 'x'], 'Write a number with a point'],
  [['pay', '1', 'euros', '--to', 'x'], 'Write three letters'],
  [['clock', '+1x'], 'Write +90d for 90 days'],
  [['clock', '+1h1d'], 'Write +90d for 90 days'],
  [['clock', '+P'], 'Write +90d for 90 days'],
  [['clock', 'tomorrow'], '2026-12-24T10:00:00Z'],
  [['clock', '--run', '--freeze'], 'not both'],
  [['login'], 'Who logs in?'],
  [['logs', '--limit', 'all'], 'from 1 to 1000'],
  [['snapshot', 'import', 'x', '/nowhere'], NOWHERE],
  [['completion', 'cmd'], 'bash, zsh, fish'],
  [['completion'], "missing required argument 'shell'"],
])('%j is wrong usage', async (args, reason) => {
  // The help of a command that lacks one of its own is printed as well.
  const { code, err } = await sandbank(...args);
  expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
  expect(err).toMatch(/^sandbank.*: .* \(sandbank .*--help\)$/m);
});

const quiet = { out: () => undefined, err: () => undefined, exitCode: 0 };
const program = await createProgram(quiet, () => true);

/** The words of every command that takes a certain number of arguments, with so many. */
const FULL = program.commands
  .flatMap((command) => (command.commands.length > 0 ? command.commands : [command]))
  .filter(({ registeredArguments }) => !registeredArguments.some(({ variadic }) => variadic))
  .map((command) => {
    const names = [command.parent?.name() ?? '', command.name()].filter(
      (one) => one !== 'sandbank',
    );
    return [...names, ...command.registeredArguments.map(() => 'x')];
  });

test.each(FULL.map((words) => [words]))('%j: one more argument is refused', async (words) => {
  const needed = words[0] === 'pay' ? ['--to', 'x'] : [];
  expect(await refused(sandbank(...words, 'more', ...needed), 2)).toContain('too many arguments');
});

/** It answers, and is no bank. */
const other = await listen((_, response) => void response.end());
/** A bank, as far as its health tells, with another idea of the time. */
const late = await listen((_, response) => {
  response.setHeader('Date', 'Thu, 01 Jan 2015 00:00:00 GMT').end('{"status":"up"}');
});
/** Something broken. */
const silent = await listen((_, response) => void response.writeHead(500).end());
afterAll(() => Promise.all([other, late, silent].map(closeServer)));
const nobody = `http://127.0.0.1:${await freePort()}`;

test('no bank at the address: says how to start one', async () => {
  expect(await refused(sandbank('reset', '--url', nobody))).toMatch(
    /^sandbank reset: No bank answers at http:.* Start one: sandbank serve/,
  );
});

test('no host of that name', async () => {
  const said = await refused(sandbank('reset', '--url', 'http://bank.invalid'));
  expect(said).toContain('There is no host bank.invalid.');
});

test('https to the http port: says which address to write', async () => {
  const host = `127.0.0.1:${portOf(other)}`;
  const said = await refused(sandbank('reset', '--url', `https://${host}`));
  expect(said).toContain(`${host} does not speak https. Write http://${host}.`);
});

test('a refusal without a word is a sentence still', async () => {
  const url = `http://127.0.0.1:${portOf(silent)}`;
  expect(await refused(sandbank('reset', '--url', url))).toMatch(
    / answered 500\. Is this your bank/,
  );
});

test('doctor stops at the first thing that is wrong', async () => {
  const absent = await printed(sandbank('doctor', '--url', nobody), 1);
  expect(absent).toMatch(/^✓ this program: .*\n✗ the bank answers: No bank answers at .*$/);
  const url = `http://127.0.0.1:${portOf(other)}`;
  const wrong = '✗ the bank answers: Something else answers at ';
  expect(await printed(sandbank('doctor', '--url', url), 1)).toContain(wrong);
  const slow = `http://127.0.0.1:${portOf(late)}`;
  expect(await printed(sandbank('doctor', '--url', slow), 1)).toMatch(
    /\n✗ the clocks agree: They are \d{8,} s apart, so every Date is refused\./,
  );
});

test('open: the pages of a bank, and those that all banks of a process share', async () => {
  // Opens nothing.
  process.env['BROWSER'] = 'true';
  const opened = (page: string) => printed(sandbank('open', page, '--url', nobody, '--bank', 'b'));
  expect([await opened('docs'), await opened('console')]).toEqual([
    `${nobody}/docs`,
    `${nobody}/banks/b/console`,
  ]);
});

test('seed export: an answer that is no seed is refused', async () => {
  const said = await refused(
    sandbank('seed', 'export', '--url', `http://127.0.0.1:${portOf(other)}`),
  );
  expect(said).toContain('did not answer with a seed; is this a Sandbank?');
});

test('seed check: what is no mistake in the seed is said as any failure, by the command', async () => {
  const seed = file('none.yaml', '{}');
  const asked = jest.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new Error('no handles'));
  const said = await refused(sandbank('seed', 'check', seed));
  asked.mockRestore();
  expect(said).toMatch(/^sandbank seed: .*no handles/);
});
