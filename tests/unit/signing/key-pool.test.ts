import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { generateRsa, type KeyPair } from '../../../server/signing/key-pair.ts';
import { createKeyPool } from '../../../server/signing/key-pool.ts';

test('CTRL-02: few keys are made at a time, so that writes to the disk find a thread', async () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const making: ((pair: KeyPair) => void)[] = [];
  let begun = 0;
  const pool = createKeyPool(3, () => {
    begun++;
    return new Promise((resolve) => making.push(resolve));
  });
  const taken = Array.from({ length: 60 }, () => pool.take());
  let isWeakMade = false;
  const weak = pool.weak().then(() => {
    isWeakMade = true;
  });
  // Without a bound this one, which begins later, would end later.
  await generateRsa(1024);
  expect([begun, isWeakMade]).toEqual([2, false]);
  pool.stop();
  for (let done = 0; done < 60; done++) {
    expect(making.length).toBeLessThanOrEqual(2);
    making.shift()?.(pair);
    await taken[done];
    // The next one has its turn when this one has ended.
    await new Promise(setImmediate);
  }
  await weak;
  expect(begun).toBe(60);
});
