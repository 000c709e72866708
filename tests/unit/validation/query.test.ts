import { expect, test } from '@jest/globals';
import { checkQuery } from '../../../server/validation/query.ts';
import { refusalOf, validator, verdictOf } from './bodies.ts';

const DECLARED = {
  bookingStatus: { required: true, schema: 'types/booking-status.json' },
  dateFrom: { schema: 'types/date.json' },
  offset: { schema: 'query/offset.json' },
  limit: { schema: 'query/limit.json' },
  withBalance: { schema: 'query/boolean.json' },
  note: {},
};

const check = (query: string) => checkQuery(DECLARED, query, validator);

test('ERR-01: declared ones come out decoded, others are named', () => {
  const query =
    'bookingStatus=both&dateFrom=2026%2D01-01&offset=0&limit=1000&withBalance=true&note=a+b%C3%B8%3D=&x=1&x=2&&y';
  expect(check(query)).toEqual({
    values: {
      bookingStatus: 'both',
      dateFrom: '2026-01-01',
      offset: '0',
      limit: '1000',
      withBalance: 'true',
      note: 'a bø==',
    },
    unknown: ['x', 'y'],
  });
});

test.each(['booked', 'pending', 'both', 'all'])(
  'ACC-03: query parameters: bookingStatus %s',
  (status) => {
    expect(check(`bookingStatus=${status}`).values).toEqual({ bookingStatus: status });
  },
);

test.each(['', 'limit=1', 'BookingStatus=both', '__proto__=1'])(
  'ACC-03: without bookingStatus ("%s") 400 QUERY_PARAMETER_REQUIRED',
  (query) => {
    const verdict = verdictOf(() => check(query));
    expect(verdict).toBe('400 QUERY_PARAMETER_REQUIRED ERR-01 bookingStatus');
  },
);

test.each([
  ['bookingStatus', ''],
  ['bookingStatus', 'BOOKED'],
  ['dateFrom', '2026-02-30'],
  ['dateFrom', '01.01.2026'],
  ['offset', '-1'],
  ['offset', '1.5'],
  ['offset', ''],
  ['limit', '0'],
  ['limit', '1001'],
  ['limit', '01'],
  ['limit', '1e2'],
  ['limit', 'ten'],
  ['limit', '9'.repeat(30)],
  ['withBalance', 'TRUE'],
  ['withBalance', '1'],
  ['withBalance', ''],
])('ACC-03: query parameters: %s=%s is refused', (name, value) => {
  const others = name === 'bookingStatus' ? '' : 'bookingStatus=both&';
  const error = refusalOf(() => check(`${others}${name}=${value}`));
  expect([error.status, error.code, error.details.path]).toEqual([400, 'FORMAT_ERROR', name]);
  expect(error.message).toContain(`Query parameter ${name} must be`);
});

test('ERR-01: a declared parameter sent twice is refused', () => {
  expect(verdictOf(() => check('bookingStatus=both&bookingStatus=both'))).toBe(
    '400 FORMAT_ERROR ERR-01 bookingStatus',
  );
});

test.each([
  ['bookingStatus=both&note=%', 'note'],
  ['bookingStatus=both&note=%FF', 'note'],
  ['bookingStatus=both&%zz=1', '%zz'],
])('ERR-01: malformed percent-encoding in %s is refused', (query, path) => {
  expect(verdictOf(() => check(query))).toBe(`400 FORMAT_ERROR ERR-01 ${path}`);
});

test('ERR-01: names of Object.prototype are unknown like others', () => {
  const { values, unknown } = check('bookingStatus=all&constructor=1&__proto__=2');
  expect(Object.keys(values)).toEqual(['bookingStatus']);
  expect(unknown).toEqual(['constructor', '__proto__']);
});
