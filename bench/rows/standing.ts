// Thousands of connections that stay: idle ones, clients that wait for the next request, live logs, slow writers, slow
// readers, and clients that send and never read. How the others are answered meanwhile, and what memory it takes.
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { CONNECTIONS, drive, isOk } from '../load/drive.ts';
import { startProbe } from '../load/probe.ts';
import { openTpp, plainBytes } from '../load/tpp.ts';
import { row, type Section } from '../row.ts';
import { inFolder, sandbank, withServer } from '../servers.ts';
import { payment } from './writes.ts';

const WANTED = { idle: 10_000, waiting: 5_000, live: 500, slow: 100 };
const SMOKE = { idle: 20, waiting: 20, live: 5, slow: 2 };
/** Sockets that are opened at a time. */
const ABREAST = 200;
/** Pipelined by a client that reads nothing. */
const UNREAD = 500;

/** Both ends may have so many files open: of fewer, as many as there is room for. */
function counts(smoke: boolean) {
  if (smoke) return SMOKE;
  const [, files] =
    /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
  const share = Math.min(1, (Number(files) - 1_000) / 16_000);
  const part = (count: number) => Math.floor(count * share);
  const { idle, waiting, live, slow } = WANTED;
  return { idle: part(idle), waiting: part(waiting), live: part(live), slow: part(slow) };
}

export const standing: Section = ({ smoke, say }) => {
  const { idle, waiting, live, slow } = counts(smoke);
  say(`${idle} idle connections, ${waiting} waiting clients, ${live} live logs`);
  const millis = smoke ? 200 : 10_000;
  return inFolder((data) =>
    withServer(sandbank(data), async (bank) => {
      const url = `http://127.0.0.1:${bank.port}`;
      const tpp = await openTpp(url);
      const load = () =>
        drive({
          port: bank.port,
          requests: tpp.reads(6_000),
          connections: CONNECTIONS,
          millis,
          isRight: isOk,
        });
      const alone = await load();
      const memory = bank.memory();
      const sockets: Socket[] = [];
      const open = async (count: number, bytes: Buffer) => {
        const opened = await openMany(bank.port, count, bytes);
        sockets.push(...opened.map(({ socket }) => socket));
        return opened;
      };
      try {
        const get = (path: string) => plainBytes({ method: 'GET', path });
        for (const { answered } of await open(idle, get('/health'))) await answered;
        const next = await open(waiting, get('/_sandbox/requests/next?status=201&timeout=PT60S'));
        for (const { answered } of await open(live, get('/console/live'))) await answered;
        for (const { socket } of await open(slow, plainBytes(SLOW))) trickle(socket);
        for (const { socket } of await open(slow, get('/openapi.json'))) sip(socket);
        const many = Buffer.concat(
          Array.from({ length: UNREAD }, () => get('/_sandbox/snapshots/large')),
        );
        await fetch(`${url}/_sandbox/snapshots/large`, { method: 'PUT' });
        for (const { socket } of await open(slow, many)) socket.pause();
        const settled = await settle(`${url}/health`);
        const probe = startProbe(`${url}/health`);
        const beside = await load();
        const most = bank.memory();
        const began = performance.now();
        const path = '/v1/payments/sepa-credit-transfers';
        const pay = tpp.signed({ method: 'POST', path, headers: tpp.psu, body: payment(1) });
        const paid = await openMany(bank.port, 1, pay);
        sockets.push(...paid.map(({ socket }) => socket));
        const heads = await Promise.all(next.map(({ answered }) => answered));
        const woken = performance.now() - began;
        const health = await probe.stop();
        const wrong = heads.filter((head) => !head.startsWith('HTTP/1.1 200')).length;
        return [
          row(`signed reads beside ${sockets.length} connections, p99`, beside.p99, 'ms', {
            beside: {
              alone: alone.p99,
              'a second': beside.perSecond,
              'alone a second': alone.perSecond,
            },
          }),
          row('/health meanwhile, longest', Math.max(...health), 'ms', { goal: { most: 1_000 } }),
          row(`until ${waiting} waiting clients have their answer`, woken, 'ms', {
            beside: { 'with another': wrong },
          }),
          row(`until ${slow} clients have what they do not read`, settled, 'ms'),
          row('memory then', most / 1e6, 'MB', { beside: { before: memory / 1e6 } }),
        ];
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    }),
  );
};

/** Milliseconds until the bank answers at once again. */
async function settle(url: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const asked = performance.now();
    await fetch(url);
    if (performance.now() - asked < 100) return performance.now() - began;
  }
}

const SLOW = { method: 'POST', path: '/v1/bank-offered-consents', body: 'x'.repeat(1_000) };

interface Opened {
  readonly socket: Socket;
  /** The first bytes of the answer. */
  readonly answered: Promise<string>;
}

/** Connections that have sent the bytes. */
async function openMany(port: number, count: number, bytes: Buffer): Promise<readonly Opened[]> {
  const opened: Opened[] = [];
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(ABREAST, count - opened.length) }, () =>
      openOne(port, bytes),
    );
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}

function openOne(port: number, bytes: Buffer): Promise<Opened> {
  const socket = connect(port, '127.0.0.1');
  const answered = new Promise<string>((resolve) => {
    socket.once('data', (data: Buffer) => resolve(data.toString('latin1', 0, 40)));
    socket.once('close', () => resolve('closed'));
  });
  // Those that the bank closes are counted by what they got.
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.once('connect', () => {
      // Slow writers begin with their headers.
      const head = bytes.indexOf('\r\n\r\n') + 4;
      socket.write(bytes.length - head === 1_000 ? bytes.subarray(0, head) : bytes);
      resolve({ socket, answered });
    });
  });
}

/** Sends a byte a second. */
async function trickle(socket: Socket): Promise<void> {
  while (!socket.destroyed) {
    socket.write('x');
    await pause(1_000, undefined, { ref: false });
  }
}

/** Reads what has arrived once a second. */
async function sip(socket: Socket): Promise<void> {
  while (!socket.destroyed) {
    socket.pause();
    await pause(1_000, undefined, { ref: false });
    socket.resume();
    await pause(1, undefined, { ref: false });
  }
}
