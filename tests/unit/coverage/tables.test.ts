// The badge of each share is what is written in tests/fixtures/tables/badges.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import { badgeOf } from '../../../server/insight/coverage/badge.ts';
import { expectRecorded } from '../../support/recorded.ts';

test('CTRL-08: badges: are what the bank says now', () => {
  const shares = [
    0, 0.1, 9.9, 24.9, 25, 49.9, 50, 59.9, 60, 74.9, 75, 79.9, 80, 89.9, 90, 99.9, 100,
  ];
  // The colour, and what depends on the width.
  const marks = /#[0-9a-f]{6}(?="\/><g)|width="\d+"|x="[\d.]+"|textLength="\d+"|<title>[^<]*/g;
  expectRecorded(
    'tables/badges.txt',
    shares.map((share) => `${share} ${badgeOf(share).match(marks)?.join(' ')}`),
  );
});
