// BANK-01 in bulk: what begins on the same day is held once, so that a thousand banks cost little.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { testFolder } from '../support/test-folder.ts';

const PROGRAM = fileURLToPath(new URL('../support/control-many-banks.js', import.meta.url));
const MB = 1024 * 1024;

test.each([
  ['in memory', 'memory'],
  ['on disk', testFolder()],
])('BANK-01: 1,000 banks %s take less than 100 MB, told from 200 of them', async (_, data) => {
  // In a process of its own, so that nothing else grows meanwhile.
  const args = ['--expose-gc', PROGRAM, data, '200'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  process.stderr.write(`200 banks: ${stdout}`);
  const { heap, reopened, files } = JSON.parse(stdout);
  expect(heap).toBeLessThan(20 * MB);
  expect(reopened).toBeLessThan(20 * MB);
  // Of most banks no file stays open.
  expect(files).toBeLessThan(130);
});
