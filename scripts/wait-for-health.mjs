// Starts a command's bank on a free port, waits for /health, stops it with SIGTERM, and prints how long
// each took. Exits 0 only if it answered 200 and then exited with 0. Usage: node
// scripts/wait-for-health.mjs <folder> [program] [arguments …]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';

const PATIENCE_MS = 60_000;
const STOP_MS = 5_000;

const [folder = '.', program = process.execPath, ...rest] = process.argv.slice(2);
const args = rest.length > 0 ? rest : ['scripts/start.cjs'];
const port = await freePort();
const data = mkdtempSync(join(tmpdir(), 'sandbank-'));
const startedAt = performance.now();
const bank = spawn(program, args, {
  cwd: folder,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', SANDBANK_DATA: data },
});
const exited = new Promise((resolve) => {
  bank.once('error', (error) => resolve({ error }));
  bank.once('exit', (code, signal) => resolve({ code, signal }));
});

let failure;
try {
  await healthy();
  console.log(`/health answered 200 after ${since(startedAt)} ms`);
  failure = await stop();
} catch (error) {
  failure = error.message;
  bank.kill('SIGKILL');
  await exited;
}
rmSync(data, { recursive: true, force: true });
if (failure !== undefined) console.error(failure);
// Exits explicitly, because a timer may still be waiting.
process.exit(failure === undefined ? 0 : 1);

async function healthy() {
  let gone;
  exited.then((how) => {
    gone = how;
  });
  while (performance.now() - startedAt < PATIENCE_MS) {
    if (gone !== undefined) throw new Error(`It ended before /health answered: ${tell(gone)}`);
    const status = await fetch(`http://127.0.0.1:${port}/health`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await pause(20);
  }
  throw new Error(`/health was not 200 within ${PATIENCE_MS / 1000} s`);
}

/** `undefined` if SIGTERM ended it in time with exit code 0, else what happened. */
async function stop() {
  const askedAt = performance.now();
  bank.kill('SIGTERM');
  const how = await Promise.race([exited, pause(STOP_MS)]);
  if (how === undefined) {
    bank.kill('SIGKILL');
    return `It still ran ${STOP_MS / 1000} s after SIGTERM`;
  }
  if (how.code !== 0) return `SIGTERM ended it with ${tell(how)} instead of 0`;
  console.log(`SIGTERM ended it with exit code 0 after ${since(askedAt)} ms`);
  return undefined;
}

function tell({ code, signal, error }) {
  return error?.message ?? (code === null ? `signal ${signal}` : `exit code ${code}`);
}

function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function since(moment) {
  return Math.round(performance.now() - moment);
}
