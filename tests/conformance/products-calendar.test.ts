// Two years of periodic payments over Easter, 17 May and Christmas, against a table that was worked out
// without this program (tests/fixtures/periodic-runs.py).
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Answer } from '../support/http.ts';
import { type Body, openScene, PERIODIC } from '../support/payment-scene.ts';
import { testBank } from '../support/test-bank.ts';

interface Row {
  readonly order: Body;
  readonly dates: readonly string[];
}

const FILE = new URL('../../../tests/fixtures/periodic-runs.json', import.meta.url);
const rows = JSON.parse(readFileSync(FILE, 'utf8')) as readonly Row[];
const cases = rows.map(({ order, dates }, at) => {
  const { frequency, startDate, executionRule } = order;
  return { name: `${frequency} from ${startDate}, ${executionRule}`, at, dates };
});

const made: Answer[] = [];

const house = await testBank();
const scene = await openScene(house, { now: '2026-01-05T12:00:00+01:00', nok: '1000000.00' });
for (const { order } of rows) {
  const instructedAmount = { amount: '1.00', currency: 'NOK' };
  const one = await scene.pay(PERIODIC, scene.periodic({ ...order, instructedAmount }));
  await scene.approve(one);
  made.push(one);
}

describe('24 months', () => {
  test('PAY-13: every run of them falls due once', async () => {
    const events = await scene.advanceTo('2028-06-01T12:00:00+02:00');
    const runs = rows.reduce((sum, { dates }) => sum + dates.length, 0);
    expect(events.filter(({ type }) => type === 'paymentDue')).toHaveLength(runs);
  });

  test.each(cases)('PAY-12, PAY-13: $name books exactly the expected dates', async (row) => {
    const { body } = await scene.get(made[row.at] as Answer);
    expect(body.executions.map(({ date }: { date: string }) => date)).toEqual(row.dates);
    const statuses = body.executions.map(({ status }: { status: string }) => status);
    expect(new Set(statuses)).toEqual(new Set(['ACSC']));
    expect([body.transactionStatus, body.nextExecutions]).toEqual(['ACSC', []]);
  });

  test('PAY-13: the statement has a line for each run, on its date', async () => {
    const lines = await scene.lines(scene.nok);
    const booked = new Map(lines.map((line) => [line.transactionId, line.bookingDate]));
    const runs = await Promise.all(made.map(async (one) => (await scene.get(one)).body.executions));
    const told = runs.flat().map(({ date, transactionId }) => [transactionId, date] as const);
    expect(new Map(told)).toEqual(booked);
    expect([...booked.values()].sort()).toEqual(rows.flatMap(({ dates }) => dates).sort());
  });
});
