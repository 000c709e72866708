import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dateAt, instantAt } from '../../../server/kernel/dates.ts';

describe('dateAt', () => {
  test('is what the calendar in Oslo shows, from 1970 to 2100, also around midnight', () => {
    const oslo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' });
    const anyTime = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });
    // Minutes from 21:30 to 23:29 UTC, in which the date changes in Oslo, winter or summer.
    const nearMidnight = fc
      .tuple(fc.integer({ min: 0, max: 47_000 }), fc.integer({ min: 0, max: 119 }))
      .map(([day, minute]) => day * 86_400_000 + (21 * 60 + 30 + minute) * 60_000);
    fc.assert(
      fc.property(fc.oneof(anyTime, nearMidnight), (instant) => {
        expect(dateAt(instant)).toBe(oslo.format(instant));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(['1970-01-01', '2020-08-01', '2024-11-13', '2026-03-29', '2026-10-25'])(
    '%s begins at midnight in Oslo',
    (date) => {
      const midnight = instantAt(date);
      expect(dateAt(midnight)).toBe(date);
      expect(dateAt(midnight - 1) < date).toBe(true);
    },
  );
});
