import { expect, test } from '@jest/globals';
import { SharedList } from '../../../server/kernel/shared-list.ts';

test('a list with the same items in the same order is the same', () => {
  const empty = new SharedList<string>();
  const list = empty.with('a').with('b');
  expect(list.items).toEqual(['a', 'b']);
  expect(empty.withAll(['a', 'b'])).toBe(list);
  expect(empty.with('b').with('a')).not.toBe(list);
  expect(empty.items).toEqual([]);
});
