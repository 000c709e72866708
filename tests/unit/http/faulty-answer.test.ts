// FAULT-01 on the wire: what a client reads of an answer that a fault damages, delays or loses.
import { once } from 'node:events';
import { type RequestListener, request, type Server } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import type { FiredFault } from '../../../server/bank/faults/fault.ts';
import { createSend } from '../../../server/http/send.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { connectTo, sendRaw } from '../../support/conformance-raw.ts';
import { deferred } from '../../support/deferred.ts';
import { listen, portOf } from '../../support/tpp-server.ts';

const BODY = { accounts: ['å', 'b', 'c'] };
const TEXT = JSON.stringify(BODY);
const LENGTH = Buffer.byteLength(TEXT);
const send = createSend();

let server: Server | undefined;
afterEach(() => void server?.close());

async function listening(handler: RequestListener): Promise<string> {
  server = await listen(handler);
  return `http://127.0.0.1:${portOf(server)}`;
}

const faulty = (fired: Partial<FiredFault>, reply: object = { body: BODY }) =>
  listening(async (asked, response) => {
    const fault = { id: 'f1', effect: {}, ...fired };
    await send(response, { status: 200, ...reply, fault }, new RawHeaders(asked.rawHeaders));
  });

/** Everything up to the end of the connection, headers and body. */
async function read(url: string): Promise<readonly [head: string, body: string]> {
  const socket = connectTo(url);
  const accepts = 'Accept-Encoding: gzip\r\nConnection: close\r\n\r\n';
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${accepts}`);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => void chunks.push(chunk));
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString('utf8');
  const end = text.indexOf('\r\n\r\n');
  return [text.slice(0, end), text.slice(end + 4)];
}

test.each([
  ['no byte', { truncate: 0 }, ''],
  ['five bytes', { truncate: 5 }, TEXT.slice(0, 5)],
  ['more than there are', { truncate: 1_000 }, TEXT],
  ['slowly, and all of it', { slowBodyMs: 20 }, TEXT],
])('FAULT-01: %s of a body', async (_, effect, expected) => {
  const [head, body] = await read(await faulty({ effect }));
  expect(head).toMatch(/^HTTP\/1.1 200 OK/);
  expect(head).toContain('Sandbank-Fault: f1');
  // Never packed: so many bytes are so many bytes of JSON.
  expect(head).toContain(`Content-Length: ${LENGTH}`);
  expect(body).toBe(expected);
});

test('FAULT-01: an answer that is not longer than what is left of it is whole, and its connection stays', async () => {
  const url = await faulty({ effect: { truncate: LENGTH } });
  const answers = await sendRaw(url, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2), { answers: 2 });
  expect(answers.map(({ text }) => text)).toEqual([TEXT, TEXT]);
});

test('FAULT-01: of an answer that is lost nothing is read', async () => {
  expect(await read(await faulty({ effect: { loseReply: true } }))).toEqual(['', '']);
});

test('FAULT-01: a reset is one', async () => {
  await expect(read(await faulty({ effect: { reset: true } }))).rejects.toThrow('ECONNRESET');
});

test.each([BODY, {}, { a: [] }])('FAULT-01: malformed %j is as long, and no JSON', async (sent) => {
  const [head, body] = await read(await faulty({ effect: { malformed: true } }, { body: sent }));
  const { length } = Buffer.from(JSON.stringify(sent));
  expect(head).toContain(`Content-Length: ${length}`);
  expect(Buffer.byteLength(body)).toBe(length);
  expect(() => JSON.parse(body)).toThrow();
});

test('FAULT-01: an answer without a body has nothing to damage', async () => {
  const url = await faulty({ effect: { malformed: true } }, { status: 204 });
  const [head, body] = await read(url);
  expect([head.split('\r\n')[0], body]).toEqual(['HTTP/1.1 204 No Content', '']);
  expect(head).toContain('Sandbank-Fault: f1');
});

test.each<[string, Partial<FiredFault>]>([
  ['a delay', { delay: 600_000 }],
  ['a slow body', { effect: { slowBodyMs: 600_000 } }],
])('FAULT-01: %s ends when the client has gone', async (_, fired) => {
  const { promise: isSent, resolve } = deferred();
  const url = await listening(async (asked, response) => {
    client.destroy();
    const fault = { id: 'f1', effect: {}, ...fired };
    await send(response, { status: 200, body: BODY, fault }, new RawHeaders(asked.rawHeaders));
    resolve();
  });
  const client = request(url, { agent: false });
  client.on('error', () => undefined).end();
  await isSent;
});

test('FAULT-01: of a slow body the headers come at once', async () => {
  const url = await faulty({ effect: { slowBodyMs: 600_000 } });
  const client = request(url, { agent: false, signal: AbortSignal.timeout(10_000) });
  client.on('error', () => undefined).end();
  const [answer] = await once(client, 'response');
  expect(answer.headers['sandbank-fault']).toBe('f1');
  client.destroy();
});
