import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const run = promisify(execFile);
const program = fileURLToPath(new URL('many-banks.js', import.meta.url));

const measure = async (folder: string, count: number) => {
  const args = ['--expose-gc', program, folder, String(count), '2000'];
  return JSON.parse((await run(process.execPath, args)).stdout);
};

test('1,000 banks that begin from the same 2,000 rows fit in 100 MB', async () => {
  const { banks, bytesPerBank } = await measure('memory', 1_000);
  expect(banks).toBe(1_000);
  // The rows themselves, held once, are in it too.
  expect(bytesPerBank * 1_000).toBeLessThan(100_000_000);
  expect(bytesPerBank).toBeLessThan(20_000);
});

test('banks on disk share their rows as well, also when opened again, and few files stay open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbank-many-'));
  const { bytesPerBank, reopened, files } = await measure(folder, 150);
  await rm(folder, { recursive: true });
  // Of 150 banks, the shared rows and their text are a good part; a bank of its own would be 1 MB.
  expect(bytesPerBank).toBeLessThan(60_000);
  expect(reopened).toBeLessThan(60_000);
  expect(files).toBeLessThan(130);
});
