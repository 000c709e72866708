// What real programs sent (tests/corpus) against the checks and the explainer: everything is refused, and as
// much is named as ever was. `node scripts/replay-corpus.mjs` prints every miss.
import { describe, expect, test } from '@jest/globals';
import { MISTAKE_NAMES } from '../../../server/insight/explain/mistake-names.ts';
import { RULES } from '../../../server/protocol/rules.ts';
import { readIdentities, readRows } from './read-rows.ts';
import { replay } from './replay.ts';

/** How many rows of each file are named rightly; raise it with the explainer. */
const NAMED: Readonly<Record<string, number>> = {
  bruno: 5,
  dotnet: 20,
  go: 15,
  java: 32,
  newman: 16,
  'node-clients': 27,
  'node-http': 35,
  'node-libraries': 24,
  'node-pairs': 20,
  perl: 19,
  php: 23,
  proxies: 17,
  'python-jws': 1,
  'python-others': 8,
  'python-requests': 26,
  ruby: 20,
  shell: 38,
};

const files = readRows();
const rows = [...files.values()].flat();
const identities = await readIdentities();

describe.each([...files])('SIG-15: the requests of %s', (file, its) => {
  const replayed = its.map((row) => replay(row, identities));
  const ids = (outcome: string) =>
    replayed.filter((one) => one.outcome === outcome).map(({ row }) => row.id);

  test('SIG-15: are all refused', () => {
    expect(ids('accepted')).toEqual([]);
  });

  test('SIG-15: are named as well as ever', () => {
    expect(ids('named rightly').length).toBeGreaterThanOrEqual(NAMED[file] ?? its.length);
  });
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
