// CTRL-05: the commands that the inspector prints, run as printed by sh and by bash.
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  curlCommand,
  curlNote,
  opensslCommand,
  resignCommand,
} from '../../../server/insight/inspector/commands.ts';
import { createMask } from '../../../server/insight/inspector/masking.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
import { bytesWord, printfWords, ShellVariables } from '../../../server/insight/inspector/shell.ts';
import { testFolder } from '../../support/test-folder.ts';
import { type Catcher, catchBytes } from './catch-bytes.ts';
import { bodyOf, seenRequest } from './sample-request.ts';

const ID = '13039319955';
const plain = createMask([]);
const folder = testFolder();

const SHELLS = ['sh', 'bash'];

type Env = Readonly<Record<string, string>>;
const inFolder = (env: Env) => ({ cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } });

/** What the script prints, byte by byte. */
const run = (shell: string, script: string, env: Env = {}): Buffer =>
  execFileSync(shell, ['-c', script], {
    ...inFolder(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** The same without blocking: for a script that talks to a server of this process. */
const runAside = (shell: string, script: string, env: Env): Promise<void> =>
  new Promise((resolve, reject) => {
    execFile(shell, ['-c', script], inFolder(env), (error) => (error ? reject(error) : resolve()));
  });

/** Every byte that may stand there. */
const everyByte = (from: number) =>
  String.fromCharCode(...Array.from({ length: 256 - from }, (_, i) => i + from));

const TEXTS: readonly (readonly [string, string])[] = [
  ['plain', 'date: Sat, 21 Nov 2026 17:43:57 GMT\nx-request-id: a'],
  ['per cent signs', '%s %d 100%% %2F %'],
  ['backslashes', '\\n \\\\ \\x41 \\101 \\'],
  ['quotes', `'"\`'' $HOME $(id) !! ~ *`],
  ['a dash first', '-n x'],
  ['two dashes first', '--version'],
  ['digits after bytes', '\xc3\xa51 \x001'],
  ['line ends', '\r\n\n\n a \n\r\t'],
  ['every byte', everyByte(1)],
  ['every byte backwards', [...everyByte(1)].reverse().join('')],
  ['nothing', ''],
  ['a zero byte', 'a\0b'],
];

describe.each(SHELLS)('CTRL-05: words of %s', (shell) => {
  test.each(TEXTS)('CTRL-05: printf writes %s', (_, text) => {
    const script = `printf ${printfWords(plain.pieces(text), new ShellVariables())}`;
    expect(script).toMatch(/^[ -~\n]*$/);
    expect(run(shell, script).toString('latin1')).toBe(text);
  });

  test.each(TEXTS.filter(([, text]) => !/[\n\r\t]/.test(text) && !text.includes('\0')))(
    'CTRL-05: a word holds %s',
    (_, text) => {
      const word = bytesWord(plain.pieces(text), new ShellVariables());
      expect(run(shell, `printf %s ${word}`).toString('latin1')).toBe(text);
    },
  );

  test('CTRL-05: what is hidden comes from a variable, one for each value', () => {
    const variables = new ShellVariables();
    const text = `a ${ID}%31 b ${ID} 12085592767 {"password":"x%s\\"}`;
    const command = variables.guard(`printf ${printfWords(plain.pieces(text), variables)}`);
    expect(command).not.toContain(ID);
    const env = { PSU_IDENTITY: ID, PSU_IDENTITY_2: '12085592767', SECRET: 'x%s\\"}' };
    expect(run(shell, command, env).toString('latin1')).toBe(text);
  });

  test('CTRL-05: without its variable a command does not run, and says what is missing', () => {
    const variables = new ShellVariables();
    const words = printfWords(plain.pieces(ID), variables);
    const command = variables.guard(`printf ${words} && touch ran`);
    expect(command).toContain(`\${PSU_IDENTITY:?`);
    expect(() => run(shell, command)).toThrow(/the national id that ends in 55/);
    expect(() => readFileSync(join(folder, 'ran'))).toThrow();
  });
});

test('CTRL-05: openssl signs the very string, with a national id in it too', () => {
  const text = `date: x\ntpp-redirect-uri: https://t.example/?n=${ID}&x=%2F'"\\n${everyByte(0x80)}`;
  const command = opensslCommand(text, plain);
  expect(command).not.toContain(ID);
  expect(command).toMatch(/\|\s*openssl dgst -sha256 -sign tpp\.key \| openssl base64 -A$/);
  const script = `openssl() { cat; }\n${command}`;
  expect(run('sh', script, { PSU_IDENTITY: ID }).toString('latin1')).toBe(text);
});

describe.each(SHELLS)('CTRL-05: curl in %s', (shell) => {
  let catcher: Catcher;
  beforeAll(async () => {
    catcher = await catchBytes();
  });
  afterEach(() => {
    catcher.caught.length = 0;
  });
  afterAll(() => catcher.close());

  interface Sent extends Partial<Pick<SeenRequest, 'method' | 'target'>> {
    readonly headers?: readonly string[];
    readonly body?: string | Buffer;
  }

  const exchangeFrom = ({ headers = ['A', 'b'], body, ...sent }: Sent): SeenRequest =>
    seenRequest({
      ...sent,
      rawHeaders: ['Host', catcher.host, ...headers],
      ...(body === undefined ? {} : { body: bodyOf(body) }),
    });

  async function replay(request: SeenRequest, env: Env = {}) {
    const mask = createMask(request.rawHeaders);
    const origin = `http://${catcher.host}`;
    const command = curlCommand({ request, mask, origin });
    await runAside(shell, command, env);
    expect(catcher.caught).toHaveLength(1);
    return { command, ...(catcher.caught[0] as (typeof catcher.caught)[number]) };
  }

  const SENT: readonly (readonly [string, Sent])[] = [
    ['a plain GET', { headers: ['Date', 'today', 'Accept', 'application/json'] }],
    [
      'odd headers',
      {
        headers: [
          ...['PSU-Name', 'K\xc3\xa5re \xe5', 'X-Quote', `it's "so" \\ $HOME \`id\` !x`],
          ...['X-Twice', 'a', 'x-twice', 'b', 'X-Empty', '', "X-It's", '%41'],
        ],
      },
    ],
    ['odd targets', { target: "/v1/../a//b;c='x'/{1..3}[a-b]?q=%2F&r=\"#no~*" }],
    ['a target with dots', { target: '/v1/../a/./b?x=1' }],
    ['bytes in the target', { target: '/v1/bl\xe5b\xc3\xa6r?x=\x80' }],
    ['JSON', { method: 'POST', body: '{"a":"blåbær\'s",\n "b":"100%"}\n' }],
    ['a body that begins with @', { method: 'PUT', body: '@/etc/passwd' }],
    ['a body that begins with -', { method: 'PUT', body: '--x\r\n' }],
    ['a body of all bytes', { method: 'POST', body: Buffer.from(everyByte(0), 'latin1') }],
    ['a HEAD', { method: 'HEAD' }],
    ['a DELETE', { method: 'DELETE', headers: ['User-Agent', 'x/1'] }],
  ];

  test.each(SENT)('CTRL-05: %s arrives as it was', async (_, sent) => {
    const request = exchangeFrom(sent);
    const { head, body } = await replay(request);
    const [start = '', ...lines] = head.split('\r\n');
    expect(start).toBe(`${request.method} ${request.target} HTTP/1.1`);
    const expected = pairsOf(request.rawHeaders.slice(2)).map(([name, value]) =>
      `${name}: ${value}`.trimEnd(),
    );
    // What belongs to the connection is curl's.
    const own = lines
      .map((line) => line.trimEnd())
      .filter((line) => !/^(?:host|content-length):/i.test(line));
    expect(own).toEqual(expected);
    expect(body.equals(Buffer.from(sent.body ?? ''))).toBe(true);
  });

  test('CTRL-05: national ids and secrets are filled in from variables', async () => {
    const request = exchangeFrom({
      method: 'POST',
      target: `/v1/x?id=${ID}`,
      headers: ['X-PSU-IDENTITY', ID, 'Authorization', "Bearer it's"],
      body: `{"customerNumber":"${ID}"}`,
    });
    const env = { PSU_IDENTITY: ID, SECRET: "Bearer it's" };
    const { command, head, body } = await replay(request, env);
    expect(command).not.toContain(ID);
    expect(command).not.toContain('Bearer');
    expect(command).toContain(`--data-binary '{"customerNumber":"'`);
    expect(head).toContain(`POST /v1/x?id=${ID} HTTP/1.1`);
    expect(head).toContain(`X-PSU-IDENTITY: ${ID}`);
    expect(head).toContain("Authorization: Bearer it's");
    expect(body.toString()).toBe(`{"customerNumber":"${ID}"}`);
  });

  test('CTRL-05: of a long body, what is missing is asked for', async () => {
    const bytes = Buffer.alloc(100, 'x');
    const whole = Buffer.alloc(300, 'x');
    writeFileSync(join(folder, 'body.bin'), whole);
    const request = { ...exchangeFrom({ method: 'POST' }), body: { bytes, length: 300 } };
    expect(curlNote(request)).toMatch(/300 bytes.*first 100.*body\.bin/);
    expect((await replay(request)).body.equals(whole)).toBe(true);
  });
});

const origin = 'http://127.0.0.1:8080';

/** The arguments that the command gives to `npx`. */
function argumentsOf(request: SeenRequest, env: Env = {}): string[] {
  const mask = createMask(request.rawHeaders);
  const command = resignCommand({ request, mask, origin });
  const recorder = `npx() { for a in "$@"; do printf '%s\\0' "$a"; done; }\n`;
  return run('sh', recorder + command, env)
    .toString()
    .split('\0')
    .slice(0, -1);
}

test('CTRL-05: leaves out what signing makes anew, and what is secret', () => {
  const request = seenRequest({
    method: 'POST',
    target: '/banks/a/v1/payments?x=1',
    rawHeaders: pairsOf([
      ...['Host', 'h', 'Date', 'd', 'Digest', 'g', 'X-Request-ID', 'r', 'Signature', 's'],
      ...['TPP-Signature-Certificate', 'c', 'Content-Length', '3', 'Connection', 'close'],
      ...['Authorization', 'Bearer x', 'X-Empty', '', 'PSU-ID', 'p', 'PSU-Name', 'K\xc3\xa5re'],
      ...['X-PSU-IDENTITY', ID],
    ]).flat(),
    body: bodyOf(`{"n":"it's ${ID}"}\n`),
  });
  expect(argumentsOf(request, { PSU_IDENTITY: ID })).toEqual([
    ...['sandbank', 'call', 'POST', 'http://127.0.0.1:8080/banks/a/v1/payments?x=1'],
    ...['--as', 'nobody', '--header', 'PSU-ID: p', '--header', 'PSU-Name: Kåre'],
    ...['--header', `X-PSU-IDENTITY: ${ID}`],
    ...['--body', `{"n":"it's ${ID}"}\n`],
  ]);
});

test('CTRL-05: puts a body that is no plain text into a file', () => {
  const bytes = Buffer.from(`@${everyByte(0)}`, 'latin1');
  const args = argumentsOf(seenRequest({ method: 'PUT', body: bodyOf(bytes) }));
  expect(args.slice(-2)).toEqual(['--body', '@body.bin']);
  expect(readFileSync(join(folder, 'body.bin')).equals(bytes)).toBe(true);
});

function pairsOf(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, at) =>
    at % 2 === 0 ? [[name, flat[at + 1] as string] as [string, string]] : [],
  );
}
