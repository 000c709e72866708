// How a large bank is written to its JSON file: in slices, with rests between them unless somebody waits for it.
import { expect, test } from '@jest/globals';
import type { DiskFile } from '../../../server/storage/files/disk.ts';
import { SAMPLE_TABLES, thing, things } from '../../contracts/sample-tables.ts';
import { SimulatedTime } from '../../support/simulated-time.ts';

const time = new SimulatedTime();
const { writeSnapshot } = await time.whileLoading(
  () => import('../../../server/storage/files/snapshot-format.ts'),
);
const ROWS = Array.from({ length: 3_000 }, (_, i) => [`x${i}`, thing(`x${i}`)] as const);
const content = {
  tables: SAMPLE_TABLES,
  layout: 0,
  rows: { changesOf: (table: unknown) => (table === things ? ROWS : []) },
};

test.each([
  ['rests after each slice', false],
  ['does not rest while somebody waits for it', true],
])('a snapshot %s', async (_, isUrgent) => {
  let slices = 0;
  const file = { write: async () => void slices++, sync: async () => undefined };
  let written = 0;
  const writing = writeSnapshot(
    file as unknown as DiskFile,
    { bank: 'a', seq: 1 },
    content,
    () => isUrgent,
  ).then((bytes) => {
    written = bytes;
  });
  let rests = 0;
  for (let turn = 0; written === 0 && turn < 10_000; turn++) {
    await new Promise(setImmediate);
    if (time.advance()) rests++;
  }
  await writing;
  expect(slices).toBeGreaterThan(3);
  expect(rests).toBe(isUrgent ? 0 : slices);
});
