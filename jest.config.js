// Jest runs what ships: the compiled output. `npm test` builds it first.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const shared = {
  rootDir: 'dist',
  testEnvironment: '../scripts/test-environment.mjs',
  transform: {},
};
const withKeys = {
  ...shared,
  globalSetup: '<rootDir>/tests/support/key-folder.js',
  globalTeardown: '<rootDir>/tests/support/remove-key-folder.js',
};
const withSandbanks = {
  ...shared,
  globalSetup: '<rootDir>/tests/support/start-host.js',
  globalTeardown: '<rootDir>/tests/support/stop-host.js',
};
const withBrowser = { ...withSandbanks, globalSetup: '<rootDir>/tests/support/start-browser.js' };

/**
 * Walks through the world, which take long: every page, the console in Chromium, each way in which an SCA ends there, every
 * example and block of the docs, every scenario, five toolchains, edited rows, kills, full disks, replicas, many banks,
 * commands at once, hundreds of connections, all that the explainer tries.
 */
const WALKS = [
  '**/tests/browser/{bench,console,console-scenarios,every-page,outcomes,*-look}.test.js',
  '**/tests/contracts/postgres-outcomes.test.js',
  '**/tests/process/{banks-{leaving,many},doc-pages,durability-{fence,stop},log-output,quickstarts}.test.js',
  '**/tests/process/{postgres-{outcomes,process},readme,recover,replicas-postgres,scenarios{,-command}}.test.js',
  '**/tests/process/{api-examples,command-edges,days-houses,edited-rows,snapshots,standing,young-generation}.test.js',
  '**/tests/unit/{explain/*-recorded,seeds/seeds-filled,*/touched-*}.test.js',
  '**/tests/{fuzz,simulation,torture,walks}/*.test.js',
];
const noWalks = WALKS.map((glob) => `!${glob}`);

/** What `npm test` runs; `npm test -- --selectProjects conformance` runs one of them. */
const ordinary = [
  {
    ...withKeys,
    displayName: 'unit',
    testMatch: ['**/tests/{unit,contracts}/**/*.test.js', '**/tests/*.test.js', ...noWalks],
  },
  // What any bank can be held to over HTTP: `SANDBANK_URL=http://… npm test -- --selectProjects conformance`.
  {
    ...withSandbanks,
    displayName: 'conformance',
    testMatch: ['**/tests/conformance/**/*.test.js'],
  },
  // Settings, files, restarts: what takes a process or a Sandbank of its own.
  {
    ...withSandbanks,
    displayName: 'process',
    testMatch: ['**/tests/process/**/*.test.js', ...noWalks],
  },
  {
    ...withBrowser,
    displayName: 'browser',
    testMatch: ['**/tests/browser/**/*.test.js', ...noWalks],
  },
];

/** What `npm run test:all` runs besides. */
const walks = { ...withBrowser, displayName: 'walks', testMatch: WALKS };

const TESTS = join(import.meta.dirname, 'dist', 'tests');
/** Tests that take a sample in `npm test`. */
const wholeCorpora = () => ({
  ...withKeys,
  displayName: 'whole corpora',
  testMatch: readdirSync(TESTS, { recursive: true })
    .filter((path) => path.endsWith('.test.js'))
    .filter((path) => readFileSync(join(TESTS, path), 'utf8').includes('/support/corpus.js'))
    .map((path) => `**/tests/${path}`)
    // The walks take all of them anyway.
    .concat(noWalks),
});

/** Conformance tests about what must hold between requests: quotas, one-time links, waiting, snapshots. */
const SAMPLE = '{limits,single-sca,events,redirects,snapshots,payments-concurrency}';
const sampleOnPostgres = {
  ...withSandbanks,
  displayName: 'on PostgreSQL',
  globalSetup: '<rootDir>/tests/support/start-postgres-host.js',
  setupFiles: ['<rootDir>/tests/support/on-postgres-host.js'],
  testMatch: [`**/tests/conformance/${SAMPLE}.test.js`],
};

/** By what scripts/test.mjs was asked for. */
const projects = {
  'npm test': () => ordinary,
  // Some files: wherever they belong.
  'some files': () => [...ordinary, walks],
  // In CI the others have run already: `npm test` takes the corpora whole there, and .ci/run has every conformance test
  // on PostgreSQL.
  'test:all': () =>
    process.env.CI === 'true'
      ? [walks]
      : [
          walks,
          wholeCorpora(),
          ...(process.env.POSTGRES_BIN === undefined ? [] : [sampleOnPostgres]),
        ],
};

export default {
  projects: projects[process.env.TESTS_OF_THIS_RUN ?? 'some files'](),
  // Ends a test that hangs, and measures nothing: a machine with other work takes many times as long as a free one.
  testTimeout: 600_000,
  coverageProvider: 'v8',
  coverageDirectory: 'coverage',
  // One more than the two processors of a small machine: many tests wait for processes, files or a browser. Each worker
  // costs more of them, since it compiles what it runs.
  maxWorkers: 3,
  testSequencer: './scripts/test-sequencer.mjs',
};
