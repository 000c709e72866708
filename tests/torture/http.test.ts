import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { httpTarget } from './http-target.ts';
import { seededRandom, torture } from './torture.ts';

test('DUR-01: a server killed under its clients has all that it answered, exactly once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbank-torture-'));
  const target = await httpTarget(folder);
  const options = { target, folder, rounds: 2, random: seededRandom(3), report: () => undefined };
  const { faults, acknowledged } = await torture(options);
  await rm(folder, { recursive: true });
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
}, 60_000);
