// What real programs sent (tests/corpus) against the checks and the explainer: everything is refused, and
// named rightly, but for a few that the test lists. `node scripts/replay-corpus.mjs` prints every miss.
import { describe, expect, test } from '@jest/globals';
import { MISTAKE_NAMES } from '../../../server/insight/explain/mistake-names.ts';
import { RULES } from '../../../server/protocol/rules.ts';
import { sampleOf } from '../../support/corpus.ts';
import { readIdentities, readRows } from './read-rows.ts';
import { replay } from './replay.ts';
import type { Row } from './row.ts';

const files = readRows();
const rows = [...files.values()].flat();
const identities = await readIdentities();
const others = await readIdentities();

/** A signature that happens to have no slash or plus cannot be written wrongly: other keys make another one. */
function replayed(row: Row) {
  const first = replay(row, identities);
  return first.outcome === 'accepted' ? replay(row, others) : first;
}

/** What the explainer does not find. */
const NOT_NAMED = [
  // Two that are rare together.
  'second-node-pairs/entries-all',
  // A nested object as a form, which leaves most of it out.
  'second-python/form-data',
  // Compressed by the zlib that those programs have, which is another than Node's.
  ...['todays/gzip-php', 'todays/gzip-python', 'todays/gzip-java', 'todays/deflate-python'],
];

describe.each([...files])('SIG-15: the requests of %s', (_file, its) => {
  const all = sampleOf(its, ({ id }) => id).map(replayed);
  const ids = (outcome: string) =>
    all.filter((one) => one.outcome === outcome).map(({ row }) => row.id);

  test('SIG-15: are all refused', () => {
    expect(ids('accepted')).toEqual([]);
  });

  test('SIG-15: are all named rightly', () => {
    const missed = all.filter(
      ({ row, outcome }) => outcome !== 'named rightly' && !NOT_NAMED.includes(row.id),
    );
    expect(missed.map(({ row, outcome, got }) => [outcome, row.id, got])).toEqual([]);
  });
});

test('SIG-15: what is not found is listed, and nothing else is', () => {
  const listed = rows.filter(({ id }) => NOT_NAMED.includes(id));
  const outcomes = listed.map((row) => replayed(row).outcome);
  expect(
    outcomes.filter((outcome) => outcome.startsWith('not') || outcome.endsWith('partly')),
  ).toHaveLength(NOT_NAMED.length);
});

test('SIG-15: each row has an id of its own, and expects what there is', () => {
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const known: ReadonlySet<string> = new Set([...MISTAKE_NAMES, ...RULES.map(({ id }) => id)]);
  const names = rows.flatMap(({ expects }) =>
    expects.flatMap((one) => one.replace('? ', '').split(' | ')),
  );
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  const silent = rows.filter(({ expects, cause }) => expects.length === 0 && cause === undefined);
  expect(silent).toEqual([]);
});
