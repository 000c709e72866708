// `npm run mutants -- [N] [--seed S] [--room ledger,signing] …`: changes the compiled program in N places, one at a time,
// and says which changes no test notices. Ends with a table. The seed is that of the commit, by default.
import { hash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EVERYTHING, ensureBuilt, ROOT } from './build.mjs';
import { allMutants, grouped, makeCopy } from './mutants/instrument.mjs';
import { openMap } from './mutants/map.mjs';
import { WEIGHTS } from './mutants/operators.mjs';
import { inParallel, testsFor, tryMutant, tryTogether } from './mutants/runs.mjs';
import { isRefused } from './mutants/types.mjs';
import { placesOfPostgres } from './postgres.mjs';
import { seedOfCommit } from './tools.mjs';

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(seedOfCommit()) },
    room: { type: 'string' },
    file: { type: 'string', default: '' },
    tests: {
      type: 'string',
      default:
        'unit|conformance|process/days|docs|rules|schemas,contracts|process|conformance|docs|rules|schemas|unit',
    },
    workers: { type: 'string', default: '2' },
    survivors: { type: 'string' },
    floor: { type: 'string', default: '0' },
  },
});
const TESTS = join(ROOT, 'dist', 'tests');
const MOST = Number(positionals[0] ?? 2_000);

/**
 * Survivors that no test can catch, with the reason: `{ "file: change": reason }`, or `"file: change (nth)"`. With `in NAME`
 * for a change, those of that function or constant are tried, and those that survive are argued.
 */
const ARGUED = JSON.parse(readFileSync(new URL('mutants/argued.json', import.meta.url), 'utf8'));

/** A change keeps its place in the draw when others come or go. */
function placeOf({ name, kind }) {
  const bytes = hash('sha256', `${asked.seed} ${name}`, 'buffer');
  const random = (bytes.readUInt32BE() + 1) / 2 ** 32;
  return random ** (1 / (WEIGHTS[kind] ?? 1));
}

const isArgued = ({ key, name }) => [key, name].some((one) => Object.hasOwn(ARGUED, one));
const isOfClass = ({ source, within }) => within.some((name) => ARGUED[`${source}: in ${name}`]);

function chosen(places) {
  const rooms = asked.room?.split(',');
  const file = new RegExp(asked.file);
  const all = places.filter(
    ({ room, source }) => (rooms ?? [room]).includes(room) && file.test(source),
  );
  // Those that a run before has left in the file.
  const isAgain = existsSync(asked.survivors ?? '');
  const before = new Set(isAgain ? readFileSync(asked.survivors, 'utf8').split('\n') : []);
  const mutants = all
    .filter((one) => !isArgued(one) && (!isAgain || before.has(one.name)))
    .map((one) => ({ ...one, place: placeOf(one) }))
    .sort((a, b) => b.place - a.place)
    .slice(0, MOST);
  const left = `${all.filter(isArgued).length} left out: mutants/argued.json says why`;
  const drawn = `${mutants.length} mutants of ${all.length} places, seed ${asked.seed}; ${left}`;
  return { mutants, drawn };
}

/**
 * It waits for a program that asks the bank, which is in the same process here; holds the clock of that process; copies
 * the repository, or builds it, which is without mutants then; or takes long.
 */
const UNUSABLE =
  /^(?:conformance.openssl|process.(?:api-examples|banks-many|doc-pages|npm-start|quickstarts|readme))\.test\.js$/;

function testFiles(pattern) {
  const isWanted = new RegExp(`^(?:${pattern})`);
  return readdirSync(TESTS, { recursive: true })
    .filter((path) => path.endsWith('.test.js') && !UNUSABLE.test(path) && isWanted.test(path))
    .sort();
}

const isAlive = ({ outcome }) => /survived|not reached/.test(outcome);

async function tryEach({ mutants, copies, map }, learnt) {
  const killers = new Map();
  await inParallel(copies, mutants, 'mutants', async (mutant, copy) => {
    const groups = testsFor(mutant, { learnt, map, killers });
    const { outcome, by } = await tryMutant(mutant, copy, { groups, alone: map.alone });
    const own = killers.get(mutant.file) ?? new Set();
    if (by !== undefined) killers.set(mutant.file, own.add(by));
    mutant.outcome = outcome === 'survived' && isOfClass(mutant) ? 'argued' : outcome;
  });
}

function report(mutants) {
  const alive = mutants.filter(isAlive);
  for (const { outcome, source, line, kind, change } of alive)
    console.log(`${outcome}: ${source}:${line} (${kind})\n    ${change}`);
  if (asked.survivors) writeFileSync(asked.survivors, alive.map(({ name }) => name).join('\n'));
  const rowOf = (own) => {
    const count = (outcome) => own.filter((one) => one.outcome === outcome).length;
    const outcomes = ['caught', 'time', 'types', 'argued', 'survived', 'not reached'];
    const row = Object.fromEntries(outcomes.map((outcome) => [outcome, count(outcome)]));
    const share = ((row.caught + row.time) * 100) / (own.length - row.types - row.argued);
    return { mutants: own.length, ...row, 'caught %': Number(share.toFixed(1)) };
  };
  const rooms = [...grouped(mutants, 'room')].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = [...rooms, ['all', mutants]].map(([room, own]) => [room, rowOf(own)]);
  const table = Object.fromEntries(rows);
  console.table(table);
  return table.all['caught %'];
}

await ensureBuilt(EVERYTHING);
const places = allMutants(join(ROOT, 'dist'));
const { mutants, drawn } = chosen(places);
console.log(drawn);
console.time(drawn);
const folder = mkdtempSync(join(tmpdir(), 'sandbank-mutants-'));
// PostgreSQL runs as another user.
chmodSync(folder, 0o755);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));
Object.assign(process.env, placesOfPostgres());
const copies = Array.from({ length: Number(asked.workers) }, (_, i) => join(folder, String(i)));
for (const copy of copies) await makeCopy({ folder: copy, mutants });
const map = openMap({ copies, mutants: places });
const [first, ...others] = asked.tests.split(',');
const learnt = await map.of(testFiles(first));
await tryEach({ mutants, copies, map }, learnt);
const alive = () => mutants.filter(isAlive);
await inParallel(copies, alive(), 'for TypeScript', async (mutant, copy) => {
  if (await isRefused(mutant, copy)) mutant.outcome = 'types';
});
for (const pattern of others) await tryTogether(copies, testFiles(pattern), { learnt, map, alive });
map.save();
const share = report(mutants);
console.timeEnd(drawn);
process.exit(share < Number(asked.floor) ? 1 : 0);
