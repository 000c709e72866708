// `npm run mutants -- [N] [--seed S] [--room ledger,signing] …`: changes the compiled program in N places, one at a time,
// and says which changes no test notices. Ends with a table. The seed is that of the commit, by default.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
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
import { allMutants, makeCopy } from './mutants/instrument.mjs';
import { openMap } from './mutants/map.mjs';
import { WEIGHTS } from './mutants/operators.mjs';
import { inParallel, testsFor, tryMutant } from './mutants/runs.mjs';
import { makeSources, refusalOf } from './mutants/types.mjs';
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
      default: 'unit|conformance|process/days|docs|rules|schemas,contracts|process,browser',
    },
    workers: { type: 'string', default: '2' },
    survivors: { type: 'string' },
    floor: { type: 'string', default: '0' },
  },
});
const TESTS = join(ROOT, 'dist', 'tests');
const MOST = Number(positionals[0] ?? 2_000);

/**
 * Survivors that no test can catch, with the reason: `{ "file: change": reason }`. With `in NAME` for a change, those of
 * that function or constant are tried, and those that survive are argued.
 */
const ARGUED = JSON.parse(readFileSync(new URL('mutants/argued.json', import.meta.url), 'utf8'));

/** A change keeps its place in the draw when others come or go. */
function draw(mutants) {
  const place = ({ source, change, nth, kind }) => {
    const text = `${asked.seed} ${nameOf({ source, change, nth })}`;
    const random = (createHash('sha256').update(text).digest().readUInt32BE() + 1) / 2 ** 32;
    return random ** (1 / (WEIGHTS[kind] ?? 1));
  };
  return mutants
    .map((mutant) => ({ mutant, key: place(mutant) }))
    .sort((a, b) => b.key - a.key)
    .slice(0, MOST)
    .map(({ mutant }) => mutant);
}

const nameOf = ({ source, change, nth }) => `${source}: ${change} (${nth})`;

const isArgued = ({ source, change }) => Object.hasOwn(ARGUED, `${source}: ${change}`);
const isOfClass = ({ source, within }) => within.some((name) => ARGUED[`${source}: in ${name}`]);

function chosen(places) {
  const rooms = asked.room?.split(',');
  const file = new RegExp(asked.file);
  const isIn = ({ room, source }) => (rooms ?? [room]).includes(room) && file.test(source);
  const all = places.filter(isIn);
  // Those that a run before has left in the file.
  const before =
    asked.survivors &&
    existsSync(asked.survivors) &&
    new Set(readFileSync(asked.survivors, 'utf8').split('\n'));
  const isWanted = (one) => !before || before.has(nameOf(one));
  return {
    all: all.length,
    mutants: draw(all.filter((one) => !isArgued(one) && isWanted(one))),
    argued: all.filter(isArgued).length,
    longer: before ? 4 : 1,
  };
}

/**
 * It waits for a program that asks the bank, which is in the same process here; holds the clock of that process; copies
 * the repository; or takes long.
 */
const UNUSABLE =
  /^(?:conformance.openssl|process.(?:api-examples|banks-many|doc-pages|quickstarts|readme))\.test\.js$/;

function testFiles(pattern) {
  const isWanted = new RegExp(`^(?:${pattern})`);
  return readdirSync(TESTS, { recursive: true })
    .filter((path) => path.endsWith('.test.js') && !UNUSABLE.test(path) && isWanted.test(path))
    .sort();
}

const isAlive = (result) => /survived|not reached/.test(result?.outcome ?? 'not reached');

async function round(state, files) {
  const open = state.mutants.filter(({ id }) => isAlive(state.results.get(id)));
  if (open.length === 0) return;
  const learnt = await state.map.of(files);
  const times = new Map();
  for (const { file, ms } of learnt.tests) times.set(file, (times.get(file) ?? 0) + ms);
  const timeOf = (file) => times.get(file) ?? 0;
  const tried = progress(open.length, 'mutants');
  await inParallel(state.copies, open, async (mutant, copy) => {
    const { killers, map } = state;
    const entering = map.entering(mutant.file);
    const options = { learnt, killers, entering, loads: map.loads, longer: state.longer };
    const { groups, all } = testsFor(mutant, options);
    const result = await tryMutant(mutant, copy, { groups, timeOf, alone: map.alone });
    if (result.by?.test !== undefined) {
      const own = state.killers.get(mutant.file) ?? new Set();
      state.killers.set(mutant.file, own.add(`${result.by.file}: ${result.by.test}`));
    }
    result.all = all;
    if (result.outcome === 'survived' && isOfClass(mutant)) result.outcome = 'argued';
    const before = state.results.get(mutant.id);
    // What an earlier round has reached, and this one does not, has survived.
    if (result.outcome !== 'not reached' || before === undefined)
      state.results.set(mutant.id, result);
    tried();
  });
}

/** Finds out which of those that no test of the first round has noticed cannot be in a build. */
async function tryTypes(state) {
  const open = state.mutants.filter(({ id }) => isAlive(state.results.get(id)));
  const folders = state.copies.map((copy) => join(copy, 'sources'));
  for (const folder of folders) {
    mkdirSync(folder);
    makeSources(ROOT, folder);
  }
  await inParallel(folders, open, async (mutant, folder) => {
    const refusal = await refusalOf(mutant, folder);
    if (refusal !== undefined) state.results.set(mutant.id, { outcome: 'types', by: refusal });
  });
}

const seconds = (from) => Math.round((Date.now() - from) / 1000);

/** To be called with each that is done. */
function progress(total, what) {
  const from = Date.now();
  let done = 0;
  return () => {
    done += 1;
    if (done % 25 === 0 || done === total)
      console.log(`${done} of ${total} ${what}, ${seconds(from)} s`);
  };
}

function report({ mutants, results, argued, all: places }, from) {
  const alive = mutants.filter(({ id }) => isAlive(results.get(id)));
  for (const { source, line, change, kind, id } of alive) {
    const { outcome, ran = [], all } = results.get(id);
    console.log(`${outcome}: ${source}:${line} (${kind})\n    ${change}`);
    if (ran.length === 0) continue;
    const count = ran.reduce((sum, { tests }) => sum + (tests?.length ?? 0), 0);
    const names = ran.slice(0, 3).map(({ file }) => file);
    console.log(`    ${count} of ${all} tests, of ${ran.length} files: ${names.join(', ')} …`);
  }
  if (asked.survivors) writeFileSync(asked.survivors, alive.map(nameOf).join('\n'));
  console.log(
    `\nseed ${asked.seed}, of ${places} places; ${argued} left out: mutants/argued.json says why. ${seconds(from)} s`,
  );
  const outcomes = ['caught', 'time', 'types', 'argued', 'survived', 'not reached'];
  printRow(['room', 'mutants', ...outcomes, 'caught %']);
  const line = (room, isOwn) => {
    const own = mutants.filter(isOwn);
    const count = (outcome) => own.filter(({ id }) => results.get(id).outcome === outcome).length;
    const counts = outcomes.map(count);
    const [caught, late, refused, classed] = counts;
    const share = ((caught + late) * 100) / (own.length - refused - classed);
    printRow([room, own.length, ...counts, share.toFixed(1)]);
    return share;
  };
  for (const room of [...new Set(mutants.map((one) => one.room))].sort())
    line(room, (one) => one.room === room);
  return line('all', () => true);
}

const printRow = ([first, ...cells]) =>
  console.log(first.padEnd(14) + cells.map((cell) => String(cell).padStart(13)).join(''));

async function main() {
  const from = Date.now();
  await ensureBuilt(EVERYTHING);
  const places = allMutants(join(ROOT, 'dist'));
  const { all, mutants, argued, longer } = chosen(places);
  console.log(`${mutants.length} mutants of ${all}, seed ${asked.seed}`);
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-mutants-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));
  Object.assign(process.env, placesOfPostgres());
  const copies = Array.from({ length: Number(asked.workers) }, (_, i) => join(folder, String(i)));
  for (const copy of copies) await makeCopy({ root: ROOT, folder: copy, mutants });
  const map = openMap({ root: ROOT, copies, mutants: places, progress });
  const found = { results: new Map(), killers: new Map() };
  const state = { mutants, copies, argued, longer, all, map, ...found };
  const [first, ...others] = asked.tests.split(',');
  await round(state, testFiles(first));
  await tryTypes(state);
  for (const pattern of others) await round(state, testFiles(pattern));
  map.save();
  const share = report(state, from);
  process.exit(share < Number(asked.floor) ? 1 : 0);
}

await main();
