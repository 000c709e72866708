// A PostgreSQL of a test's own: an ordinary user's, in a folder of its own, reached by a socket in that folder. It
// is made in a second and removed after the test.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Where its programs are; `npm test` finds them, and says if there are none. */
const POSTGRES_BIN = process.env['POSTGRES_BIN'];

/** Without them, tests that need a database are skipped. */
export const hasPostgres = POSTGRES_BIN !== undefined;

export interface PostgresServer {
  /** Of the database as such. */
  readonly url: string;
  /** Address of a database with nothing in it: a schema of its own. */
  freshUrl(): Promise<string>;
  start(): Promise<void>;
  /** Ends it as a loss of power would: what is not in its log is lost. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** It refuses to run as root. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** How to run a program as one: it owns the folder. */
export function asOrdinaryUser(folder: string) {
  chmodSync(folder, 0o755);
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  return { ...user, cwd: folder, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' } };
}

/**
 * @param isDurable whether it waits for the disk, which is slower
 * @param primary absent: it is one itself; else it is the standby of that one
 */
export async function startPostgres(
  isDurable = false,
  primary?: PostgresServer,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-pg-'));
  const as = asOrdinaryUser(folder);
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'sandbank', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  const copy = ['-D', data, '-d', primary?.url.split('&')[0] ?? '', '-R', '--no-sync', '-cfast'];
  const [maker, options] = primary === undefined ? ['initdb', init] : ['pg_basebackup', copy];
  execFileSync(program(maker), options, { ...as, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `postgres://sandbank@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const settings = ['-c', 'listen_addresses=', '-c', 'max_connections=200', '-k', folder];
  if (!isDurable) settings.push('-F');
  let child: ChildProcess | undefined;
  let schemas = 0;

  const server: PostgresServer = {
    url,
    freshUrl: () => schemaIn(url, ++schemas),
    async start() {
      child = spawn(program('postgres'), ['-D', data, ...settings], { ...as, stdio: 'ignore' });
      await untilUp(url);
    },
    async kill() {
      if (child === undefined) return;
      const exited = once(child, 'exit');
      child.kill('SIGQUIT');
      await exited;
      child = undefined;
    },
    async remove() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

function program(name: string): string {
  if (POSTGRES_BIN !== undefined) return join(POSTGRES_BIN, name);
  throw new Error('There is no PostgreSQL server: set POSTGRES_BIN to the folder of its programs.');
}

/** The address of a new schema: a database with nothing in it. */
export async function schemaIn(url: string, number: number): Promise<string> {
  const schema = `s${process.pid}_${number}`;
  await inDatabase(url, `CREATE SCHEMA ${schema}`);
  return `${url}&options=${encodeURIComponent(`-c search_path=${schema}`)}`;
}

/** Runs one statement with a connection of its own. */
export async function inDatabase(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

async function untilUp(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await inDatabase(url, 'SELECT 1');
      return;
    } catch (error) {
      if (attempt === 200) throw error;
      await pause(50);
    }
  }
}
