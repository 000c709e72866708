import { beforeEach, expect, test } from '@jest/globals';
import { quota } from '../../../server/bank/accounts/tables.ts';
import {
  countRead,
  followsNext,
  quotaDueHandlers,
  type Reading,
  rememberNext,
} from '../../../server/bank/accounts/unattended.ts';
import { nextDueAt, runDue } from '../../../server/bank/banks/due.ts';
import { DAY, HOUR } from '../../../server/kernel/clock.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import { type MapTx, mapTx } from '../../support/map-tx.ts';
import { callOf, ids } from './call.ts';

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
