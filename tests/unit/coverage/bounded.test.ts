// The two bounded memories that counting is made of, and what is read of headers.
import { describe, expect, test } from '@jest/globals';
import { Counts } from '../../../server/insight/coverage/counts.ts';
import { callerHeaders } from '../../../server/insight/coverage/glance.ts';
import { Recent } from '../../../server/insight/coverage/recent.ts';

describe('CTRL-08: counts', () => {
  test('keep the last request that is known', () => {
    const counts = new Counts();
    counts.add('a', 'r1');
    counts.add('a', undefined);
    expect(counts.of('a')).toEqual({ count: 2, last: 'r1' });
    expect(counts.of('b')).toEqual({ count: 0 });
  });

  test('can be taken back, to nothing', () => {
    const counts = new Counts();
    counts.add('a', 'r1');
    counts.add('a', 'r2');
    counts.takeBack('a');
    expect(counts.of('a')).toEqual({ count: 1, last: 'r2' });
    counts.takeBack('a');
    expect(counts.of('a')).toEqual({ count: 0 });
    counts.takeBack('a');
    expect(counts.of('a')).toEqual({ count: 0 });
  });

  test('are of a thousand things at most; those that are known go on', () => {
    const counts = new Counts();
    for (let i = 0; i <= 1000; i++) counts.add(`a${i}`, 'r');
    counts.add('a0', 'r');
    expect([counts.of('a0').count, counts.of('a999').count]).toEqual([2, 1]);
    expect(counts.of('a1000').count).toBe(0);
  });
});

describe('CTRL-08: the latest', () => {
  test('are kept, the oldest forgotten; what is set again is new again', () => {
    const recent = new Recent<number>(2);
    recent.set('a', 1);
    recent.set('b', 2);
    recent.set('a', 3);
    recent.set('c', 4);
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([3, undefined, 4]);
  });

  test('are kept in any case as many as was said, and never twice as many', () => {
    const recent = new Recent<number>(50);
    for (let i = 0; i < 500; i++) {
      recent.set(`a${i}`, i);
      if (i % 3 === 0) recent.set(`a${i - 1}`, i - 1);
      const first = Math.max(0, i - 40);
      for (let k = first; k <= i; k++) expect(recent.get(`a${k}`)).toBe(k);
      expect(recent.get(`a${i - 100}`)).toBeUndefined();
    }
  });

  test('long keys are told apart to their ends', () => {
    const recent = new Recent<number>(9);
    const long = 'x'.repeat(20_000);
    recent.set(`${long}1`, 1);
    recent.set(`${long}2`, 2);
    expect([recent.get(`${long}1`), recent.get(`${long}2`)]).toEqual([1, 2]);
  });
});

test('CTRL-08: of a header that came twice the first counts, of an empty one nothing', () => {
  const flat = ['psu-id', ' ', 'PSU-ID', ' a ', 'Psu-Id', 'b', 'X-Other', 'c', 'DATE', 'now'];
  expect(callerHeaders(flat)).toEqual({ psuId: 'a', date: 'now' });
});
