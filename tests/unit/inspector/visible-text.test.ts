// CTRL-05: bytes and characters as people can see them.
import { describe, expect, test } from '@jest/globals';
import {
  readableLines,
  visible,
  visibleLines,
} from '../../../server/insight/inspector/visible-text.ts';
import { decodeUtf8, readable } from '../../../server/kernel/utf8.ts';

const bytes = (text: string) => Buffer.from(text).toString('latin1');

describe('CTRL-05: text to look at', () => {
  test.each([
    ['ASCII', 'a b~', 'a b~'],
    ['UTF-8', bytes('Kåre 😀'), 'Kåre 😀'],
    ['bytes that are not UTF-8', 'K\xe5re', 'Kåre'],
    ['a byte order mark', bytes('\ufeffa'), '\ufeffa'],
  ])('CTRL-05: %s', (_, sent, shown) => {
    expect(readable(sent)).toBe(shown);
  });

  test('CTRL-05: a line that is not UTF-8 does not spoil the others', () => {
    expect(readableLines(`${bytes('å')}\n\xe5\n${bytes('æ')}`)).toBe('å\nå\næ');
  });

  test.each([
    ['\r', '\\r'],
    ['\t', '\\t'],
    ['\n', '\\n'],
    ['\\n', '\\\\n'],
    ['\0', '\\u{0}'],
    ['\x7f', '\\u{7f}'],
    ['\u00a0', '\\u{a0}'],
    ['\u200b', '\\u{200b}'],
    ['\u202e', '\\u{202e}'],
    ['\ufeff', '\\u{feff}'],
    ['\u2028', '\\u{2028}'],
    [' æ😀"', ' æ😀"'],
  ])('CTRL-05: %j shows as %s', (text, shown) => {
    expect(visible(`a${text}b`)).toBe(`a${shown}b`);
  });

  test('CTRL-05: each line tells how it ends', () => {
    expect(visibleLines('a\r\nb\n\nc')).toEqual([
      { text: 'a\\r', end: 'LF' },
      { text: 'b', end: 'LF' },
      { text: '', end: 'LF' },
      { text: 'c', end: '' },
    ]);
    expect(visibleLines('a\n')).toEqual([
      { text: 'a', end: 'LF' },
      { text: '', end: '' },
    ]);
  });

  test('CTRL-05: what is not UTF-8 is not decoded', () => {
    expect(decodeUtf8(Buffer.from([0xc3]))).toBeUndefined();
    expect(decodeUtf8(Buffer.from('å'))).toBe('å');
  });
});
