// Jest runs what ships: the compiled output. `npm test` builds it first.
const shared = {
  rootDir: 'dist',
  testEnvironment: '../scripts/test-environment.mjs',
  transform: {},
};
const withSandbanks = {
  ...shared,
  globalSetup: '<rootDir>/tests/support/start-host.js',
  globalTeardown: '<rootDir>/tests/support/stop-host.js',
};

/** Conformance tests about what must hold between requests: quotas, one-time links, waiting, snapshots. */
const SAMPLE = '{limits,single-sca,events,redirects,snapshots,payments-concurrency}';
const sampleOnPostgres = {
  ...withSandbanks,
  displayName: 'on PostgreSQL',
  globalSetup: '<rootDir>/tests/support/start-postgres-host.js',
  setupFiles: ['<rootDir>/tests/support/on-postgres-host.js'],
  testMatch: [`**/tests/conformance/${SAMPLE}.test.js`],
};

export default {
  // `npm test -- --selectProjects conformance` runs one of them.
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['**/tests/{unit,contracts}/**/*.test.js', '**/tests/*.test.js'],
      globalSetup: '<rootDir>/tests/support/key-folder.js',
      globalTeardown: '<rootDir>/tests/support/remove-key-folder.js',
    },
    // What any bank can be held to over HTTP: `SANDBANK_URL=http://… npm test -- --selectProjects conformance`.
    {
      ...withSandbanks,
      displayName: 'conformance',
      testMatch: ['**/tests/conformance/**/*.test.js'],
    },
    // Settings, files, restarts, kills and browsers: what takes a process or a Sandbank of its own.
    {
      ...withSandbanks,
      displayName: 'process',
      testMatch: ['**/tests/{process,browser,torture}/**/*.test.js'],
    },
    ...(process.env.SAMPLE_ON_POSTGRES === undefined ? [] : [sampleOnPostgres]),
  ],
  // Keys are made and processes started in hooks; a busy machine takes its time.
  testTimeout: 60_000,
  coverageProvider: 'v8',
  coverageDirectory: 'coverage',
  // One more than the two processors of a small machine: many tests wait for processes, files or a browser. Each worker
  // costs more of them, since it compiles what it runs.
  maxWorkers: 3,
  testSequencer: './scripts/test-sequencer.mjs',
};
