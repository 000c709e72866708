// `npm run fuzz -- [N] [--seed S] [--from M]`: sends N hostile requests to every address of a bank, and prints a table.
// The seed is that of the commit, by default.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, from: { type: 'string', default: '0' } },
});
process.env.FUZZ_CASES = positionals[0] ?? '10000';
process.env.FUZZ_FROM = values.from;
if (values.seed !== undefined) process.env.FUZZ_SEED = values.seed;
process.argv = [...process.argv.slice(0, 2), '--testPathPatterns', 'tests/fuzz/'];
await import('./test.mjs');
