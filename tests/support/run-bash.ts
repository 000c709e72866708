// Runs bash without blocking the bank, which lives in this process.
import { spawn } from 'node:child_process';

export interface BashRun {
  readonly cwd: string;
  /** All of it: nothing of this process's settings comes along. */
  readonly env: NodeJS.ProcessEnv;
}

/** Ends at the first command that fails. Resolves with its exit code and what it printed, errors too. */
export async function runBash(
  script: string,
  run: BashRun,
): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    ...run,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? -1, output }));
  });
}
