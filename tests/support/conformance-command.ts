// The openssl and curl command lines, for requests that no code of this project has signed.
import { spawn, spawnSync } from 'node:child_process';
import { describe, test } from '@jest/globals';

const TOOLS = ['openssl', 'curl'] as const;
type Tool = (typeof TOOLS)[number];

const absent = TOOLS.filter((tool) => {
  const asked = spawnSync(tool, [tool === 'openssl' ? 'version' : '--version']);
  return asked.status !== 0;
});
const inCi = process.env['CI'] === 'true';

/** `describe` where both are installed. Where not, the reason is printed; under CI=true that fails. */
export function describeWithTools(name: string, block: () => void): void {
  if (absent.length === 0) {
    describe(name, block);
    return;
  }
  const reason = `${absent.join(' and ')} not found on the PATH`;
  process.stderr.write(`${name}: left out, ${reason}\n`);
  describe(name, () => {
    (inCi ? test : test.skip)(reason, () => {
      throw new Error(reason);
    });
  });
}

export interface Run {
  readonly cwd: string;
  readonly input?: string | Buffer;
}

/** What the tool prints. Rejects with what it says on standard error when it fails. */
export function run(
  tool: Tool,
  args: readonly string[],
  { cwd, input = '' }: Run,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { cwd, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' } });
    const out: Buffer[] = [];
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(out));
      else reject(new Error(`${tool} ended with ${code}: ${Buffer.concat(said)}`));
    });
    // A program that reads nothing may have ended before this is written.
    child.stdin.on('error', () => undefined).end(input);
  });
}
