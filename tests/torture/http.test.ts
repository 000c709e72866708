import { expect, test } from '@jest/globals';
import { testFolder } from '../support/test-folder.ts';
import { httpTarget } from './http-target.ts';
import { seededRandom, torture } from './torture.ts';

const folder = testFolder();

test('DUR-01: a server killed under its clients has all that it answered, exactly once', async () => {
  const target = await httpTarget(folder);
  const options = { target, folder, rounds: 2, random: seededRandom(3), report: () => undefined };
  const { faults, acknowledged } = await torture(options);
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
});
