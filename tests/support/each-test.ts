// What each test of a file begins with: `const scene = eachTest(() => openScene(house));`.
import { beforeEach } from '@jest/globals';

/** Opened before each test; stands for that of the test that runs. */
export function eachTest<T extends object>(open: () => T | Promise<T>): T {
  let current: T | undefined;
  beforeEach(async () => {
    current = await open();
  });
  return new Proxy({} as T, {
    get(_, name) {
      if (current === undefined) throw new Error('nothing is opened outside a test');
      return Reflect.get(current, name);
    },
  });
}
