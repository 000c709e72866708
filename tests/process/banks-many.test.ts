// BANK-01 in bulk: what begins on the same day is held once, so that a thousand banks cost little.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const PROGRAM = fileURLToPath(new URL('../support/control-many-banks.js', import.meta.url));
const MB = 1024 * 1024;

test('BANK-01: 1,000 banks take less than 100 MB more, told from 200 of them', async () => {
  // In a process of its own, so that nothing else grows meanwhile.
  const args = ['--expose-gc', PROGRAM, 'memory', '200'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  process.stderr.write(`200 banks: ${stdout}`);
  expect(JSON.parse(stdout).heap).toBeLessThan(20 * MB);
});
