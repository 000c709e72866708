// Thousands of histories of a store on a disk that fails, is slow and loses power, and of replicas on a database that breaks
// their connections: `npm run simulate -- 100000 --seed 7`. A history follows from its seed alone. In `npm run test:all` for
// some seconds.
import { afterAll, test } from '@jest/globals';
import { A_DAY, enough, SEED, Table } from '../support/many-cases.ts';
import { SimulatedTime } from '../support/simulated-time.ts';

const SECONDS = 15;

const table = new Table();
afterAll(() => table.print('simulate'));

const time = new SimulatedTime();
const load = () => Promise.all([import('./history.ts'), import('./machines.ts')]);
const [{ playHistory }, { databaseMachine, diskMachine }] = await time.whileLoading(load);

test.each([
  ['a disk', diskMachine(time)],
  ['replicas', databaseMachine(time)],
])(
  'DUR-01, DUR-02, DUR-04, DUR-08, DUR-11: on %s, what was acknowledged is there after every history, and what was refused is not',
  async (kind, machine) => {
    const isEnough = enough(SECONDS);
    for (let seed = SEED; !isEnough(seed - SEED); seed += 1) {
      const { figures, faults } = await playHistory(seed, machine);
      table.add(kind, { histories: 1, ...figures });
      if (faults.length > 0) throw new Error([`seed ${seed}`, ...faults].join('\n'));
    }
  },
  A_DAY,
);
