// Every button of the console shows what does the same in a shell; each is run there as it stands.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { consentOf } from '../support/bank.ts';
import { commandsIn, openPage, postForm } from '../support/console-form.ts';
import { testBank } from '../support/test-bank.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();
const house = await testBank({});
const CLI = fileURLToPath(new URL('../../cli/sandbank.js', import.meta.url));

/** In place of the package that npx would find. */
const NPX = `npx() { shift; ${process.execPath} ${CLI} "$@"; }`;

/** Without blocking the bank, which lives in this process. */
function inShell(command: string): Promise<{ readonly code: number; readonly output: string }> {
  const script = `set -e\n${NPX}\n${command.replace(/^curl /, 'curl -sS --fail-with-body ')}`;
  const environment = { PATH: process.env['PATH'], HOME: folder };
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { cwd: folder, env: environment }, (error, out, err) =>
      resolve({ code: error === null ? 0 : 1, output: out + err }),
    );
  });
}

/** What fails as it is pasted. */
async function failing(commands: readonly string[]) {
  const failed: unknown[] = [];
  for (const command of commands) {
    const { code, output } = await inShell(command);
    if (code !== 0) failed.push({ command, output });
  }
  return failed;
}

describe('WEB-03: commands of the console', () => {
  test.each([
    ['clock', 16],
    ['faults', 9],
    ['rules', 10],
    ['certificates', 2],
    ['banks', 2],
  ])('WEB-03: those of %s do what they say', async (page, least) => {
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
    expect(snapshots).toEqual([]);
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
});
