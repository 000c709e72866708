// Before the first test file that needs a Sandbank: the keys, and the process that all of them share.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import makeKeyFolder from './key-folder.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { DATABASE, HOST } from './sandbanks.ts';

const PROGRAM = fileURLToPath(new URL('sandbank-host.js', import.meta.url));

let host: ChildProcess | undefined;
let database: PostgresServer | undefined;

/** `SANDBANKS_ON=postgres npm test`: every Sandbank of the run that keeps nothing in files keeps it in a database. */
export default async function startHost(): Promise<void> {
  await makeKeyFolder();
  if (process.env['SANDBANKS_ON'] === 'postgres') {
    database = await startPostgres();
    process.env[DATABASE] = database.url;
  }
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [address] = await once(child.stdout, 'data');
  process.env[HOST] = String(address).trim();
  host = child;
}

export async function stopHost(): Promise<void> {
  if (host === undefined) return;
  const ended = once(host, 'exit');
  host.kill();
  await ended;
  await database?.remove();
}
