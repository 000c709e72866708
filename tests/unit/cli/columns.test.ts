// How lists are laid out on a terminal.
import { expect, test } from '@jest/globals';
import { columns } from '../../../cli/columns.ts';

test('cells are under one another, no line ends with a space, and rows may have fewer cells', () => {
  const rows = [['a', 'long', 'x'], ['longer', 'b', ''], ['c'], [''], ['d', '', 'end']];
  expect(columns(rows).split('\n')).toEqual([
    'a       long  x',
    'longer  b',
    'c',
    '',
    'd             end',
  ]);
  expect(columns([])).toBe('');
});
