import { expect, test } from '@jest/globals';
import { Handles } from '../../../server/storage/files/handles.ts';

test('DUR-04: idle journals close where more than sixty-four are open', () => {
  const handles = new Handles();
  for (let at = 0; at < 64; at++) handles.count(1);
  expect(handles.areMany).toBe(false);
  handles.count(1);
  expect(handles.areMany).toBe(true);
  handles.count(-1);
  expect(handles.areMany).toBe(false);
});
