import { expect, test } from '@jest/globals';
import { describeOnPostgres } from '../support/on-postgres.ts';
import { postgresTarget } from './postgres-target.ts';
import { seededRandom, torture } from './torture.ts';

describeOnPostgres('replicas and their database', () => {
  test('DUR-01: killed in turn, they have all that was answered, exactly once', async () => {
    const target = await postgresTarget();
    const random = seededRandom(5);
    const options = { target, folder: '', rounds: 3, random, report: () => undefined };
    const { faults, acknowledged } = await torture(options);
    await target.close?.();
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  }, 120_000);
});
