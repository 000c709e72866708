// Runs tests on copies of the project: all of them once, to learn which mutants each passes, and then, for each mutant,
// those that pass it.
import { fork } from 'node:child_process';
import { on } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { grouped } from './instrument.mjs';

const WORKER = join(import.meta.dirname, 'worker.mjs');
/** Milliseconds without a word after which a test hangs; five times what it took is added. */
const PATIENCE = 20_000;
/** Milliseconds of processor time that the tests of one mutant may have taken. */
const LONGEST = 8_000;
/** And what a file of them takes besides. */
const OF_FILE = 100;

const running = new Set();
process.on('exit', () => [...running].forEach(endRunner));

/** A process for tests, of a group of its own, so that it ends with all that its tests have started. */
function newRunner(folder, bytes = 0) {
  const runner = fork(WORKER, [folder, String(bytes)], {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      ...process.env,
      TMPDIR: join(folder, 'tmp'),
      KEYS_OF_THIS_TEST_RUN: join(folder, 'keys'),
      CORPUS: process.env.CORPUS ?? 'a part',
    },
  });
  running.add(runner);
  runner.on('exit', () => running.delete(runner));
  return runner;
}

function endRunner({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already, and all of its group.
  }
}

const needsHost = (file) => !file.startsWith('unit/');

/** What it says of the job, and nothing at last if it has ended, or said nothing for so long that it was ended. */
async function* messagesOf(runner, job, patience) {
  if (!runner.connected) return void (yield undefined);
  const messages = on(runner, 'message', { close: ['exit'] });
  const timer = setTimeout(endRunner, patience, runner);
  try {
    runner.send({ ...job, needsHost: needsHost(job.file) }, () => undefined);
    for await (const [message] of messages) {
      timer.refresh();
      yield message;
      if (message.isDone) return;
    }
    yield undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Does the work of the list with as many at once as there are copies, and says how far it is. */
export async function inParallel(copies, list, what, work) {
  const rest = [...list];
  let done = 0;
  await Promise.all(
    copies.map(async (copy) => {
      for (let one = rest.shift(); one !== undefined; one = rest.shift()) {
        await work(one, copy);
        done += 1;
        if (done % 25 === 0 || done === list.length)
          console.log(`${done} of ${list.length} ${what}`);
      }
    }),
  );
}

/**
 * Runs the files without a mutant. `onFile` gets the name of each, its tests with what each took and passed, and what was
 * passed while it was loaded, in bits.
 */
export async function learn(copies, files, { bytes, onFile }) {
  const runners = new Map();
  await inParallel(copies, files, 'test files', async (file, copy) => {
    const runner = runners.get(copy) ?? newRunner(copy, bytes);
    runners.set(copy, runner);
    const learnt = { tests: [], whileLoading: new Uint8Array(bytes) };
    for await (const said of messagesOf(runner, { file }, 4 * PATIENCE)) {
      if (said === undefined) {
        console.log(`not used: ${file}: it ended or hung`);
        endRunner(runner);
        runners.delete(copy);
      } else if (said.isLoaded) learnt.whileLoading = said.passed;
      else if (said.isDone && said.error !== undefined) throw new Error(`${file}: ${said.error}`);
      else if (said.error !== undefined)
        console.log(`not used: ${file}: ${said.test}: ${said.error}`);
      else if (said.test !== undefined) learnt.tests.push(said);
      else for (const test of learnt.tests) addBits(test.passed, said.passed);
    }
    onFile(file, learnt);
  });
  for (const runner of runners.values()) endRunner(runner);
}

export function addBits(to, from) {
  for (let at = 0; at < from.length; at++) to[at] |= from[at];
}

const has = (bits, id) => (bits[id >> 3] & (1 << (id & 7))) !== 0;
/** Tests with a host have all of the program in their process. */
const loads = (test, source, map) => needsHost(test) || map.loads(test, source);

/**
 * Tests that pass the mutant, by file, for as long as a mutant may take: those that have noticed others of its file, those
 * of files with its name, those of a folder it is in, then the rest.
 * @returns groups to run, each with its milliseconds
 */
export function testsFor(mutant, { learnt, map, killers }) {
  // What runs while a module is loaded runs before every test: those that enter the file test it, or what imports it, and
  // so do those near it that load it, themselves or by their host, which may compare its tables.
  const isLoading = has(learnt.whileLoading, mutant.id);
  const ids = isLoading ? [mutant.id, ...map.entering(mutant.file)] : [mutant.id];
  const time = (tests) => tests.reduce((sum, { ms }) => sum + ms, 0);
  const distance = distanceFrom(mutant);
  const passing = learnt.tests.filter(
    ({ file, passed }) =>
      ids.some((id) => has(passed, id)) ||
      (isLoading && distance(file) < FAR && loads(file, mutant.file, map)),
  );
  const files = [...grouped(passing).values()]
    .map((tests) => ({ tests, far: distance(tests[0].file), ms: time(tests) }))
    .sort((a, b) => a.far - b.far || a.ms - b.ms);
  const known = killers.get(mutant.file);
  const first = passing.filter(({ file, test }) => known?.has(`${file}: ${test}`));
  return chosen([...first, ...files.flatMap(({ tests }) => tests)]);
}

/** Tests until together they take the time that they may; by file, in the order in which files come first. */
function chosen(tests) {
  const byFile = new Map();
  let sum = 0;
  for (const { file, test, ms } of tests) {
    const own = byFile.get(file) ?? { file, tests: new Set(), ms: 0 };
    if (own.tests.has(test)) continue;
    const more = ms + (own.ms === 0 ? OF_FILE : 0);
    if (sum + more > LONGEST && sum > 0) break;
    sum += more;
    byFile.set(file, { file, tests: own.tests.add(test), ms: own.ms + more });
  }
  return [...byFile.values()];
}

const FAR = 2;
/** They compare all that is answered, stored or printed by these sources, and so come before others that are near. */
const RECORDS = {
  'days.test.js': /^server\/bank\//,
  'days-client.test.js': /^client\//,
  'days-commands.test.js': /^cl(?:i|ient)\//,
  'days-of-pages.test.js':
    /^server\/(?:http\/(?:console|documents|control)|insight\/(?:inspector|coverage|readiness))/,
  'days-wire.test.js': /^server\/http\//,
  'openapi-outline.test.js': /^server\//,
};

function distanceFrom({ file: source, room }) {
  const name = source.split('/').at(-1).replace('.js', '');
  // A test of several banks is not about everything that a bank does.
  const folders = [room, ...source.split('/').slice(1, -1)].filter((one) => one !== 'bank');
  return (file) => {
    const ofTest = file.split('/').at(-1);
    if (ofTest.startsWith(`${name}.`) || RECORDS[ofTest]?.test(source)) return 0;
    const isAbout = (one) => ofTest.startsWith(one) || file.startsWith(`unit/${one}/`);
    if (folders.some(isAbout)) return 1;
    // They compare documents, which rows are printed as.
    if (ofTest === file) return 1;
    return needsHost(file) ? FAR + 1 : FAR;
  };
}

/** Whether tests notice the mutant, and which of them. */
export async function tryMutant(mutant, copy, { groups, alone }) {
  if (groups.length === 0) return { outcome: 'not reached' };
  const failed = await firstFailure(copy, groups, [mutant]);
  if (failed === undefined) return { outcome: 'survived' };
  const { group, test, isLate } = failed;
  if (test === undefined) return { outcome: isLate ? 'time' : 'caught' };
  const by = `${group.file}: ${test}`;
  // Some tests need those before them, and fail by themselves. Their file is asked when all mutants are tried together.
  if (!alone.has(by))
    alone.set(by, (await firstFailure(copy, [{ ...group, tests: [test] }], [])) === undefined);
  return alone.get(by) ? { outcome: 'caught', by } : { outcome: 'survived' };
}

/**
 * Runs the files with all mutants that are alive at once, and one that fails again with half of those that it may pass,
 * until each that it notices is known. It asks all tests, for what it would take to ask them of one mutant.
 */
export async function tryTogether(copies, files, { learnt, map, alive }) {
  const known = grouped(learnt.tests);
  const rest = files.map((file) => {
    const tests = known.get(file);
    return { file, tests: tests && new Set(tests.map(({ test }) => test)), ms: PATIENCE };
  });
  const passes = (file, { id, file: source }) =>
    !known.has(file) ||
    (has(learnt.whileLoading, id)
      ? loads(file, source, map)
      : known.get(file).some(({ passed }) => has(passed, id)));
  function* taken() {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) {
      if (rest.length % 25 === 0) console.log(`${rest.length} test files to go`);
      yield one;
    }
  }
  const noticed = async (copy, group, some) => {
    const failed = some.length > 0 && (await firstFailure(copy, [group], some));
    if (!failed) return false;
    if (some.length === 1) {
      some[0].outcome = failed.isLate ? 'time' : 'caught';
      return true;
    }
    const half = some.length >> 1;
    const isInFirst = await noticed(copy, group, some.slice(0, half));
    return (await noticed(copy, group, some.slice(half))) || isInFirst;
  };
  const work = async (copy) => {
    while (rest.length > 0) {
      const failed = await firstFailure(copy, taken(), alive());
      if (failed === undefined) return;
      const { group, test } = failed;
      // The test alone if it can, and then the file again: another of its tests may notice another.
      for (const way of [{ ...group, tests: new Set([test]) }, group]) {
        const plain = await firstFailure(copy, [way], []);
        const may = plain ? [] : alive().filter((one) => passes(group.file, one));
        const isFound = await noticed(copy, way, may);
        if (isFound) rest.push(group);
        else if (way === group) console.log(`not used: ${group.file}: ${(plain ?? failed).error}`);
        if (isFound) break;
      }
    }
  };
  await Promise.all(copies.map(work));
}

async function firstFailure(copy, groups, mutants) {
  writeFileSync(join(copy, 'active'), JSON.stringify(mutants.map(({ id }) => id)));
  const runner = newRunner(copy);
  try {
    for (const group of groups) {
      for await (const said of messagesOf(runner, group, PATIENCE + 5 * group.ms)) {
        if (said === undefined) return { group, isLate: runner.exitCode === null };
        if (said.error !== undefined) return { group, ...said };
      }
    }
    return undefined;
  } finally {
    endRunner(runner);
  }
}
