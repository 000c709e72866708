// Runs the client's command for one turn of a scenario. The client gets all that it needs by environment variables.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScenarioTurn } from '../../client/play-scenario.ts';
import { variablesOf } from '../../server/insight/scenarios/turn-variables.ts';
import { environment } from '../environment.ts';
import { exitCodeOf, SIGNALS } from '../signals.ts';

/** How the client ended, and the end of what it wrote. */
export interface Ended {
  /** `undefined` if it was stopped because it took too long. */
  readonly exitCode: number | undefined;
  readonly said: string;
  /** What it wrote to its standard output. */
  readonly printed: string;
}

/** Characters of output that are shown, and those that are read. */
const MOST_SAID = 2000;
const MOST_PRINTED = 4_000_000;

/** Ends a client that is at work. */
const atWork = new Set<() => void>();
const folders: string[] = [];

/** What ends this process ends its clients, too, and removes their folders. */
export function leaveNothing(): void {
  process.once('exit', () => {
    for (const end of atWork) end();
    for (const path of folders) remove(path);
  });
  for (const signal of SIGNALS) process.once(signal, () => process.exit(exitCodeOf(signal)));
}

const remove = (path: string): void => rmSync(path, { recursive: true, force: true });

/** A folder for one scenario: certificates, and whatever the client stores between its runs. */
export class ClientFolder {
  readonly #path = mkdtempSync(join(tmpdir(), 'sandbank-scenario-'));

  constructor() {
    folders.push(this.#path);
  }

  remove(): void {
    remove(this.#path);
  }

  /** The variables of one turn. */
  variables(turn: ScenarioTurn): Record<string, string> {
    const { url, certificate, privateKey, keyId } = turn;
    const write = (file: string, text: string): string => {
      const path = join(this.#path, file);
      writeFileSync(path, text, { mode: 0o600 });
      return path;
    };
    return {
      ...variablesOf(url, turn),
      SANDBANK_CONTROL_TOKEN: '',
      SANDBANK_CERTIFICATE: write('certificate.pem', certificate),
      SANDBANK_PRIVATE_KEY: write('key.pem', privateKey),
      SANDBANK_KEY_ID: keyId,
      SANDBANK_FOLDER: this.#path,
    };
  }
}

export function runClient(
  command: string,
  variables: Readonly<Record<string, string>>,
  seconds: number,
): Promise<Ended> {
  const isWindows = process.platform === 'win32';
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(variables),
    // A group of its own, so that what the shell has started ends with it.
    detached: !isWindows,
  });
  let said = '';
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MOST_SAID);
      if (stream === child.stdout) printed = (printed + text).slice(0, MOST_PRINTED);
    });
  }
  let isLate = false;
  const end = () => {
    if (child.pid === undefined) return;
    try {
      if (isWindows) child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  };
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, seconds * 1000);
  atWork.add(end);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      atWork.delete(end);
      resolve({ exitCode: isLate ? undefined : (code ?? 1), said, printed });
    });
  });
}
