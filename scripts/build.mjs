// Compiles to dist/ only if something is newer than the last good build.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, keepCode } from './bundle.mjs';
import { BUNDLE, isStale, PROGRAM, ROOT, STAMP } from './stale.cjs';

export { PROGRAM, ROOT };

const DIST = join(ROOT, 'dist');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** Those of the tests and benchmarks too; a test has its types from the texts of the pages. */
export const EVERYTHING = [...PROGRAM, 'tests', 'bench', 'views/texts'];

/**
 * Makes dist/ as new as the sources in `folders`. Without a compiler (a production tree) dist/ is used as
 * it is. Exits the process with the compiler's messages if the build fails.
 */
export async function ensureBuilt(folders) {
  if (!existsSync(TSC)) {
    if (existsSync(join(ROOT, BUNDLE, 'main.js'))) return;
    fail('Nothing is built and TypeScript is not installed: run npm ci first.');
  }
  if (isStale(folders)) await build();
  // Another version of Node may have built it.
  else keepCode(ROOT);
}

export async function build() {
  // Taken before compiling, so that a file saved meanwhile counts as newer than the build.
  const startedAt = new Date();
  rmSync(STAMP, { force: true });
  console.error('Building …');
  const { status } = spawnSync(process.execPath, [TSC, '--project', ROOT], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) fail('The build failed; the messages above say where.', status ?? 1);
  removeOrphans(DIST, ROOT);
  await bundle(ROOT);
  // `npm link` puts this file on the path.
  chmodSync(join(DIST, 'cli', 'sandbank.js'), 0o755);
  writeFileSync(STAMP, `${startedAt.toISOString()}\n`);
  // The stamp must have the time when the compiler began to read.
  utimesSync(STAMP, startedAt, startedAt);
}

/** Otherwise a compiled file without a source would still run, such as a deleted test. */
function removeOrphans(compiled, source) {
  for (const entry of entriesOf(compiled)) {
    const path = join(compiled, entry.name);
    if (entry.isDirectory()) removeOrphans(path, join(source, entry.name));
    const match = /^(.+?)\.(?:js|d\.ts)(?:\.map)?$/.exec(entry.name);
    if (match !== null && !existsSync(join(source, `${match[1]}.ts`))) rmSync(path);
  }
}

function entriesOf(path) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
