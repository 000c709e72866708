import { describe, expect, test } from '@jest/globals';
import { nearestAddress } from '../../../server/http/nearest-address.ts';

const ADDRESSES = [
  '/v1/accounts',
  '/v1/accounts/{accountId}/balances',
  '/v1/payments',
  '/health',
  '/v1/*',
];

describe('ERR-01: the address that a path is spelt nearly like', () => {
  test.each([
    ['/v1/acounts', '/v1/accounts'],
    ['/v1/accounts/', '/v1/accounts'],
    ['/v1/Accounts', '/v1/accounts'],
    ['/v1/account', '/v1/accounts'],
    ['/v1/accounts/a1/balance', '/v1/accounts/a1/balances'],
    ['/v2/payments', '/v1/payments'],
    ['/helth', '/health'],
  ])('%s → %s', (path, nearest) => {
    expect(nearestAddress(ADDRESSES, path)).toBe(nearest);
  });

  test('of several, the nearest, and of those that are as near the first', () => {
    const near = ['/v1/abcdefgX', '/v1/abcdefgh', '/v1/abcdefYX', '/v1/abcdefgZ'];
    expect(nearestAddress(near, '/v1/abcdefgi')).toBe('/v1/abcdefgX');
    expect(nearestAddress(near.slice(1), '/v1/abcdefYh')).toBe('/v1/abcdefgh');
  });

  test('of what was sent without /v1, the same with it', () => {
    expect(nearestAddress(ADDRESSES, '/v1/accounts', '/accounts')).toBe('/v1/accounts');
  });

  test.each([
    '/',
    '/v1',
    '/v1/cards',
    '/v1/accounts//balances',
    '/v1/x',
    '/v1/accounts/a/b/c',
    `/${'a'.repeat(5000)}`,
  ])('none: %s', (path) => {
    expect(nearestAddress(ADDRESSES, path)).toBeUndefined();
  });
});
