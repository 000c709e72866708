// What the checks share: a temporary folder with tools that are too large to be dependencies, in the versions of a
// package.json below scripts/, and programs that run there.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './build.mjs';

/** Copies that folder of scripts/ to a temporary one, which is gone afterwards. */
export async function inToolFolder(name, work) {
  const folder = mkdtempSync(join(tmpdir(), `sandbank-${name}-`));
  try {
    cpSync(join(ROOT, 'scripts', name), folder, { recursive: true });
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs what its package.json lists, and `more`. */
export function install(folder, ...more) {
  const quietly = ['--no-audit', '--no-fund', '--silent', '--ignore-scripts'];
  return run({ cwd: folder }, 'npm', 'install', ...quietly, ...more);
}

/** The program of that name among what was installed. */
export const tool = (folder, name) => join(folder, 'node_modules', '.bin', name);

/** Resolves with what the program printed. Not synchronous: a bank may have to answer in this process. */
export function run(options, program, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) child[name].on('data', (text) => (said[name] += text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(said);
      else {
        const all = said.stdout + said.stderr;
        reject(new Error(`${program} ${args.join(' ')} exits with ${code}:\n${all}`));
      }
    });
  });
}

/** A number that changes with each commit; in a tree without git, always the same. */
export function seedOfCommit() {
  const git = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return git.status === 0 ? Number.parseInt(git.stdout.slice(0, 7), 16) : 20_261_103;
}
