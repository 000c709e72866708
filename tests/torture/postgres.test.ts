import { expect, test } from '@jest/globals';
import { describeOnPostgres } from '../support/on-postgres.ts';
import { hasPgBouncer } from '../support/postgres-cluster.ts';
import { clustered, postgresTarget } from './postgres-target.ts';
import { seededRandom, type TortureTarget, torture } from './torture.ts';

async function survives(target: TortureTarget): Promise<void> {
  const random = seededRandom(5);
  const options = { target, folder: '', rounds: 3, random, report: () => undefined };
  const { faults, acknowledged } = await torture(options);
  await target.close?.();
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
}

describeOnPostgres('replicas and their database', () => {
  test('DUR-01: killed in turn, they have all that was answered, exactly once', async () => {
    await survives(await postgresTarget());
  });

  (hasPgBouncer ? test : test.skip)(
    'DUR-01: behind PgBouncer, restarted one after the other, and failed over to the standby, too',
    async () => {
      await survives(await postgresTarget(clustered()));
    },
  );
});
