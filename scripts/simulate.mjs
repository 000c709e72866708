// `npm run simulate -- [N] [--seed S]`: plays N histories of the store on a disk that fails, is slow and loses power, and N
// of replicas on a database that breaks their connections, and prints a table. History M of seed S is history 0 of seed
// S + M. The seed is that of the commit, by default.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' } },
});
process.env.SIMULATION_HISTORIES = positionals[0] ?? '2000';
if (values.seed !== undefined) process.env.SIMULATION_SEED = values.seed;
process.argv = [...process.argv.slice(0, 2), '--testPathPatterns', 'tests/simulation/'];
await import('./test.mjs');
