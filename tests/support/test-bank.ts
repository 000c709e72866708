// What a test file says once at its top: the bank of the whole file, `const house = await testBank();`, and what
// each of its tests begins with, `const scene = await eachScene();`.
import { afterAll, afterEach, beforeEach } from '@jest/globals';
import { type OwnBank, openBank, openOwnBank, type TestBank } from './bank.ts';
import { openScene, type Scene, type SceneOptions } from './payment-scene.ts';
import { type OpenSandbank, openSandbank, type SandbankSettings } from './sandbanks.ts';

/** openBank, or with settings openOwnBank; closed after the last test. */
export async function testBank(): Promise<TestBank>;
export async function testBank(settings: SandbankSettings): Promise<OwnBank>;
export async function testBank(settings?: SandbankSettings): Promise<TestBank> {
  const bank = await (settings === undefined ? openBank() : openOwnBank(settings));
  afterAll(() => bank.close());
  return bank;
}

/** Opens Sandbanks in tests; each is closed after the test that opened it. */
export function sandbanksOfTest(): (settings?: SandbankSettings) => Promise<OpenSandbank> {
  const opened: OpenSandbank[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });
  return async (settings = {}) => {
    const sandbank = await openSandbank(settings);
    opened.push(sandbank);
    return sandbank;
  };
}

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
