// How the process stops (DUR-05).
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { control } from '../support/bank.ts';
import { eventually } from '../support/control-bank.ts';
import { type BankProcess, startBank, temporaryFolder } from '../support/control-process.ts';
import { type Credentials, Tpp } from '../support/tpp.ts';

let folder: ReturnType<typeof temporaryFolder>;
let bank: BankProcess;
let credentials: Credentials | undefined;
let tpp: Tpp;

beforeEach(async () => {
  folder = temporaryFolder();
  bank = await startBank({ SANDBANK_DATA: folder.path });
  credentials ??= (await control(bank.url, 'POST', '/_sandbox/certificates')).body as Credentials;
  tpp = new Tpp(bank.url, credentials);
});
afterEach(async () => {
  await bank.end('SIGKILL');
  folder.remove();
});

const port = () => Number(new URL(bank.url).port);
const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

/** A connection that the bank has begun to read a control write from; half of the body is still to come. */
async function halfRequest(body: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port(), '127.0.0.1').setEncoding('utf8');
  const head = ['Host: 127.0.0.1', `Content-Length: ${body.length}`, 'Expect: 100-continue'];
  socket.write(`PUT /_sandbox/clock HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  // The bank says so itself: however busy the machine is, it has the head now.
  const [go] = await once(socket, 'data');
  expect(go).toMatch(/^HTTP\/1\.1 100 /);
  let seen = '';
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (chunk: string) => {
      seen += chunk;
    });
    socket.on('error', () => resolve(seen)).on('close', () => resolve(seen));
  });
  socket.write(body.slice(0, body.length >> 1));
  return { socket, answer };
}

const refused = (): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port(), '127.0.0.1');
    socket.on('connect', () => resolve(undefined));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('DUR-05: the request in flight is answered, nobody new is let in, exit 0', async () => {
    const body = '{"now":"2031-05-06T07:08:09Z","frozen":true}';
    const { socket, answer } = await halfRequest(body);
    const ended = bank.end(signal);
    const shut = await eventually(refused, (code) => code !== undefined);
    expect(shut).toBe('ECONNREFUSED');
    socket.write(body.slice(body.length >> 1));
    expect(await answer).toMatch(/^HTTP\/1\.1 200 .*2031-05-06T07:08:09/s);
    expect(await ended).toMatchObject({ code: 0, signal: null });

    bank = await startBank({ SANDBANK_DATA: folder.path });
    const clock = await control(bank.url, 'GET', '/_sandbox/clock');
    expect(clock.body).toEqual({ now: '2031-05-06T07:08:09.000Z', frozen: true });
  });
});

test('DUR-05: journals are folded into the files that a person can read', async () => {
  await tpp.post('/v1/sandbox/customers', {
    customerNumber: '01010750160',
    customerType: 'PRIVATE',
    customerName: 'Kari Nordmann',
  });
  expect((await bank.end('SIGTERM')).code).toBe(0);
  const journals = readdirSync(folder.path).filter((name) => name.endsWith('.journal'));
  const left = journals.map((name) => statSync(join(folder.path, name)).size);
  expect(left.reduce((sum, size) => sum + size, 0)).toBe(0);
});

test('DUR-05: connections kept alive, idle or lately busy, hold nothing up', async () => {
  const agent = new Agent({ keepAlive: true });
  const get = () =>
    new Promise((resolve, reject) => {
      const sent = request(`${bank.url}/health`, { agent }, (response) => {
        response.resume().on('end', resolve);
      });
      sent.on('error', reject).end();
    });
  await Promise.all([get(), get(), get()]);
  expect((await bank.end('SIGTERM')).code).toBe(0);
  agent.destroy();
});

test('DUR-05: a request that never ends is cut, in time for exit 0 within 5 seconds', async () => {
  const { socket } = await halfRequest('{"frozen":true}');
  const ended = await bank.end('SIGTERM');
  expect(ended).toMatchObject({ code: 0, signal: null });
  socket.destroy();
});

test('DUR-05: told twice, as npm and the terminal do together, it stops once and well', async () => {
  const { socket, answer } = await halfRequest('{"frozen":true}');
  process.kill(bank.pid, 'SIGINT');
  await pause(50);
  const ended = bank.end('SIGINT');
  // At once: past the grace of the first signal the request is cut.
  socket.write('{"frozen":true}'.slice(7));
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ended).toMatchObject({ code: 0, signal: null });
});

test('DUR-05: under load every answer is whole, and what was answered is kept', async () => {
  let made = 0;
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  const writes = numbers.map(async (n) => {
    await pause(n * 4);
    const url = `${bank.url}/banks/b${n % 3}`;
    try {
      const answer = await control(url, 'PUT', '/_sandbox/sca-policy', { mode: 'page' });
      expect(answer.status).toBe(200);
      made++;
    } catch (error) {
      // Refused at the door, or shut before it was let in.
      expect((error as NodeJS.ErrnoException).code).toMatch(/ECONNREFUSED|ECONNRESET|EPIPE/);
    }
  });
  await pause(60);
  const ended = await bank.end('SIGTERM');
  await Promise.all(writes);
  expect(ended.code).toBe(0);
  expect(made).toBeGreaterThan(0);
});
