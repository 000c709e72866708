// Which dates a payment may have, at each boundary, and what is said of those that it may not have (PAY-07).
import { expect, test } from '@jest/globals';
import { checkDates } from '../../../server/bank/payments/create/check-payment.ts';
import { productOf } from '../../../server/bank/payments/products.ts';
import type { RequestBody } from '../../../server/bank/payments/request-body.ts';
import { ApiError } from '../../../server/protocol/errors.ts';

const TODAY = '2026-06-10';

/** Each message with its place. */
function problems(product: string, body: object): readonly string[] {
  try {
    checkDates(productOf(product), body as RequestBody, TODAY);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    expect(thrown.rule).toBe('PAY-07');
    return thrown.messages().map(({ code, path, text }) => `${code} ${path} ${text}`);
  }
}

const single = (requestedExecutionDate?: string) =>
  problems('payments/sepa-credit-transfers', { requestedExecutionDate });
const WRONG = 'EXECUTION_DATE_INVALID';
const past = (name: string, date: string) =>
  `${WRONG} /${name} ${name} ${date} is in the past; today is ${TODAY} on the bank's clock (Europe/Oslo).`;

test('PAY-07: a single payment is for today, or for a day of the next 365', () => {
  for (const date of [undefined, TODAY, '2026-06-11', '2027-06-09', '2027-06-10'])
    expect(single(date)).toEqual([]);
  expect(single('2026-06-09')).toEqual([past('requestedExecutionDate', '2026-06-09')]);
  expect(single('2027-06-11')).toEqual([
    `${WRONG} /requestedExecutionDate requestedExecutionDate 2027-06-11 is more than 365 days after 2026-06-10.`,
  ]);
});

const never = (path: string, start: string, end: string) =>
  `${WRONG} ${path} The payment would never run between startDate ${start} and ${end}.`;
const before = (end: string, start: string) =>
  `${WRONG} /endDate endDate ${end} is before startDate ${start}.`;

/** Of 2026, 10 June is a Wednesday. */
test.each<[start: string, more: object, said: readonly string[]]>([
  [TODAY, {}, []],
  [TODAY, { endDate: TODAY }, []],
  ['2036-06-10', {}, []],
  ['2026-06-09', {}, [past('startDate', '2026-06-09')]],
  [TODAY, { endDate: '2026-06-09' }, [before('2026-06-09', TODAY)]],
  [
    '2026-06-09',
    { endDate: '2026-06-08' },
    [past('startDate', '2026-06-09'), before('2026-06-08', '2026-06-09')],
  ],
  ['2026-06-11', { dayOfExecution: 12, endDate: '2026-06-12' }, []],
  [
    '2026-06-11',
    { dayOfExecution: 12, endDate: '2026-06-11' },
    [never('/endDate', '2026-06-11', 'endDate 2026-06-11')],
  ],
  [
    '2026-06-09',
    { dayOfExecution: 12, endDate: '2026-06-11' },
    [past('startDate', '2026-06-09'), never('/endDate', '2026-06-09', 'endDate 2026-06-11')],
  ],
  [
    '9999-12-31',
    { dayOfExecution: 30 },
    [never('/startDate', '9999-12-31', 'the end of the calendar')],
  ],
])('PAY-07: a monthly payment from %s with %j: %j', (startDate, more, said) => {
  const product = 'periodic-payments/norwegian-domestic-credit-transfers';
  expect(problems(product, { startDate, frequency: 'Monthly', ...more })).toEqual(said);
});
