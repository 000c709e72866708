// What compiled tests import instead of `@jest/globals` when worker.mjs runs them: jest's own parts, without jest.
export { expect } from 'expect';
export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';
/** For what only jest's runner has. */
export const jest = {};
