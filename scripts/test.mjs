// `npm test`: builds if stale, lists what cannot run here, then runs jest on the compiled tests. Arguments
// are jest's: `npm test -- --testPathPatterns signing`. `npm run test:all` runs what takes long besides.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { EVERYTHING, ensureBuilt, ROOT } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { placesOfPostgres } from './postgres.mjs';
import { seedOfCommit } from './tools.mjs';

const all = process.argv[2] === '--all';
const args = process.argv.slice(all ? 3 : 2);
const wholeSuite = !args.some((arg) => !arg.startsWith('-') || /^(-t$|--test)/.test(arg));
const inCi = process.env.CI === 'true';
const chromium = findChromium();
const postgres = placesOfPostgres();

if (chromium === undefined) {
  missing(
    'No Chromium found (CHROMIUM_PATH, /usr/bin/chromium, /usr/bin/chromium-browser or /usr/bin/google-chrome).',
    'The browser tests, tests/browser/',
  );
}
if (postgres.POSTGRES_BIN === undefined) {
  missing(
    'No PostgreSQL server found (POSTGRES_BIN, /usr/lib/postgresql/*/bin or a folder of PATH with initdb and postgres).',
    'The tests of the shared store, those with postgres in their names',
  );
}

if (all && postgres.PGBOUNCER === undefined) {
  missing('No PgBouncer found in PATH or /usr/sbin.', 'The test of a pooled database');
}

/** Says what cannot run. A run that must be complete ends here. */
function missing(why, tests) {
  if (inCi && wholeSuite) {
    console.error(`${why}\nWith CI=true nothing may be skipped: install it.`);
    process.exit(1);
  }
  console.error(`${why}\n${tests}, will be skipped; all others run.\n`);
}

/** Which of the generated and recorded cases run: others with each commit, so that all have their turn. */
function corporaOfThisRun() {
  const { CORPUS = inCi || all ? 'whole' : 'a part', CORPUS_SEED = String(seedOfCommit()) } =
    process.env;
  console.error(`Generated and recorded cases: CORPUS='${CORPUS}' CORPUS_SEED=${CORPUS_SEED}`);
  return { CORPUS, CORPUS_SEED };
}

await ensureBuilt(EVERYTHING);

// Jest's workers inherit NODE_OPTIONS. Jest still needs Node's flag for ES modules.
const options = [
  process.env.NODE_OPTIONS,
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
];
const corpora = corporaOfThisRun();
const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
const run = spawnSync(process.execPath, [jest, ...args], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_OPTIONS: options.filter(Boolean).join(' '),
    ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
    ...postgres,
    ...corpora,
    TESTS_OF_THIS_RUN: all ? 'test:all' : wholeSuite ? 'npm test' : 'some files',
  },
});
if (wholeSuite && !all) {
  console.error(
    'Every page, the console in Chromium, every block of the docs and what else takes long: npm run test:all',
  );
}
process.exit(run.status ?? 1);
