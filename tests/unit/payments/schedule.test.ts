import { expect, test } from '@jest/globals';
import {
  nextRun,
  nextRunFrom,
  type Run,
  runsFrom,
  type Schedule,
} from '../../../server/bank/payments/dates/schedule.ts';

/** The first runs, from nothing but `nextRun`. */
function runs(schedule: Schedule, count: number): readonly Run[] {
  const found: Run[] = [];
  while (found.length < count) {
    const run = nextRun(schedule, found.at(-1)?.nominal);
    if (run === undefined) break;
    found.push(run);
  }
  return found;
}

const nominals = (schedule: Schedule, count: number) =>
  runs(schedule, count).map((run) => run.nominal);

const dates = (schedule: Schedule, count: number) => runs(schedule, count).map((run) => run.date);

test.each<readonly [Schedule['frequency'], ...string[]]>([
  ['Daily', '2026-03-30', '2026-03-31', '2026-04-01'],
  ['Weekly', '2026-02-27', '2026-03-06', '2026-03-13'],
  ['EveryTwoWeeks', '2026-12-24', '2027-01-07'],
  ['Monthly', '2026-11-15', '2026-12-15', '2027-01-15'],
  ['EveryTwoMonths', '2026-11-15', '2027-01-15'],
  ['Quarterly', '2026-11-15', '2027-02-15'],
  ['SemiAnnual', '2026-07-31', '2027-01-31', '2027-07-31'],
  ['Annual', '2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
])('PAY-12: nominal dates: %s from %s', (frequency, ...expected) => {
  const [startDate = ''] = expected;
  expect(nominals({ frequency, startDate }, expected.length)).toEqual(expected);
});

test('PAY-12: a short month has its last day, and the day comes back after it', () => {
  const schedule: Schedule = { frequency: 'Monthly', startDate: '2026-01-31' };
  expect(nominals(schedule, 4)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
});

test.each<readonly [string, number, string]>([
  ['2026-03-10', 10, '2026-03-10'],
  ['2026-03-10', 11, '2026-03-11'],
  ['2026-03-10', 9, '2026-04-09'],
  ['2026-01-31', 30, '2026-02-28'],
  ['2026-02-28', 31, '2026-02-28'],
  ['2026-12-31', 5, '2027-01-05'],
])('PAY-12: from %s with dayOfExecution %i the first date is %s', (startDate, day, first) => {
  const schedule: Schedule = { frequency: 'Monthly', startDate, dayOfExecution: day };
  expect(nominals(schedule, 1)).toEqual([first]);
});

test('PAY-12: with Weekly, dayOfExecution sets the first date and weeks count from there', () => {
  const schedule: Schedule = { frequency: 'Weekly', startDate: '2026-03-10', dayOfExecution: 12 };
  expect(nominals(schedule, 2)).toEqual(['2026-03-12', '2026-03-19']);
});

test('PAY-12: MonthlyVariable runs in its months only, in calendar order', () => {
  const schedule: Schedule = {
    frequency: 'MonthlyVariable',
    startDate: '2026-03-10',
    dayOfExecution: 31,
    monthsOfExecution: [12, 2, 6],
  };
  expect(nominals(schedule, 4)).toEqual(['2026-06-30', '2026-12-31', '2027-02-28', '2027-06-30']);
});

test('PAY-12: endDate itself still runs, nothing after it does', () => {
  const schedule: Schedule = {
    frequency: 'Monthly',
    startDate: '2026-03-10',
    endDate: '2026-05-10',
  };
  expect(nominals(schedule, 9)).toEqual(['2026-03-10', '2026-04-10', '2026-05-10']);
  expect(nominals({ ...schedule, endDate: '2026-05-09' }, 9)).toHaveLength(2);
});

const monthly = { frequency: 'Monthly', startDate: '2026-03-15' } as const;

test('PAY-13: following is the default: Sunday runs on Monday', () => {
  expect(dates(monthly, 2)).toEqual(['2026-03-16', '2026-04-15']);
  expect(dates({ ...monthly, executionRule: 'following' }, 1)).toEqual(['2026-03-16']);
});

test('PAY-13: preceeding goes back, over holidays too', () => {
  // 2026-04-06 is Easter Monday; the last open day before it is Wednesday.
  const schedule: Schedule = {
    frequency: 'Monthly',
    startDate: '2026-03-06',
    executionRule: 'preceeding',
  };
  expect(dates(schedule, 2)).toEqual(['2026-03-06', '2026-04-01']);
});

test('PAY-13: preceeding never goes before startDate; then it follows', () => {
  expect(dates({ ...monthly, executionRule: 'preceeding' }, 1)).toEqual(['2026-03-16']);
  const two = { ...monthly, startDate: '2026-03-13', dayOfExecution: 15 };
  expect(dates({ ...two, executionRule: 'preceeding' }, 1)).toEqual(['2026-03-13']);
});

test('PAY-13: a nominal date up to endDate still runs when moved past it', () => {
  expect(dates({ ...monthly, endDate: '2026-03-15' }, 9)).toEqual(['2026-03-16']);
});

test('PAY-13: Daily skips closed days instead of moving', () => {
  const schedule: Schedule = {
    frequency: 'Daily',
    startDate: '2026-04-01',
    endDate: '2026-04-08',
  };
  expect(dates(schedule, 9)).toEqual(['2026-04-01', '2026-04-07', '2026-04-08']);
});

test('PAY-13: off closed days: runs before an approval are missed', () => {
  const schedule: Schedule = { frequency: 'Weekly', startDate: '2026-03-10' };
  expect(nextRunFrom(schedule, '2026-03-18')?.date).toBe('2026-03-24');
  expect(nextRunFrom(schedule, '2026-03-24')?.date).toBe('2026-03-24');
  expect(nextRunFrom({ ...schedule, endDate: '2026-03-17' }, '2026-03-18')).toBeUndefined();
});

test('PAY-13: upcoming runs begin with the given one', () => {
  const found = runsFrom(monthly, '2026-04-15', 3);
  expect(found.map((run) => run.date)).toEqual(['2026-04-15', '2026-05-15', '2026-06-15']);
});

test('PAY-12: of months that are not named there is none', () => {
  const schedule: Schedule = { frequency: 'MonthlyVariable', startDate: '2026-03-10' };
  expect(nextRun(schedule)).toBeUndefined();
  expect(nextRun({ ...schedule, monthsOfExecution: [] })).toBeUndefined();
  expect(nextRun({ ...schedule, monthsOfExecution: [2] })?.nominal).toBe('2027-02-10');
});
