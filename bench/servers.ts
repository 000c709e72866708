// Servers to be measured, each in a process of its own: Sandbank as `npm start` runs it, a bare server, and
// Express with one route.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONNECTIONS, drive, isOk, type Load, type Result } from './load/drive.ts';
import { plainBytes } from './load/tpp.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Server {
  readonly port: number;
  /** Milliseconds from the process's start to its first answer. */
  readonly readyAfter: number;
  /** Bytes in memory. */
  readonly memory: () => number;
  /** Files and sockets that it has open. */
  readonly handles: () => number;
  /** Milliseconds of processor time so far. */
  readonly processor: () => number;
  readonly stop: () => Promise<void>;
}

export interface Command {
  /** Of node. */
  readonly args: (port: number) => readonly string[];
  readonly env?: (port: number) => Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** What answers 200 when the server is ready. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const BARE = `require('node:http').createServer((q, r) => r.end('{"hello":"world"}')).listen(process.argv[1], '127.0.0.1')`;
const EXPRESS = `const a = require('express')(); a.get('/', (q, r) => r.json({ hello: 'world' })); a.listen(process.argv[1], '127.0.0.1')`;

export const bare: Command = { args: (port) => ['-e', BARE, String(port)], path: '/' };
export const express: Command = {
  args: (port) => ['-e', EXPRESS, String(port)],
  path: '/',
  cwd: ROOT,
};

/** The least that a server does which verifies, and keeps in that file what is posted; its answers have so many bytes. */
export const floor = (file: string, bytes: number): Command => ({
  args: (port) => [
    join(import.meta.dirname, 'load', 'floor.js'),
    String(port),
    file,
    String(bytes),
  ],
  path: '/',
});

/** Asks a server with one route for it. */
export const greet = (port: number, until: Pick<Load, 'count' | 'millis'>): Promise<Result> =>
  drive({
    port,
    requests: [plainBytes({ method: 'GET', path: '/' })],
    connections: CONNECTIONS,
    ...until,
    isRight: isOk,
  });

/** Sandbank with a data folder, so that what is acknowledged is on disk. */
export const sandbank = (
  data: string,
  flags: readonly string[] = [],
  root: string = ROOT,
): Command => ({
  args: () => [...flags, join(root, 'scripts', 'start.cjs')],
  env: (port) => ({ PORT: String(port), SANDBANK_DATA: data }),
  path: '/health',
});

/** The same on a database. */
export const sandbankOn = (store: string): Command => ({
  ...sandbank(''),
  env: (port) => ({ PORT: String(port), SANDBANK_STORE: store }),
});

/** Runs `work` with a folder that is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs `work` with the server, and stops it. */
export async function withServer<T>(
  command: Command,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  const server = await start(command);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

const running = new Set<ChildProcess>();
// A measurement that fails leaves no server behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export async function start({ args, env, cwd, path, headers = {} }: Command): Promise<Server> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, args(port), {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env?.(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const readyAfter = await firstAnswer(child, { port, path, headers }, began);
  return {
    port,
    readyAfter,
    memory: () => 1024 * Number(/VmRSS:\s+(\d+)/.exec(inProc(child, 'status'))?.[1]),
    processor() {
      const threads = readdirSync(`/proc/${child.pid}/task`);
      const nanos = threads.map((id) => parseInt(inProc(child, `task/${id}/schedstat`), 10));
      return nanos.reduce((sum, each) => sum + each, 0) / 1e6;
    },
    handles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const inProc = (child: ChildProcess, file: string): string =>
  readFileSync(`/proc/${child.pid}/${file}`, 'utf8');

/** A server that is not there after this long is not coming. */
const PATIENCE = 30_000;

interface Question {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

function firstAnswer(child: ChildProcess, question: Question, began: number): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    const ask = () => {
      if (performance.now() - began > PATIENCE) return reject(new Error('no answer in 30 s'));
      const again = () => setTimeout(ask, 2);
      get({ host: '127.0.0.1', ...question }, (answer) => {
        answer.resume();
        if (answer.statusCode === 200) resolve(performance.now() - began);
        else again();
      }).on('error', again);
    };
    ask();
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
