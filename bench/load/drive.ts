// Sends requests over raw sockets, one at a time on each connection, and reads the answers. A client this
// plain leaves most of a processor to the server that is measured.
import { connect, type Socket } from 'node:net';
import { median, quantile } from '../row.ts';

/** As many as a client of a test run keeps open. */
export const CONNECTIONS = 10;

/** For a load whose answers are only to be 200. */
export const isOk = (status: number): boolean => status === 200;

export interface Load {
  readonly port: number;
  /** Whole requests as bytes, taken in turn. */
  readonly requests: readonly Buffer[];
  readonly connections: number;
  /** Ends after so many requests … */
  readonly count?: number;
  /** … or after so many milliseconds. */
  readonly millis?: number;
  /** What every answer must be like; `took` in milliseconds. */
  readonly isRight: (status: number, body: string, took: number) => boolean;
}

export interface Result {
  readonly count: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p99: number;
}

/** Throws Error for the first answer that is not right. */
export async function drive(load: Load): Promise<Result> {
  const { connections, count = Number.POSITIVE_INFINITY, millis = Number.POSITIVE_INFINITY } = load;
  const began = performance.now();
  const times: number[] = [];
  let sent = 0;
  const isOver = () => sent >= count || performance.now() - began >= millis;
  const next = () => {
    if (isOver()) return undefined;
    const request = load.requests[sent % load.requests.length] as Buffer;
    sent += 1;
    return request;
  };
  await Promise.all(
    Array.from({ length: connections }, () => converse(load, next, (time) => times.push(time))),
  );
  const seconds = (performance.now() - began) / 1000;
  return {
    count: times.length,
    perSecond: times.length / seconds,
    median: median(times),
    p99: quantile(times, 0.99),
  };
}

/** One connection, until there is no next request. */
function converse(
  { port, isRight }: Load,
  next: () => Buffer | undefined,
  took: (millis: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const open = () => {
      const socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      let asked = 0;
      let waiting = true;
      const ask = () => {
        const request = next();
        waiting = request !== undefined;
        if (request === undefined) return void socket.end(resolve);
        asked = performance.now();
        socket.write(request);
      };
      readAnswers(socket, ({ status, body, closes }) => {
        const time = performance.now() - asked;
        took(time);
        const right = isRight(status, body, time);
        if (right && !closes) return ask();
        waiting = false;
        socket.destroy();
        if (right) return open();
        reject(new Error(`a wrong answer: ${status} ${body.slice(0, 300)}`));
      });
      socket.on('connect', ask);
      socket.on('error', reject);
      socket.on('close', () => {
        if (waiting) reject(new Error('the server hung up'));
      });
    };
    open();
  });
}

interface Answer {
  readonly status: number;
  readonly body: string;
  /** The server ends the connection after it. */
  readonly closes: boolean;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = '0\r\n\r\n';

/** Calls back for each whole answer. */
function readAnswers(socket: Socket, answered: (answer: Answer) => void): void {
  let arrived: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    arrived = arrived.length === 0 ? chunk : Buffer.concat([arrived, chunk]);
    const end = arrived.indexOf(HEAD_END);
    if (end < 0) return;
    const head = arrived.toString('latin1', 0, end);
    const start = end + HEAD_END.length;
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    const isWhole =
      length === undefined && !head.startsWith('HTTP/1.1 204')
        ? arrived.toString('latin1', Math.max(start, arrived.length - 5)) === LAST_CHUNK
        : arrived.length >= start + Number(length ?? 0);
    if (!isWhole) return;
    const body = arrived.toString('utf8', start);
    arrived = Buffer.alloc(0);
    const closes = /\r\nconnection: *close/i.test(head);
    answered({ status: Number(head.slice(9, 12)), body, closes });
  });
}
