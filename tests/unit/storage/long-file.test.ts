// A file that is not as the bank lays it out is read in one piece, up to 256 MiB: of a longer one the line is told, and
// none of it is parsed.
import { expect, test } from '@jest/globals';
import { placeOfFault } from '../../../server/storage/files/check-read.ts';
import {
  type Disk,
  type DiskFile,
  readBlocks,
  unlessMissing,
} from '../../../server/storage/files/disk.ts';
import { readDocument } from '../../../server/storage/files/snapshot-document.ts';
import { SAMPLE_TABLES } from '../../contracts/sample-tables.ts';

const LIMIT = 256 * 1024 * 1024;
const tables = new Map(SAMPLE_TABLES.map((table) => [table.name, table]));
const TEXT = '{\n"tables": {"things": [\n{"id": "a"}\n]}}';

/** Says that it has so many bytes, and ends with the text. */
function fileOf(size: number): DiskFile {
  const nothing = async () => undefined;
  return {
    size: async () => size,
    read: async (into, position) => (position === 0 ? Buffer.from(TEXT).copy(into) : 0),
    ...{ write: nothing, truncate: nothing, sync: nothing, close: nothing },
  };
}

const place = (size: number, path: readonly string[]) => {
  const disk = { open: async () => fileOf(size) } as unknown as Disk;
  const fault = { table: 'things', id: 'a', path, text: '' };
  return placeOfFault(fault, { disk, file: '/data/a.json' });
};

test('DUR-06: a row is found in a file that is not too long, and its member', async () => {
  expect(await place(LIMIT, [])).toEqual({ file: '/data/a.json', line: 3, column: 1 });
  expect(await place(LIMIT, ['id'])).toEqual({ file: '/data/a.json', line: 3, column: 8 });
  expect(await place(LIMIT, ['other'])).toEqual({ file: '/data/a.json', line: 3, column: 1 });
  expect(await place(LIMIT + 1, [])).toEqual({ file: '/data/a.json', line: 1 });
});

test('DUR-06: a row in a file that is gone is at its first line', async () => {
  const disk = {
    open: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOENT' })),
  } as unknown as Disk;
  expect(await unlessMissing(disk.open('x', 'read'))).toBeUndefined();
  const fault = { table: 'things', id: 'a', path: [], text: '' };
  expect(await placeOfFault(fault, { disk, file: 'x' })).toEqual({ file: 'x', line: 1 });
});

test('DUR-06: a file that is too long and laid out otherwise is refused with its line', async () => {
  const read = (size: number) => readDocument(fileOf(size), { tables, file: 'a.json' } as never, 7);
  await expect(read(LIMIT + 1)).rejects.toThrow(
    'a.json:7: this line does not parse or fit, or is not laid out as one row per line',
  );
  await expect(read(LIMIT)).rejects.toThrow(/a\.json:\d+:\d+: /);
});

test('a file is read a mebibyte at a time, and no more than it has', async () => {
  const [mebibyte, size] = [1 << 20, (5 << 20) / 2];
  const asked: number[] = [];
  const read: DiskFile['read'] = async (into) => {
    asked.push(into.length);
    return into.fill(0x0a).length;
  };
  let blocks = 0;
  for await (const { bytes } of readBlocks({ ...fileOf(size), read })) blocks += bytes.length;
  expect([asked, blocks]).toEqual([[mebibyte, mebibyte, mebibyte / 2], size]);
});
