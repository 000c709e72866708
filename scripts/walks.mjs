// `npm run walks -- [N] [--seed S] [--on memory|files|replicas]`: walks N random steps through banks on each kind of
// store, beside a model, and prints a table. The seed is that of the commit, by default.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, on: { type: 'string' } },
});
process.env.WALKS_STEPS = positionals[0] ?? '3000';
if (values.seed !== undefined) process.env.WALKS_SEED = values.seed;
if (values.on !== undefined) process.env.WALKS_ON = values.on;
process.argv = [...process.argv.slice(0, 2), '--testPathPatterns', 'tests/walks/'];
await import('./test.mjs');
