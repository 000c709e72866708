// BANK-01 in bulk: what begins on the same day is held once, so that a thousand banks cost little.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { Grown } from '../support/control-many-banks.ts';
import { temporaryFolder } from '../support/control-process.ts';

const PROGRAM = fileURLToPath(new URL('../support/control-many-banks.js', import.meta.url));
const MB = 1024 * 1024;

/** In a process of its own, so that nothing else grows meanwhile. */
async function grow(data: string, count: number): Promise<Grown> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--expose-gc', PROGRAM, data, String(count)], {
    env: { PATH: process.env['PATH'] ?? '' },
  });
  const grown = JSON.parse(stdout) as Grown;
  const [rss, heap] = [grown.rss, grown.heap].map((bytes) => (bytes / MB).toFixed(1));
  process.stderr.write(
    `${count} banks, ${data === 'memory' ? data : 'folder'}: ${heap} MB of heap, ` +
      `${rss} MB resident, ${grown.millis} ms\n`,
  );
  return grown;
}

test('BANK-01: 1,000 banks in memory take less than 100 MB more, told from 200 of them', async () => {
  const { rss, heap } = await grow('memory', 200);
  expect(heap).toBeLessThan(20 * MB);
  expect(rss).toBeLessThan(60 * MB);
});

test('BANK-01: so do 1,000 banks on disk, told from 100 of them', async () => {
  const folder = temporaryFolder();
  try {
    const { rss, heap } = await grow(folder.path, 100);
    expect(heap).toBeLessThan(10 * MB);
    // Freed pages stay with the process for a while; a tenth of the bound would measure those.
    expect(rss).toBeLessThan(50 * MB);
  } finally {
    folder.remove();
  }
});
