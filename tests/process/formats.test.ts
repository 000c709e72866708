// What an older version stored can be read, and a change of what is stored gets a number (DUR-10). `npm run formats`
// records the bank of a new format.
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { claimFormat, ROW_FORMAT } from '../../server/bank/banks/row-format.ts';
import { ALL_TABLES } from '../../server/composition/rooms.ts';
import { openMemoryStore } from '../../server/storage/engine/memory-store.ts';
import { openOwnBank, type TestBank } from '../support/bank.ts';
import { answered } from '../support/control-bank.ts';
import {
  type Asked,
  databaseOf,
  fileOf,
  recorded,
  recordedFormats,
  recordFormat,
  restoreInto,
  shapes,
} from '../support/formats.ts';
import { mapTx } from '../support/map-tx.ts';
import { describeOnPostgres } from '../support/on-postgres.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { loadSeed } from '../support/seeded.ts';
import { testFolder } from '../support/test-folder.ts';

if (process.env['RECORD_FORMAT'] !== undefined) await recordFormat(ROW_FORMAT);
const folder = testFolder();

test('DUR-10: a table whose rows have another shape has another format', () => {
  expect(existsSync(fileOf(ROW_FORMAT, 'shapes.json'))).toBe(true);
  const of = recorded<Record<string, string>>(ROW_FORMAT, 'shapes.json');
  const now = shapes();
  const changed = [...new Set([...Object.keys(of), ...Object.keys(now)])].filter(
    (table) => of[table] !== now[table],
  );
  // If rows of before still fit, raise ROW_FORMAT and run `npm run formats`; if not, they have to be changed when they
  // are read, too (CONTRIBUTING, "A member of a row").
  expect(changed).toEqual([]);
});

/** Which style sheet a page has, of which nothing is stored. */
const STYLE = /[?]v=[0-9a-f]{12}/g;

/** What does not answer as it did when the format was recorded. */
async function changes(bank: TestBank, format: number): Promise<readonly string[]> {
  const { url } = bank;
  const found: string[] = [];
  for (const { path, headers, answer } of recorded<readonly Asked[]>(format, 'answers.json')) {
    const { status, text } = await bank.tpp.with(headers).get(path);
    const own = text.replaceAll(url, '').replaceAll(STYLE, '');
    if (own !== answer.replaceAll(STYLE, '')) found.push(`${path}: ${status} ${text}`);
  }
  return found;
}

describe.each(recordedFormats())('format %i', (format) => {
  test('DUR-10: its data folder', async () => {
    const data = join(folder, `data-${format}`);
    cpSync(fileOf(format, 'folder'), data, { recursive: true });
    const bank = await openOwnBank({ data });
    expect(await changes(bank, format)).toEqual([]);
    await bank.close();
  });

  test('DUR-10: its snapshot', async () => {
    const bank = await openOwnBank();
    await restoreInto(bank, recorded(format, 'snapshot.json'));
    expect(await changes(bank, format)).toEqual([]);
    await bank.close();
  });

  test('DUR-10: its seed', async () => {
    const bank = await openOwnBank();
    answered(await loadSeed(bank, recorded(format, 'seed.json')), 200);
    const { body } = answered(await bank.control('GET', '/_sandbox/seed'), 200);
    expect(body.accounts).toEqual(recorded<{ accounts: unknown }>(format, 'seed.json').accounts);
    await bank.close();
  });
});

describeOnPostgres('on a database', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());

  test.each(recordedFormats())('DUR-10: the rows of format %i', async (format) => {
    const bank = await openOwnBank({ store: await databaseOf(server, format) });
    expect(await changes(bank, format)).toEqual([]);
    await bank.close();
  });
});

test('DUR-10: a store that a newer version has written to is refused, and left as it is', async () => {
  const store = openMemoryStore({ tables: ALL_TABLES });
  await claimFormat(store, ROW_FORMAT + 1);
  // What the first one wrote would let the second in.
  for (let i = 0; i < 2; i++) {
    await expect(claimFormat(store, ROW_FORMAT)).rejects.toThrow(
      `The stored rows have format ${ROW_FORMAT + 1}, and this version of Sandbank reads formats up to ${ROW_FORMAT}.`,
    );
  }
});

test('DUR-10: the format is noted once, not at each start', async () => {
  const tx = mapTx();
  const put = jest.spyOn(tx, 'put');
  const store = { transact: (_: string, work: (of: typeof tx) => unknown) => work(tx) } as never;
  for (let i = 0; i < 3; i++) await claimFormat(store);
  expect(put).toHaveBeenCalledTimes(1);
});

test('DUR-10: a snapshot of a newer version is refused, and changes nothing', async () => {
  const bank = await openOwnBank();
  const newer = { format: ROW_FORMAT + 1, tables: { marvels: [] } };
  const refused = await bank.control('PUT', '/_sandbox/snapshots/newer', newer);
  expect(refused.status).toBe(400);
  expect(refused.body.tppMessages[0]).toMatchObject({ path: '/format' });
  expect(refused.body.tppMessages[0].text).toContain(`have format ${ROW_FORMAT + 1}`);
  answered(await bank.control('GET', '/_sandbox/snapshots/newer'), 404);
  await bank.close();
});
