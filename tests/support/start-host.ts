// Before the first test file that needs a Sandbank: the keys, and the process that all of them share.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import makeKeyFolder from './key-folder.ts';
import { HOST } from './sandbanks.ts';

const PROGRAM = fileURLToPath(new URL('sandbank-host.js', import.meta.url));

let host: ChildProcess | undefined;

export default async function startHost(): Promise<void> {
  await makeKeyFolder();
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
}
