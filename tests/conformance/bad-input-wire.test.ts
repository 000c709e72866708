// Bytes that are no request, or hardly one: a clear refusal, and the process lives.
import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { processBank } from '../support/conformance-process.ts';
import { connectTo, sendRaw } from '../support/conformance-raw.ts';
import { expectError, expectRefusal, type Refusal } from '../support/conformance-refusal.ts';
import { type Answer, send } from '../support/http.ts';

const { origin, expectAlive } = await processBank();

async function answerTo(bytes: string): Promise<Answer> {
  const [answer] = await sendRaw(origin, bytes);
  if (answer === undefined) throw new Error('closed without an answer');
  return answer;
}

const HOST = 'Host: bank.example\r\n';
const LOCAL = 'Host: 127.0.0.1\r\n';
const MEGABYTE = 1024 * 1024;
const BAD: Refusal = { code: 'BAD_REQUEST' };
/** Reached the first check of a signed request. */
const UNSIGNED: Refusal = { code: 'HTTP_HEADER_REQUIRED', path: 'TPP-Signature-Certificate' };

const get = (target: string, headers = HOST) => `GET ${target} HTTP/1.1\r\n${headers}\r\n`;
const post = (headers: string, body = '') =>
  `POST /v1/bank-offered-consents HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;

const SIGNED = (value: string) =>
  get('/v1/accounts', `${HOST}Signature: ${value}\r\nDate: now\r\n`);
const METHOD = 'does not begin with a method';
const TARGET = 'must be percent-encoded';
const LINE_END = 'has a line end in its value';

/** What it is, the bytes, what the answer says, and the header that it names. */
const malformed: readonly (readonly [name: string, bytes: string, says: string, path?: string])[] =
  [
    ['no request', 'HELLO\r\n\r\n', METHOD],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'use http://'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'send HTTP/1.1'],
    ['HTTP/9.9', `GET /v1/accounts HTTP/9.9\r\n${HOST}\r\n`, 'does not end in HTTP/1.1'],
    ['no target', `GET  HTTP/1.1\r\n${HOST}\r\n`, 'is absent'],
    ['a target without its slash', get('v1/accounts'), 'does not begin with /'],
    ['a target of query alone', get('?x'), 'does not begin with /'],
    ['a zero byte in the target', get('/v1/\0'), TARGET],
    ['raw UTF-8 in the target', get('/v1/\xc3\xb8'), TARGET],
    ['a space in the target', get('/v1/a b'), '%20'],
    ['a method that is none', `BREW /v1/accounts HTTP/1.1\r\n${HOST}\r\n`, METHOD],
    ['a method in small letters', `get /v1/accounts HTTP/1.1\r\n${HOST}\r\n`, 'in capitals'],
    ['a header name with a space', get('/v1/accounts', `${HOST}X A: 1\r\n`), '"X A: 1"'],
    ['a space before the colon', get('/v1/accounts', `${HOST}XA : 1\r\n`), 'before the colon'],
    ['a header without its colon', get('/v1/accounts', `${HOST}XA\r\n`), 'is not a header', 'Host'],
    ['a zero byte in a header', get('/v1/accounts', `${HOST}X-A: a\0b\r\n`), 'control', 'X-A'],
    ['a folded header', get('/v1/accounts', `${HOST}X-A: 1\r\n 2\r\n`), LINE_END, 'X-A'],
    ['base64 with LF', SIGNED('signature="ab\ncd\nef="'), '-A', 'Signature'],
    ['base64 with CRLF', SIGNED('signature="ab\r\ncd\r\nef="'), LINE_END, 'Signature'],
    ['base64 with CRLF, a slash first', SIGNED('signature="ab\r\n/d"'), LINE_END, 'Signature'],
    ['line feeds alone', `GET /v1/accounts HTTP/1.1\n${HOST.trim()}\n\n`, 'and CRLF'],
    ['two lengths', post('Content-Length: 3\r\nContent-Length: 4\r\n', 'abcd'), 'two'],
    ['a length below zero', post('Content-Length: -3\r\n'), 'not a number of bytes'],
    ['a length in words', post('Content-Length: 1e9\r\n'), 'not a number of bytes'],
    [
      'a length beyond all numbers',
      post('Content-Length: 99999999999999999999\r\n'),
      'not a number',
    ],
    [
      'a length and chunks',
      post('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
      'beside Content-Length',
    ],
    ['another transfer encoding', post('Transfer-Encoding: gzip\r\n'), 'not chunked'],
    ['no chunk size', post('Transfer-Encoding: chunked\r\n', 'ZZ\r\nab\r\n'), 'its size'],
    ['a longer chunk', post('Transfer-Encoding: chunked\r\n', '1\r\nabcdef\r\n'), 'is longer'],
  ];

describe('ERR-01: bytes that are no request', () => {
  const rows = malformed.map(([name, bytes, says, path]) => ({ name, bytes, says, path }));
  test.each(rows)('ERR-01: $name', async ({ bytes, says, path }) => {
    const answer = await answerTo(bytes);
    expectRefusal(answer, { ...BAD, ...(path === undefined ? {} : { path }) });
    expect(answer.body.tppMessages[0].text).toContain(says);
    expect(answer.body.tppMessages[0].path).toBe(path);
    expect(answer.headers['connection']).toBe('close');
  });

  test.each([
    ['the headers', get('/v1/accounts', `${HOST}X-A: ${'a'.repeat(100_000)}\r\n`)],
    ['many headers', get('/v1/accounts', HOST + 'X-Some-Header: and its value\r\n'.repeat(4000))],
    ['the target', get(`/v1/${'a'.repeat(100_000)}`)],
  ])('ERR-01: 100 kB of %s is 431', async (_, bytes) => {
    expectRefusal(await answerTo(bytes), { ...BAD, status: 431 });
  });

  test('ERR-01: bytes that follow a whole request are refused after its answer', async () => {
    const { host } = new URL(origin);
    const head = `DELETE /banks/t-wire/_sandbox/faults HTTP/1.1\r\nHost: ${host}\r\n`;
    const bytes = `${head}Content-Length: 1\r\n\r\n{} `;
    const [done, refused] = await sendRaw(origin, bytes, { answers: 2 });
    expect(done?.status).toBe(204);
    expectRefusal(refused as Answer, { ...BAD, says: /smaller than its body/ });
  });

  test('ERR-01: however many packets follow a request that waits, they are refused once', async () => {
    const { host } = new URL(origin);
    const socket = connectTo(origin);
    const path = '/banks/t-wire/_sandbox/events/next?after=0&timeout=PT0.5S';
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    let said = '';
    socket.on('data', (bytes) => {
      said += bytes;
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    // The process warns of listeners that pile up, and expectAlive sees that.
    for (let sent = 0; sent < 30 && !socket.destroyed; sent += 1) {
      await new Promise((written) => socket.write('{}', written));
      await new Promise((waited) => setTimeout(waited, 2));
    }
    await closed;
    expect(said.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 400']);
  });

  test('ERR-01: a client that goes on sending is not cut off before it has read its refusal', async () => {
    const socket = connectTo(origin);
    socket.allowHalfOpen = true;
    socket.write(`GET /v1/accounts HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(100_000)}`);
    let said = '';
    for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
      said += bytes;
      if (said.includes('tppMessages')) break;
    }
    for (let sent = 0; sent < 30; sent += 1) {
      await new Promise((written) => socket.write('a'.repeat(30_000), written));
    }
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.end();
    expect(await closed).toBe(false);
    expect(said).toContain('431');
  });

  test('ERR-01: a certificate chain in a header of 20 kB is still read', async () => {
    const headers = `${HOST}TPP-Signature-Certificate: ${'A'.repeat(20_000)}\r\n`;
    const [answer] = await sendRaw(origin, get('/v1/accounts', headers));
    expect(answer?.body.tppMessages[0]).toMatchObject({ code: 'FORMAT_ERROR' });
  });
});

describe('ERR-01: Host', () => {
  test.each([
    ['none', '', /must name the bank/],
    ['two', `${HOST}Host: other.example\r\n`, /is there 2 times/],
    ['one with a space', 'Host: a b\r\n', /must name the bank/],
    ['one with a port that is none', 'Host: bank.example:http\r\n', /must name the bank/],
  ])('ERR-01: %s is refused', async (_, headers, says) => {
    for (const path of ['/v1/accounts', '/_sandbox/clock', '/health']) {
      expectRefusal(await answerTo(get(path, headers)), { ...BAD, path: 'Host', says });
    }
  });

  test.each(['bank.example', 'BANK.example:8080', '127.0.0.1:1', '[::1]:8080', 'bank_1.local'])(
    'ERR-01: %s is a host',
    async (host) => {
      const [answer] = await sendRaw(origin, get('/v1/accounts', `Host: ${host}\r\n`));
      expect(answer?.body.tppMessages[0]).toMatchObject(UNSIGNED);
    },
  );

  test.each(['http://bank.example', 'HTTP://Bank.example'])(
    'ERR-01: %s before the path, as for a proxy, is no part of it',
    async (address) => {
      const [answer] = await sendRaw(origin, get(`${address}/v1/accounts?x=1`));
      expect(answer?.body.tppMessages[0]).toMatchObject(UNSIGNED);
      const [health] = await sendRaw(origin, get(`${address}/health`));
      expect(health?.body).toEqual({ status: 'up' });
    },
  );

  const ELSEWHERE = ['http://evil.example', 'http://127.0.0.1:1', 'http://127.0.0.1@evil.example'];
  const OTHERWISE = ['https://127.0.0.1', 'ftp://127.0.0.1', 'http://me@127.0.0.1'];
  test.each([...ELSEWHERE, ...OTHERWISE])(
    'WEB-03: %s before the path is refused by every surface, with a Host of its own',
    async (address) => {
      const paths = ['/v1/accounts', '/_sandbox/clock', '/banks/a/_sandbox/clock', '/sca/x'];
      for (const path of [...paths, '/health', '/', '/docs', '/assets/x', '/nowhere', '']) {
        const answer = await answerTo(get(address + path, LOCAL));
        expectRefusal(answer, { status: 403, code: 'FORBIDDEN', path: 'Host', says: /path alone/ });
      }
    },
  );

  test('WEB-03: without a Host, as in HTTP/1.0, an address is refused', async () => {
    const [answer] = await sendRaw(origin, 'GET http://127.0.0.1/health HTTP/1.0\r\n\r\n');
    expect(answer?.status).toBe(403);
  });

  test('ERR-01: HTTP/1.0 needs none', async () => {
    const [answer] = await sendRaw(origin, 'GET /v1/accounts HTTP/1.0\r\n\r\n');
    expect(answer?.body.tppMessages[0]).toMatchObject(UNSIGNED);
  });
});

describe('ERR-01: odd requests that are whole', () => {
  test.each([
    ['an upgrade', get('/v1/accounts', `${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n`)],
    ['an expectation', get('/v1/accounts', `${HOST}Expect: the-unexpected\r\n`)],
    ['1500 headers', get('/v1/accounts', HOST + 'a:b\r\n'.repeat(1500))],
    ['a body on GET', get('/v1/accounts', `${HOST}Content-Length: 3\r\n`).concat('abc')],
  ])('ERR-01: %s is a request like any other', async (_, bytes) => {
    const [answer] = await sendRaw(origin, bytes);
    expect(answer?.body.tppMessages[0]).toMatchObject(UNSIGNED);
  });

  test.each([
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`],
    ['a fragment', get('/v1/accounts#x')],
    ['dots in the path', get('/v1/../v1/accounts')],
    ['two slashes at the start', get('//v1/accounts')],
  ])('ERR-01: %s is nowhere', async (_, bytes) => {
    expectRefusal(await answerTo(bytes), { code: 'NOT_FOUND' });
  });

  test('ERR-01: CONNECT is cut off', async () => {
    expect(await sendRaw(origin, `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`)).toEqual([]);
  });

  test('ERR-01: pipelined requests are answered one by one', async () => {
    const bytes = get('/health') + get('/v1/accounts') + get('/v1/nowhere');
    const answers = await sendRaw(origin, bytes, { answers: 3 });
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404]);
  });

  test('ERR-01: 30 pipelined requests of the control API are answered, and Node warns of nothing', async () => {
    const answers = await sendRaw(origin, get('/_sandbox/clock', LOCAL).repeat(30), {
      answers: 30,
    });
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    const socket = connectTo(origin);
    const begun = once(socket, 'data');
    socket.write(get('/console/live', LOCAL).repeat(30));
    await begun;
    socket.destroy();
    await expectAlive();
  });

  test('ERR-01: garbage after a request is refused', async () => {
    const answers = await sendRaw(origin, `${get('/v1/accounts')}HELLO\r\n\r\n`, { answers: 9 });
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) expectError(answer);
  });
});

describe('HDR-06: size', () => {
  const url = () => `${origin}/v1/bank-offered-consents`;

  test.each([
    ['1 MiB and a byte', MEGABYTE + 1],
    ['10 MB', 10_000_000],
    ['100 MB', 100_000_000],
  ])('HDR-06: a body of %s is 413', async (_, size) => {
    const body = Buffer.alloc(size, 'a');
    expectRefusal(await send({ method: 'POST', url: url(), body }), { ...BAD, status: 413 });
    const headers = [['Transfer-Encoding', 'chunked']] as const;
    const chunked = await send({ method: 'POST', url: url(), headers, body });
    expectRefusal(chunked, { ...BAD, status: 413 });
  });

  test('HDR-06: a body of 1 MiB is read', async () => {
    const body = Buffer.alloc(MEGABYTE, 'a');
    expectRefusal(await send({ method: 'POST', url: url(), body }), UNSIGNED);
  });

  test('HDR-06: who asks whether to send 10 MB is told no at once', async () => {
    const asking = post('Content-Length: 10000000\r\nExpect: 100-continue\r\n');
    expectRefusal(await answerTo(asking), { ...BAD, status: 413 });
  });

  test('HDR-06: who asks whether to send 3 bytes is told to go on', async () => {
    const asking = post('Content-Length: 3\r\nExpect: 100-continue\r\n', 'abc');
    const [answer] = await sendRaw(origin, asking);
    expect(answer?.body.tppMessages[0]).toMatchObject(UNSIGNED);
  });
});

test.each([
  ['amid the headers', `GET /v1/accounts HTTP/1.1\r\n${HOST}X-A: 1`],
  ['amid a chunk', post('Transfer-Encoding: chunked\r\n', '64\r\nabc')],
])('ERR-01: 100 connections that are left %s hinder nobody', async (_, bytes) => {
  const sockets = Array.from({ length: 100 }, () => connectTo(origin));
  for (const socket of sockets) socket.write(bytes, 'latin1');
  await expectAlive();
  for (const socket of sockets) socket.destroy();
  await expectAlive();
});
