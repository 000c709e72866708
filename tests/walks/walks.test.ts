// Random walks through banks, beside a reference model: `npm run walks -- 100000 --seed 7 --on files`. What fails is
// shortened to the fewest steps that still fail. In `npm run test:all` for some seconds on each kind of store.
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { newCredentials } from '../support/bank.ts';
import { A_DAY, enough, ONLY_ON, SEED, Table } from '../support/many-cases.ts';
import { hasPostgres } from '../support/postgres-server.ts';
import { HOUSES } from './houses.ts';
import { steps } from './steps.ts';
import { Walker } from './walker.ts';

const SECONDS = 15;
const RUNS = 1e9; // Until there are enough steps: to make up walks for nobody takes long.

const table = new Table();
afterAll(() => table.print('walks'));

const ORGANISATIONS = ['PSDNO-FSA-111111111', 'PSDNO-FSA-987654321'];

const kinds = Object.entries(HOUSES)
  .filter(([kind]) => ONLY_ON === undefined || ONLY_ON === kind)
  .filter(([kind]) => kind !== 'replicas' || hasPostgres);

test.each(kinds)(
  'MOVE-01, MOVE-02, SBX-05, DUR-01: walks on %s leave a bank as the model says',
  async (kind, open) => {
    const house = await open();
    const [url = ''] = house.urls();
    const made = ORGANISATIONS.map((organisationId) => newCredentials(url, { organisationId }));
    const isEnough = enough(SECONDS);
    const walk = new Walker(house, await Promise.all(made));
    let taken = 0;
    let hasFailed = false;
    const took = (step: string) => {
      taken += 1;
      for (const row of [step, `on ${kind}`]) table.add(row, { steps: 1 });
    };
    const commands = fc.commands([steps], { maxCommands: 60, size: 'max' });
    const property = fc.asyncProperty(commands, async (walked) => {
      if (!hasFailed && isEnough(taken)) throw new fc.PreconditionFailure(true);
      await walk.begin();
      try {
        await fc.asyncModelRun(() => ({ model: took, real: walk }), walked);
        expect(await walk.lookAgain()).toEqual([]);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    });
    try {
      await fc.assert(property, { numRuns: RUNS, seed: SEED });
    } finally {
      await house.close();
    }
  },
  A_DAY,
);
