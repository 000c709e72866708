// BANK-01 in bulk: what begins on the same day is held once, so that a thousand banks cost little.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/control-process.ts';

const PROGRAM = fileURLToPath(new URL('../support/control-many-banks.js', import.meta.url));
const MB = 1024 * 1024;

/** Bytes of heap, in a process of its own, so that nothing else grows meanwhile. */
async function grow(data: string, count: number): Promise<number> {
  const args = ['--expose-gc', PROGRAM, data, String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  process.stderr.write(`${count} banks: ${stdout}`);
  return JSON.parse(stdout).heap;
}

test('BANK-01: 1,000 banks in memory take less than 100 MB more, told from 200 of them', async () => {
  expect(await grow('memory', 200)).toBeLessThan(20 * MB);
});

test('BANK-01: so do 1,000 banks on disk, told from 100 of them', async () => {
  const folder = temporaryFolder();
  try {
    expect(await grow(folder.path, 100)).toBeLessThan(10 * MB);
  } finally {
    folder.remove();
  }
});
