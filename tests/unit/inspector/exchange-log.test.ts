// CTRL-05: what the inspector keeps, what it gives up, and who is told.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Exchange } from '../../../server/insight/inspector/exchange.ts';
import { bytesOf } from '../../../server/insight/inspector/exchange-bytes.ts';
import {
  createExchangeLog,
  type ExchangeLog,
  LOG_LIMITS,
  type LogLimits,
} from '../../../server/insight/inspector/exchange-log.ts';
import { bodyOf, exchangeOf } from './sample-exchange.ts';

const open = (limits: Partial<LogLimits> = {}) => createExchangeLog({ ...LOG_LIMITS, ...limits });

/** Records one, as the door does. */
function add(log: ExchangeLog, bank = 'default', change: Partial<Exchange> = {}): Exchange {
  const exchange = exchangeOf({ bank, ...log.begin(bank), ...change });
  log.record(exchange);
  return exchange;
}

const numbers = (log: ExchangeLog, bank = 'default') => log.list(bank).map(({ number }) => number);

const PLAIN = bytesOf(exchangeOf());
const all = () => true;

describe('CTRL-05: bounds', () => {
  test('CTRL-05: of one bank the last 1000 are kept, newest first', () => {
    const log = createExchangeLog();
    for (let i = 0; i < 2500; i++) add(log);
    const kept = numbers(log);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([1000, 2500, 1501]);
  });

  test('CTRL-05: they are fewer where they are heavy', () => {
    const log = open({ bankBytes: 10 * PLAIN });
    for (let i = 0; i < 12; i++) add(log);
    expect(numbers(log)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    add(log, 'default', { body: bodyOf(Buffer.alloc(4 * PLAIN)) });
    expect(numbers(log)).toEqual([13, 12, 11, 10, 9, 8]);
  });

  test('CTRL-05: one that is heavier than a bank may be is not kept', () => {
    const log = open({ bankBytes: 3 * PLAIN });
    add(log);
    add(log, 'default', { body: bodyOf(Buffer.alloc(3 * PLAIN)) });
    expect(numbers(log)).toEqual([]);
    add(log);
    expect(numbers(log)).toEqual([3]);
  });

  test('CTRL-05: over all banks the one that holds most gives up its oldest', () => {
    const log = open({ bytes: 100 * PLAIN });
    for (let i = 0; i < 60; i++) add(log, 'large');
    for (let i = 0; i < 40; i++) add(log, 'small');
    expect([numbers(log, 'large').length, numbers(log, 'small').length]).toEqual([60, 40]);
    for (let i = 0; i < 15; i++) add(log, 'small');
    const [large, small] = [numbers(log, 'large'), numbers(log, 'small')];
    expect(small.length).toBeGreaterThan(45);
    expect(large.length + small.length).toBeLessThanOrEqual(100);
    expect(large.length + small.length).toBeGreaterThanOrEqual(97);
    expect(Math.abs(large.length - small.length)).toBeLessThanOrEqual(10);
    expect([large[0], small[0]]).toEqual([60, 55]);
  });

  test('CTRL-05: of many banks the one that nobody has used for longest is forgotten', () => {
    const log = open({ banks: 3 });
    for (const bank of ['a', 'b', 'c']) add(log, bank);
    log.list('a');
    add(log, 'd');
    expect(['a', 'b', 'c', 'd'].map((bank) => log.list(bank).length)).toEqual([1, 0, 1, 1]);
  });

  test('CTRL-05: a bank that was forgotten does not use a number again', () => {
    const log = open({ banks: 1 });
    for (let i = 0; i < 5; i++) add(log, 'a');
    add(log, 'b');
    expect(add(log, 'a').number).toBeGreaterThan(5);
  });

  test.each([
    ['has been cleared', (log: ExchangeLog) => log.clear('a')],
    ['has been forgotten', (log: ExchangeLog) => void log.begin('b')],
  ])('CTRL-05: a bank that %s takes no room any longer', (_, empty) => {
    const log = open({ bytes: 10 * PLAIN, banks: 1 });
    for (let i = 0; i < 9; i++) add(log, 'a');
    empty(log);
    for (let i = 0; i < 9; i++) add(log, 'b');
    expect(log.list('b')).toHaveLength(9);
  });

  test('CTRL-05: all that varies in an exchange is counted', () => {
    const text = 'y'.repeat(5000);
    const details = {
      expected: text,
      got: text,
      more: [{ category: 'ERROR', code: 'CONFLICT', text }],
    } as const;
    const refusal = { rule: 'SIG-10', code: 'BAD_REQUEST', status: 400, text, details };
    const explanation = {
      rule: 'SIG-10',
      sentence: text,
      readings: [{ mistakes: ['crlf'], sentence: text }],
      bankString: text,
      signedString: text,
      tried: 1,
      next: [{ rule: 'SIG-11', text }],
    } as const;
    const rows: [Partial<Exchange>, number][] = [
      [{ body: bodyOf(text) }, 1],
      [{ answer: { status: 200, headers: { a: text }, body: bodyOf(text) } }, 2],
      [{ target: text }, 1],
      [{ rawHeaders: ['a', text, 'b', text] }, 2],
      [{ findings: [{ rule: 'SIG-03', text }] }, 1],
      [{ refusal }, 4],
      [{ explanation }, 5],
    ];
    for (const [change, times] of rows) {
      expect(bytesOf(exchangeOf(change)) - PLAIN).toBeGreaterThanOrEqual(times * 5000 - 200);
    }
    const findings = Array.from({ length: 1000 }, () => ({ rule: 'ERR-01', text: '' }));
    expect(bytesOf(exchangeOf({ findings }))).toBeGreaterThan(50_000);
  });

  test('CTRL-05: whatever is recorded, the bounds hold and what is kept is the newest', () => {
    const limits = { exchanges: 7, bankBytes: 9 * PLAIN, bytes: 20 * PLAIN, banks: 4 };
    const step = fc.record({
      bank: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      weight: fc.nat(3),
      clear: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const log = createExchangeLog(limits);
        const weigh = (bank: string) =>
          log.list(bank).reduce((sum, exchange) => sum + bytesOf(exchange), 0);
        const model = new Map<string, number[]>();
        for (const { bank, weight, clear } of steps) {
          if (clear && weight === 0) {
            log.clear(bank);
            model.set(bank, []);
          }
          const body = bodyOf(Buffer.alloc(weight * PLAIN));
          const { number } = add(log, bank, { body });
          model.set(bank, [number, ...(model.get(bank) ?? [])]);
          const banks = ['a', 'b', 'c', 'd', 'e'];
          for (const each of banks) {
            const kept = numbers(log, each);
            expect(kept.length).toBeLessThanOrEqual(limits.exchanges);
            expect(weigh(each)).toBeLessThanOrEqual(limits.bankBytes);
            expect(kept).toEqual((model.get(each) ?? []).slice(0, kept.length));
          }
          const sum = banks.reduce((total, each) => total + weigh(each), 0);
          expect(sum).toBeLessThanOrEqual(limits.bytes);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('CTRL-05: finding one', () => {
  test('CTRL-05: by X-Request-ID it is the latest, by its own id that very one', () => {
    const log = createExchangeLog();
    add(log, 'default', { requestId: 'r' });
    add(log, 'default', { requestId: 'r' });
    add(log, 'default', { requestId: 'other' });
    expect(log.find('default', 'r')?.number).toBe(2);
    expect(log.find('default', 'x1')?.number).toBe(1);
    expect(log.find('default', 'x4')).toBeUndefined();
    expect(log.find('elsewhere', 'r')).toBeUndefined();
  });

  test('CTRL-05: an X-Request-ID that looks like an own id is found where there is no such id', () => {
    const log = createExchangeLog();
    add(log, 'default', { requestId: 'x2' });
    expect(log.find('default', 'x2')?.number).toBe(1);
    add(log);
    expect(log.find('default', 'x2')?.number).toBe(2);
  });

  test('CTRL-05: clearing forgets this bank alone, and numbers go on', () => {
    const log = createExchangeLog();
    add(log);
    add(log, 'other');
    log.clear('default');
    log.clear('never seen');
    expect([numbers(log), numbers(log, 'other')]).toEqual([[], [1]]);
    expect(add(log).number).toBe(2);
  });
});

describe('CTRL-05: waiting for one', () => {
  const isPost = ({ method }: Exchange) => method === 'POST';
  const soon = { matches: all, timeout: 60_000 };

  test('CTRL-05: the next that matches is told to everyone who waits at that bank', async () => {
    const log = createExchangeLog();
    add(log, 'default', { method: 'POST' });
    const waits = [
      log.next('default', { ...soon, matches: isPost }),
      log.next('default', soon),
      log.next('default', { ...soon, matches: isPost }),
    ];
    const elsewhere = log.next('other', soon);
    expect(log.waiting()).toBe(4);
    const get = add(log);
    const post = add(log, 'default', { method: 'POST' });
    expect(await Promise.all(waits)).toEqual([post, get, post]);
    expect(log.waiting()).toBe(1);
    log.stop();
    expect(await elsewhere).toBeUndefined();
  });

  test('CTRL-05: after a number, the oldest that is there already counts', async () => {
    const log = createExchangeLog();
    for (const method of ['POST', 'GET', 'POST', 'POST']) add(log, 'default', { method });
    const next = (after: number) => log.next('default', { ...soon, matches: isPost, after });
    expect((await next(0))?.number).toBe(1);
    expect((await next(1))?.number).toBe(3);
    expect((await next(3))?.number).toBe(4);
    const waiting = next(5);
    add(log, 'default', { method: 'POST' });
    add(log, 'default', { method: 'GET' });
    expect(log.waiting()).toBe(1);
    add(log, 'default', { method: 'POST' });
    expect((await waiting)?.number).toBe(7);
  });

  test('CTRL-05: who has waited long enough, or has gone, is told nothing and not kept', async () => {
    const log = createExchangeLog();
    expect(await log.next('default', { matches: all, timeout: 0 })).toBeUndefined();
    const client = new AbortController();
    const left = log.next('default', { ...soon, gone: client.signal });
    expect(log.waiting()).toBe(1);
    client.abort();
    expect(await left).toBeUndefined();
    expect(await log.next('default', { ...soon, gone: client.signal })).toBeUndefined();
    expect(log.waiting()).toBe(0);
  });

  test('CTRL-05: nobody waits any longer once the log has stopped', async () => {
    const log = createExchangeLog();
    const waiting = [log.next('a', soon), log.next('b', soon)];
    log.stop();
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
    expect(await log.next('a', soon)).toBeUndefined();
    expect(log.waiting()).toBe(0);
  });
});
