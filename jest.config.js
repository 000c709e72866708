// Jest runs what ships: the compiled output. `npm test` builds it first.
export default {
  rootDir: 'dist',
  testMatch: ['**/tests/**/*.test.js'],
  testEnvironment: 'node',
  // Keys are minted and processes started in hooks; a busy machine takes its time.
  testTimeout: 30_000,
  globalSetup: '<rootDir>/tests/support/key-folder.js',
  globalTeardown: '<rootDir>/tests/support/remove-key-folder.js',
  transform: {},
  coverageProvider: 'v8',
  coverageDirectory: '../coverage',
  // One more than the two processors of a small machine: many tests wait for processes or for a browser.
  maxWorkers: 3,
};
