// Jest runs what ships: the compiled output. `npm test` builds it first.
export default {
  rootDir: 'dist',
  testMatch: ['**/tests/**/*.test.js'],
  testEnvironment: 'node',
  // Keys are minted and processes started in hooks; a busy machine takes its time.
  testTimeout: 30_000,
  transform: {},
  coverageProvider: 'v8',
  coverageDirectory: '../coverage',
  maxWorkers: 2,
};
