import { expect, test } from '@jest/globals';
import type { Json } from '../../../server/protocol/json.ts';
import { onlyRefusal, PERIODIC, periodicBody, validator, withMember } from './bodies.ts';

const monthly = withMember(
  withMember(periodicBody, '/monthsOfExecution', undefined),
  '/frequency',
  'Monthly',
);
const months = (value: Json | undefined): Json =>
  withMember(periodicBody, '/monthsOfExecution', value);

const words = 'Daily Weekly EveryTwoWeeks Monthly EveryTwoMonths Quarterly SemiAnnual Annual';
test.each(words.split(' '))('PAY-12: schedule of a periodic payment: frequency %s', (frequency) => {
  expect(validator.errors(PERIODIC, withMember(monthly, '/frequency', frequency))).toEqual([]);
});

test.each(['monthly', 'Yearly', ''])('PAY-12: frequency "%s" is refused, and only that', (text) => {
  expect(onlyRefusal(PERIODIC, withMember(periodicBody, '/frequency', text))).toMatchObject({
    path: '/frequency',
    rule: 'PAY-12',
  });
});

test.each(['following', 'preceeding'])(
  'PAY-12: schedule of a periodic payment: executionRule %s',
  (rule) => {
    expect(validator.errors(PERIODIC, withMember(periodicBody, '/executionRule', rule))).toEqual(
      [],
    );
  },
);

test.each(['preceding', 'Following', ''])(
  'PAY-12: schedule of a periodic payment: executionRule "%s" is refused',
  (rule) => {
    const refusal = onlyRefusal(PERIODIC, withMember(periodicBody, '/executionRule', rule));
    expect(refusal).toMatchObject({ path: '/executionRule', rule: 'PAY-12' });
    expect(refusal.text).toContain('one of following, preceeding');
  },
);

test.each(['1', '01', '9', '10', '28', '31'])(
  'PAY-12: schedule of a periodic payment: dayOfExecution "%s"',
  (day) => {
    expect(validator.errors(PERIODIC, withMember(periodicBody, '/dayOfExecution', day))).toEqual(
      [],
    );
  },
);

test.each(['0', '00', '32', '99', '001', '-1', '1.', 'x', '', '１'])(
  'PAY-12: schedule of a periodic payment: dayOfExecution "%s" is refused',
  (day) => {
    const error = validator.violations(PERIODIC, withMember(periodicBody, '/dayOfExecution', day));
    expect(error[0]).toMatchObject({ rule: 'PAY-12', message: { path: '/dayOfExecution' } });
  },
);

test('PAY-12: purposeCode is one of the supported subset', () => {
  const all = 'INVS SALA IDCP CASH CORT INTC PENS SSBE SUPP TAXS TREA VATX LOAN OTHR';
  for (const code of all.split(' ')) {
    const body = withMember(periodicBody, '/purposeCode', code);
    expect(validator.errors(PERIODIC, body)).toEqual([]);
  }
  const refusal = onlyRefusal(PERIODIC, withMember(periodicBody, '/purposeCode', 'GDDS'));
  expect(refusal.path).toBe('/purposeCode');
  expect(refusal.text).toContain('INVS, SALA');
});

test.each([[[1]], [[12]], [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]]])(
  'PAY-12: schedule of a periodic payment: monthsOfExecution %j',
  (value) => {
    expect(validator.errors(PERIODIC, months(value))).toEqual([]);
  },
);

test.each([
  [[0], '/monthsOfExecution/0'],
  [[1, 13], '/monthsOfExecution/1'],
  [[1.5], '/monthsOfExecution/0'],
  [['1'], '/monthsOfExecution/0'],
  [[3, 4, 3], '/monthsOfExecution'],
  [[], '/monthsOfExecution'],
  ['1,2', '/monthsOfExecution'],
  [undefined, '/monthsOfExecution'],
])('PAY-12: schedule of a periodic payment: monthsOfExecution %j is refused', (value, path) => {
  expect(onlyRefusal(PERIODIC, months(value as Json | undefined)).path).toBe(path);
});

test('PAY-12: schedule of a periodic payment: at most 11 months', () => {
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  expect(onlyRefusal(PERIODIC, months(all))).toMatchObject({
    path: '/monthsOfExecution',
    rule: 'PAY-12',
  });
});

test('PAY-12: monthsOfExecution only with MonthlyVariable', () => {
  const refusal = onlyRefusal(PERIODIC, withMember(monthly, '/monthsOfExecution', [1]));
  expect(refusal).toMatchObject({ path: '/monthsOfExecution', rule: 'PAY-12' });
  expect(refusal.text).toContain('only frequency MonthlyVariable');
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
  expect(validator.isValid(schema, basket(ids.slice(0, 100)))).toBe(true);
  for (const wrong of [[], ids, ['a', 'b', 'a']]) {
    expect(onlyRefusal(schema, basket(wrong))).toMatchObject({
      path: '/paymentIds',
      rule: 'BASK-01',
    });
  }
});
