// Relative dates of seeds (CTRL-11).
import { expect, test } from '@jest/globals';
import { dateIn } from '../../../server/kernel/dates.ts';

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
])('CTRL-11: %s is %s', (text, date) => {
  expect(dateIn(text, TODAY)).toBe(date);
});

test.each([
  '',
  'Today',
  'today-',
  'today-3',
  'today 3d',
  'today-3h',
  '2026-02-30',
  'today-99y',
  'today+9999y',
  'today-12345d',
])('CTRL-11: %p is no date', (text) => {
  expect(dateIn(text, TODAY)).toBeUndefined();
});
