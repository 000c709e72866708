// The openssl command line in a folder of the test file's own.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from './test-folder.ts';

/** Runs in its folder, without this process's settings; throws with what it says on standard error when it fails. */
export function opensslFolder() {
  const folder = testFolder();
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' };
  const run = (tool: 'openssl' | 'curl', args: readonly string[], input: string | Buffer = '') =>
    execFileSync(tool, args, { cwd: folder, env, input, stdio: 'pipe' });
  return {
    folder,
    run,
    openssl: (...args: string[]): string => run('openssl', args).toString('utf8'),
    /** Writes a file there, and gives back its path. */
    file(name: string, content: string | Buffer): string {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
  };
}
