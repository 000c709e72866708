// `npm run torture -- [rounds] [--seed n] [--http | --postgres | --cluster]`: kills the store under load, the whole server
// with its clients, or replicas and their database in turn, which has a pooler and a standby in a cluster; 100 rounds by
// default, and exits with 1 at the first fault.
// `npm run torture -- --crosstalk [minutes] [--postgres | --url http://…]…`: 64 clients on 64 banks, 10 minutes
// by default; `--postgres` on two replicas of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBank } from '../support/control-process.ts';
import { crosstalk } from './crosstalk.ts';
import { httpTarget } from './http-target.ts';
import { clustered, House, postgresTarget } from './postgres-target.ts';
import { storeTarget } from './store-target.ts';
import { seededRandom, type TortureTarget, torture } from './torture.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    http: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    crosstalk: { type: 'boolean', default: false },
    url: { type: 'string', multiple: true, default: [] },
    token: { type: 'string' },
    workers: { type: 'string', default: '64' },
  },
});
const seed = Number(values.seed);
const folder = await mkdtemp(join(tmpdir(), 'sandbank-torture-'));
const faults = values.crosstalk ? await talk() : await kill();
if (faults.length > 0) {
  console.error(`${faults.length} faults; the folder is left for you to look at:`);
  for (const fault of faults.slice(0, 20)) console.error(`  ${fault}`);
  process.exitCode = 1;
} else await rm(folder, { recursive: true });

async function kill(): Promise<readonly string[]> {
  const rounds = Number(positionals[0] ?? 100);
  console.log(`torture: ${rounds} rounds, seed ${seed}, in ${folder}`);
  const target = await targetOf();
  const result = await torture({
    target,
    folder,
    rounds,
    random: seededRandom(seed),
    report: console.log,
  });
  await target.close?.();
  console.log(
    `${result.acknowledged} writes acknowledged, ${result.unanswered} written unanswered`,
  );
  if (result.faults.length === 0) console.log('every acknowledged write is there exactly once');
  return result.faults;
}

async function targetOf(): Promise<TortureTarget> {
  if (values.cluster) return postgresTarget(clustered());
  if (values.postgres) return postgresTarget();
  return values.http ? await httpTarget(folder) : storeTarget;
}

/** On the banks at these addresses, or on a bank of its own in the folder. */
async function talk(): Promise<readonly string[]> {
  const minutes = Number(positionals[0] ?? 10);
  const own = values.url.length > 0 ? undefined : await openOwn();
  const urls = (own?.urls ?? values.url).map((url) => url.replace(/\/+$/, ''));
  const workers = Number(values.workers);
  console.log(
    `cross-talk: ${workers} workers, ${minutes} minutes, seed ${seed}, ${urls.join(' ')}`,
  );
  const until = Date.now() + minutes * 60_000;
  const { counts, faults: found } = await crosstalk({
    urls,
    ...(values.token === undefined ? {} : { token: values.token }),
    workers,
    seed,
    isOver: () => Date.now() >= until,
    onFault: console.error,
  });
  await own?.close();
  for (const [action, count] of Object.entries(counts)) console.log(`${count}\t${action}`);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (found.length === 0) console.log(`${total} actions; no bank had what belongs to another`);
  return found;
}

/** A bank in the folder, or two replicas. */
async function openOwn(): Promise<{ readonly urls: readonly string[]; close(): Promise<void> }> {
  if (values.postgres) {
    const house = await House.build();
    const urls = (await house.open()).map(({ url }) => url);
    return { urls, close: () => house.close() };
  }
  const bank = await startBank({
    SANDBANK_DATA: folder,
    SANDBANK_LOG: 'error',
    // Of the 64 banks most leave memory between two requests.
    SANDBANK_BANKS_IN_MEMORY: '16',
  });
  return { urls: [bank.url], close: async () => void (await bank.end('SIGTERM')) };
}
