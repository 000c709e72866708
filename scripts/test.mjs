// `npm test`: builds if stale, lists what cannot run here, then runs jest on the compiled tests. Arguments
// are jest's: `npm test -- --testPathPatterns signing`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { EVERYTHING, ensureBuilt, ROOT } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { findPostgres } from './postgres.mjs';

const args = process.argv.slice(2);
const wholeSuite = !args.some((arg) => !arg.startsWith('-') || /^(-t$|--test)/.test(arg));
const chromium = findChromium();
const postgres = findPostgres();

if (chromium === undefined) {
  missing(
    'No Chromium found (CHROMIUM_PATH, /usr/bin/chromium, /usr/bin/chromium-browser or /usr/bin/google-chrome).',
    'The browser tests, tests/browser/',
  );
}
if (postgres === undefined) {
  missing(
    'No PostgreSQL server found (POSTGRES_BIN, /usr/lib/postgresql/*/bin or a folder of PATH with initdb and postgres).',
    'The tests of the shared store, those with postgres in their names',
  );
}

/** Says what cannot run. A run that must be complete ends here. */
function missing(why, tests) {
  if (process.env.CI === 'true' && wholeSuite) {
    console.error(`${why}\nWith CI=true nothing may be skipped: install it.`);
    process.exit(1);
  }
  console.error(`${why}\n${tests}, will be skipped; all others run.\n`);
}

await ensureBuilt(EVERYTHING);

// Jest's workers inherit NODE_OPTIONS. Jest still needs Node's flag for ES modules.
const options = [
  process.env.NODE_OPTIONS,
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
];
// What the shared store does otherwise than memory; .ci/run runs every conformance test on it.
const hasSample = postgres !== undefined && wholeSuite && process.env.CI !== 'true';
const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
const run = spawnSync(process.execPath, [jest, ...args], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_OPTIONS: options.filter(Boolean).join(' '),
    ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
    ...(postgres === undefined ? {} : { POSTGRES_BIN: postgres }),
    ...(hasSample ? { SAMPLE_ON_POSTGRES: '1' } : {}),
  },
});
process.exit(run.status ?? 1);
