// `npm run torture -- [rounds] [--seed n] [--http]`: kills the store under load, or the whole server
// with its clients, 100 rounds unless told, and exits with 1 at the first fault.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { httpTarget } from './http-target.ts';
import { storeTarget } from './store-target.ts';
import { seededRandom, torture } from './torture.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    http: { type: 'boolean', default: false },
  },
});
const rounds = Number(positionals[0] ?? 100);
const seed = Number(values.seed);
const folder = await mkdtemp(join(tmpdir(), 'sandbank-torture-'));
console.log(`torture: ${rounds} rounds, seed ${seed}, in ${folder}`);
const result = await torture({
  target: values.http ? await httpTarget(folder) : storeTarget,
  folder,
  rounds,
  random: seededRandom(seed),
  report: console.log,
});
console.log(`${result.acknowledged} writes acknowledged, ${result.unanswered} written unanswered`);
if (result.faults.length > 0) {
  console.error(`${result.faults.length} faults; the folder is left for you to look at:`);
  for (const fault of result.faults.slice(0, 20)) console.error(`  ${fault}`);
  process.exitCode = 1;
} else {
  console.log('every acknowledged write is there exactly once');
  await rm(folder, { recursive: true });
}
