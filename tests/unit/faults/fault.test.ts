// FAULT-01: which requests a fault matches, when it fires, and how long its delays are.
import { expect, test } from '@jest/globals';
import {
  firedFault,
  fires,
  isPathLike,
  isUsedUp,
  type MatchableRequest,
  matches,
} from '../../../server/bank/faults/fault.ts';
import type { FaultRow } from '../../../server/bank/faults/tables.ts';
import { draw, seedOf } from '../../../server/kernel/seeded.ts';

const NOW = 1_000;

const row = (fault: Partial<FaultRow['fault']> = {}, change: Partial<FaultRow> = {}): FaultRow => ({
  id: 'f1',
  number: 1,
  fault: { effect: { status: 500 }, ...fault },
  matched: 1,
  fired: 0,
  ...change,
});

const request: MatchableRequest = {
  method: 'GET',
  path: '/v1/accounts/a1/balances',
  operation: 'getBalances',
  psuId: 'psu',
  tpp: 'PSDNO-FSA-1',
};

test.each([
  ['/v1/accounts', true],
  ['/v1/accounts/a1/balances', true],
  ['/v1/accounts/a1/balances/more', false],
  ['/v1/cards', false],
  ['*', true],
  ['*/balances', true],
  ['/v1/*/balances', true],
  ['/v1/*/a1/*', true],
  ['/v1/accounts*balances*', true],
  ['/v1/accounts/*/transactions', false],
  ['*/accounts', false],
  // What stands before and after * may not overlap.
  ['/v1/accounts/a1/*/a1/balances', false],
  ['/v1/accounts/a1/balances*balances', false],
  ['/v1/.*', false],
])('FAULT-01: a path: %s: %s', (pattern, expected) => {
  expect(isPathLike(pattern, request.path)).toBe(expected);
});

test('FAULT-01: matches however much of it is encoded, and a PSU-ID in capitals or not', () => {
  const fault = row({ match: { path: '/v1/accounts/enc!!1', psuId: 'ABC' } });
  const encoded = { ...request, path: '/v1/accounts/enc%21%211', psuId: 'abc' };
  expect(matches(fault, encoded, 0)).toBe(true);
});

test('FAULT-01: a path: with many * takes no long time', () => {
  expect(isPathLike(`/v1${'*a'.repeat(100)}b`, `/v1/${'a'.repeat(8_000)}`)).toBe(false);
});

test.each([
  ['nothing', undefined, true],
  ['the method', { method: 'GET' }, true],
  ['another method', { method: 'POST' }, false],
  ['the operation', { operation: 'getBalances' }, true],
  ['another operation', { operation: 'getAccounts' }, false],
  ['the PSU', { psuId: 'psu' }, true],
  ['another PSU', { psuId: 'other' }, false],
  ['the TPP', { tpp: 'PSDNO-FSA-1' }, true],
  ['the TPP without PSD', { tpp: 'NO-FSA-1' }, true],
  ['another TPP', { tpp: 'NO-FSA-2' }, false],
  ['one that fits and one that does not', { method: 'GET', path: '/v1/cards' }, false],
] as const)('FAULT-01: a match: by %s', (_, match, expected) => {
  expect(matches(row(match && { match }), request, NOW)).toBe(expected);
});

test('FAULT-01: a match: ends at the expiry', () => {
  expect(matches(row({}, { expiresAt: NOW + 1 }), request, NOW)).toBe(true);
  expect(matches(row({}, { expiresAt: NOW }), request, NOW)).toBe(false);
  expect([NOW + 1, NOW].map((expiresAt) => isUsedUp(row({}, { expiresAt }), NOW))).toEqual([
    false,
    true,
  ]);
});

test('FAULT-01: the SCA page is down at SCA pages only', () => {
  const down = row({ effect: { scaPageDown: true } });
  expect(matches(down, request, NOW)).toBe(false);
  expect(matches(down, { method: 'GET', path: '/sca/abc' }, NOW)).toBe(true);
});

/** The requests, of ten, on which it fires. */
function firings(fault: Partial<FaultRow['fault']>, requests = 10): readonly number[] {
  const fired: number[] = [];
  for (let matched = 1; matched <= requests; matched++) {
    if (fires(row(fault, { matched, fired: fired.length }))) fired.push(matched);
  }
  return fired;
}

test.each([
  [{}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [{ times: 2 }, [1, 2]],
  [{ after: 8 }, [9, 10]],
  [{ after: 3, times: 2 }, [4, 5]],
  [{ match: { nth: 3 } }, [3]],
  [{ match: { nth: 3 }, after: 3 }, []],
  [{ probability: 0 }, []],
  [{ probability: 1, times: 1 }, [1]],
])('FAULT-01: it fires: %j on %j of ten', (fault, expected) => {
  expect(firings(fault)).toEqual(expected);
});

test('FAULT-01: it fires: chance is that of the seed', () => {
  const fault = { probability: 0.3, seed: 7 };
  const fired = firings(fault, 1_000);
  expect(firings(fault, 1_000)).toEqual(fired);
  expect(firings({ ...fault, seed: 8 }, 1_000)).not.toEqual(fired);
  // Of that seed in every version.
  expect(fired.slice(0, 6)).toEqual([3, 6, 9, 13, 15, 16]);
  expect(Math.abs(fired.length - 300)).toBeLessThan(60);
});

const delays = (delayMs: NonNullable<FaultRow['fault']['effect']['delayMs']>) =>
  Array.from(
    { length: 1_000 },
    (_, matched) => firedFault(row({ effect: { delayMs } }, { matched })).delay ?? Number.NaN,
  ).sort((a, b) => a - b);
const medianOf = (sorted: readonly number[]) => sorted[sorted.length / 2] ?? Number.NaN;

test('FAULT-01: a delay: is the same each time, or absent', () => {
  expect(new Set(delays(250))).toEqual(new Set([250]));
  expect(firedFault(row())).toEqual({ id: 'f1', effect: { status: 500 } });
});

test('FAULT-01: a delay: is even between min and max', () => {
  const sorted = delays({ distribution: 'uniform', min: 100, max: 200 });
  expect([sorted[0], sorted.at(-1)].map((end) => Math.round(Number(end) / 10))).toEqual([10, 20]);
  expect(Math.abs(medianOf(sorted) - 150)).toBeLessThan(10);
});

test('FAULT-01: is log-normal around its median, and never longer than ten minutes', () => {
  const sorted = delays({ distribution: 'log-normal', median: 100, sigma: 0.5 });
  expect(Math.abs(medianOf(sorted) - 100)).toBeLessThan(10);
  // A normal distribution has 16 % below the median less one sigma.
  expect(Math.abs(Number(sorted[160]) - 100 * Math.exp(-0.5))).toBeLessThan(10);
  expect(delays({ distribution: 'log-normal', median: 600_000, sigma: 10 }).at(-1)).toBe(600_000);
});

test('what a distribution lacks in a snapshot that was edited by hand is 0', () => {
  expect(new Set(delays({ distribution: 'uniform' }))).toEqual(new Set([0]));
  expect(new Set(delays({ distribution: 'log-normal' }))).toEqual(new Set([0]));
  expect(new Set(delays({ distribution: 'log-normal', median: 7 }))).toEqual(new Set([7]));
});

test('FAULT-01: of requests with a probability, the one whose number is just the probability is spared', () => {
  const drawn = draw(seedOf('s'), 1, 0);
  const fault = (probability: number) => row({ seed: 's', probability });
  expect([drawn, drawn + Number.EPSILON].map((one) => fires(fault(one)))).toEqual([false, true]);
});
