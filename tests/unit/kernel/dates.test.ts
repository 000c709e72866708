import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  addDays,
  addMonths,
  dateAt,
  dateIn,
  dateTimeText,
  daysBetween,
  durationMillis,
  instantAt,
  isPlainDate,
  weekday,
} from '../../../server/kernel/dates.ts';
import { runs } from '../../support/corpus.ts';

test('dateAt: is what the calendar in Oslo shows, from 1970 to 2100, also around midnight', () => {
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
    runs(2_000),
  );
});

test.each(['1970-01-01', '2020-08-01', '2024-11-13', '2026-03-29', '2026-10-25'])(
  'dateAt: %s begins at midnight in Oslo',
  (date) => {
    const midnight = instantAt(date);
    expect(dateAt(midnight)).toBe(date);
    expect(dateAt(midnight - 1) < date).toBe(true);
  },
);

const OSLO = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Oslo',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const anyInstant = fc.oneof(
  fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }),
  // The hours around which clocks change: 01:00 UTC on a Sunday.
  fc
    .tuple(fc.integer({ min: 0, max: 6_700 }), fc.integer({ min: -7_200, max: 7_200 }))
    .map(([week, second]) => Date.UTC(1970, 0, 4, 1) + week * 7 * 86_400_000 + second * 1_000)
    .filter((instant) => instant < Date.UTC(2100, 0, 1)),
);

test('dateTimeText is what clocks in Oslo show, with the offset that leads back to the instant', () => {
  fc.assert(
    fc.property(anyInstant, (instant) => {
      const text = dateTimeText(instant);
      expect(text.slice(0, 19).replace('T', ' ')).toBe(OSLO.format(instant));
      expect(Date.parse(text)).toBe(Math.floor(instant / 1_000) * 1_000);
    }),
    runs(2_000),
  );
});

test.each([
  ['2026-03-29', '01:59', '2026-03-29T01:59:00+01:00'],
  ['2026-03-29', '02:30', '2026-03-29T03:30:00+02:00'],
  ['2026-10-25', '02:30', '2026-10-25T02:30:00+02:00'],
  ['2026-10-25', '03:00', '2026-10-25T03:00:00+01:00'],
])(
  'instantAt takes a skipped hour forward, and the first of one that comes twice: %s %s',
  (...row) => {
    const [date, time, shown] = row;
    expect(dateTimeText(instantAt(date, time))).toBe(shown);
  },
);

test('days are counted as the calendar does, weekdays too', () => {
  const days = fc.integer({ min: -40_000, max: 40_000 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 47_000 }), days, (from, by) => {
      const date = addDays('1970-01-01', from);
      const other = addDays(date, by);
      expect([isPlainDate(date), daysBetween(date, other)]).toEqual([true, by]);
      expect(weekday(other)).toBe(((((from + by + 3) % 7) + 7) % 7) + 1);
    }),
    runs(1_000),
  );
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-03-31', -25, '2024-02-29'],
])('addMonths keeps the day, or takes the last of the month: %s %i', (date, months, expected) => {
  expect(addMonths(date, months)).toBe(expected);
});

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-01', '2026-01-32', ' 2026-01-01', ''])(
  '%p is no date',
  (text) => {
    expect(isPlainDate(text)).toBe(false);
  },
);

test.each([
  ['PT0S', 0],
  ['P1W2D', 9 * 86_400_000],
  ['pt1h30m', 5_400_000],
  ['PT0.5H', 1_800_000],
  ['PT1,25M', 75_000],
  ['PT0.05S', 50],
  ['+P0Y0M1D', 86_400_000],
  ['-PT0S', 0],
])('%s lasts %i ms', (text, millis) => {
  expect(durationMillis(text)).toBe(millis);
});

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  'P1M',
  'P1Y',
  '-PT1S',
  'PT1.5H1M',
  'PT.5S',
  '1D',
  'P99999999999D',
  'P1D ',
])('%p is no duration that a clock can be moved by', (text) => {
  expect(durationMillis(text)).toBeUndefined();
});

const TODAY = '2026-03-31';

test.each([
  ['2026-11-21', '2026-11-21'],
  ['today', '2026-03-31'],
  ['today-3d', '2026-03-28'],
  ['today+1d', '2026-04-01'],
  ['today-2w', '2026-03-17'],
  // The last day of a shorter month.
  ['today-1m', '2026-02-28'],
  ['today+1y', '2027-03-31'],
])('CTRL-11: the relative date %s is %s', (text, date) => {
  expect(dateIn(text, TODAY)).toBe(date);
});

test.each([
  '',
  'Today',
  'not today',
  'today-',
  'today-3',
  'today 3d',
  'today-3h',
  '2026-02-30',
  'today-99y',
  'today+9999y',
  'today-12345d',
])('CTRL-11: %p is no relative date', (text) => {
  expect(dateIn(text, TODAY)).toBeUndefined();
});
