// A database as people run it: PgBouncer in front, which gives each transaction another connection, and a standby that has
// every commit before it is answered (synchronous replication).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  asOrdinaryUser,
  inDatabase,
  type PostgresServer,
  startPostgres,
} from './postgres-server.ts';

/** `npm run test:all` finds it; without it, its test is skipped. */
const PGBOUNCER = process.env['PGBOUNCER'];
export const hasPgBouncer = PGBOUNCER !== undefined;

export interface PostgresCluster {
  /** Through PgBouncer. */
  readonly url: string;
  /** The primary ends as by a loss of power, the standby is promoted, PgBouncer connects to it, and it gets a standby. */
  failOver(): Promise<void>;
  remove(): Promise<void>;
}

export async function startCluster(): Promise<PostgresCluster> {
  let primary = await startPostgres(true);
  let standby = await standbyOf(primary);
  const pooler = startPooler(primary);
  return {
    url: pooler.url,
    async failOver() {
      await primary.remove();
      await inDatabase(standby.url, 'SELECT pg_promote()');
      pooler.connectTo(standby);
      primary = standby;
      standby = await standbyOf(primary);
    },
    async remove() {
      await pooler.end();
      await Promise.all([primary.remove(), standby.remove()]);
    },
  };
}

/** From then on no commit is answered that it does not have. */
async function standbyOf(primary: PostgresServer): Promise<PostgresServer> {
  const standby = await startPostgres(true, primary);
  await inDatabase(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await inDatabase(primary.url, 'SELECT pg_reload_conf()');
  return standby;
}

interface Pooler {
  readonly url: string;
  connectTo(server: PostgresServer): void;
  end(): Promise<void>;
}

/** In transaction mode, with fewer connections than two replicas open. */
function startPooler(first: PostgresServer): Pooler {
  if (PGBOUNCER === undefined) throw new Error('There is no PgBouncer.');
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-pool-'));
  const as = asOrdinaryUser(folder);
  const file = join(folder, 'pgbouncer.ini');
  const write = ({ url }: PostgresServer) =>
    writeFileSync(
      file,
      `[databases]
postgres = host=${new URL(url).searchParams.get('host')} user=sandbank
[pgbouncer]
listen_addr =
listen_port = 5432
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
default_pool_size = 5
server_login_retry = 0.1
`,
    );
  write(first);
  const child: ChildProcess = spawn(PGBOUNCER, [file], { ...as, stdio: 'ignore' });
  return {
    url: `postgres://sandbank@localhost/postgres?host=${encodeURIComponent(folder)}`,
    connectTo(server) {
      write(server);
      child.kill('SIGHUP');
    },
    async end() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
