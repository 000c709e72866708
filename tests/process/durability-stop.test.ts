// How the process stops (DUR-05).
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { control } from '../support/bank.ts';
import { eventually } from '../support/control-bank.ts';
import { type BankProcess, startBank, temporaryFolder } from '../support/control-process.ts';

const folder = temporaryFolder();
let bank: BankProcess;
let running = false;

/** Of one folder, one after the other. */
beforeEach(async () => {
  if (running) return;
  bank = await startBank({ SANDBANK_DATA: folder.path });
  running = true;
});
afterAll(async () => {
  await bank.end('SIGKILL');
  folder.remove();
});

async function end(signal: NodeJS.Signals): Promise<void> {
  const ended = await bank.end(signal);
  running = false;
  expect(ended).toMatchObject({ code: 0, signal: null });
}

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

/** Some connections that stay open after their answer. */
async function keepAlive(): Promise<Agent> {
  const agent = new Agent({ keepAlive: true });
  const get = () =>
    new Promise((resolve, reject) => {
      const sent = request(`${bank.url}/health`, { agent }, (response) => {
        response.resume().on('end', resolve);
      });
      sent.on('error', reject).end();
    });
  await Promise.all([get(), get(), get()]);
  return agent;
}

test('DUR-05: the request in flight is answered, nobody new is let in, idle connections hold nothing up', async () => {
  const body = '{"now":"2031-05-06T07:08:09Z","frozen":true}';
  const agent = await keepAlive();
  const { socket, answer } = await halfRequest(body);
  const ended = end('SIGTERM');
  const shut = await eventually(refused, (code) => code !== undefined);
  expect(shut).toBe('ECONNREFUSED');
  socket.write(body.slice(body.length >> 1));
  expect(await answer).toMatch(/^HTTP\/1\.1 200 .*2031-05-06T07:08:09/s);
  await ended;
  agent.destroy();
});

test('DUR-05: told twice, as npm and the terminal do together, it stops once and well', async () => {
  const clock = await control(bank.url, 'GET', '/_sandbox/clock');
  expect(clock.body).toEqual({ now: '2031-05-06T07:08:09.000Z', frozen: true });
  const { socket, answer } = await halfRequest('{"frozen":false}');
  process.kill(bank.pid, 'SIGINT');
  await pause(50);
  const ended = end('SIGINT');
  // At once: past the grace of the first signal the request is cut.
  socket.write('{"frozen":false}'.slice(8));
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  await ended;
});

test('DUR-05: a request that never ends is cut, in time for exit 0 within 5 seconds', async () => {
  const { socket } = await halfRequest('{"frozen":true}');
  await end('SIGTERM');
  socket.destroy();
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
  // In the middle of it: one is answered, others are on their way.
  await Promise.any(writes);
  await end('SIGTERM');
  await Promise.all(writes);
  expect(made).toBeGreaterThan(0);
  // DUR-03: it leaves no lock, and DUR-05: journals are folded into the files that a person can read.
  const left = readdirSync(folder.path);
  expect(left.filter((name) => name.startsWith('.lock'))).toEqual([]);
  const journals = left.filter((name) => name.endsWith('.journal'));
  expect(journals.map((name) => statSync(join(folder.path, name)).size)).toEqual(
    journals.map(() => 0),
  );
});
