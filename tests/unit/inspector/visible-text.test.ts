// CTRL-05: bytes and characters as people can see them.
import { expect, test } from '@jest/globals';
import {
  readableLines,
  visibleExactly,
  visibleLines,
} from '../../../server/insight/inspector/visible-text.ts';

const bytes = (text: string) => Buffer.from(text).toString('latin1');

test.each(
  Object.entries({
    '\r': '\\r',
    '\t': '\\t',
    '\n': '\\n',
    '\\n': '\\\\n',
    '\0': '\\u{0}',
    '\x7f': '\\u{7f}',
    '\u00a0': '\\u{a0}',
    '\u200b': '\\u{200b}',
    '\u202e': '\\u{202e}',
    '\ufeff': '\\u{feff}',
    '\u2028': '\\u{2028}',
    ' æ😀"': ' æ😀"',
  }),
)('CTRL-05: %j shows as %s', (text, shown) => {
  expect(visibleExactly(`a${text}b`)).toBe(`a${shown}b`);
});

test('CTRL-05: each line shows how it ends, and one that is not UTF-8 does not spoil the others', () => {
  const lines = visibleLines('a\r\nb\n\nc');
  expect(lines.map(({ text, end }) => `${text}${end}`)).toEqual(['a\\rLF', 'bLF', 'LF', 'c']);
  expect(visibleLines('a\n').at(-1)).toEqual({ text: '', end: '' });
  expect(readableLines(`${bytes('å')}\n\xe5\n${bytes('æ')}`)).toBe('å\nå\næ');
});
