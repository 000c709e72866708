// What compiled tests import instead of `@jest/globals` when worker.mjs runs them: jest's own parts, without jest.
import { ModernFakeTimers } from '@jest/fake-timers';
import { fn, spyOn } from 'jest-mock';

export { expect } from 'expect';
export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';

const timers = new ModernFakeTimers({
  config: { fakeTimers: {}, rootDir: '' },
  global: globalThis,
});
const timer = (name) => timers[name].bind(timers);

/** What the tests use of it. */
export const jest = {
  fn,
  spyOn,
  useFakeTimers: timer('useFakeTimers'),
  useRealTimers: timer('useRealTimers'),
  advanceTimersByTimeAsync: timer('advanceTimersByTimeAsync'),
  getTimerCount: timer('getTimerCount'),
};
