import { expect, test } from '@jest/globals';
import type { Json } from '../../../server/protocol/json.ts';
import {
  expectRefused,
  expectTaken,
  PERIODIC,
  periodicBody,
  validator,
  withMember,
} from './bodies.ts';

const monthly = withMember(
  withMember(periodicBody, '/monthsOfExecution', undefined),
  '/frequency',
  'Monthly',
);
const FREQUENCIES =
  'Daily Weekly EveryTwoWeeks Monthly EveryTwoMonths Quarterly SemiAnnual Annual'.split(' ');
const PURPOSES = 'INVS SALA IDCP CASH CORT INTC PENS SSBE SUPP TAXS TREA VATX LOAN OTHR'.split(' ');

test.each<[string, readonly Json[]]>([
  ['executionRule', ['following', 'preceeding']],
  ['dayOfExecution', ['1', '01', '9', '10', '28', '31']],
  ['purposeCode', PURPOSES],
  ['monthsOfExecution', [[1], [12], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]]],
])('PAY-12: schedule of a periodic payment: %s may be one of %j', (member, values) => {
  for (const value of values) expectTaken(PERIODIC, withMember(periodicBody, `/${member}`, value));
});

test.each(FREQUENCIES)('PAY-12: schedule of a periodic payment: frequency %s', (frequency) => {
  expectTaken(PERIODIC, withMember(monthly, '/frequency', frequency));
});

test.each<[string, readonly (Json | undefined)[], string?]>([
  ['PAY-12 /frequency', ['monthly', 'Yearly', '']],
  ['PAY-12 /executionRule', ['preceding', 'Following', ''], 'one of following, preceeding'],
  ['PAY-12 /dayOfExecution', ['0', '00', '32', '99', '-1', '1.', 'x', '', '１']],
  ['PAY-02 /purposeCode', ['GDDS'], 'INVS, SALA'],
  [
    'PAY-12 /monthsOfExecution',
    [[3, 4, 3], [], undefined, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
  ],
  ['PAY-02 /monthsOfExecution', ['1,2']],
  ['PAY-12 /monthsOfExecution/0', [[0]]],
  ['PAY-12 /monthsOfExecution/1', [[1, 13]]],
  ['PAY-02 /monthsOfExecution/0', [[1.5], ['1']]],
])(
  'PAY-12: schedule of a periodic payment: refused by %s alone: %j',
  (place, values, text = '') => {
    const [, member] = place.split('/');
    for (const value of values) {
      expectRefused(PERIODIC, withMember(periodicBody, `/${member}`, value), place, text);
    }
  },
);

test('PAY-12: schedule of a periodic payment: dayOfExecution "001" is refused', () => {
  const [first] = validator.violations(
    PERIODIC,
    withMember(periodicBody, '/dayOfExecution', '001'),
  );
  expect(first).toMatchObject({ rule: 'PAY-12', message: { path: '/dayOfExecution' } });
});

test('PAY-12: monthsOfExecution only with MonthlyVariable', () => {
  const body = withMember(monthly, '/monthsOfExecution', [1]);
  expectRefused(PERIODIC, body, 'PAY-12 /monthsOfExecution', 'only frequency MonthlyVariable');
});

test.each([
  ['norwegian-domestic-credit-transfer', '/startDate'],
  ['norwegian-domestic-credit-transfer', '/frequency'],
  ['instant-norwegian-domestic-credit-transfer-straks', '/requestedExecutionDate'],
  ['instant-norwegian-domestic-credit-transfer-straks', '/ultimateDebtor'],
  ['sepa-credit-transfer', '/serviceLevel'],
  ['cross-border-credit-transfer', '/ultimateDebtor'],
  ['bulk-norwegian-domestic-credit-transfer', '/creditorName'],
])('PAY-21: the other products (PAY-21): %s has no %s', (name, path) => {
  const found = validator.errors(`requests/${name}.json`, { [path.slice(1)]: 'x' });
  expect(found.at(-1)).toMatchObject({ path, code: 'FORMAT_ERROR' });
  expect(found.at(-1)?.text).toContain('is not a member of this body');
});

test('BASK-01: the other products (PAY-21): 1 to 100 payment ids, none twice', () => {
  const basket = (ids: readonly string[]): Json => ({ paymentIds: ids });
  const ids = Array.from({ length: 101 }, (_, i) => `p${i}`);
  const schema = 'requests/signing-basket.json';
  expectTaken(schema, basket(ids.slice(0, 100)));
  for (const wrong of [[], ids, ['a', 'b', 'a']]) {
    expectRefused(schema, basket(wrong), 'BASK-01 /paymentIds');
  }
});
