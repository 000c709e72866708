// Connections that stay (WEB-05): idle ones, clients that wait, live logs, slow writers, and clients that send and never
// read. The others are answered meanwhile, and none of them fills the memory. `npm run load` has thousands of each.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import { bankAt, consentOf, control } from '../support/bank.ts';
import { answered, newPayment } from '../support/control-bank.ts';
import { startBank } from '../support/control-process.ts';
import { readExposition } from '../support/exposition.ts';
import type { Credentials } from '../support/tpp.ts';

const bank = await startBank({ SANDBANK_DATA: 'memory' });
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await bank.end('SIGKILL');
});
const { port } = new URL(bank.url);
const MB = 1e6;
/** Requests that one client sends at once; their answers together have some hundred MB. */
const AT_ONCE = 300;

async function open(count: number, bytes: string): Promise<readonly Socket[]> {
  const opened = Array.from({ length: count }, () => connect(Number(port), '127.0.0.1'));
  sockets.push(...opened);
  await Promise.all(opened.map((socket) => once(socket, 'connect')));
  for (const socket of opened) socket.on('error', () => undefined).write(bytes);
  return opened;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
const first = (socket: Socket) =>
  once(socket, 'data').then(([data]: Buffer[]) => data?.toString('latin1', 0, 15));

async function memory(): Promise<number> {
  const { text } = await control(bank.url, 'GET', '/_sandbox/metrics');
  const family = readExposition(text).get('process_resident_memory_bytes');
  return family?.samples[0]?.value ?? Number.NaN;
}

test('WEB-05: beside hundreds of connections that stay, the others are answered, and memory is bounded', async () => {
  const { body } = await control(bank.url, 'POST', '/_sandbox/certificates');
  const client = bankAt(bank.url, body as Credentials, async () => undefined);
  const psu = await consentOf(client);
  answered(await client.control('PUT', '/_sandbox/snapshots/large'), 201);
  const before = await memory();

  const idle = await open(200, get('/health'));
  expect(new Set(await Promise.all(idle.map(first)))).toEqual(new Set(['HTTP/1.1 200 OK']));
  const waiting = await open(200, get('/_sandbox/requests/next?status=201&timeout=PT60S'));
  const answers = waiting.map(first);
  const live = await open(20, get('/console/live'));
  await Promise.all(live.map(first));
  const slow = 'POST /v1/bank-offered-consents HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\nx';
  await open(10, slow);
  for (const unread of await open(10, get('/_sandbox/snapshots/large').repeat(AT_ONCE))) {
    unread.pause();
  }

  for (let n = 0; n < 20; n++) answered(await psu.tpp.get('/v1/accounts'), 200);
  await newPayment(psu);
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']));
  answered(await control(bank.url, 'GET', '/health'), 200);
  expect((await memory()) - before).toBeLessThan(500 * MB);
});
