// The parts of the bank that commands load late: each from the bundle, with what its command needs of it.
import { expect, test } from '@jest/globals';
import * as loaders from '../../../cli/load-bank.ts';

test('each part is there, once, with what its command needs', async () => {
  const found: Record<string, readonly string[]> = {};
  for (const [name, load] of Object.entries(loaders)) {
    const part = await load();
    expect(await load()).toBe(part);
    found[name] = Object.keys(part).sort();
  }
  expect(found).toEqual({
    loadExplainer: expect.arrayContaining(['explainRequest']),
    loadMagicPersons: ['readMagicPersons'],
    loadMain: ['main', 'startBank'],
    loadMasking: expect.arrayContaining(['createMask']),
    loadRecovery: ['recoverData'],
    loadSandbank: ['createSandbank'],
    loadSeedYaml: expect.arrayContaining(['seedYaml']),
  });
});
