// CTRL-05: the difference between two signing strings, and that a hostile pair costs little.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type DiffPiece,
  differenceOf,
  MOST_COMPARED,
} from '../../../server/insight/inspector/string-diff.ts';
import { visibleExactly } from '../../../server/insight/inspector/visible-text.ts';
import { runs } from '../../support/corpus.ts';

const BANK = 'date: Sat\nx-request-id: abcdef\npsu-id: 1';

/** One of the two strings, put together again from its pieces; escapes as they are. */
const side = (pieces: readonly DiffPiece[], op: 'removed' | 'added'): string =>
  pieces
    .filter((piece) => piece.op === 'same' || piece.op === op)
    .map(({ text, end }) => text + (end === undefined ? '' : '\n'))
    .join('');

const removed = (text: string) => ({ op: 'removed', text });
const added = (text: string) => ({ op: 'added', text });
const changes = (pieces: readonly DiffPiece[]) => pieces.filter(({ op }) => op !== 'same');
const escaped = (text: string) => text.split('\n').map(visibleExactly).join('\n');

test.each([
  ['a line end too many', `${BANK}\n`, [{ ...removed(''), end: 'LF' }]],
  ['a space too few', BANK.replace(': S', ':S'), [added(' ')]],
  ['a tab', BANK.replace(': S', ':\tS'), [removed('\\t'), added(' ')]],
  ['a line left out', 'date: Sat\npsu-id: 1', [{ ...added('x-request-id: abcdef'), end: 'LF' }]],
  [
    'capitals with a letter between that is the same',
    BANK.replace('abc', 'AbC'),
    [removed('AbC'), added('abc')],
  ],
  [
    'a line put in whose letters are those of the next by chance',
    BANK.replace('psu-id', 'psu-corporate-id: \npsu-id'),
    [{ ...removed('psu-corporate-id: '), end: 'LF' }],
  ],
  ['CRLF', BANK.replaceAll('\n', '\r\n'), [removed('\\r'), removed('\\r')]],
  ['nothing', BANK, []],
])('CTRL-05: the difference: %s', async (_, signed, expected) => {
  expect(changes(await differenceOf(signed, BANK))).toEqual(expected);
});

test('CTRL-05: a line put in before one that begins with a letter of it', async () => {
  const bank = 'x-request-id: ab\ntpp-redirect-uri: https://tpp.example';
  const signed = bank.replace('tpp-r', 'psu-corporate-id: \ntpp-r');
  expect(changes(await differenceOf(signed, bank))).toEqual([
    { ...removed('psu-corporate-id: '), end: 'LF' },
  ]);
});

test('CTRL-05: the difference: what is the same beside a change is one piece', async () => {
  const same = (text: string) => ({ op: 'same', text });
  expect(await differenceOf('bac', 'bbaac')).toEqual([same('b'), added('ba'), same('ac')]);
});

test('CTRL-05: the difference: no character is cut in two', async () => {
  expect(changes(await differenceOf('a😀b', 'a😁b'))).toEqual([removed('😀'), added('😁')]);
});

test('CTRL-05: each side is whole in it, whatever the two strings are', async () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab:\n\r é😀\\'), maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(text, text, async (signed, wanted) => {
      const pieces = await differenceOf(signed, wanted);
      expect(side(pieces, 'removed')).toBe(escaped(signed));
      expect(side(pieces, 'added')).toBe(escaped(wanted));
    }),
    runs(300),
  );
});

test('CTRL-05: two strings of 32 kB that have little in common are cut, and compared as a whole', async () => {
  const noise = (seed: number) => {
    let state = seed;
    return Array.from({ length: 32_000 }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return String.fromCharCode(97 + ((state >> 16) % 4));
    }).join('');
  };
  const [signed, wanted] = [`same${noise(7)}`, `same${noise(11)}`];
  const pieces = await differenceOf(signed, wanted);
  expect(side(pieces, 'removed')).toBe(signed.slice(0, MOST_COMPARED));
  expect(side(pieces, 'added')).toBe(wanted.slice(0, MOST_COMPARED));
  expect(pieces.length).toBeLessThanOrEqual(4);
  expect(pieces[0]).toMatchObject({ op: 'same', text: expect.stringMatching(/^same/) });
});

test('CTRL-05: a character of two units is not cut in half', async () => {
  const wanted = `${'a'.repeat(MOST_COMPARED - 1)}😀`;
  expect(side(await differenceOf('b', wanted), 'added')).toBe('a'.repeat(MOST_COMPARED - 1));
});

test.each([
  [1, 600],
  [2, 425],
  [4, 300],
  [9, 200],
])(
  'CTRL-05: in each of %i places %i letters are told apart; of more, only where they begin and end',
  async (places, most) => {
    const linesOf = (mark: string, edits: number) => {
      const line = `abc${mark}`.repeat(Math.floor(edits / 2));
      return Array.from({ length: places }, () => `${line}.`).join('\n-\n');
    };
    const told = async (edits: number) => {
      const pieces = await differenceOf(linesOf('1', edits), linesOf('2', edits));
      return pieces.filter(({ op }) => op === 'removed').length;
    };
    const even = most - (most % 2);
    expect(await told(even)).toBe((places * even) / 2);
    expect(await told(even + 2)).toBe(places);
  },
);
