// What comes of a client's command (SCEN-01): how it ended, what it wrote, and what it found.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ClientFolder, leaveNothing, runClient } from '../../../cli/scenarios/run-client.ts';
import { SIGNALS } from '../../../cli/signals.ts';

const run = (command: string, seconds = 30) => runClient(command, { OWN: 'x' }, seconds);

test('SCEN-01: its exit code, and the two streams apart', async () => {
  expect(await run('echo "a $OWN"; echo b >&2; exit 3')).toMatchObject({
    exitCode: 3,
    printed: 'a x\n',
  });
  const { said } = await run('echo a; echo b >&2');
  expect(said.split('\n').sort()).toEqual(['', 'a', 'b']);
  expect(await run('true')).toEqual({ exitCode: 0, said: '', printed: '' });
});

test('SCEN-01: one that a signal ends has failed', async () => {
  expect(await run('kill -9 $$')).toEqual({ exitCode: 1, said: '', printed: '' });
});

test('SCEN-01: one that takes too long is stopped, with all that it has started', async () => {
  const { exitCode } = await run('sleep 30 & sleep 30', 0.1);
  expect(exitCode).toBeUndefined();
});

test('SCEN-01: what ends the command ends the clients that are at work, and no others', async () => {
  const events = ['exit', ...SIGNALS] as const;
  const listeners = () => events.map((event) => process.listeners(event as 'exit'));
  const before = listeners();
  leaveNothing();
  const added = listeners().map((now, at) => now.filter((one) => !before[at]?.includes(one)));
  const [[leave]] = added as [[() => void]];
  const killed: unknown[] = [];
  const { kill } = process;
  process.kill = (...args): true => {
    killed.push(args[1]);
    return kill.apply(process, args);
  };
  try {
    await run('true');
    leave();
    expect(killed).toEqual([]);
    const folder = new ClientFolder();
    const path = folder.variables({ certificate: '', privateKey: '' } as never)['SANDBANK_FOLDER'];
    const ended = run('sleep 30');
    leave();
    expect([(await ended).exitCode, killed, existsSync(path ?? '')]).toEqual([
      1,
      ['SIGKILL'],
      false,
    ]);
  } finally {
    process.kill = kill;
    for (const [at, all] of added.entries())
      for (const one of all) process.off(events[at] as 'exit', one as () => void);
  }
});

test('SCEN-01: of much output the end is shown, and all is read', async () => {
  const { said, printed } = await run('printf "%05000d" 7; printf ø');
  expect([said.length, printed.length]).toEqual([2000, 5001]);
  expect([said.at(-1), printed[0], printed.slice(-2)]).toEqual(['ø', '0', '7ø']);
});

test('SCEN-01: a folder for certificate, key and what is stored; a turn in variables', () => {
  const folder = new ClientFolder();
  const credentials = { certificate: 'c', privateKey: 'k', keyId: 'SN=1' };
  const turn = { name: 'n', task: 'read', person: 'p', payments: [], run: 1, runs: 2 } as const;
  const variables = folder.variables({ ...credentials, ...turn, url: 'http://bank' } as never);
  const path = variables['SANDBANK_FOLDER'] ?? '';
  expect(path).toContain('sandbank-scenario-');
  expect(variables).toMatchObject({
    ...{ SANDBANK_URL: 'http://bank', SANDBANK_CONTROL_TOKEN: '', SANDBANK_KEY_ID: 'SN=1' },
    ...{ SANDBANK_CERTIFICATE: `${path}/certificate.pem`, SANDBANK_PRIVATE_KEY: `${path}/key.pem` },
  });
  const stored = ['certificate.pem', 'key.pem'].map((name) =>
    readFileSync(`${path}/${name}`, 'utf8'),
  );
  expect([...stored, statSync(`${path}/key.pem`).mode & 0o777]).toEqual(['c', 'k', 0o600]);
  folder.remove();
  expect(existsSync(path)).toBe(false);
});
