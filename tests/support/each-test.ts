// What each test of a file begins with, said once at its top: `const scene = await eachScene();`.
import { beforeEach } from '@jest/globals';
import type { TestBank } from './bank.ts';
import { openScene, type Scene, type SceneOptions } from './payment-scene.ts';
import { testBank } from './test-bank.ts';

/** Opened before each test; stands for that of the test that runs. */
export function eachTest<T extends object>(open: () => T | Promise<T>): T {
  let current: T | undefined;
  beforeEach(async () => {
    current = await open();
  });
  return new Proxy({} as T, {
    get(_, name) {
      // No promise: it may be awaited before there is one.
      if (name === 'then') return undefined;
      if (current === undefined) throw new Error('nothing is opened outside a test');
      return Reflect.get(current, name);
    },
  });
}

/** A new tenant of the file's own bank. */
export async function eachBank(): Promise<TestBank> {
  const house = await testBank();
  return eachTest(() => house.tenant());
}

/** A scene in a new tenant of the file's own bank. */
export async function eachScene(options: SceneOptions = {}): Promise<Scene> {
  const house = await testBank();
  return eachTest(() => openScene(house, options));
}
