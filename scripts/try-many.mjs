// `npm run fuzz|walks|simulate -- [N] [--seed S] [--from M] [--on KIND]`: lets the tests of a folder try N cases, and prints
// a table. The seed is that of the commit, by default. tests/support/many-cases.ts reads what is asked for here.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, from: { type: 'string' }, on: { type: 'string' } },
});
const [folder, cases = { fuzz: '10000', walks: '3000', simulation: '2000' }[folder]] = positionals;
for (const [name, value] of Object.entries({ ...values, cases }))
  process.env[`MANY_${name.toUpperCase()}`] = value;
process.argv = [...process.argv.slice(0, 2), '--testPathPatterns', `tests/${folder}/`];
await import('./test.mjs');
