// What `npm start` lets V8 take for what lives briefly.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const MODULE = new URL('../../server/main.js', import.meta.url).href;
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Makes what survives collections, a megabyte at a time, and prints the largest size of the space for young objects. */
const PROGRAM = `
import { getHeapSpaceStatistics } from 'node:v8';
import { setImmediate } from 'node:timers/promises';
const { main } = await import(process.argv[1]);
const environment = { PORT: '0', SANDBANK_DATA: 'memory', SANDBANK_LOG: 'silent' };
if (process.argv[2] === 'of a bank') await main({ environment, onReady: () => '' });
const living = [];
let largest = 0;
for (let made = 0; made < 300; made++) {
  living.push(Array.from({ length: 10_000 }, (_, at) => ({ at, made, text: 'a' + at })));
  if (living.length > 100) living.shift();
  await setImmediate();
  const space = getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
  largest = Math.max(largest, space.space_size / 1024 / 1024);
}
console.log(Math.round(largest));
process.exit();
`;

function largestOf(how: string): number {
  const args = ['--input-type=module', '--eval', PROGRAM, MODULE, how];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  expect(stderr).toBe('');
  return Number(stdout);
}

test('the space for young objects grows to 16 MB, and would grow further by itself', () => {
  expect(largestOf('of a bank')).toBeLessThan(18);
  expect(largestOf('as it is')).toBeGreaterThan(24);
});
