// The bank as a process of its own, as `sandbank serve` starts it, to be signalled and killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KEY_FOLDER } from './key-folder.ts';

const CLI = fileURLToPath(new URL('../../cli/sandbank.js', import.meta.url));
const STOCKED_KEYS = new URL('stocked-keys.js', import.meta.url).href;

export type Settings = Readonly<Record<string, string>>;

export interface Ended {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface BankProcess {
  readonly url: string;
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** Everything it has said so far, the log included. */
  output(): string;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/** A process with these settings and no others; the caller waits for it to end. */
export function runBank(settings: Settings): Promise<Ended> {
  return start(settings).ended;
}

/** A process that may not be open yet. */
export interface Launched {
  /** Rejects with what it said when it ends instead. */
  readonly opened: Promise<BankProcess>;
  readonly ended: Promise<Ended>;
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/** Starts a bank on a free port. */
export function launchBank(settings: Settings, ...how: How): Launched {
  const { child, ended, said } = start({ PORT: '0', ...settings }, ...how);
  const url = new Promise<string>((resolve) => {
    const look = () => {
      const [, found] = /^Sandbank is open at (\S+)/m.exec(said.stdout) ?? [];
      if (found === undefined) return;
      // A log that becomes long would be searched with each line.
      child.stdout?.off('data', look);
      resolve(found);
    };
    child.stdout?.on('data', look);
  });
  const end = (signal: NodeJS.Signals): Promise<Ended> => {
    child.kill(signal);
    return ended;
  };
  const opened = Promise.race([url, ended.then(neverOpened)]).then((url) => ({
    url,
    pid: child.pid ?? 0,
    ended,
    output: () => said.stdout + said.stderr,
    end,
  }));
  // Whoever waits for it hears of it.
  opened.catch(() => undefined);
  return { opened, ended, end };
}

/** Resolves when the bank is open. */
export function startBank(settings: Settings, ...how: How): Promise<BankProcess> {
  return launchBank(settings, ...how).opened;
}

/** Options of Node itself, and how many files the process may open. */
type How = [node?: readonly string[], files?: number];

function start(settings: Settings, ...[node = [], files]: How) {
  const program = [process.execPath, ...node, '--import', STOCKED_KEYS, CLI, 'serve'];
  const limited = ['sh', '-c', `ulimit -n ${files} && exec "$@"`, 'sh', ...program];
  const [command = '', ...args] = files === undefined ? program : limited;
  const child = spawn(command, args, {
    // Nothing of this process's own SANDBANK_ settings.
    env: {
      PATH: process.env['PATH'] ?? '',
      [KEY_FOLDER]: process.env[KEY_FOLDER] ?? '',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  collect(child, said, 'stdout');
  collect(child, said, 'stderr');
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...said }));
  });
  return { child, ended, said };
}

function collect(
  child: ChildProcess,
  said: Record<'stdout' | 'stderr', string>,
  name: 'stdout' | 'stderr',
): void {
  child[name]?.setEncoding('utf8').on('data', (text: string) => {
    said[name] += text;
  });
}

function neverOpened({ code, signal, stdout, stderr }: Ended): never {
  throw new Error(`the bank did not open: exit ${code ?? signal}\n${stdout}${stderr}`);
}

/** A folder under the system's temporary one; `remove` when done. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'sandbank-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
