// What has become of a commit whose answer was lost (DUR-08).
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { ClosedStoreError, type Outcome } from '../errors.ts';
import {
  type BankChange,
  COMMIT_LENGTH,
  FIRST,
  REMEMBERED,
  remembering,
} from './bank-statements.ts';
import type { Database, Query } from './database.ts';

export type SentCommit = Pick<BankChange, 'version' | 'commit'>;

/** Milliseconds */
const LOOK_EVERY = 250;

/** Looks until the database answers, for a while. */
export async function findCommit(
  { query, patience }: Pick<Database, 'query' | 'patience'>,
  bank: string,
  sent: SentCommit,
): Promise<Outcome> {
  const late = AbortSignal.timeout(patience);
  const looked = async (): Promise<Outcome> => {
    while (!late.aborted) {
      const outcome = await outcomeOf(query, bank, sent).catch((error: unknown) =>
        error instanceof ClosedStoreError ? 'not known' : undefined,
      );
      if (outcome !== undefined) return outcome;
      await pause(LOOK_EVERY);
    }
    return 'not known';
  };
  return Promise.race([looked(), once(late, 'abort').then((): Outcome => 'not known')]);
}

/** The mark of a commit that changes nothing. */
const EMPTY = '.'.repeat(COMMIT_LENGTH);
const MOVE_ON = `
  UPDATE sandbank_banks SET version = version + 1, commits = ${remembering(`'${EMPTY}'`)}
  WHERE bank = $1 AND version = $2 RETURNING version`;
const BEGIN_EMPTY = `
  INSERT INTO sandbank_banks (bank, version, began, known_from, start, wake_at, commits)
  SELECT $1, first.version, first.version, first.version, NULL, NULL, '${EMPTY}'
  FROM ${FIRST} WHERE $2::bigint = 0 ON CONFLICT (bank) DO NOTHING RETURNING version`;
const COMMITS = 'SELECT version, commits FROM sandbank_banks WHERE bank = $1';

/**
 * It may still be on its way: so the bank is moved on from the version that it would change. If that is possible, it
 * is not done, and will not be.
 */
async function outcomeOf(
  query: Query,
  bank: string,
  { version, commit }: SentCommit,
): Promise<Outcome> {
  const [moved] = await query(version === 0 ? BEGIN_EMPTY : MOVE_ON, [bank, version]);
  if (moved !== undefined) return 'not done';
  const [now] = await query<{ version: string; commits: string }>(COMMITS, [bank]);
  if (now === undefined) return 'not known';
  for (let at = 0; at < now.commits.length; at += COMMIT_LENGTH) {
    if (now.commits.startsWith(commit, at)) return 'done';
  }
  const kept = now.commits.length / COMMIT_LENGTH;
  // A bank that was dropped since and has begun anew does not know what was done before. Of the first commit of a bank
  // that was dropped since there is no trace at all: it is done again, in the new bank.
  const hasAll = version === 0 ? kept < REMEMBERED : Number(now.version) - version <= kept;
  return hasAll ? 'not done' : 'not known';
}
