// Thousands of histories of a store on a disk that fails, is slow and loses power: `npm run simulate -- 100000 --seed 7`.
// A history follows from its seed alone. In `npm run test:all` for some seconds.
import { expect, test } from '@jest/globals';
import { type Outcome, playHistory } from './history.ts';

const setting = (name: string) => Number(process.env[name] ?? 0);
const SEED = setting('SIMULATION_SEED') || setting('CORPUS_SEED');
/** Histories; none: until the time is over. */
const MOST = setting('SIMULATION_HISTORIES');
const SECONDS = 15;

const COUNTED = ['acknowledged', 'operations', 'crashes', 'failures'] as const;

test('DUR-01, DUR-02, DUR-04, DUR-08: what was acknowledged is there after every history, and what was refused is not', async () => {
  const started = Date.now();
  const total: Record<string, number> = {};
  let histories = 0;
  let failed: Outcome | undefined;
  const isOver = () => (MOST === 0 ? Date.now() - started > SECONDS * 1000 : histories >= MOST);
  for (; failed === undefined && !isOver(); histories += 1) {
    const outcome = await playHistory(SEED + histories);
    for (const name of COUNTED) total[name] = (total[name] ?? 0) + outcome[name];
    if (outcome.faults.length > 0) failed = outcome;
  }
  const seconds = ((Date.now() - started) / 1000).toFixed();
  const lines = COUNTED.map((name) => `${name.padEnd(14)}${String(total[name]).padStart(10)}`);
  lines.unshift(`histories     ${String(histories).padStart(10)}`);
  lines.push(`in ${seconds} s; the same again: npm run simulate -- N --seed ${SEED}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  const shown = failed && [`seed ${SEED + histories - 1}`, failed.story(), ...failed.faults];
  expect(shown?.join('\n')).toBeUndefined();
}, 86_400_000);
