// Dates of payments on the bank's clock in Oslo: what is too early or too late, and when they fall due.
import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { openScene, PERIODIC, SEPA } from '../support/payment-scene.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();
const scene = await openScene(house);

const sepa = (requestedExecutionDate: string) =>
  scene.post(`${SEPA}?allowLogicalDuplicate=true`, scene.sepa({ requestedExecutionDate }));
const periodic = (startDate: string, endDate?: string) =>
  scene.post(
    PERIODIC,
    scene.periodic(endDate === undefined ? { startDate } : { startDate, endDate }),
  );
const invalid = (path: string) => ({ code: 'EXECUTION_DATE_INVALID', path });

// The moment, the day that it is in Oslo, and the day before.
test.each([
  // Summer time begins on 29 March 2026, a day of 23 hours.
  ['2026-03-29T21:59:59.999Z', '2026-03-29', '2026-03-28'],
  ['2026-03-29T22:00:00Z', '2026-03-30', '2026-03-29'],
  // It ends on 25 October 2026, a day of 25 hours.
  ['2026-10-25T22:59:59.999Z', '2026-10-25', '2026-10-24'],
  ['2026-10-25T23:00:00Z', '2026-10-26', '2026-10-25'],
  ['2027-12-31T22:59:59.999Z', '2027-12-31', '2027-12-30'],
  ['2027-12-31T23:00:00Z', '2028-01-01', '2027-12-31'],
])('PAY-07: midnight is Oslo’s: at %s it is %s', async (now, today, yesterday) => {
  await scene.setClock(now);
  expect((await sepa(today)).status).toBe(201);
  expect((await periodic(today)).status).toBe(201);
  expectRefusal(await sepa(yesterday), invalid('/requestedExecutionDate'));
  expectRefusal(await periodic(yesterday), invalid('/startDate'));
});

test.each([
  ['2026-06-10T10:00:00Z', '2027-06-10', '2027-06-11'],
  // 29 February 2028 lies between.
  ['2027-06-10T10:00:00Z', '2028-06-09', '2028-06-10'],
  // 365 days from half past midnight in Oslo, not in Greenwich.
  ['2026-06-09T22:30:00Z', '2027-06-10', '2027-06-11'],
])('PAY-07: at %s %s is the last date, %s is over 365 days ahead', async (now, last, over) => {
  await scene.setClock(now);
  expect((await sepa(last)).status).toBe(201);
  expectRefusal(await sepa(over), invalid('/requestedExecutionDate'));
});

describe('PAY-07: start and end', () => {
  test.each([
    ['2026-06-10', '2026-06-10', undefined],
    ['2026-06-10', '2026-06-09', '/endDate'],
    ['2026-06-09', '2026-06-08', '/startDate'],
    ['2026-06-09', '2026-12-31', '/startDate'],
    ['2030-01-01', undefined, undefined],
  ])('PAY-07: on 2026-06-10, from %s to %s: %s', async (startDate, endDate, path) => {
    await scene.setClock('2026-06-10T10:00:00Z');
    const answer = await periodic(startDate, endDate);
    if (path === undefined) expect(answer.status).toBe(201);
    else expectRefusal(answer, invalid(path));
  });

  test('PAY-07: a first run beyond the year 9999 never comes', async () => {
    const body = scene.periodic({ startDate: '9999-12-31', dayOfExecution: '1' });
    expectRefusal(await scene.post(PERIODIC, body), invalid('/startDate'));
  });

  test('PAY-07, PAY-13: the calendar ends with the year 9999', async () => {
    const made = await scene.pay(PERIODIC, scene.periodic({ startDate: '9999-12-31' }));
    expect((await scene.get(made)).body.nextExecutions).toEqual(['9999-12-31']);
  });

  test('PAY-07: start and end both wrong are two messages', async () => {
    await scene.setClock('2026-06-10T10:00:00Z');
    const { body } = await periodic('2026-06-09', '2026-06-08');
    const messages: { code: string; path: string }[] = body.tppMessages;
    expect(messages.map(({ code, path }) => [code, path])).toEqual([
      ['EXECUTION_DATE_INVALID', '/startDate'],
      ['EXECUTION_DATE_INVALID', '/endDate'],
    ]);
  });

  test('PAY-07: a day that does not exist is FORMAT_ERROR, not a date that is refused', async () => {
    expectRefusal(await sepa('2027-02-29'), {
      code: 'FORMAT_ERROR',
      path: '/requestedExecutionDate',
    });
  });
});

test('PAY-07: what is refused leaves nothing', async () => {
  const fresh = await openScene(house);
  await fresh.psu.tpp.post(SEPA, fresh.sepa({ requestedExecutionDate: '2026-06-09' }));
  await fresh.psu.tpp.post(PERIODIC, fresh.periodic({ startDate: '2026-06-09' }));
  expect(await fresh.advance('PT16M')).toEqual([]);
});

describe('when a single payment falls due', () => {
  // Approved at that moment for that date: the status, and when it becomes PDNG.
  test.each([
    ['2026-06-10T10:00:00+02:00', '2026-06-10', 'PDNG', undefined],
    ['2026-06-10T05:00:00+02:00', '2026-06-10', 'PDNG', undefined],
    ['2026-06-10T10:00:00+02:00', '2026-06-11', 'ACTC', '2026-06-11T04:00:00.000Z'],
    ['2026-06-10T10:00:00+02:00', '2026-06-13', 'ACWC', '2026-06-15T04:00:00.000Z'],
    ['2026-01-14T10:00:00+01:00', '2026-01-15', 'ACTC', '2026-01-15T05:00:00.000Z'],
    // Over the nights in which the clocks change.
    ['2026-03-27T10:00:00+01:00', '2026-03-29', 'ACWC', '2026-03-30T04:00:00.000Z'],
    ['2026-10-23T10:00:00+02:00', '2026-10-26', 'ACTC', '2026-10-26T05:00:00.000Z'],
    // Maundy Thursday to Tuesday; 17 May 2027 is Whit Monday too; Christmas; New Year.
    ['2026-04-01T10:00:00+02:00', '2026-04-02', 'ACWC', '2026-04-07T04:00:00.000Z'],
    ['2027-05-14T10:00:00+02:00', '2027-05-17', 'ACWC', '2027-05-18T04:00:00.000Z'],
    ['2026-12-23T10:00:00+01:00', '2026-12-24', 'ACTC', '2026-12-24T05:00:00.000Z'],
    ['2026-12-23T10:00:00+01:00', '2026-12-25', 'ACWC', '2026-12-28T05:00:00.000Z'],
    ['2026-12-23T10:00:00+01:00', '2027-01-01', 'ACWC', '2027-01-04T05:00:00.000Z'],
    // Today is today, a closed day too.
    ['2026-05-17T10:00:00+02:00', '2026-05-17', 'PDNG', undefined],
  ])('MOVE-01, MOVE-02: at %s for %s: %s, due %s', async (now, date, status, dueAt) => {
    const own = await openScene(house, { now });
    const made = await own.pay(SEPA, own.sepa({ requestedExecutionDate: date }));
    await own.approve(made);
    expect(await own.statusOf(made)).toBe(status);
    const events = await own.advance('P14D');
    const { paymentId } = made.body;
    const mine = events.filter((event) => event.paymentId === paymentId);
    const first = dueAt ?? new Date(now).toISOString();
    const settled = new Date(Date.parse(first) + 2_000).toISOString();
    expect(mine.map(({ at, transactionStatus }) => [at, transactionStatus])).toEqual([
      ...(dueAt === undefined ? [] : [[dueAt, 'PDNG']]),
      [settled, 'ACSC'],
    ]);
  });

  test('MOVE-01: approved after its date has passed, it is for today', async () => {
    const own = await openScene(house, { now: '2026-06-10T23:50:00+02:00' });
    const made = await own.pay(SEPA, own.sepa({ requestedExecutionDate: '2026-06-10' }));
    await own.advance('PT14M');
    await own.approve(made);
    expect(await own.statusOf(made)).toBe('PDNG');
  });
});
