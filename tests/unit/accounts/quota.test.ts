import { beforeEach, expect, test } from '@jest/globals';
import { quota } from '../../../server/bank/accounts/tables.ts';
import {
  countRead,
  followsNext,
  limitsOf,
  quotaDueHandlers,
  type Reading,
  rememberNext,
} from '../../../server/bank/accounts/unattended.ts';
import { nextDueAt, runDue } from '../../../server/bank/banks/due.ts';
import { DAY, HOUR } from '../../../server/kernel/clock.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import { type MapTx, mapTx } from '../../support/map-tx.ts';
import { callOf, ids, TPP } from './call.ts';

/** 21 November 2026, 12:00 in Oslo. */
const NOW = Date.UTC(2026, 10, 21, 11);
const KARI = { customerId: 'kari', context: 'PRIVATE' } as const;
const READING: Reading = { actor: KARI, accountId: 'current', what: ['balances'] };
const LINK = '/v1/accounts/enc!!x/transactions?bookingStatus=both&offset=20';

let tx: MapTx;
beforeEach(() => {
  tx = mapTx();
});

const callAt = (now: number, target = '/v1/accounts/enc!!x/balances') =>
  callOf(tx, now, { target });

async function outcome(now: number): Promise<string> {
  try {
    await countRead(callAt(now), READING);
    return 'read';
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown.details.headers?.['Retry-After'] ?? '';
    throw thrown;
  }
}

const pass = (now: number) =>
  runDue({ bank: 'default', idScope: 'default', tx, now, ids }, quotaDueHandlers);

test('ACC-06: a row is gone once its read has left the window, with nothing left to do', async () => {
  await outcome(NOW);
  await outcome(NOW + HOUR);
  await pass(NOW + DAY - 1);
  expect(tx.all(quota)).toHaveLength(2);
  await pass(NOW + DAY);
  expect(tx.all(quota)).toHaveLength(1);
  await pass(NOW + DAY + HOUR);
  expect(tx.all(quota)).toEqual([]);
  expect(await nextDueAt(tx)).toBeUndefined();
});

test('ACC-06: a link is forgotten an hour after it was last handed out', async () => {
  const reading: Reading = { ...READING, what: ['transactions'] };
  rememberNext(callAt(NOW), reading, LINK);
  rememberNext(callAt(NOW + HOUR / 2), reading, LINK);
  await pass(NOW + HOUR);
  expect(await followsNext(callAt(NOW + HOUR, LINK), reading)).toBe(true);
  await pass(NOW + 1.5 * HOUR);
  expect(tx.all(quota)).toEqual([]);
  expect(await nextDueAt(tx)).toBeUndefined();
});

test('ACC-06: a link counts for an hour even where nothing was forgotten yet', async () => {
  rememberNext(callAt(NOW), READING, LINK);
  expect(await followsNext(callAt(NOW + HOUR - 1, LINK), READING)).toBe(true);
  expect(await followsNext(callAt(NOW + HOUR, LINK), READING)).toBe(false);
});

test('ACC-06: Retry-After is whole seconds, rounded up, of the oldest of the four', async () => {
  for (const at of [NOW, NOW + 1, NOW + 2, NOW + 3]) expect(await outcome(at)).toBe('read');
  expect(await outcome(NOW + HOUR)).toBe('82800');
  expect(await outcome(NOW + DAY - 1)).toBe('1');
  expect(await outcome(NOW + DAY)).toBe('read');
  expect(await outcome(NOW + DAY)).toBe('1');
});

test('ACC-06: with the clock set back, reads that lie ahead of it do not count', async () => {
  for (let i = 0; i < 4; i += 1) await outcome(NOW);
  rememberNext(callAt(NOW), READING, LINK);
  expect(await outcome(NOW - HOUR)).toBe('read');
  expect(await followsNext(callAt(NOW - HOUR, LINK), READING)).toBe(false);
});

test('ACC-06: what is used of the limits of an account: balances, transactions, then single ones', async () => {
  const used = async (now: number) => limitsOf(callAt(now).bank, TPP.id, READING);
  expect(await used(NOW)).toEqual([]);
  const reads: readonly Reading['what'][] = [
    ['transaction', 'b'],
    ['transactions'],
    ['transaction', 'a'],
    ['balances'],
    ['transaction', 'b'],
    ['balances'],
  ];
  for (const [at, what] of reads.entries()) await countRead(callAt(NOW + at), { ...READING, what });
  const all = [
    { what: 'balances', used: 2, nextAt: NOW + 3 + DAY, most: 4 },
    { what: 'transactions', used: 1, nextAt: NOW + 1 + DAY, most: 4 },
    { what: 'transaction', transactionId: 'b', used: 2, nextAt: NOW + DAY, most: 4 },
    { what: 'transaction', transactionId: 'a', used: 1, nextAt: NOW + 2 + DAY, most: 4 },
  ];
  expect(await used(NOW + 5)).toEqual(all);
  expect(await used(NOW + DAY - 1)).toEqual(all);
  const [balances, transactions, b, a] = all;
  expect(await used(NOW + DAY)).toEqual([
    balances,
    transactions,
    a,
    { ...b, used: 1, nextAt: NOW + 4 + DAY },
  ]);
  expect(await limitsOf(callAt(NOW + 5).bank, 'another', READING)).toEqual([]);
  const elsewhere = { ...READING, accountId: 'savings' };
  expect(await limitsOf(callAt(NOW + 5).bank, TPP.id, elsewhere)).toEqual([]);
});
