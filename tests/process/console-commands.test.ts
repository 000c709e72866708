// Every button of the console shows what does the same in a shell; each is run there as it stands.
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from '@jest/globals';
import { consentOf } from '../support/bank.ts';
import { sandbank } from '../support/commands.ts';
import { commandsIn, openPage, postForm } from '../support/console-form.ts';
import { runBash } from '../support/run-bash.ts';
import { testBank } from '../support/test-bank.ts';
import { testFolder } from '../support/test-folder.ts';
import { closeServer, listen, portOf } from '../support/tpp-server.ts';

const folder = testFolder();
const house = await testBank({});

/** Runs commands of `sandbank` in this process: the shell sends the words that it made of a line. */
const runner = await listen(async (request, response) => {
  const [, ...args] = (await text(request)).split('\0').slice(0, -1);
  const inFolder = args.map((arg) => (arg.startsWith('./') ? join(folder, arg) : arg));
  const { code, out, err } = await sandbank(...inFolder);
  response.writeHead(code === 0 ? 200 : 500).end(out + err);
});
afterAll(() => closeServer(runner));

/** In place of the package that npx would find, and curl as it fails. */
const PROGRAMS = `
send() { command curl -sS --fail-with-body "$@"; }
npx() { printf '%s\\0' "$@" | send --data-binary @- http://127.0.0.1:${portOf(runner)}; }
curl() { send "$@"; }`;

/** The first that fails as it is pasted, and what it printed. */
async function failing(commands: readonly string[]) {
  const lines = commands.flatMap((command, at) => [`at=${at}`, command]);
  const trap = `trap 'test $? = 0 || echo "the one at $at failed"' EXIT`;
  const script = [PROGRAMS, trap, ...lines].join('\n');
  const environment = { PATH: process.env['PATH'], HOME: folder };
  const { code, output } = await runBash(script, { cwd: folder, env: environment });
  return code === 0 ? [] : [output, ...commands];
}

test.each([
  ['clock', 16],
  ['faults', 9],
  ['rules', 10],
  ['certificates', 2],
  ['banks', 2],
])('WEB-03: commands of the console: those of %s do what they say', async (page, least) => {
  const own = house.tenant();
  await postForm(`${own.url}/console`, 'faults', {
    operation: 'createFault',
    '/effect/status number': '503',
  });
  const { text } = await openPage(`${own.url}/console`, page);
  const all = commandsIn(text);
  expect(all.length).toBeGreaterThanOrEqual(least);
  // Of many alike a few are enough.
  expect(await failing(all.slice(0, least))).toEqual([]);
});

test('WEB-03: a snapshot is restored and deleted, the bank reset, by command', async () => {
  const own = house.tenant();
  await own.control('PUT', '/_sandbox/snapshots/golden');
  const { text } = await openPage(`${own.url}/console`, 'snapshots');
  // That bank has no snapshot.
  const all = commandsIn(text).filter((command) => !/--from|\?bank=/.test(command));
  const first = (part: string) => all.filter((command) => command.includes(part));
  const run = [...first('restore golden'), ...first('delete golden'), ...first('reset')];
  expect(run.length).toBeGreaterThanOrEqual(3);
  expect(await failing(run)).toEqual([]);
  const { snapshots } = (await own.control('GET', '/_sandbox/snapshots')).body;
  // What was there before it was restored.
  expect(snapshots.map(({ name }: { name: string }) => name)).toEqual(['undo']);
});

test('WEB-03: a link is approved and a consent revoked by command', async () => {
  const own = house.tenant();
  await consentOf(own);
  await own.tpp.get('/v1/accounts', { headers: { 'TPP-Redirect-URI': 'https://tpp.example/' } });
  const console = `${own.url}/console`;
  const [approve = ''] = commandsIn((await openPage(console, 'sca')).text);
  const [revoke = ''] = commandsIn((await openPage(console, 'consents')).text);
  expect([approve, revoke]).toEqual([
    expect.stringContaining('npx sandbank approve '),
    expect.stringContaining('npx sandbank consents revoke '),
  ]);
  expect(await failing([approve, revoke])).toEqual([]);
  const { consents } = (await own.control('GET', '/_sandbox/consents')).body;
  expect(consents[0].status).toBe('revoked');
});
