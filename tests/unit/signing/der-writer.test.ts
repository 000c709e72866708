// The encoding is node-forge's. What is ours: that its strings hold our bytes, which digits of a year are
// written, and that numbers are positive.
import { expect, test } from '@jest/globals';
import { readDer, readInteger, readTime } from '../../../server/signing/der.ts';
import { fromDer, integer, time, toDer, utf8 } from '../../../server/signing/der-writer.ts';

test.each([
  [0n, '020100'],
  [0x7fn, '02017f'],
  [0x80n, '02020080'],
  [0x100n, '02020100'],
  [0xf00dn, '020300f00d'],
])('the integer %s', (value, hex) => {
  const written = toDer(integer(value));
  expect(written.toString('hex')).toBe(hex);
  expect(readInteger(readDer(written))).toBe(value);
});

test.each([
  ['2049-12-31T23:59:59Z', '170d3439'],
  ['2050-01-01T00:00:00Z', '180f32303530'],
])('the time %s', (text, start) => {
  const written = toDer(time(Date.parse(text)));
  expect(written.toString('hex').startsWith(start)).toBe(true);
  expect(readTime(readDer(written))).toBe(Date.parse(text));
});

test('a text is in UTF-8, and stays as it is when it is read and written again', () => {
  const written = toDer(utf8('Blåbær'));
  expect(written.toString('hex')).toBe('0c08426cc3a562c3a672');
  expect(toDer(fromDer(written))).toEqual(written);
});
