// One bank as every format of stored rows has it, in tests/fixtures/formats/<n>/: a data folder, the rows of a database,
// a snapshot and a seed, all without keys; and what the bank answers to signed requests.
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { ALL_TABLES } from '../../server/composition/rooms.ts';
import { STEPS } from '../../server/storage/postgres/schema.ts';
import { corporateConsentOf } from './account-reads.ts';
import { consentOf, openOwnBank, PERSONS, type TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import { inDatabase, type PostgresServer, startPostgres } from './postgres-server.ts';
import { richBank } from './rich-bank.ts';
import { ROOT } from './source-tree.ts';

const FORMATS = join(ROOT, 'tests', 'fixtures', 'formats');
export const fileOf = (format: number, name: string): string => join(FORMATS, String(format), name);
export const recordedFormats = (): readonly number[] =>
  readdirSync(FORMATS)
    .map(Number)
    .sort((a, b) => a - b);

export const recorded = <T>(format: number, name: string): T =>
  JSON.parse(readFileSync(fileOf(format, name), 'utf8')) as T;

/** A signed request without its signature, and its answer without the bank's address. */
export interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly answer: string;
}

/** The tables that banks have in a database; `made` has the statements that make them. */
interface DatabaseRows {
  readonly made: readonly string[];
  readonly rows: Readonly<Record<string, readonly object[]>>;
}

/** By table, a hash of what its rows may be: the members, their schemas, and the schemas that these name. */
export function shapes(): Readonly<Record<string, string>> {
  const hashed = ALL_TABLES.map(({ name, members, schema }) => {
    const parts = [members, bare(schema, 'rows', new Set())];
    return [name, createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)];
  });
  return Object.fromEntries(hashed);
}

/** The schema without its words; a name of a file is followed by what is in it, once. */
function bare(schema: unknown, folder: string, seen: Set<string>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => bare(one, folder, seen));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.entries(schema).flatMap(([key, value]) => {
    if (/^(?:\$id|\$schema|title|description|examples?|x-(?!row$).*)$/.test(key)) return [];
    if (key !== '$ref' || typeof value !== 'string' || value.startsWith('#')) {
      return [[key, bare(value, folder, seen)]];
    }
    const file = posix.join(folder, value.replace(/#.*/, ''));
    if (seen.has(file)) return [[key, file]];
    seen.add(file);
    const text = readFileSync(join(ROOT, 'schemas', file), 'utf8');
    return [[key, file, bare(JSON.parse(text), posix.dirname(file), seen)]];
  });
}

/** Writes the folder of this format. Keys are in files of the house, which are left out. */
export async function recordFormat(format: number): Promise<void> {
  const write = (name: string, value: unknown) =>
    writeFileSync(fileOf(format, name), `${JSON.stringify(value)}\n`);
  const data = mkdtempSync(join(tmpdir(), 'sandbank-format-'));
  rmSync(fileOf(format, ''), { recursive: true, force: true });
  mkdirSync(fileOf(format, 'folder'), { recursive: true });
  const first = await openOwnBank({ data });
  const { signed } = await richBank(first);
  const psus = [await consentOf(first), await corporateConsentOf(first, PERSONS.odd)];
  const paths = ['/v1/accounts?withBalance=true', '/v1/card-accounts'].concat(
    signed.map((href) => href.replace(/^https?:\/\/[^/]+/, '')),
  );
  const asked: Asked[] = [];
  for (const { tpp } of psus) {
    for (const path of paths) {
      const { status, text } = await tpp.get(path);
      if (status !== 200) continue;
      asked.push({ path, headers: tpp.defaults, answer: text.replaceAll(first.url, '') });
    }
  }
  await first.close();
  const second = await openOwnBank({ data });
  answered(await second.control('PUT', '/_sandbox/snapshots/rich'), 201);
  const snapshot = answered(await second.control('GET', '/_sandbox/snapshots/rich'), 200).body;
  answered(await second.control('POST', '/_sandbox/clock/advance', { by: 'PT1S' }), 200);
  for (const name of readdirSync(data).filter((file) => !/^(?:_sandbank|\.lock)/.test(file))) {
    cpSync(join(data, name), fileOf(format, join('folder', name)));
  }
  write('snapshot.json', snapshot);
  write('seed.json', answered(await second.control('GET', '/_sandbox/seed'), 200).body);
  write('answers.json', asked);
  write('shapes.json', shapes());
  await second.close();
  const server = await startPostgres();
  write('database.json', await databaseRows(await server.freshUrl(), snapshot));
  await server.remove();
}

async function databaseRows(store: string, snapshot: object): Promise<DatabaseRows> {
  const bank = await openOwnBank({ store });
  await restoreInto(bank, snapshot);
  await bank.close();
  const read = (table: string, where = '') => inDatabase(store, `SELECT * FROM ${table} ${where}`);
  const sets = `SELECT s.start FROM sandbank_starts s, sandbank_banks b
    WHERE b.bank = 'default' AND s.start IN (b.start, (SELECT root FROM sandbank_starts WHERE start = b.start))`;
  const rows = {
    sandbank_schema: await read('sandbank_schema'),
    sandbank_banks: await read('sandbank_banks', "WHERE bank = 'default'"),
    sandbank_starts: await read('sandbank_starts', `WHERE start IN (${sets})`),
    sandbank_rows: await read(
      'sandbank_rows',
      `WHERE bank = 'default' OR bank IN (SELECT 'start:' || start FROM (${sets}) used)`,
    ),
  };
  const schema = 'CREATE TABLE sandbank_schema (name text PRIMARY KEY, version integer NOT NULL)';
  return { made: [schema, ...STEPS.flat()], rows };
}

export async function restoreInto(bank: TestBank, snapshot: object): Promise<void> {
  answered(await bank.control('PUT', '/_sandbox/snapshots/rich', snapshot), 201);
  answered(await bank.control('POST', '/_sandbox/snapshots/rich/restore'), 200);
}

/** The address of a database with the rows of that format. */
export async function databaseOf(server: PostgresServer, format: number): Promise<string> {
  const { made, rows } = recorded<DatabaseRows>(format, 'database.json');
  const url = await server.freshUrl();
  for (const statement of made) await inDatabase(url, statement);
  for (const [table, of] of Object.entries(rows)) {
    const insert = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`;
    await inDatabase(url, insert, [JSON.stringify(of)]);
  }
  return url;
}
