// Before the first test file that needs a Sandbank: the keys, and the process that all of them share.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import makeKeyFolder from './key-folder.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { DATABASE, HOST } from './sandbanks.ts';

const PROGRAM = fileURLToPath(new URL('sandbank-host.js', import.meta.url));

interface Host {
  readonly process: ChildProcess;
  readonly database: PostgresServer | undefined;
}

const hosts = new Map<string, Host>();

/** `SANDBANKS_ON=postgres npm test`: every Sandbank of the run that keeps nothing in files keeps it in a database. */
export default async function startHost(): Promise<void> {
  await startHostOf(HOST, process.env['SANDBANKS_ON'] === 'postgres');
}

/** Its address will be the environment variable of that name. The projects of a run share one. */
export async function startHostOf(name: string, isOnPostgres: boolean): Promise<void> {
  if (hosts.has(name)) return;
  await makeKeyFolder();
  const database = isOnPostgres ? await startPostgres() : undefined;
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...(database && { [DATABASE]: database.url }) },
  });
  hosts.set(name, { process: child, database });
  const [address] = await once(child.stdout, 'data');
  process.env[name] = String(address).trim();
}

export async function stopHosts(): Promise<void> {
  for (const host of hosts.values()) {
    const ended = once(host.process, 'exit');
    host.process.kill();
    await ended;
    await host.database?.remove();
  }
  hosts.clear();
}
