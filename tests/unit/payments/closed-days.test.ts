import { describe, expect, test } from '@jest/globals';
import {
  easterSunday,
  isClosedDay,
  isPublicHoliday,
} from '../../../server/bank/payments/dates/closed-days.ts';
import { addDays } from '../../../server/kernel/dates.ts';

describe('PAY-13: closed days', () => {
  test.each([
    [1961, '1961-04-02'],
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2011, '2011-04-24'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [2049, '2049-04-18'],
    [2076, '2076-04-19'],
  ])('PAY-13: Easter Sunday of %i is %s', (year, date) => {
    expect(easterSunday(year)).toBe(date);
  });

  test('PAY-13: the public holidays of 2026 are these and no others', () => {
    const year = Array.from({ length: 365 }, (_, day) => addDays('2026-01-01', day));
    expect(year.filter(isPublicHoliday)).toEqual([
      '2026-01-01',
      '2026-04-02',
      '2026-04-03',
      '2026-04-05',
      '2026-04-06',
      '2026-05-01',
      '2026-05-14',
      '2026-05-17',
      '2026-05-24',
      '2026-05-25',
      '2026-12-25',
      '2026-12-26',
    ]);
  });

  test.each([
    ['2026-03-14', true, 'Saturday'],
    ['2026-03-15', true, 'Sunday'],
    ['2026-03-16', false, 'Monday'],
    ['2026-05-01', true, 'a public holiday'],
    ['2026-12-24', false, 'Christmas Eve'],
    ['2026-12-31', false, "New Year's Eve"],
    ['2026-04-01', false, 'the day before Maundy Thursday'],
  ])('PAY-13: %s closed: %s (%s)', (date, closed) => {
    expect(isClosedDay(date)).toBe(closed);
  });
});
