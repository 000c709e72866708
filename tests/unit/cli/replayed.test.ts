// `sandbank replay` of what is too long for a line of a session: answers that the log has cut, and headers, addresses and
// masks one by one.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { answeringBanks, BANK } from '../../support/answering-bank.ts';
import { filesIn, testFolder } from '../../support/test-folder.ts';
import { mint } from '../signing/support.ts';

const folder = testFolder();
const file = filesIn(folder);
const answeringBank = answeringBanks();
const { certificate, privateKey } = await mint();
const kept = join(folder, 'kept');
mkdirSync(kept);
writeFileSync(join(kept, 'cert.pem'), certificate);
writeFileSync(join(kept, 'key.pem'), privateKey);

/** What comes of the file's requests where the bank answers all with that. */
async function replay(content: unknown, now: string, ...options: readonly string[]) {
  const bank = answeringBank(folder);
  for (const path of ['GET /', 'GET /health', 'GET /banks/b/', 'GET /v1/accounts', 'GET /v1']) {
    await bank.run(`on '${path}' 200 '${now}'`);
  }
  const path = file('recorded.json', JSON.stringify(content));
  return bank.run(['sandbank replay', path, '--url', BANK, ...options].join(' '));
}
const last = (lines: readonly string[]) => lines.filter((line) => /^\||=/.test(line)).at(-1);

const SAME = '| 1 of 1 answers are as recorded.';
const entry = (body: string, bodyLength: number, headers: readonly string[][] = []) => ({
  ...{ method: 'GET', target: '/health', request: { headers, bodyLength: 0 } },
  answer: { status: 200, headers: {}, body, bodyLength },
});
const isSame = async (...how: Parameters<typeof replay>) => last(await replay(...how)) === SAME;

test('of an answer that the log has cut, all but the last 25 characters are compared', async () => {
  const body = 'b'.repeat(60);
  const changed = (at: number) => `${body.slice(0, 60 - at)}x${body.slice(61 - at)}`;
  const cut = 65_537;
  const found: Record<string, readonly boolean[]> = {};
  for (const [name, now] of Object.entries({
    same: body,
    longer: `${body}more`,
    'the last': changed(1),
    'the 25th': changed(25),
    'the 26th': changed(26),
    'the first': changed(60),
    shorter: body.slice(0, 35),
    'too short': body.slice(0, 34),
  })) {
    const of = (length: number) => isSame([entry(body, length)], now);
    found[name] = [await of(60), await of(cut - 1), await of(cut), await of(1_000_000)];
  }
  expect(found).toEqual({
    same: [true, true, true, true],
    longer: [false, false, true, true],
    'the last': [false, false, true, true],
    'the 25th': [false, false, true, true],
    'the 26th': [false, false, false, false],
    'the first': [false, false, false, false],
    shorter: [false, false, true, true],
    'too short': [false, false, false, false],
  });
});

const har = (url: string, text: string, headers: readonly string[] = []) => ({
  log: {
    entries: [
      {
        request: { method: 'GET', url, headers: headers.map((name) => ({ name, value: 'sent' })) },
        response: { status: 200, headers: [], content: { text } },
      },
    ],
  },
});

test('the masks of the log are put on what is compared with it, and on nothing of a HAR file', async () => {
  const text = 'of 13039319955.';
  const now = (await replay([entry('x', 1)], text)).find((line) => /^\| +now/.test(line));
  const hidden = now?.replace(/^\| +now +/, '') ?? '';
  expect(hidden).not.toBe(text);
  expect(await isSame([entry(hidden, 15)], text)).toBe(true);
  expect(await isSame([entry(text, 15)], text)).toBe(false);
  expect(await isSame(har('http://old.test/health', text), text)).toBe(true);
  expect(await isSame(har('http://old.test/health', hidden), text)).toBe(false);
});

test.each([
  ['http://old.test', 'GET /'],
  ['http://old.test/', 'GET /'],
  ['http://old.test?a=1', 'GET ?a=1'],
  ['http://old.test/banks/b', 'GET /banks/b/'],
  ['http://old.test/health', 'GET /health'],
])('a request to %s is named %s', async (url, named) => {
  const lines = await replay(har(url, 'another'), 'text');
  expect(lines.find((line) => line.startsWith('| 1.'))).toBe(`| 1. ${named} differs`);
});

test.each(['Host', 'host', 'HOST'])(
  'of a request in the log, its %s is where the addresses in its answer lead',
  async (name) => {
    const body = '{"href":"http://old.test/health/x"}';
    const headers = [
      ['X-Host', 'other.test'],
      [name, 'old.test'],
      ['Host-X', 'other.test'],
    ];
    const now = body.replace('http://old.test', BANK);
    expect(await isSame([entry(body, body.length, headers)], now)).toBe(true);
    expect(await isSame([entry(body, body.length, headers.toReversed())], now)).toBe(true);
    expect(await isSame([entry(body, body.length)], now)).toBe(false);
  },
);

const OWN = ['Date', 'DIGEST', 'signature', 'Tpp-Signature-Certificate'];
const FETCH = ['Host', 'CONNECTION', 'content-length', 'Transfer-Encoding', 'Expect', 'Keep-Alive'];

test('headers that fetch makes are left out, and those of the signature where it is made again', async () => {
  const alike = [...OWN, ...FETCH].flatMap((name) => [`X-${name}`, `${name}-X`]);
  const headersOf = async (path: string, ...options: string[]) => {
    const content = har(`http://old.test${path}`, 'text', [...OWN, ...FETCH, ...alike]);
    const lines = await replay(content, 'text', ...options);
    expect(last(lines)).toBe(SAME);
    const [, sent = ''] = /^> GET \S+ ?(.*)$/.exec(lines[0] ?? '') ?? [];
    return sent.split(', ').filter((one) => one !== '');
  };
  const others = alike.map((name) => `${name}: sent`);
  expect(await headersOf('/health')).toEqual(others);
  expect(await headersOf('/v1/accounts', '--as-recorded')).toEqual(others);
  expect(await headersOf('/v1/accounts', '--credentials', kept)).toEqual(others);
  expect(await headersOf('/v1', '--credentials', kept)).toEqual(others);
});
