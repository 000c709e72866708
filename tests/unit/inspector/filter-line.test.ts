// CTRL-05: the filters of the inspector in one line.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lineOf, termsOf } from '../../../server/insight/inspector/filter-line.ts';
import { runs } from '../../support/corpus.ts';

test.each([
  ['', []],
  ['  crlf  date ', [{ value: 'crlf' }, { value: 'date' }]],
  ['status:4xx', [{ name: 'status', value: '4xx', isNot: false }]],
  ['-op:getUser', [{ name: 'op', value: 'getUser', isNot: true }]],
  ['person:"Kari N"x', [{ name: 'person', value: 'Kari N', isNot: false }, { value: 'x' }]],
  ['person:"Kari', [{ name: 'person', value: 'Kari', isNot: false }]],
  ['status:', [{ name: 'status', value: '', isNot: false }]],
  ['since:2026-11-03T09:05:07Z', [{ name: 'since', value: '2026-11-03T09:05:07Z', isNot: false }]],
  ['"status:400"', [{ value: 'status:400' }]],
  ['https://x/y', [{ value: 'https://x/y' }]],
  ['-x', [{ value: '-x' }]],
])('CTRL-05: %j is read as its terms', (line, terms) => {
  expect(termsOf(line)).toEqual(terms);
});

test('CTRL-05: what is written as a line is read as the same terms', () => {
  const value = fc
    .oneof(fc.stringMatching(/^[^"]{1,20}$/), fc.stringMatching(/^[-/:a ]{1,5}$/))
    .filter((text) => text.trim() !== '');
  const term = fc.oneof(
    fc.record({ value }),
    fc.record({ name: fc.constantFrom('status', 'person'), value, isNot: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.array(term), (terms) => {
      expect(termsOf(lineOf(terms))).toEqual(terms);
    }),
    { ...runs(1000), examples: [[[{ name: 'status', value: '//#', isNot: false }]]] },
  );
});
