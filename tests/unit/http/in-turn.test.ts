// Requests that are sent on a connection before their answers are there, and clients that read none of them (WEB-05).
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { createTurns } from '../../../server/http/in-turn.ts';
import type { AddressRow } from '../../../server/http/row.ts';
import { connectTo } from '../../support/conformance-raw.ts';
import { deferred } from '../../support/deferred.ts';
import { listeningDoor } from '../../support/door.ts';

const LARGE = 'x'.repeat(1024 * 1024);
let begun = 0;
let atOnce = 0;
let most = 0;
let gate = deferred();
beforeEach(() => {
  [begun, atOnce, most] = [0, 0, 0];
  gate = deferred();
});

const row = (path: string, answer: () => Promise<string>): AddressRow => ({
  method: 'GET',
  path,
  access: 'open',
  async handle() {
    begun += 1;
    atOnce += 1;
    most = Math.max(most, atOnce);
    const content = await answer();
    atOnce -= 1;
    return { status: 200, text: { type: 'text/plain', content } };
  },
});
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const rows = [
  row('/number', async () => {
    await turn();
    return `<${begun}>`;
  }),
  row('/large', async () => LARGE),
  row('/held', async () => {
    await gate.promise;
    return '<held>';
  }),
];
const server = await listeningDoor([{ root: '', access: 'open', rows }]);
afterAll(() => server.close());

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

function read(socket: Socket) {
  const got = { text: '' };
  socket.setEncoding('latin1').on('data', (text: string) => {
    got.text += text;
  });
  return got;
}

/** Until nothing has begun for some turns. */
async function still(): Promise<void> {
  for (let before = -1; before !== begun; ) {
    before = begun;
    for (let at = 0; at < 50; at++) await turn();
  }
}

test('WEB-05: a hundred requests at once are begun one after another, and answered in their order', async () => {
  const socket = connectTo(server.url);
  const got = read(socket);
  socket.write(get('/number').repeat(100));
  while (!got.text.includes('<100>')) await turn();
  const numbers = [...got.text.matchAll(/<(\d+)>/g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
  expect(most).toBe(1);
  socket.destroy();
});

test('WEB-05: of a client that reads nothing few requests are begun, and the others when it reads', async () => {
  const socket = connectTo(server.url);
  socket.pause();
  socket.write(get('/large').repeat(300));
  while (begun === 0) await turn();
  await still();
  // What both ends of a connection hold in the system, and one answer more.
  expect(begun).toBeLessThan(30);
  const got = read(socket);
  socket.resume();
  let bytes = 0;
  while (bytes < 300 * LARGE.length) {
    await turn();
    bytes += got.text.length;
    got.text = '';
  }
  expect(begun).toBe(300);
  socket.destroy();
});

test('WEB-05: what waits behind another request is not begun if the client has gone', async () => {
  const socket = connectTo(server.url);
  socket.write(get('/held') + get('/number').repeat(3));
  while (begun === 0) await turn();
  socket.resetAndDestroy();
  await once(socket, 'close');
  await still();
  gate.resolve();
  await still();
  expect(begun).toBe(1);
});

test('WEB-05: while many requests wait behind one that takes its time, no more of the connection is read', async () => {
  const first = deferred();
  let arrived = 0;
  const inTurn = createTurns();
  const door = createServer((request, response) => {
    arrived += 1;
    inTurn(request, response, async () => {
      await first.promise;
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  const socket = connectTo(`http://127.0.0.1:${port}`);
  const got = read(socket);
  const large = `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(8_000)}\r\n\r\n`;
  socket.write(large.repeat(600));
  for (let before = -1; before !== arrived || arrived === 0; ) {
    before = arrived;
    for (let at = 0; at < 50; at++) await turn();
  }
  const waiting = arrived;
  first.resolve();
  while (got.text.split('HTTP/1.1 200').length <= 600) await turn();
  socket.destroy();
  door.close();
  // And what was read at once with the last of 128.
  expect(waiting).toBeLessThan(200);
});

test('WEB-05: how long the answer before it could wait for its client does not limit a request that takes its time', async () => {
  const inTurn = createTurns();
  const door = createServer((request, response) =>
    inTurn(request, response, () => {
      if (request.url === '/first') response.setTimeout(30);
      setTimeout(() => response.end(`<${request.url}>`), request.url === '/first' ? 0 : 300);
    }),
  ).listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  const socket = connectTo(`http://127.0.0.1:${port}`);
  const got = read(socket);
  const closed = once(socket, 'close');
  socket.write(`${get('/first')}GET /second HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await closed;
  door.close();
  expect(got.text.match(/<[^>]*>/g)).toEqual(['</first>', '</second>']);
});
