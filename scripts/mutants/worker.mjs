// Runs compiled test files of a copy of the project (instrument.mjs) with jest's own parts, one after the other in this
// process, as its parent asks. It says what each test took and which mutants it passed; after a failure it ends.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addEventHandler, getState, resetState, run } from 'jest-circus';

/** Milliseconds. */
const LONGEST_TEST = 60_000;

const [, , folder, bytes] = process.argv;
const tests = join(folder, 'dist', 'tests');
const environment = process.env;
/** A bit for each mutant that is passed. */
const passed = new Uint8Array(Number(bytes));
globalThis.mutant__passed = passed;
/** What the children of this process pass. */
const PASSED = join(folder, 'passed');

let file = '';
/** Names of the tests that run; all without. */
let wanted;
/**
 * In processor time, which does not depend on what else the machine does; by the clock if it waits for processes, which
 * the records do not.
 */
let startedAt = 0;
const WAITS = /^(?:process\/(?!days)|contracts)/;

addEventHandler((event) => {
  if (event.name === 'run_start') select(getState().rootDescribeBlock);
  if (event.name === 'test_start') startedAt = used();
  if (event.name === 'test_done' && event.test.mode !== 'skip' && event.test.mode !== 'todo') {
    const error = event.test.errors[0];
    say({
      file,
      test: nameOf(event.test),
      ms: Math.round(used() - startedAt),
      passed: takePassed(),
      error: error === undefined ? undefined : reasonOf(error),
    });
  }
});

process.on('message', async (job) => {
  file = job.file;
  wanted = job.tests && new Set(job.tests);
  const error = await runFile(job).catch(reasonOf);
  say({ isDone: true, error, passed: takePassed() });
});

async function runFile({ needsHost }) {
  process.env = environment;
  const { default: makeKeys } = await import(join(tests, 'support', 'key-folder.js'));
  await makeKeys();
  // The process that all tests of a run share is this one, so that one says which test has passed what.
  if (needsHost) await import(join(tests, 'support', 'sandbank-host.js'));
  resetState();
  getState().testTimeout = LONGEST_TEST;
  // Each file has one of its own in jest, too; all have the keys and the host.
  process.env = { ...environment };
  await import(pathToFileURL(join(tests, file)).href);
  say({ isLoaded: true, passed: takePassed() });
  const { unhandledErrors } = await run();
  return unhandledErrors[0];
}

function used() {
  if (WAITS.test(file)) return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function select({ children }) {
  for (const child of children) {
    if (child.type === 'describeBlock') select(child);
    else if (wanted !== undefined && !wanted.has(nameOf(child))) child.mode = 'skip';
  }
}

function nameOf({ name, parent }) {
  return parent?.parent === undefined ? name : `${nameOf(parent)} › ${name}`;
}

function takePassed() {
  const all = passed.slice();
  passed.fill(0);
  try {
    for (const id of readFileSync(PASSED, 'utf8').split('\n')) all[id >> 3] |= 1 << (id & 7);
    rmSync(PASSED);
  } catch {
    // No child has passed one.
  }
  return all;
}

function reasonOf(error) {
  const [first] = Array.isArray(error) ? error : [error];
  return String(first?.message ?? first).slice(0, 300);
}

function say(message) {
  process.send?.(message);
}
