// What a bank says of a commit whose answer was lost (DUR-08).
import { expect, test } from '@jest/globals';
import { ClosedStoreError } from '../../../server/storage/errors.ts';
import { REMEMBERED } from '../../../server/storage/postgres/bank-statements.ts';
import type { Query } from '../../../server/storage/postgres/database.ts';
import { findCommit } from '../../../server/storage/postgres/lost-commit.ts';

const OWN = 'own-mark';
const marks = (count: number, own = -1): string =>
  Array.from({ length: count }, (_, at) => (at === own ? OWN : `other${100 + at}`)).join('');

interface Row {
  readonly version: number;
  readonly commits: string;
}

/** What becomes known of a commit on that version, where the bank cannot be moved on from it any more. */
function outcomeOn(version: number, row: Row | undefined) {
  const rows = row === undefined ? [] : [{ ...row, version: String(row.version) }];
  const query = (async (text: string) => (text.startsWith('SELECT') ? rows : [])) as Query;
  return findCommit({ query, patience: 10_000 }, 'acme', { version, commit: OWN });
}

test.each<[string, number, Row | undefined, string]>([
  ['the newest', 5, { version: 6, commits: marks(6, 0) }, 'done'],
  ['the oldest that is remembered', 5, { version: 69, commits: marks(REMEMBERED, 63) }, 'done'],
  ['not among all since', 5, { version: 69, commits: marks(REMEMBERED) }, 'not done'],
  ['perhaps forgotten', 5, { version: 70, commits: marks(REMEMBERED) }, 'not known'],
  ['in a bank that began again', 5, { version: 7, commits: marks(1) }, 'not known'],
  ['in a bank that began again twice', 5, { version: 7, commits: marks(2) }, 'not done'],
  ['the first, of a young bank', 0, { version: 63, commits: marks(63) }, 'not done'],
  ['the first, of one that may forget', 0, { version: 64, commits: marks(64) }, 'not known'],
  ['in a bank that is gone', 5, undefined, 'not known'],
  // Only where a mark begins.
  ['across two others', 5, { version: 7, commits: `abcd${OWN}efgh` }, 'not done'],
])('DUR-08: a commit whose answer was lost: %s', async (_, version, row, outcome) => {
  expect(await outcomeOn(version, row)).toBe(outcome);
});

test('DUR-08: a commit whose answer was lost: a store that closes does not look again', async () => {
  let asked = 0;
  const query: Query = async () => {
    asked++;
    throw new ClosedStoreError();
  };
  const patience = 600;
  const outcome = await findCommit({ query, patience }, 'acme', { version: 1, commit: OWN });
  expect([outcome, asked]).toEqual(['not known', 1]);
});
