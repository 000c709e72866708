// `sandbank scenarios` as a process, with clients that are programs of their own.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { ROOT } from '../support/source-tree.ts';
import { testFolder } from '../support/test-folder.ts';
import { closeServer, listen, portOf } from '../support/tpp-server.ts';

const CLI = join(ROOT, 'dist', 'cli', 'sandbank.js');
const folder = testFolder();

/** Reads the first page of each account; connects; or waits for ever. */
const CLIENT = `
  import { readFileSync, writeFileSync, appendFileSync } from 'node:fs';
  import { createSigner } from ${JSON.stringify(join(ROOT, 'dist', 'client', 'sign.js'))};
  const env = process.env;
  const [does] = process.argv.slice(2);
  const sign = createSigner({
    certificate: readFileSync(env.SANDBANK_CERTIFICATE, 'utf8'),
    privateKey: readFileSync(env.SANDBANK_PRIVATE_KEY, 'utf8'),
    keyId: env.SANDBANK_KEY_ID,
  }, { 'TPP-Redirect-URI': 'https://tpp.example/callback', 'PSU-IP-Address': '192.0.2.7' });
  const send = async (method, path, headers) => {
    const url = env.SANDBANK_URL + path;
    const answer = await fetch(url, { method, headers: sign({ method, url, headers }) });
    return answer.json();
  };
  const store = env.SANDBANK_FOLDER + '/psu.json';
  if (does === 'connect') {
    const asked = await send('POST', '/v1/bank-offered-consents', { 'TPP-Session-ID': 'own' });
    const { headers } = await fetch(asked._links.scaRedirect.href, { redirect: 'manual' });
    const { searchParams } = new URL(headers.get('location'));
    writeFileSync(store, JSON.stringify({ 'PSU-ID': searchParams.get('psu-id'), 'TPP-Session-ID': 'own' }));
  } else if (does === 'wait') {
    await send('GET', '/v1/accounts', { 'PSU-ID': env.SANDBANK_PSU_ID });
    setInterval(() => {}, 1000);
  } else {
    const psu = does === 'stored'
      ? JSON.parse(readFileSync(store, 'utf8'))
      : { 'PSU-ID': env.SANDBANK_PSU_ID, 'TPP-Session-ID': env.SANDBANK_SESSION_ID };
    const { accounts } = await send('GET', '/v1/accounts', psu);
    for (const { resourceId } of accounts) {
      await send('GET', '/v1/accounts/' + resourceId + '/transactions?bookingStatus=both', psu);
    }
    console.error('Error: read ' + accounts.length + '\\n    at once');
    process.exitCode = 3;
  }`;
const file = join(folder, 'client.mjs');
writeFileSync(file, CLIENT);
const client = (does: string) => `"${process.execPath}" "${file}" ${does}`;

/** It takes requests, and never answers. */
const server = await listen(() => undefined);
afterAll(() => closeServer(server));

const sandbank = (...args: string[]) =>
  spawnSync(process.execPath, [CLI, 'scenarios', ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });

test('SCEN-01: without a command it explains itself, and lists what can be played', () => {
  const { status, stdout } = sandbank();
  expect(status).toBe(0);
  expect(stdout).toContain("npx sandbank scenarios --read 'python3 sync.py'");
  expect(stdout).toMatch(/^pay +payment-answer-lost +The answer to the payment is lost$/m);
  const listed = JSON.parse(sandbank('--json', '--only', 'answer-lost').stdout);
  expect(listed.scenarios.map(({ name }: { name: string }) => name)).toEqual([
    'consent-answer-lost',
    'payment-answer-lost',
    'sca-answer-lost',
    'cancel-answer-lost',
  ]);
  expect(sandbank('--about', 'flood').stdout).toMatch(/^# A person with 30 accounts\n/);
  expect(sandbank('--about', 'nothing').status).toBe(2);
  expect(sandbank('--only', 'no such text').status).toBe(2);
});

test('SCEN-02: a client that fails: a sentence, the request, the page, both reports, exit code 1', () => {
  const reports = ['--junit', 'out.xml', '--html', 'out.html'];
  const { status, stdout } = sandbank('--read', client('once'), '--only', 'many-trans', ...reports);
  expect(status).toBe(1);
  expect(stdout).toContain('FAILED  read     2,500 transactions in pages');
  expect(stdout).toContain('must: A good client follows every next link, until an answer has none');
  expect(stdout).toMatch(
    /GET \/v1\/accounts\/\S+ \(200\): This answer has transactions\._links\.next/,
  );
  expect(stdout).toContain('Your client ended with exit code 3. Error: read 2\n');
  expect(stdout).toMatch(/file:\S+\/docs\/scenarios\/many-transactions\.md/);
  expect(stdout).toMatch(/^read +0 of 1 passed/m);
  expect(stdout).toContain('Not played: connect, refresh, pay, cancel, cards, basket.');
  const xml = readFileSync(join(folder, 'out.xml'), 'utf8');
  expect(xml).toContain('<testsuite name="read" tests="1" failures="1">');
  const page = readFileSync(join(folder, 'out.html'), 'utf8');
  expect(page).toContain('<h1>0 of 1 scenarios passed</h1>');
  expect(page).not.toContain('<script');
});

test('SCEN-02: a client that connects by itself, passes, and what it stored stays for its run', () => {
  const commands = ['--connect', client('connect'), '--read', client('stored')];
  const { status, stdout } = sandbank(...commands, '--only', 'account-without', '--json');
  const { scenarios, notPlayed } = JSON.parse(stdout);
  expect(scenarios[0].failures).toEqual([]);
  expect(scenarios[0].requests.map((one: { status: number }) => one.status)).toEqual([
    200, 200, 200,
  ]);
  expect(notPlayed).not.toContain('connect');
  expect(status).toBe(0);
});

test('SCEN-02: what the client has stored is judged, if it shows that', () => {
  const play = ['--read', client('once'), '--only', 'pending-becomes'];
  const list = `[{"transactionId":"booked-1","bookingStatus":"booked"}]`;
  writeFileSync(join(folder, 'stored.mjs'), `console.log('${list}')`);
  const { status, stdout } = sandbank(...play, '--stored', `"${process.execPath}" stored.mjs`);
  expect(stdout).toContain('The client has lost booked-2.');
  expect(stdout).toContain('The client has 0 as pending; the bank last answered 1.');
  expect(status).toBe(1);
  expect(sandbank(...play).status).toBe(0);
});

test('SCEN-02: a --stored that prints no JSON list fails its scenario, and the others are played', () => {
  const play = ['--read', client('once'), '--only', 'booked', '--junit', 'stored.xml'];
  const { status, stdout } = sandbank(...play, '--stored', 'echo nothing; exit 4');
  const says = 'ended with exit code 4 and printed "nothing"';
  expect([status, stdout]).toEqual([1, expect.stringContaining(says)]);
  expect(stdout).toMatch(/^read +0 of 2 passed/m);
  expect(readFileSync(join(folder, 'stored.xml'), 'utf8')).toContain('printed &quot;nothing');
});

test('SCEN-01: a client that does not end is stopped, and judged by what it did', () => {
  const only = ['--only', 'account-without', '--timeout', '3'];
  const { status, stdout } = sandbank('--read', client('wait'), ...only);
  expect(status).toBe(1);
  expect(stdout).toContain('Your client was stopped after 3 seconds');
});

test('SCEN-01: a signal that ends the command ends the client at work, and removes its folder', async () => {
  const asks = `fetch('http://127.0.0.1:${portOf(server)}' + process.env.SANDBANK_FOLDER)`;
  const read = ['--read', `"${process.execPath}" -e "${asks}"`, '--only', 'account-without'];
  const command = spawn(process.execPath, [CLI, 'scenarios', ...read], { stdio: 'ignore' });
  const [{ url, socket }] = await once(server, 'request');
  const isGone = once(socket, 'close');
  expect(existsSync(url)).toBe(true);
  command.kill('SIGINT');
  const [code] = await once(command, 'exit');
  expect([code, existsSync(url)]).toEqual([130, false]);
  await isGone;
});

test('SCEN-01: a connect that leaves no access fails its scenario', () => {
  const commands = ['--connect', 'true', '--read', client('once'), '--only', 'account-without'];
  const { status, stdout } = sandbank(...commands);
  expect(stdout).toContain('After connect, the bank has no session of this person');
  expect(status).toBe(1);
});
