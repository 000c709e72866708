// When periodic payments run, against tables made by hand from the Norwegian calendar (PAY-13). Two years of
// them are in products-calendar.test.ts.
import { describe, expect, test } from '@jest/globals';
import { type Body, linesOf, openScene, PERIODIC, type Scene } from '../support/payment-scene.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();

type Row = readonly [what: string, schedule: Body, dates: readonly string[]];

/** `2026`, `03-30 03-31` → the two dates. */
const days = (year: number, text: string): readonly string[] =>
  text.split(' ').map((day) => `${year}-${day}`);

/** At 06:00 in Oslo of that date; summer time lasts from late March to late October. */
const dueAt = (date: string): string => {
  const day = date.slice(5);
  return `${date}T0${day >= '03-29' && day < '10-25' ? 4 : 5}:00:00.000Z`;
};

async function expectRuns(scene: Scene, schedule: Body, dates: readonly string[]): Promise<void> {
  const made = await scene.pay(PERIODIC, scene.periodic(schedule));
  await scene.approve(made);
  const before = (await scene.get(made)).body;
  expect(before.transactionStatus).toBe('ACTC');
  expect(before.executions).toEqual([]);
  expect(before.nextExecutions).toEqual(dates.slice(0, 5));
  const events = await scene.advance('P100D');
  const due = events.filter(({ type }) => type === 'paymentDue');
  expect(due.map(({ at }) => at)).toEqual(dates.map(dueAt));
  const after = (await scene.get(made)).body;
  const lines = await linesOf(scene.tpp, scene.nok);
  expect(lines.map((line) => line.bookingDate)).toEqual([...dates].reverse());
  expect(after.executions).toEqual(
    dates.map((date, i) => ({
      date,
      status: 'ACSC',
      transactionId: lines[dates.length - 1 - i]?.transactionId,
    })),
  );
  expect(after.nextExecutions).toEqual([]);
  expect(after.transactionStatus).toBe('ACSC');
}

// 2026: Maundy Thursday 2 April, Good Friday 3, Easter 5, Easter Monday 6; 1 May a Friday; Ascension
// 14 May; 17 May a Sunday; Whit Monday 25 May.
const SPRING: readonly Row[] = [
  [
    'Daily skips closed days',
    { frequency: 'Daily', startDate: '2026-03-30', endDate: '2026-04-10' },
    days(2026, '03-30 03-31 04-01 04-07 04-08 04-09 04-10'),
  ],
  [
    'Thursdays, following by default',
    { frequency: 'Weekly', startDate: '2026-03-26', endDate: '2026-05-28' },
    days(2026, '03-26 04-07 04-09 04-16 04-23 04-30 05-07 05-15 05-21 05-28'),
  ],
  [
    'Thursdays, preceeding',
    {
      frequency: 'Weekly',
      startDate: '2026-03-26',
      endDate: '2026-05-28',
      executionRule: 'preceeding',
    },
    days(2026, '03-26 04-01 04-09 04-16 04-23 04-30 05-07 05-13 05-21 05-28'),
  ],
  [
    'the 17th: in May moved past endDate',
    { startDate: '2026-03-17', endDate: '2026-05-17', dayOfExecution: '17' },
    days(2026, '03-17 04-17 05-18'),
  ],
  [
    'the 31st: the last day of a short month, a Sunday into June',
    { startDate: '2026-03-17', endDate: '2026-05-31', dayOfExecution: '31' },
    days(2026, '03-31 04-30 06-01'),
  ],
  [
    'the 5th in April and May only',
    {
      frequency: 'MonthlyVariable',
      monthsOfExecution: [5, 4],
      startDate: '2026-03-17',
      endDate: '2026-06-05',
      dayOfExecution: '05',
    },
    days(2026, '04-07 05-05'),
  ],
  [
    'preceeding, never before startDate: then following',
    { startDate: '2026-04-03', endDate: '2026-04-03', executionRule: 'preceeding' },
    days(2026, '04-07'),
  ],
];

// Christmas Day 2026 is a Friday, New Year's Day 2027 too; 24 and 31 December are open.
const CHRISTMAS: readonly Row[] = [
  [
    'the 25th and the 1st, following',
    { frequency: 'Weekly', startDate: '2026-12-18', endDate: '2027-01-01' },
    [...days(2026, '12-18 12-28'), ...days(2027, '01-04')],
  ],
];

describe.each([
  ['Easter, May and Whitsun 2026', '2026-03-16T10:00:00+01:00', SPRING],
  ['Christmas 2026', '2026-12-15T10:00:00+01:00', CHRISTMAS],
])('%s', (_, now, rows) => {
  test.each(rows)('PAY-13: %s', async (_what, schedule, dates) => {
    await expectRuns(await openScene(house, { now }), schedule, dates);
  });
});
