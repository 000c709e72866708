// Where a command meets its surroundings: a reader that leaves, a full disk, no place to keep things, others like it.
import { execFile, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { run } from '../../cli/run.ts';
import { testBank } from '../support/test-bank.ts';
import { testFolder } from '../support/test-folder.ts';

const CLI = fileURLToPath(new URL('../../cli/sandbank.js', import.meta.url));
const JONAS = '13039319955';
const folder = testFolder();
const house = await testBank({});

/** In a process of its own, without blocking the bank, which lives in this one. */
function sandbank(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const environment = { PATH: process.env['PATH'], ...env };
  return new Promise<{ readonly code: number; readonly err: string }>((resolve) => {
    const child = execFile(process.execPath, [CLI, ...args], { env: environment }, (_, __, err) =>
      resolve({ code: child.exitCode ?? -1, err }),
    );
  });
}

test.each([['rules'], ['logs'], ['completion', 'bash'], ['--help']])(
  '%s: a reader that leaves ends it without a word, as SIGPIPE ends others',
  async (...args) => {
    const url = { SANDBANK_URL: house.url };
    const child = spawn(process.execPath, [CLI, ...args], {
      env: { PATH: process.env['PATH'], ...url },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    const [code] = await once(child, 'close');
    expect([code, err]).toEqual([141, '']);
  },
);

test('a refusal of a whole body names no field', async () => {
  const empty = join(folder, 'empty.yaml');
  writeFileSync(empty, '');
  const { code, err } = await sandbank(['seed', 'add', empty, '--url', house.url]);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /^sandbank seed: http:\S+ answered 400: Line 1, column 1: The seed is empty/,
    ),
  ]);
});

(existsSync('/dev/full') ? test : test.skip)(
  'a full disk under the output is a sentence',
  async () => {
    const child = spawn(process.execPath, [CLI, '--help'], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    const [err] = await once(child.stderr as NodeJS.ReadableStream, 'data');
    const [code] = await once(child, 'exit');
    expect([code, String(err)]).toEqual([
      1,
      'sandbank: standard output cannot be written: no space is left on the disk\n',
    ]);
  },
);

const file = join(folder, 'file');
writeFileSync(file, '');

test.each([
  [
    'a HOME that cannot be written',
    { HOME: file },
    /^sandbank call: The folder .*\/file\/.*, which keeps/,
  ],
  ['a relative HOME', { HOME: 'here' }, /^sandbank call: This user has no home folder/],
  [
    'an XDG_CACHE_HOME that cannot be written',
    { XDG_CACHE_HOME: file },
    /^sandbank call: The folder/,
  ],
])('%s: what is wrong, and what to name', async (_, env, words) => {
  const { code, err } = await sandbank(['call', 'GET', '/v1/accounts', '--url', house.url], env);
  expect([code, err]).toEqual([1, expect.stringMatching(words)]);
  expect(err).toMatch(/XDG_CACHE_HOME.*\n$/);
  expect(err).not.toMatch(/EACCES|ENOTDIR|ENOENT|mkdir|\n./);
});

test('XDG_CACHE_HOME is where things are kept', async () => {
  const env = { HOME: file, XDG_CACHE_HOME: join(folder, 'cache') };
  const args = ['call', 'GET', '/v1/accounts', '--as', 'jonas', '--url', house.url];
  const { code } = await sandbank(args, env);
  expect([code, readdirSync(join(folder, 'cache'))]).toEqual([0, ['sandbank']]);
});

test("a certificate of the user's own is used without keyid.txt, and its files are never replaced", async () => {
  const own = join(folder, 'own');
  mkdirSync(own);
  const { certificateBase64, privateKey } = house.tpp.credentials;
  const certificate = new X509Certificate(Buffer.from(certificateBase64, 'base64')).toString();
  writeFileSync(join(own, 'key.pem'), privateKey);
  const args = ['call', 'GET', '/v1/accounts', '--as', 'jonas', '--url', house.url];
  const call = () => sandbank([...args, '--credentials', own]);
  expect(await call()).toEqual({ code: 1, err: expect.stringContaining('cert.pem') });
  writeFileSync(join(own, 'cert.pem'), certificate);
  expect(await call()).toMatchObject({ code: 0 });
  expect(readFileSync(join(own, 'key.pem'), 'utf8')).toBe(privateKey);
  expect(readFileSync(join(own, 'cert.pem'), 'utf8')).toBe(certificate);
});

test("a chain beside the user's own certificate does not make it one that is replaced", async () => {
  const own = join(folder, 'own-chain');
  mkdirSync(own);
  const { body } = await house.control('POST', '/_sandbox/certificates', { variant: 'expired' });
  writeFileSync(join(own, 'key.pem'), body.privateKey);
  writeFileSync(join(own, 'cert.pem'), body.certificate);
  writeFileSync(join(own, 'chain.pem'), body.chain.join(''));
  await sandbank(['call', 'GET', '/v1/accounts', '--url', house.url, '--credentials', own]);
  expect(readFileSync(join(own, 'key.pem'), 'utf8')).toBe(body.privateKey);
});

test('a request that cannot be sent is wrong usage', async () => {
  const { code, err } = await sandbank(['call', 'TRACE', '/v1/accounts', '--url', house.url], {
    XDG_CACHE_HOME: join(folder, 'cache'),
  });
  expect([code, err]).toEqual([2, expect.stringContaining('TRACE')]);
});

test('an answer that is not of a bank names the options for the address', async () => {
  const server = createServer((_, response) => response.writeHead(404).end('Not here'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { code, err } = await sandbank(['users', '--url', `http://127.0.0.1:${port}`]);
  server.close();
  expect([code, err]).toEqual([1, expect.stringMatching(/404: Not here .*--url or SANDBANK_URL/)]);
});

const TEN = Array.from({ length: 10 });

/** The status of each answer. */
async function callAtOnce(url: string, kept: string) {
  const call = async () => {
    let status: unknown;
    const output = {
      out: (text: string) => {
        status = JSON.parse(text).status;
      },
      err: (text: string) => {
        status = text;
      },
    };
    const args = ['call', 'GET', '/v1/accounts', '--as', JONAS, '--json', '--credentials', kept];
    await run([...args, '--url', url], output);
    return status;
  };
  return Promise.all(TEN.map(call));
}

test('ten first calls at once are one certificate and one login, and so are ten after a reset', async () => {
  const bank = house.tenant();
  const kept = join(folder, 'ten');
  expect(await callAtOnce(bank.url, kept)).toEqual(TEN.map(() => 200));
  const { body } = await bank.control('GET', '/_sandbox/requests?limit=100');
  const logins = (requests: readonly { readonly operation: string }[]) =>
    requests.filter(({ operation }) => operation === 'createBankOfferedConsent').length;
  expect([body.requests.length, logins(body.requests)]).toEqual([11, 1]);
  await bank.control('POST', '/_sandbox/reset');
  expect(await callAtOnce(bank.url, kept)).toEqual(TEN.map(() => 200));
  expect(readdirSync(kept).filter((name) => /lock|tmp/.test(name))).toEqual([]);
});

test('ten processes with one empty HOME', async () => {
  const bank = house.tenant();
  const home = { HOME: join(folder, 'home') };
  const args = ['call', 'GET', '/v1/accounts', '--as', JONAS, '--url', bank.url];
  const ended = await Promise.all(TEN.map(() => sandbank(args, home)));
  expect(ended).toEqual(TEN.map(() => ({ code: 0, err: '' })));
});

test('what a killed command left stops nobody', async () => {
  const kept = join(folder, 'left');
  mkdirSync(kept);
  const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(gone, 'exit');
  for (const name of ['certificate', 'login', 'people']) {
    writeFileSync(join(kept, `.${name}.lock`), String(gone.pid));
  }
  expect(await callAtOnce(house.tenant().url, kept)).toEqual(TEN.map(() => 200));
});
