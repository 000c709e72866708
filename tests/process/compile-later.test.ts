// When V8's optimising compilers begin in a process of `npm start`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const MODULE = new URL('../../server/compile-later.js', import.meta.url).href;
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Prints how often a function has run when it is optimised; before, the process has collected garbage so often. */
const PROGRAM = `
import { setImmediate } from 'node:timers/promises';
const { compileLater } = await import(process.argv[1]);
if (process.argv[2] === 'later') compileLater();
for (let done = 0; done < Number(process.argv[3]); done++) {
  gc();
  await setImmediate();
}
function work(at) {
  const parts = [at, at + 1, at * 2, at * 3, at - 1, at - 2, at * 5];
  return (parts[at % 7] ?? 0) + (parts[(at + 1) % 7] ?? 0) + (parts[(at + 2) % 7] ?? 0);
}
function runsUntilOptimised() {
  let runs = 0;
  const optimised = 16;
  while ((%GetOptimizationStatus(work) & optimised) === 0) work(runs++);
  return runs;
}
%NeverOptimizeFunction(runsUntilOptimised);
console.log(runsUntilOptimised());
`;

function runsUntilOptimised(how: string, collections: number): number {
  const flags = ['--allow-natives-syntax', '--expose-gc', '--no-concurrent-recompilation'];
  const args = [...flags, '--input-type=module', '--eval', PROGRAM, MODULE, how];
  const { stdout, stderr } = spawnSync(process.execPath, [...args, String(collections)], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return Number(stdout);
}

test('V8 optimises what runs twice as often as usual, until the process has lived long', () => {
  const usual = runsUntilOptimised('as it is', 30);
  expect(runsUntilOptimised('later', 0)).toBeGreaterThan(1.5 * usual);
  expect(runsUntilOptimised('later', 30)).toBeLessThan(1.2 * usual);
});
