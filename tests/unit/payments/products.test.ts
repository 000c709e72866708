import { expect, test } from '@jest/globals';
import { checkProduct, findProduct, PRODUCTS } from '../../../server/bank/payments/products.ts';

test('PROD-01: every product is on offer under each of its names', () => {
  expect(PRODUCTS.length).toBeGreaterThanOrEqual(6);
  for (const row of PRODUCTS) {
    for (const segment of [row.product, ...row.aliases]) {
      expect(findProduct(row.service, segment)).toBe(row);
    }
  }
});

test.each(['/v1/accounts/x', '/v1/payments', '/v1/payments/', '/v2/payments/x', '/'])(
  'PROD-01: payment products: %s names no product',
  (path) => expect(checkProduct(path)).toBeUndefined(),
);

test('PROD-01: payment products: keys and paths are unique', () => {
  const paths = PRODUCTS.flatMap((row) =>
    [row.product, ...row.aliases].map((segment) => `${row.service}/${segment}`),
  );
  expect(new Set(paths).size).toBe(paths.length);
  expect(PRODUCTS.every((row) => row.key === `${row.service}/${row.product}`)).toBe(true);
});
