// The bank's calendar against a library that is kept for many countries. It is 45 MB, too much to ship,
// and therefore only asked here.
import { expect, test } from '@jest/globals';
import Holidays from 'date-holidays';
import { isClosedDay, isPublicHoliday } from '../../../server/bank/payments/dates/schedule.ts';
import { addDays } from '../../../server/kernel/dates.ts';
import { sampleOf } from '../../support/corpus.ts';

const almanac = new Holidays('NO', { languages: 'en', timezone: 'Europe/Oslo' });

const publicHolidays = (year: number): readonly string[] => [
  ...new Set(
    almanac
      .getHolidays(year)
      .filter(({ type }) => type === 'public')
      .map(({ date }) => date.slice(0, 10)),
  ),
];

const ours = (year: number): readonly string[] =>
  Array.from({ length: 366 }, (_, day) => addDays(`${year}-01-01`, day)).filter(
    (date) => date.startsWith(String(year)) && isPublicHoliday(date),
  );

const years = Array.from({ length: 30 }, (_, i) => 2020 + i);
test.each([2000, 2008, 2011, ...sampleOf(years), 2076])(
  'PAY-13: closed days: the public holidays of %i',
  (year) => {
    expect(ours(year)).toEqual([...publicHolidays(year)].sort());
  },
);

test.each([
  ['2026-03-14', true, 'Saturday'],
  ['2026-03-15', true, 'Sunday'],
  ['2026-03-16', false, 'Monday'],
  ['2026-05-01', true, 'a public holiday'],
  ['2026-12-24', false, 'Christmas Eve'],
  ['2026-12-31', false, "New Year's Eve"],
  ['2026-04-01', false, 'the day before Maundy Thursday'],
])('PAY-13: closed days: %s closed: %s (%s)', (date, closed) => {
  expect(isClosedDay(date)).toBe(closed);
});

// Known dates of Easter Sunday: the earliest and latest there are, and years at the edges of the calculation.
test.each([
  ...['1598-03-22', '1666-04-25', '1693-03-22', '1734-04-25', '1761-03-22', '1818-03-22'],
  ...['1886-04-25', '1943-04-25', '1954-04-18', '1981-04-19', '2038-04-25', '2049-04-18'],
  ...['2076-04-19', '2200-04-06', '2190-04-25', '2285-03-22', '2299-04-16', '2353-03-22'],
])('PAY-13: closed days: around Easter Sunday, %s', (easter) => {
  const closed = Array.from({ length: 71 }, (_, i) => i - 10).filter((days) => {
    const date = addDays(easter, days);
    return isPublicHoliday(date) && !/-(?:05-01|05-17)$/.test(date);
  });
  expect(closed).toEqual([-3, -2, 0, 1, 39, 49, 50]);
});
