import { expect, test } from '@jest/globals';
import { decodeUtf8, readable, utf8Of } from '../../../server/kernel/utf8.ts';

const bytes = (text: string): string => Buffer.from(text).toString('latin1');

test.each(['', 'plain', 'Blåbær', '€ Ł 🙂', '\ufeffx'])('UTF-8 of %j is read', (text) => {
  expect(decodeUtf8(Buffer.from(text))).toBe(text);
  expect(utf8Of(bytes(text))).toBe(text);
  expect(readable(bytes(text))).toBe(text);
});

test.each([
  // No UTF-8.
  ...['Bl\xe5b\xe6r', '\xc3', '\xc3\x28'],
  // What no byte is.
  ...['Łukasz', '“x”', '\xc3\xa5 …'],
])('%j is not bytes of UTF-8, and stays', (text) => {
  expect(utf8Of(text)).toBeUndefined();
  expect(readable(text)).toBe(text);
});
