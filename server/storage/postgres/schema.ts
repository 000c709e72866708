// The tables in the database. They are made, and brought up to date, when a store opens. Any number of processes
// may do so at once: every statement can be repeated, and none depends on a lock.
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, StoreWriteError } from '../errors.ts';
import type { Database } from './database.ts';

/**
 * By version. A step is done statement by statement, and may be done again by another process at the same time.
 * What a step does must leave the processes of the version before it working.
 */
export const STEPS: readonly (readonly string[])[] = [
  [
    // `version` grows with every commit. Rows of a version before `began` are gone: the bank restarted. Who knows
    // the bank as it was before `known_from` reads it whole. `wake_at` in ms: 0 is not known, NULL is never.
    `CREATE TABLE IF NOT EXISTS sandbank_banks (
      bank text PRIMARY KEY,
      version bigint NOT NULL,
      began bigint NOT NULL,
      known_from bigint NOT NULL,
      start text,
      wake_at bigint
    )`,
    'CREATE INDEX IF NOT EXISTS sandbank_wakes ON sandbank_banks (wake_at)',
    // `version` is that of the commit that wrote the row; `content` is its JSON. A removed row has '', or NULL
    // where it hides a row of the starting set.
    `CREATE TABLE IF NOT EXISTS sandbank_rows (
      bank text NOT NULL,
      of_table text NOT NULL,
      id text NOT NULL,
      version bigint NOT NULL,
      content text,
      PRIMARY KEY (bank, of_table, id)
    )`,
    'CREATE INDEX IF NOT EXISTS sandbank_changes ON sandbank_rows (bank, version)',
    // Sets of rows that banks have in common; `start` is the hash of the set and stands for a bank in the table
    // of rows. One with a `root` has only what differs from that one.
    `CREATE TABLE IF NOT EXISTS sandbank_starts (
      start text PRIMARY KEY,
      root text,
      used_at timestamptz NOT NULL
    )`,
  ],
  // The commits that a bank was last moved by, so that one whose answer was lost can be found (bank-statements.ts).
  [`ALTER TABLE sandbank_banks ADD COLUMN IF NOT EXISTS commits text NOT NULL DEFAULT ''`],
  // What banks did by themselves, written with the commit that did it. Before, it was in their logs, a commit later.
  [
    `CREATE TABLE IF NOT EXISTS sandbank_events (
      bank text NOT NULL,
      number bigint NOT NULL,
      event text NOT NULL,
      PRIMARY KEY (bank, number)
    )`,
    `WITH gone AS (
      DELETE FROM sandbank_rows WHERE of_table = 'logEntries' AND id LIKE 'events:%' RETURNING *
    )
    INSERT INTO sandbank_events (bank, number, event)
    SELECT split_part(bank, '@', 1), CAST(split_part(id, ':', 2) AS bigint), content::json ->> 'entry'
    FROM gone WHERE content <> '' ON CONFLICT DO NOTHING`,
  ],
];

const VERSIONS = `CREATE TABLE IF NOT EXISTS sandbank_schema (
  name text PRIMARY KEY,
  version integer NOT NULL
)`;
const READ = `SELECT version FROM sandbank_schema WHERE name = 'rows'`;
const WRITE = `INSERT INTO sandbank_schema (name, version) VALUES ('rows', $1)
  ON CONFLICT (name) DO UPDATE SET version = greatest(sandbank_schema.version, excluded.version)`;

/** Two processes that make a table at the same moment get in each other's way once or twice. */
const ATTEMPTS = 10;
const PAUSE = 50;

/** @throws StoreWriteError when the database cannot be used, or a newer program has changed its tables */
export async function prepareSchema(database: Database): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await bringUpToDate(database);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !mayBeRepeated(error)) throw error;
      await pause(PAUSE * attempt);
    }
  }
}

async function bringUpToDate(database: Database): Promise<void> {
  await database.query(VERSIONS);
  const [row] = await database.query<{ version: number }>(READ);
  const found = row?.version ?? 0;
  if (found > STEPS.length) {
    const text = `The database has tables of version ${found}, and this program knows ${STEPS.length}: start the newer program.`;
    throw new StoreWriteError(text, 'not done');
  }
  for (const step of STEPS.slice(found)) {
    for (const statement of step) await database.query(statement);
  }
  if (found < STEPS.length) await database.query(WRITE, [STEPS.length]);
}

/** What a process meets when another one makes the same table: it is there, or half there. */
const MADE_MEANWHILE = ['23505', '42P07', '42710', 'XX000'];

const mayBeRepeated = (error: unknown): boolean =>
  MADE_MEANWHILE.includes(String(codeOf((error as Partial<Error>).cause)));
