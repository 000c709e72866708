import { describe, expect, test } from '@jest/globals';
import { isClosedDay, isPublicHoliday } from '../../../server/bank/payments/dates/closed-days.ts';
import { addDays } from '../../../server/kernel/dates.ts';

describe('PAY-13: closed days', () => {
  test('PAY-13: the public holidays of 2026 are these and no others', () => {
    const year = Array.from({ length: 365 }, (_, day) => addDays('2026-01-01', day));
    const days = '01-01 04-02 04-03 04-05 04-06 05-01 05-14 05-17 05-24 05-25 12-25 12-26';
    expect(year.filter(isPublicHoliday)).toEqual(days.split(' ').map((day) => `2026-${day}`));
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
