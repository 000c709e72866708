// Thousands of histories of a store on a disk that fails, is slow and loses power, and of replicas on a database that breaks
// their connections: `npm run simulate -- 100000 --seed 7`. A history follows from its seed alone. In `npm run test:all` for
// some seconds.
import { afterAll, expect, test } from '@jest/globals';
import type { Outcome } from './history.ts';
import { SimulatedTime } from './time.ts';

const setting = (name: string) => Number(process.env[name] ?? 0);
const SEED = setting('SIMULATION_SEED') || setting('CORPUS_SEED');
/** Histories of each kind; none: until the time is over. */
const MOST = setting('SIMULATION_HISTORIES');
const SECONDS = 15;

const COUNTED = ['acknowledged', 'operations', 'crashes', 'failures'] as const;
const lines = [['', 'histories', ...COUNTED, 'seconds']];
afterAll(() => {
  const table = lines.map(([kind = '', ...row]) =>
    [kind.padEnd(10), ...row.map((one) => one.padStart(14))].join(''),
  );
  table.push(`the same again: npm run simulate -- N --seed ${SEED}`);
  process.stdout.write(`${table.join('\n')}\n`);
});

const time = new SimulatedTime();
const load = () => Promise.all([import('./history.ts'), import('./machines.ts')]);
const [{ playHistory }, { databaseMachine, diskMachine }] = await time.whileLoading(load);

test.each([
  ['a disk', diskMachine(time)],
  ['replicas', databaseMachine(time)],
])(
  'DUR-01, DUR-02, DUR-04, DUR-08, DUR-11: on %s, what was acknowledged is there after every history, and what was refused is not',
  async (kind, machine) => {
    const started = Date.now();
    const total: Record<string, number> = {};
    let histories = 0;
    let failed: Outcome | undefined;
    const isOver = () => (MOST === 0 ? Date.now() - started > SECONDS * 1000 : histories >= MOST);
    for (; failed === undefined && !isOver(); histories += 1) {
      const outcome = await playHistory(SEED + histories, machine);
      for (const name of COUNTED) total[name] = (total[name] ?? 0) + outcome[name];
      if (outcome.faults.length > 0) failed = outcome;
    }
    const seconds = (Date.now() - started) / 1000;
    const figures = [histories, ...COUNTED.map((name) => total[name]), seconds.toFixed()];
    lines.push([kind, ...figures.map(String)]);
    const shown = failed && [`seed ${SEED + histories - 1}`, failed.story(), ...failed.faults];
    expect(shown?.join('\n')).toBeUndefined();
  },
  86_400_000,
);
