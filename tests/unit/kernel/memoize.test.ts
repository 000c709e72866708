import { expect, test } from '@jest/globals';
import { memoize } from '../../../server/kernel/memoize.ts';

test('a value is made once for each key', () => {
  let made = 0;
  const numbered = memoize((key: string) => `${key}${++made}`);
  expect([numbered('a'), numbered('b'), numbered('a')]).toEqual(['a1', 'b2', 'a1']);
});

test('what failed is made again, at once or with a promise, and what succeeded is not', async () => {
  let tries = 0;
  const make = () => {
    tries++;
    if (tries % 2 === 1) throw new Error(`try ${tries}`);
    return tries;
  };
  const now = memoize(make);
  expect(now).toThrow('try 1');
  expect([now(), now()]).toEqual([2, 2]);
  const later = memoize(async () => make());
  const both = [later(), later()];
  await expect(both[0]).rejects.toThrow('try 3');
  await expect(both[1]).rejects.toThrow('try 3');
  expect([await later(), await later()]).toEqual([4, 4]);
});
