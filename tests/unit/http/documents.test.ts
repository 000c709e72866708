// Large documents are written once for each address, and packed once.

import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import type { Call } from '../../../server/http/call.ts';
import { consoleMenu } from '../../../server/http/console/navigation.ts';
import { documentArea } from '../../../server/http/documents/documents.ts';
import { createPages } from '../../../server/http/pages/pages.ts';
import { createSend } from '../../../server/http/send.ts';
import { createTable } from '../../../server/http/table.ts';
import type { PlainDate } from '../../../server/kernel/dates.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { createValidator } from '../../../server/validation/schemas.ts';
import { ROOT_URL } from '../../support/source-tree.ts';
import { closeServer, listen, portOf } from '../../support/tpp-server.ts';

let today = '2026-11-23' as PlainDate;
const area = documentArea({
  root: ROOT_URL,
  pages: createPages(ROOT_URL, consoleMenu),
  operations: [],
  control: [],
  version: '1.0.0',
  schema: createValidator().schema,
  today: () => today,
  persons: async () => [],
});
const table = createTable(area.rows);

async function contentOf(path: string, origin = 'http://127.0.0.1:8080') {
  const call = { path, origin, baseUrl: origin, mount: '', bank: 'default', isNamed: false };
  const { row } = table('GET', path);
  const { text } = await row.handle({ ...call, asked: () => undefined } as unknown as Call);
  return text?.content;
}

test('CTRL-10: the documents are open to everybody', () => {
  expect([area, ...area.rows].filter(({ access }) => access !== 'open')).toEqual([]);
});

const PATHS = [
  '/openapi.json',
  '/openapi.yaml',
  '/_sandbox/openapi.json',
  '/_sandbox/openapi.yaml',
  '/schemas/seed.json',
  '/llms.txt',
  '/llms-full.txt',
  '/docs',
  '/docs/signing',
  '/docs/sandbox/clock/',
];
test.each(PATHS)('WEB-01: %s is written once, as bytes', async (path) => {
  const first = await contentOf(path);
  expect(Buffer.isBuffer(first)).toBe(true);
  expect(await contentOf(path)).toBe(first);
});

test.each(PATHS.filter((path) => /openapi|docs/.test(path)))(
  'WEB-01: %s names the address that it was asked for at',
  async (path) => {
    await contentOf(path);
    const other = await contentOf(path, 'https://bank.example');
    expect(String(other)).toContain('https://bank.example');
    expect(String(other)).not.toContain('http://127.0.0.1:8080/');
  },
);

test('WEB-01: the OpenAPI document is JSON with its servers', async () => {
  const document = JSON.parse(String(await contentOf('/openapi.json')));
  expect(document).toMatchObject({ openapi: expect.any(String), paths: {} });
  expect(document.servers[0].url).toBe('http://127.0.0.1:8080');
});

test('WEB-01: in YAML a text stays on one line, however long it is', async () => {
  const [json, yaml] = [await contentOf('/openapi.json'), await contentOf('/openapi.yaml')];
  const texts: string[] = [];
  JSON.parse(String(json), (_, value) => typeof value === 'string' && texts.push(value));
  const plain = texts.filter((text) => !/["\\\n]/.test(text));
  expect(Math.max(...plain.map(({ length }) => length))).toBeGreaterThan(100);
  expect(plain.filter((text) => !String(yaml).includes(text))).toEqual([]);
});

test('WEB-01: the reference is written again on another day', async () => {
  const first = await contentOf('/docs');
  today = '2026-11-24' as PlainDate;
  expect(await contentOf('/docs')).not.toBe(first);
});

test('HDR-07: bytes that are sent again are packed once; other bytes for themselves', async () => {
  let packed = 0;
  const send = createSend(async (plain) => {
    packed += 1;
    return gzipSync(plain);
  });
  const document = Buffer.from('{"openapi":"3.1.0"}');
  const server = await listen((asked, response) => {
    const content = asked.url === '/document' ? document : Buffer.from(document);
    const reply = { status: 200, text: { type: 'application/json', content } };
    void send(response, reply, new RawHeaders(asked.rawHeaders));
  });
  const url = `http://127.0.0.1:${portOf(server)}`;
  for (const path of ['/document', '/document', '/own', '/own']) {
    expect(await (await fetch(url + path)).text()).toBe(String(document));
  }
  await closeServer(server);
  expect(packed).toBe(3);
});

test('HDR-07: a client that has the file gets 304, whatever the form in which it says so', async () => {
  const send = createSend();
  const file = fileURLToPath(new URL('README.md', ROOT_URL));
  const server = await listen((asked, response) => {
    void send(response, { status: 200, file }, new RawHeaders(asked.rawHeaders));
  });
  const url = `http://127.0.0.1:${portOf(server)}`;
  const ask = async (condition: string) => {
    const headers = { 'If-None-Match': condition };
    return (await fetch(url, { headers })).status;
  };
  const tag = (await fetch(url)).headers.get('etag') ?? '';
  const same = [tag, tag.replace('W/', ''), '*', `"a", ${tag}`, `"a",${tag}, "b"`];
  const others = [`x${tag}`, '"a"', `"a${tag.slice(3)}`, `${tag.slice(0, -1)}a"`, ''];
  expect(await Promise.all(same.map(ask))).toEqual([304, 304, 304, 304, 304]);
  expect(await Promise.all(others.map(ask))).toEqual(others.map(() => 200));
  await closeServer(server);
});
