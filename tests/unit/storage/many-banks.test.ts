import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const run = promisify(execFile);
const program = fileURLToPath(new URL('many-banks.js', import.meta.url));

test('BANK-01: banks on disk share their rows as well, also when opened again, and few files stay open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbank-many-'));
  const args = ['--expose-gc', program, folder, '150', '2000'];
  const { stdout } = await run(process.execPath, args);
  const { bytesPerBank, reopened, files } = JSON.parse(stdout);
  await rm(folder, { recursive: true });
  // Of 150 banks, the shared rows and their text are a good part; a bank of its own would be 1 MB.
  expect(bytesPerBank).toBeLessThan(60_000);
  expect(reopened).toBeLessThan(60_000);
  expect(files).toBeLessThan(130);
});
