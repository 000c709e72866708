import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { COMMANDS } from '../../../cli/commands.ts';
import { run } from '../../../cli/run.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { ROOT } from '../../support/source-tree.ts';
import { createVerifier } from '../../support/verifier.ts';
import { memoryIssuer } from '../signing/support.ts';

// A bank reduced to what the command needs of one: it issues certificates and verifies signatures.
const issuer = memoryIssuer(Date.now());
const redirectUris: string[] = [];
const verifier = createVerifier({ ownAuthorities: () => [] });
const asked: { url: string; authorization: string | undefined; body: string }[] = [];

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const url = request.url as string;
  asked.push({ url, authorization: request.headers.authorization, body: body.toString() });
  const reply = (status: number, value: unknown) => {
    response.writeHead(status, { 'X-Request-ID': 'r1' });
    response.end(value === undefined ? '' : JSON.stringify(value));
  };
  if (url.endsWith('/_sandbox/certificates')) {
    const { name } = JSON.parse(body.toString());
    if (name === 'strange') return reply(200, {});
    if (name === 'refused') return reply(400, { tppMessages: [{ text: 'no such name' }] });
    return reply(201, await issuer.issue({}));
  }
  const { method = '', rawHeaders } = request;
  const signed = { method, target: url, headers: new RawHeaders(rawHeaders), body };
  redirectUris.push(signed.headers.get('tpp-redirect-uri') ?? '');
  const { tpp } = verifier.verify(signed, Date.now(), 'none');
  if (url.endsWith('/nothing')) return reply(204, undefined);
  const scaRedirect = { href: 'http://127.0.0.1/sca/1', verbs: ['GET'] };
  reply(url.endsWith('/accounts') ? 401 : 200, { id: tpp.id, _links: { scaRedirect } });
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    response.writeHead(500);
    response.end(String(error));
  });
});
const folder = mkdtempSync(join(tmpdir(), 'sandbank-cli-'));
let base: string;
let out: string[];
let err: string[];

const sandbank = (...args: string[]) =>
  run(args, { out: (text) => void out.push(text), err: (text) => void err.push(text) });

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/banks/acme`;
  out = [];
  err = [];
  await sandbank('certs', 'new', '--url', base, '--out', join(folder, 'tpp'));
});
beforeEach(() => {
  out = [];
  err = [];
  asked.length = 0;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const tpp = (name: string) => join(folder, 'tpp', name);

describe('help and mistakes', () => {
  test.each([[[]], [['--help']], [['help']], [['-h']]])('%j lists the commands', async (args) => {
    expect(await sandbank(...args)).toBe(0);
    for (const { name, summary } of COMMANDS) {
      expect(out.join()).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 30)}`, 'm'));
    }
  });

  test.each(COMMANDS.map(({ name }) => name))(
    '%s --help explains it, with --json',
    async (name) => {
      expect(await sandbank(name, '--help')).toBe(0);
      expect(out.join()).toContain(`Usage: sandbank ${name}`);
      expect(out.join()).toContain('--json');
      const help = out;
      out = [];
      expect(await sandbank('help', name)).toBe(0);
      expect(out).toEqual(help);
    },
  );

  test('--version is that of the package', async () => {
    expect(await sandbank('--version')).toBe(0);
    expect(out).toEqual([JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version]);
  });

  test('without one of its commands, snapshot says which there are', async () => {
    expect(await sandbank('snapshot')).toBe(2);
    expect(err.join()).toContain('restore [options] <name>');
  });

  test('the help of one of its commands has the options that say which bank', async () => {
    expect(await sandbank('snapshot', 'save', '--help')).toBe(0);
    expect(out.join()).toContain('--url <url>');
    expect(out.join()).not.toContain('--version');
  });

  test.each([
    [['clal'], '(Did you mean call?)'],
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
    [['sign', 'GET', 'http://127.0.0.1/', '--header', 'nothing'], "'Name: value'"],
    [
      ['sign', 'POST', 'http://127.0.0.1/', '--body', '@/nowhere'],
      '/nowhere cannot be read: there is no such file or folder',
    ],
    [['sign', 'GET', 'http://127.0.0.1/', '--body', '@.'], '. cannot be read: it is a folder'],
    [['replay', '/nowhere'], '/nowhere cannot be read: there is no such file or folder'],
    [['seed', 'check', '/nowhere'], '/nowhere cannot be read: there is no such file or folder'],
    [['pay', 'much', 'EUR', '--to', 'x'], 'Write a number with a point'],
    [['pay', '1', 'euros', '--to', 'x'], 'Write three letters'],
    [['clock', '+1x'], 'Write +90d for 90 days'],
    [['clock', '+1h1d'], 'Write +90d for 90 days'],
    [['clock', '+P'], 'Write +90d for 90 days'],
    [['clock', 'tomorrow'], '2026-12-24T10:00:00Z'],
    [['clock', '--run', '--freeze'], 'not both'],
    [['login'], 'Who logs in?'],
    [['logs', '--limit', 'all'], 'from 1 to 1000'],
    [
      ['snapshot', 'import', 'x', '/nowhere'],
      '/nowhere cannot be read: there is no such file or folder',
    ],
    [['completion', 'cmd'], 'bash, zsh, fish'],
  ])('%j is wrong usage', async (args, reason) => {
    expect(await sandbank(...args)).toBe(2);
    expect(err.join()).toContain(reason);
    expect(err.join()).toMatch(/ \(sandbank .*--help\)$/);
  });
});

describe('no bank', () => {
  test('at the address: says how to start one', async () => {
    expect(await sandbank('reset', '--url', await closedPort())).toBe(1);
    expect(err.join()).toMatch(
      /^sandbank reset: No bank answers at http:.* Start one: sandbank serve/,
    );
  });

  test('at a host that does not exist', async () => {
    expect(await sandbank('reset', '--url', 'http://bank.invalid')).toBe(1);
    expect(err.join()).toContain('There is no host bank.invalid.');
  });

  test('https to the http port: says which address to write', async () => {
    const { host } = new URL(base);
    expect(await sandbank('reset', '--url', `https://${host}`)).toBe(1);
    expect(err.join()).toContain(`${host} does not speak https. Write http://${host}.`);
  });

  test('doctor stops at the first thing that is wrong', async () => {
    expect(await sandbank('doctor', '--url', await closedPort())).toBe(1);
    expect(out.join()).toMatch(/^✓ this program: .*\n✗ the bank answers: No bank answers at .*$/);
    out = [];
    // The test's own server answers, but is none.
    expect(await sandbank('doctor', '--url', new URL(base).origin)).toBe(1);
    expect(out.join()).toContain('✗ the bank answers: ');
  });
});

/** An address where nobody listens. */
async function closedPort(): Promise<string> {
  const taken = createServer();
  await new Promise<void>((resolve) => {
    taken.listen(0, '127.0.0.1', resolve);
  });
  const { port } = taken.address() as AddressInfo;
  await new Promise((resolve) => {
    taken.close(resolve);
  });
  return `http://127.0.0.1:${port}`;
}

describe('certs', () => {
  test('writes certificate, key, chain and keyId, the key for its owner only', () => {
    expect(readFileSync(tpp('cert.pem'), 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
    expect(readFileSync(tpp('chain.pem'), 'utf8').match(/BEGIN/g)).toHaveLength(2);
    expect(readFileSync(tpp('keyid.txt'), 'utf8')).toMatch(/^SN=[0-9A-F]+,CA=CN=.*\n$/);
    expect(statSync(tpp('key.pem')).mode & 0o777).toBe(0o600);
  });

  test('hands its options to the bank', async () => {
    const options = '--organisation-id NO-FSA-1 --valid-days 7 --variant expired'.split(' ');
    const more = ['--roles', 'PSP_AI, PSP_IC', '--name', 'X AS', '--token', 'open sesame'];
    const place = ['--url', `${base}/`, '--out', join(folder, 'other')];
    expect(await sandbank('certs', 'new', ...place, ...options, ...more)).toBe(0);
    expect(asked[0]?.url).toBe('/banks/acme/_sandbox/certificates');
    expect(asked[0]?.authorization).toBe('Bearer open sesame');
    expect(JSON.parse(asked[0]?.body as string)).toEqual({
      roles: ['PSP_AI', 'PSP_IC'],
      organisationId: 'NO-FSA-1',
      name: 'X AS',
      validDays: 7,
      variant: 'expired',
    });
  });

  test.each([
    ['refused', 'no such name'],
    ['strange', 'is this a Sandbank?'],
  ])('an answer that is %s ends in one line', async (name, reason) => {
    expect(await sandbank('certs', 'new', '--url', base, '--out', folder, '--name', name)).toBe(1);
    expect(err.join()).toContain(reason);
  });

  test('a bank that is not there ends in one line', async () => {
    expect(await sandbank('certs', 'new', '--url', 'http://127.0.0.1:1', '--out', folder)).toBe(1);
    expect(err.join()).toMatch(/cannot be reached: bad port/);
  });
});

describe('sign', () => {
  const credentials = ['--credentials', join(folder, 'tpp')];

  test('SIG-01: prints the signed headers', async () => {
    const address = `${base}/v1/payments/x`;
    expect(
      await sandbank('sign', 'post', address, ...credentials, '-d', '{}', '-H', 'PSU-ID: p'),
    ).toBe(0);
    const names = out
      .join()
      .split('\n')
      .map((line) => line.split(':')[0]);
    const added = 'Date Digest X-Request-ID TPP-Signature-Certificate Signature Content-Type';
    expect(names).toEqual(expect.arrayContaining(['PSU-ID', ...added.split(' ')]));
  });

  test('prints a curl command that a shell can take', async () => {
    const args = ['sign', 'POST', `${base}/v1/x`, ...credentials, '--curl', '-d', `{"a":"it's"}`];
    expect(await sandbank(...args)).toBe(0);
    expect(out.join()).toContain(
      `curl -sS -i -g --path-as-is -X POST '${base}/v1/x' \\\n  -H 'TPP-Redirect-URI:`,
    );
    expect(out.join()).toContain(`--data-binary '{"a":"it'\\''s"}'`);
    out = [];
    expect(await sandbank('sign', 'GET', `${base}/v1/x`, ...credentials, '--curl')).toBe(0);
    expect(out.join()).not.toContain('--data-binary');
  });

  test('a folder without credentials ends in one line', async () => {
    expect(await sandbank('sign', 'GET', base, '--credentials', folder)).toBe(1);
    expect(err.join()).toContain('cert.pem');
  });
});

describe('call', () => {
  const cache = join(folder, 'cache');
  const call = (...args: string[]) => sandbank('call', ...args, '--credentials', cache);

  test('SIG-10: fetches a certificate once, signs, sends, shows the answer', async () => {
    expect(await call('GET', `${base}/v1/accounts`)).toBe(1);
    expect(out.join()).toMatch(/^HTTP 401 Unauthorized\nx-request-id: r1\n\n\{\n {2}"id": "PSDNO/);
    expect(out.join()).toContain('The PSU approves at http://127.0.0.1/sca/1');
    expect(asked.map(({ url }) => url)).toEqual([
      '/banks/acme/_sandbox/certificates',
      '/banks/acme/v1/accounts',
    ]);
    await call('GET', `${base}/v1/accounts`);
    expect(asked).toHaveLength(3);
  });

  test.each(['blåbær', '€'])(
    'HDR-05: a header with %s is sent and printed in UTF-8',
    async (word) => {
      const header = `TPP-Redirect-URI: https://tpp.example/${word}`;
      expect(await call('GET', `${base}/v1/accounts`, '--header', header)).toBe(1);
      expect(redirectUris.at(-1)).toBe(
        Buffer.from(`https://tpp.example/${word}`).toString('latin1'),
      );
      await sandbank('sign', 'GET', base, '--credentials', join(folder, 'tpp'), '-H', header);
      expect(out.at(-1)).toContain(header);
    },
  );

  test('sends a body from a file, byte for byte', async () => {
    const file = join(folder, 'body.json');
    writeFileSync(file, '{ "creditorName": "Blåbær" }\n');
    expect(await call('POST', `${base}/v1/payments`, '--body', `@${file}`)).toBe(0);
    expect(asked.pop()?.body).toBe('{ "creditorName": "Blåbær" }\n');
    expect(out.join()).toContain('HTTP 200 OK');
  });

  test('an answer of 400 and above is exit code 1, but for --no-fail', async () => {
    expect(await call('GET', `${base}/v1/accounts`)).toBe(1);
    expect(await call('GET', `${base}/v1/accounts`, '--fail')).toBe(1);
    expect(await call('GET', `${base}/v1/accounts`, '--no-fail')).toBe(0);
    expect(await call('GET', `${base}/v1/nothing`)).toBe(0);
    expect(out[3]).toBe('HTTP 204 No Content\nx-request-id: r1');
  });

  test('a kept certificate that cannot be read is replaced', async () => {
    writeFileSync(join(cache, 'cert.pem'), 'damaged');
    expect(await call('GET', `${base}/v1/nothing`)).toBe(0);
    expect(asked).toHaveLength(2);
  });
});
