// The figures of a process as text, as they are written in tests/fixtures/tables/metrics.txt. `npm run examples` records
// them again.
import { test } from '@jest/globals';
import { familiesOf } from '../../../server/insight/metrics/families.ts';
import { BOUNDS, Meters } from '../../../server/insight/metrics/meters.ts';
import { expectRecorded } from '../../support/recorded.ts';

const figures = { banks: 3, loopDelay: { '0.5': 0, '0.99': 0.25 }, cpu: 1.5, memory: 4096 };
const store = {
  ...{ banksInMemory: 2, queued: 5, journalBytes: 7, waitingCommits: 11 },
  ...{ folds: 13, failedFolds: 17 },
};

test('CTRL-09: figures: are what the bank says now', () => {
  const meters = new Meters();
  const lines = [familiesOf(meters, { ...figures, banks: undefined, store: {}, loopDelay: {} })];
  // On each bound, just above it, and beyond the last.
  for (const bound of [0, ...BOUNDS, 1e9]) {
    for (const millis of [bound, bound + 0.125]) meters.v1.answered('getAccounts', 200, millis);
    meters.verification.add(bound * 2);
  }
  meters.v1.answered('getAccounts', 401, 3);
  meters.v1.answered(undefined, 404);
  meters.control.answered('a"b\\c\nd', 500, 1);
  meters.control.answered('a"b\\c\nd', 500, 1);
  meters.transaction.add(1);
  meters.faultsFired = 4;
  lines.push(familiesOf(meters, { ...figures, store }));
  expectRecorded('tables/metrics.txt', lines.join('\n').split('\n'));
});
