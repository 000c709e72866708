import { expect, test } from '@jest/globals';
import { Recent, remember, rememberLast, rememberParts } from '../../../server/kernel/recent.ts';

function counted() {
  const asked: string[] = [];
  const upper = (text: string) => {
    asked.push(text);
    if (text === '') throw new Error('empty');
    return text === 'none' ? undefined : text.toUpperCase();
  };
  return { asked, upper };
}

test('what is remembered is made once, also if it is undefined', () => {
  const { asked, upper } = counted();
  const known = remember(upper);
  expect(['a', 'a', 'none', 'none'].map(known)).toEqual(['A', 'A', undefined, undefined]);
  expect(asked).toEqual(['a', 'none']);
});

test('what is thrown is thrown again', () => {
  const { asked, upper } = counted();
  const known = remember(upper);
  expect(() => known('')).toThrow('empty');
  expect(() => known('')).toThrow('empty');
  expect(asked).toEqual(['', '']);
});

test('of more texts than two generations have, the oldest go, and those in use stay', () => {
  const recent = new Recent<{ readonly text: string }>(2);
  const put = (text: string) => recent.set(text, { text });
  for (const text of ['a', 'b', 'c']) put(text);
  expect(recent.get('a')).toEqual({ text: 'a' });
  for (const text of ['d', 'e']) put(text);
  expect(recent.get('b')).toBeUndefined();
  expect(recent.get('a')).toEqual({ text: 'a' });
});

test('a text that is too long is not kept', () => {
  const { asked, upper } = counted();
  const known = remember(upper);
  const long = 'x'.repeat(2001);
  expect(known(long)).toBe(known(long));
  expect(asked).toEqual([long, long]);
});

test('texts that join to the same are told apart', () => {
  const known = rememberParts((...parts) => parts.join('|'));
  expect([known('a', 'bc'), known('ab', 'c'), known('a', 'bc')]).toEqual(['a|bc', 'ab|c', 'a|bc']);
});

test('only the last one is remembered', () => {
  const { asked, upper } = counted();
  const known = rememberLast(upper);
  expect(['a', 'a', 'b', 'a'].map(known)).toEqual(['A', 'A', 'B', 'A']);
  expect(asked).toEqual(['a', 'b', 'a']);
});
