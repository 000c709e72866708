// `npm run fuzz|walks|simulate -- [N] [--seed S] [--from M] [--on KIND] [--workers W]`: lets the tests of a folder try N
// cases, a part in each worker, with a table. The seed is that of the commit, by default. tests/support/many-cases.ts reads
// what is asked for here.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { EVERYTHING, ensureBuilt } from './build.mjs';
import { seedOfCommit } from './tools.mjs';

const names = ['seed', 'from', 'on', 'workers'].map((name) => [name, { type: 'string' }]);
const options = Object.fromEntries(names);
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const [folder, most = { fuzz: 10_000, walks: 3000, simulation: 2000 }[folder]] = positionals;
const { seed = seedOfCommit(), from = 0, on: MANY_ON = '', workers } = values;
// To start a worker takes as long as some hundreds of cases.
const parts = Number(workers ?? Math.min(availableParallelism(), Math.ceil(most / 1000)));
if (!(parts >= 1 && most >= 1)) {
  console.error('A number of cases, and of workers, is 1 at least.');
  process.exit(2);
}
const MANY_CASES = Math.ceil(most / parts);
await ensureBuilt(EVERYTHING);
for (let part = 0; part < parts * MANY_CASES; part += MANY_CASES) {
  // The fuzzer's cases have a seed and a number each, those of the others come from their seed alone.
  const [first, own] = folder === 'fuzz' ? [part, 0] : [0, part];
  const asked = { MANY_CASES, MANY_ON, MANY_SEED: +seed + own, MANY_FROM: +from + first };
  const args = ['scripts/test.mjs', '--testPathPatterns', `tests/${folder}/`];
  const env = { ...process.env, ...asked };
  const worker = spawn(process.execPath, args, { stdio: 'inherit', env });
  worker.on('exit', (code) => (process.exitCode ||= code ?? 1));
}
