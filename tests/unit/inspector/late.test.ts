// CTRL-05: exchanges are made and kept when their answers have left, and before anyone looks.
import { describe, expect, test } from '@jest/globals';
import type { Exchange } from '../../../server/insight/inspector/exchange.ts';
import { createExchangeLog, LOG_LIMITS } from '../../../server/insight/inspector/exchange-log.ts';
import { createLate, lateRecorder } from '../../../server/insight/inspector/late.ts';
import { exchangeOf } from './sample-exchange.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function opened() {
  const faults: object[] = [];
  const late = createLate({ error: (fields) => faults.push(fields) });
  const log = createExchangeLog(LOG_LIMITS, late.settle);
  const counted: number[] = [];
  const recorder = lateRecorder(late, log, [log.record, ({ number }) => counted.push(number)]);
  let made = 0;
  const record = (change: Partial<Exchange> = {}) => {
    const known = recorder.begin('default');
    recorder.record(() => {
      made += 1;
      return exchangeOf({ bank: 'default', ...known, ...change });
    });
  };
  return { faults, late, log, counted, record, made: () => made };
}

describe('CTRL-05: what is recorded late', () => {
  test('CTRL-05: is made after the turn in which the answer left, in order, for every keeper', async () => {
    const { record, made, counted } = opened();
    record();
    record();
    expect([made(), counted]).toEqual([0, []]);
    await turn();
    expect([made(), counted]).toEqual([2, [1, 2]]);
    await turn();
    expect(made()).toBe(2);
  });

  test.each([
    ['lists', (log: ReturnType<typeof opened>['log']) => log.list('default').length],
    ['finds', (log: ReturnType<typeof opened>['log']) => Number(log.find('default', 'x1') && 1)],
  ])('CTRL-05: is there for whoever %s at once', (_, look) => {
    const { record, log, counted } = opened();
    record();
    expect(look(log)).toBe(1);
    expect(counted).toEqual([1]);
  });

  test('CTRL-05: is cleared with the rest', async () => {
    const { record, log } = opened();
    record();
    log.clear('default');
    await turn();
    expect(log.list('default')).toEqual([]);
  });

  test('CTRL-05: has come before whoever waits only for what comes', async () => {
    const { record, log } = opened();
    record({ requestId: 'early' });
    const next = log.next('default', { matches: () => true, timeout: 5000 });
    record({ requestId: 'late' });
    expect((await next)?.requestId).toBe('late');
  });

  test('CTRL-05: that fails is told to the log of the process, and the next is recorded', async () => {
    const { faults, late, log, record } = opened();
    late.add(() => {
      throw new Error('no');
    });
    record();
    await turn();
    expect([faults.length, log.list('default').length]).toEqual([1, 1]);
  });
});
