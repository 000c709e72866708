// CTRL-05: which requests the log keeps, which it gives up.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  findRequest,
  REQUEST_LIMITS,
  REQUEST_LOG,
} from '../../../server/insight/inspector/request-log.ts';
import { sizeOf } from '../../../server/insight/inspector/request-size.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
import type { LogLimits } from '../../../server/storage/bank-log.ts';
import { MemoryLog } from '../../../server/storage/engine/memory-log.ts';
import { runs } from '../../support/corpus.ts';
import { anyFind } from '../explain/support.ts';
import { bodyOf, seenRequest } from './sample-request.ts';

const open = (limits: Partial<LogLimits> = {}) =>
  new MemoryLog({ ...REQUEST_LOG, limits: { ...REQUEST_LIMITS, ...limits } }, () => 0);
type RequestLog = ReturnType<typeof open>;

function add(log: RequestLog, bank = 'default', change: Partial<SeenRequest> = {}): SeenRequest {
  let added = seenRequest();
  log.append(bank, (number) => {
    added = seenRequest({ bank, number, ...change });
    return added;
  });
  return added;
}

const numbers = (log: RequestLog, bank = 'default') => log.list(bank).map(({ number }) => number);

const PLAIN = sizeOf(seenRequest());

test('CTRL-05: of one bank the last 10,000 are kept, newest first', () => {
  const log = open();
  for (let i = 0; i < 12_500; i++) add(log);
  const kept = numbers(log);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([10_000, 12_500, 2501]);
});

test('CTRL-05: they are fewer if they are large; one that is too large is not kept', () => {
  const log = open({ bankSize: 10 * PLAIN });
  for (let i = 0; i < 12; i++) add(log);
  expect(numbers(log)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  add(log, 'default', { body: bodyOf(Buffer.alloc(4 * PLAIN)) });
  expect(numbers(log)).toEqual([13, 12, 11, 10, 9, 8]);
  add(log, 'default', { body: bodyOf(Buffer.alloc(10 * PLAIN)) });
  expect(numbers(log)).toEqual([13, 12, 11, 10, 9, 8]);
});

test('CTRL-05: over all banks the one that holds most gives up its oldest', () => {
  const log = open({ size: 100 * PLAIN });
  for (let i = 0; i < 60; i++) add(log, 'large');
  for (let i = 0; i < 40; i++) add(log, 'small');
  expect([numbers(log, 'large').length, numbers(log, 'small').length]).toEqual([60, 40]);
  for (let i = 0; i < 15; i++) add(log, 'small');
  const [large, small] = [numbers(log, 'large'), numbers(log, 'small')];
  expect([large.length, small.length]).toEqual([50, 50]);
  expect([large[0], small[0]]).toEqual([60, 55]);
});

test('CTRL-05: of many banks the least recently used is forgotten; no number comes twice', () => {
  const log = open({ banks: 3 });
  for (const bank of ['a', 'b', 'b', 'c']) add(log, bank);
  log.list('a');
  add(log, 'd');
  expect(['a', 'b', 'c', 'd'].map((bank) => log.list(bank).length)).toEqual([1, 0, 1, 1]);
  expect(add(log, 'b').number).toBeGreaterThan(2);
});

test.each([
  ['has been cleared', (log: RequestLog) => log.clear('a')],
  ['has been forgotten', (log: RequestLog) => void add(log, 'b')],
])('CTRL-05: a bank that %s takes no room any longer', (_, empty) => {
  const log = open({ size: 10 * PLAIN, banks: 1 });
  for (let i = 0; i < 9; i++) add(log, 'a');
  empty(log);
  for (let i = log.list('b').length; i < 9; i++) add(log, 'b');
  expect(log.list('b')).toHaveLength(9);
});

test('CTRL-05: all that varies in a request is counted', () => {
  const text = 'y'.repeat(5000);
  const more = [{ category: 'ERROR', code: 'CONFLICT', text }] as const;
  const details = { expected: text, got: text, more };
  const explanation = {
    rule: 'SIG-10',
    sentence: text,
    readings: [anyFind().says(['crlf'], text)],
    bankString: text,
    signedString: text,
    tried: 1,
    next: [{ rule: 'SIG-11', text }],
  } as const;
  const rows: [Partial<SeenRequest>, number][] = [
    [{ body: bodyOf(text) }, 1],
    [{ answer: { status: 200, headers: { a: text }, body: bodyOf(text) } }, 2],
    [{ target: text }, 1],
    [{ rawHeaders: ['a', text, 'b', text] }, 2],
    [{ findings: [{ rule: 'SIG-03', text }] }, 1],
    [{ refusal: { rule: 'SIG-10', code: 'BAD_REQUEST', status: 400, text, details } }, 4],
    [{ explanation }, 5],
  ];
  for (const [change, times] of rows) {
    expect(sizeOf(seenRequest(change)) - PLAIN).toBeGreaterThanOrEqual(times * 5000 - 200);
  }
  const findings = Array.from({ length: 1000 }, () => ({ rule: 'ERR-01', text: '' }));
  expect(sizeOf(seenRequest({ findings }))).toBeGreaterThan(50_000);
});

test('CTRL-05: whatever is recorded, the bounds hold and the newest are kept', () => {
  const limits = { entries: 7, bankSize: 9 * PLAIN, size: 20 * PLAIN, banks: 4 };
  const banks = ['a', 'b', 'c', 'd', 'e'];
  const step = fc.record({
    bank: fc.constantFrom(...banks),
    weight: fc.nat(3),
    clear: fc.nat(7),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const log = open(limits);
      const weigh = (bank: string) =>
        log.list(bank).reduce((sum, request) => sum + sizeOf(request), 0);
      const model = new Map<string, number[]>();
      for (const { bank, weight, clear } of steps) {
        if (clear === 0) {
          log.clear(bank);
          model.set(bank, []);
        }
        const body = bodyOf(Buffer.alloc(weight * PLAIN));
        const { number } = add(log, bank, { body });
        model.set(bank, [number, ...(model.get(bank) ?? [])]);
        for (const each of banks) {
          const kept = numbers(log, each);
          expect(kept.length).toBeLessThanOrEqual(limits.entries);
          expect(weigh(each)).toBeLessThanOrEqual(limits.bankSize);
          expect(kept).toEqual((model.get(each) ?? []).slice(0, kept.length));
        }
        const sum = banks.reduce((total, each) => total + weigh(each), 0);
        expect(sum).toBeLessThanOrEqual(limits.size);
      }
    }),
    runs(60),
  );
});

test('CTRL-05: one is found by the own id, else as the latest with that X-Request-ID', async () => {
  const log = open();
  const numberOf = async (key: string, bank = 'default') =>
    (await findRequest(log, bank, key))?.number;
  for (const requestId of ['r', 'r', 'other', 'x6']) add(log, 'default', { requestId });
  expect(await Promise.all(['r', 'x1', 'x9', 'other'].map((key) => numberOf(key)))).toEqual([
    ...[2, 1, undefined, 3],
  ]);
  expect(await numberOf('r', 'elsewhere')).toBeUndefined();
  // An X-Request-ID that looks like an own id, as long as no request has that id.
  expect(await numberOf('x6')).toBe(4);
  for (let i = 0; i < 2; i++) add(log);
  expect(await numberOf('x6')).toBe(6);
});

test('CTRL-05: the log has as much room as docs/sandbox/requests.md and docs/postgres.md say', () => {
  const MIB = 1024 * 1024;
  const { limits, sharedLimits } = REQUEST_LOG;
  expect(limits).toEqual({ entries: 10_000, bankSize: 64 * MIB, size: 64 * MIB, banks: 1000 });
  expect(sharedLimits).toEqual({ entries: 1000, bankSize: 8 * MIB });
});
