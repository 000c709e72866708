import { describe, expect, test } from '@jest/globals';
import { checkProduct, findProduct, PRODUCTS } from '../../../server/bank/payments/products.ts';
import { ApiError } from '../../../server/protocol/errors.ts';

const refusal = (work: () => unknown): readonly [number, string] => {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return [error.status, error.code];
    throw error;
  }
  throw new Error('was accepted');
};

describe('PROD-01: payment products', () => {
  test('PROD-01: a product on offer is found', () => {
    const row = findProduct('payments', 'sepa-credit-transfers');
    expect(row.key).toBe('payments/sepa-credit-transfers');
    checkProduct('/v1/payments/sepa-credit-transfers/4711/status');
    checkProduct('/v1/periodic-payments/norwegian-domestic-credit-transfers');
  });

  test.each([
    ['/v1/payments/gold-transfers', 404, 'PRODUCT_UNKNOWN'],
    ['/v1/payments/gold-transfers/4711/status', 404, 'PRODUCT_UNKNOWN'],
    ['/v1/payments/__proto__', 404, 'PRODUCT_UNKNOWN'],
    ['/v1/periodic-payments/sepa-credit-transfers', 403, 'PRODUCT_INVALID'],
    ['/v1/bulk-payments/sepa-credit-transfers/4711', 403, 'PRODUCT_INVALID'],
  ])('PROD-01: %s is %i %s', (path, status, code) => {
    expect(refusal(() => checkProduct(path))).toEqual([status, code]);
  });

  test('PROD-01: every product is on offer under each of its names', () => {
    expect(PRODUCTS.length).toBeGreaterThanOrEqual(6);
    for (const row of PRODUCTS) {
      for (const segment of [row.product, ...row.aliases]) {
        expect(findProduct(row.service, segment)).toBe(row);
      }
    }
  });

  test.each(['/v1/accounts/x', '/v1/payments', '/v1/payments/', '/v2/payments/x', '/'])(
    'PROD-01: %s names no product',
    (path) => expect(checkProduct(path)).toBeUndefined(),
  );

  test('PROD-01: keys and paths are unique', () => {
    const paths = PRODUCTS.flatMap((row) =>
      [row.product, ...row.aliases].map((segment) => `${row.service}/${segment}`),
    );
    expect(new Set(paths).size).toBe(paths.length);
    expect(PRODUCTS.every((row) => row.key === `${row.service}/${row.product}`)).toBe(true);
  });
});
