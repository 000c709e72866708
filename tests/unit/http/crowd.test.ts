// What an overloaded bank refuses, so that it answers the rest soon (ERR-01).
import { expect, test } from '@jest/globals';
import { createCrowd } from '../../../server/http/crowd.ts';
import type { Log } from '../../../server/kernel/log.ts';
import { ApiError } from '../../../server/protocol/errors.ts';

const MOST = 10_000;

function crowd() {
  const lines: object[] = [];
  const ends: (() => void)[] = [];
  const log = { warn: (fields: object) => lines.push(fields) } as unknown as Log;
  const needRoom = createCrowd(log, (then) => void ends.push(then));
  const isRefused = (now: number): boolean => {
    try {
      needRoom(now);
      return false;
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
      const { rule, code, status, details } = error as ApiError;
      expect({ rule, code, status, headers: details.headers }).toEqual({
        rule: 'ERR-01',
        code: 'SYSTEM_ERROR',
        status: 503,
        headers: { 'Retry-After': '1' },
      });
      return true;
    }
  };
  const turn = (times: readonly number[]) => {
    const refused = times.filter(isRefused).length;
    for (const end of ends.splice(0)) end();
    return refused;
  };
  return { turn, lines };
}

const each = (count: number, at: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => at(index));

test('ERR-01: in a turn with many requests those are refused that come after 500 ms', () => {
  const { turn } = crowd();
  expect(turn(each(12_000, (index) => index / 20))).toBe(1_999);
});

test('ERR-01: the next turn begins anew', () => {
  const { turn } = crowd();
  turn(each(12_000, (index) => index));
  expect(turn(each(12_000, (index) => 50_000 + index / 30))).toBe(0);
});

test('ERR-01: a machine that stood still is no reason to refuse', () => {
  const { turn } = crowd();
  expect(turn(each(MOST, (index) => index * 1_000))).toBe(0);
});

test('ERR-01: the log has one line a minute about it', () => {
  const { turn, lines } = crowd();
  turn(each(11_000, (index) => index));
  turn(each(11_000, (index) => 30_000 + index));
  expect(lines).toHaveLength(1);
  turn(each(11_000, (index) => 80_000 + index));
  expect(lines).toHaveLength(2);
});
