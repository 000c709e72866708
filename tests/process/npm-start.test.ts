// `npm start`: the bank ends with npm, also where the shell between them does not pass a signal on.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { ROOT } from '../support/source-tree.ts';

/** As npm runs a script: by a shell. The last command keeps the shell from becoming the bank. */
function startByShell(environment: Readonly<Record<string, string>>): ChildProcess {
  return spawn('sh', ['-c', 'node scripts/start.cjs; exit $?'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      SANDBANK_DATA: 'memory',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function greeted(shell: ChildProcess): Promise<string> {
  let said = '';
  for await (const chunk of shell.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    said += String(chunk);
    if (said.includes('SANDBANK_URL')) break;
  }
  return said;
}

test('DUR-05: the bank stops when the shell that npm runs it by is ended', async () => {
  const shell = startByShell({ npm_lifecycle_event: 'start' });
  const said = await greeted(shell);
  const [, url = ''] = /open at (\S+)/.exec(said) ?? [];
  // It is not where the commands look for a bank.
  expect(said).toContain(`export SANDBANK_URL=${url}\n`);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  // The output of the shell is also that of the bank: it closes when both have ended.
  shell.stdout?.resume();
  const closed = once(shell, 'close');
  shell.kill('SIGTERM');
  await closed;
  await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
});

test('SET-01: an argument is refused, with the setting that counts', () => {
  const args = ['scripts/start.cjs', '--port', '18420'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    // The bank would end by itself, if it began.
    env: { PATH: process.env['PATH'], SANDBANK_UNKNOWN: '1' },
  });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^sandbank: .*--port 18420.*PORT=\d+ npm start.*\n$/);
});
