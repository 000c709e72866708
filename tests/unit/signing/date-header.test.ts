import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { checkDate, parseHttpDate } from '../../../server/signing/date-header.ts';
import { runs } from '../../support/corpus.ts';
import { NO_DATES } from './no-dates.ts';
import { expectRefused } from './refused.ts';
import { NOW, refusalOf } from './support.ts';

function check(value: string | readonly string[], now = NOW): string[] {
  const rules: string[] = [];
  const flat = [value].flat().flatMap((each) => ['Date', each]);
  checkDate(new RawHeaders(flat), now, (rule) => rules.push(rule));
  return rules;
}
const text = (ms: number) => new Date(ms).toUTCString();

test.each([
  ['now', 0, 0],
  ['60 s behind', -60_000, 0],
  ['60 s ahead', 60_000, 0],
  ['60 s behind, and the clock late in its second', -60_000, 999],
  ['60 s ahead, and the clock late in its second', 60_000, 999],
])('SIG-11: the window: %s is allowed', (_, skew, late) => {
  expect(check(text(NOW + skew), NOW + late)).toEqual([]);
});

test.each([
  ['61 s behind', -61_000, 'behind'],
  ['61 s ahead', 61_000, 'ahead'],
  ['an hour behind', -3_600_000, '3600 seconds'],
])('SIG-11: the window: %s is refused', (_, skew, reason) => {
  expectRefused(() => check(text(NOW + skew)), 'SIG-11 BAD_REQUEST Date', reason);
});

test.each([
  [61, ''],
  [119, ''],
  [120, ' (about 2 minutes)'],
  [7_199, ' (about 120 minutes)'],
  [7_200, ' (about 2 hours)'],
  [172_799, ' (about 48 hours)'],
  [172_800, ' (about 2 days)'],
  [63_115_199, ' (about 730 days)'],
  [63_115_200, ' (about 2 years)'],
])('SIG-11: the window: %s seconds are said to be that%s', (seconds, about) => {
  const said = (skew: number) => refusalOf(() => check(text(NOW + skew * 1000))).text;
  const date = (skew: number) => `The Date "${text(NOW + skew * 1000)}" is`;
  expect(said(-seconds)).toContain(
    `${date(-seconds)} ${seconds} seconds${about} behind the bank's`,
  );
  expect(said(seconds)).toContain(
    `${date(seconds)} ${seconds} seconds${about} ahead of the bank's`,
  );
});

test.each([
  [NOW / 1000, 'It is a thousandth of the time that has passed since 1970'],
  [NOW / 1000 - 600, 'It is a thousandth of the time that has passed since 1970'],
  [NOW / 1000 + 1_100_000, 'Send the time at which you sign.'],
  [NOW / 1000 - 1_100_000, 'Send the time at which you sign.'],
])('SIG-11: %s milliseconds of 1970: %s', (millis, says) => {
  expect(refusalOf(() => check(text(millis))).text).toContain(says);
});

test.each([
  ['09:11:07', true],
  ['09:11:03', true],
  ['09:11:01', false],
  ['09:12:07', false],
  ['08:11:07', false],
])('SIG-11: minutes that are the number of the month: %s: %s', (time, isMonth) => {
  const { text } = refusalOf(() => check(`Tue, 03 Nov 2026 ${time} GMT`));
  expect(text.endsWith('so its pattern probably has MM where mm belongs.')).toBe(isMonth);
});

test.each([
  [
    'Tue, 03 Nov 2569 09:05:07 GMT',
    'its year is probably of the Buddhist calendar; print it in English',
  ],
  ...['Tues, 03 Nov 2026 09:05:07 GMT', 'Tue, 03 Nov 2026'].map((value) => [
    value,
    'such as Tue, 03 Nov 2026 09:05:07 GMT.',
  ]),
  ['\xe2\x80\x8eTue, 03 Nov 2026 09:05:07 GMT', 'it has characters outside ASCII'],
  ['Tue, 03 Nov 2568 09:05:07 GMT', 'either the weekday Tue or the rest is wrong'],
  ['"2026-11-03T09:05:07.123Z"', 'it is in quotation marks'],
  ['Tue, 03 Nov 2026 10:05:07 Europe/Oslo', 'it writes its zone otherwise than GMT'],
  ['Mon, 01 Jan 0001 00:00:00 GMT', 'is of the year 1, as Go and .NET print a time that was never'],
  ['Tue, 03 Nov 2026 9:05:07\xe2\x80\xafAM GMT', 'has a clock of 12 hours; write 00 to 23'],
  [
    Buffer.from('Tue, ٠٣ Nov ٢٠٢٦ ٠٩:٠٥:٠٧ GMT').toString('latin1'),
    'characters outside ASCII: print it in English',
  ],
] as [string, string][])('SIG-11: a Date that another locale prints: %s', (value, says) => {
  expectRefused(() => check(value), 'SIG-11 FORMAT_ERROR Date', says);
});

test.each([
  ['RFC 1123', 'Tue, 03 Nov 2026 09:05:07 GMT', []],
  ['RFC 850', 'Tuesday, 03-Nov-26 09:05:07 GMT', []],
  ['asctime', 'Tue Nov  3 09:05:07 2026', []],
  ['one-digit day', 'Tue, 3 Nov 2026 09:05:07 GMT', ['SIG-11']],
  ['numeric zone', 'Tue, 03 Nov 2026 10:05:07 +0100', ['SIG-11']],
  ['numeric zone west', 'Tue, 03 Nov 2026 04:35:07 -0430', ['SIG-11']],
  ['the zone farthest east', 'Wed, 04 Nov 2026 03:05:07 +1800', ['SIG-11']],
  ['zone zero', 'Tue, 03 Nov 2026 09:05:07 +0000', ['SIG-11']],
  ["Java's both", 'Tue, 3 Nov 2026 10:05:07 +0100', ['SIG-11', 'SIG-11']],
  ['the day before, in its zone', 'Mon, 02 Nov 2026 21:05:07 -1200', ['SIG-11']],
  ['leap second', 'Tue, 03 Nov 2026 09:04:60 GMT', []],
])('SIG-11: forms: %s', (_, value, rules) => {
  expect(check(value)).toEqual(rules);
});

test.each([
  ['ISO 8601', '2026-11-03T09:05:07Z'],
  ['epoch seconds', '1793696707'],
  ['UTC by name', 'Tue, 03 Nov 2026 09:05:07 UTC'],
  ['a zone with a colon', 'Tue, 03 Nov 2026 10:05:07 +01:00'],
  ['an absurd zone', 'Tue, 03 Nov 2026 10:05:07 +1900'],
  ['a zone with absurd minutes', 'Tue, 03 Nov 2026 10:05:07 +0160'],
  ['a weekday in lower case', 'tue, 03 Nov 2026 09:05:07 GMT'],
  ['another weekday', 'Wed, 03 Nov 2026 09:05:07 GMT'],
  ['another weekday in RFC 850', 'Wednesday, 03-Nov-26 09:05:07 GMT'],
  ['no weekday', '03 Nov 2026 09:05:07 GMT'],
  ['no such month', 'Tue, 03 Nox 2026 09:05:07 GMT'],
  ['no such day', 'Sat, 31 Feb 2026 09:05:07 GMT'],
  ['day zero', 'Tue, 00 Nov 2026 09:05:07 GMT'],
  ['hour 24', 'Tue, 03 Nov 2026 24:05:07 GMT'],
  ['minute 60', 'Tue, 03 Nov 2026 09:60:07 GMT'],
  ['second 61', 'Tue, 03 Nov 2026 09:05:61 GMT'],
  ['no zone', 'Tue, 03 Nov 2026 09:05:07'],
  ['a word', 'now'],
  ['what no date prints as', 'Invalid Date'],
])('SIG-11: forms: %s is unparsable', (_, value) => {
  expectRefused(() => check(value), 'SIG-11 FORMAT_ERROR Date', 'not an HTTP date');
});

test.each([
  [
    'Wed, 03 Nov 2026 09:05:07 GMT',
    '03 Nov 2026 is a Tuesday, so either the weekday Wed or the rest is wrong; now it is Tue, 03 Nov 2026',
  ],
  ['Wednesday, 03-Nov-26 09:05:07 GMT', 'either the weekday Wednesday or the rest is wrong'],
  ['Sun Nov  3 09:05:07 2026', 'either the weekday Sun or the rest is wrong'],
  // It is still the third where the client is.
  ['Mon, 03 Nov 2026 00:05:07 +0200', '03 Nov 2026 is a Tuesday, so either the weekday Mon'],
  ['Foo, 03 Nov 2026 09:05:07 GMT', 'either the weekday Foo or the rest is wrong'],
])('SIG-11: forms: of %s the weekday is named', (value, words) => {
  expect(refusalOf(() => check(value)).text).toContain(words);
});

test.each(NO_DATES)('SIG-11: forms: %s %s', (value, words) => {
  expect(refusalOf(() => check(value)).text).toMatch(/Tue, 03 Nov 2026 .* GMT; it /);
  expect(refusalOf(() => check(value)).text).toContain(`; it ${words}.`);
});

test('SIG-11: forms: of two dates with a space between nothing is said to be no date', () => {
  const date = 'Tue, 03 Nov 2026 09:05:07 GMT';
  expect(refusalOf(() => check(`${date} ${date}`)).text).not.toContain('; it ');
  // Nor that its year is last, where it has no time.
  expect(refusalOf(() => check('Tue, 03 Nov 2026')).text).not.toContain('; it ');
});

const wordsOf = (value: string) => refusalOf(() => check(value)).text.split('; it ')[1];

test.each([
  '2026-11-03T09:05:07Z',
  '1793696707',
  '1793696707000',
  '/Date(1795535871000)/',
  'Date: Tue, 03 Nov 2026 09:05:07 GMT',
  '03/11/2026 09:05:07',
  'Tue Nov 03 2026 09:05:07 GMT+0000 (UTC)',
  'Tue, Nov 03 2026 09:05:07 GMT',
  'Invalid Date',
  'Tuesday, 03 Nov 2026 09:05:07 GMT',
  'Tue, 03 November 2026 09:05:07 GMT',
  'Tue 03 Nov 2026 09:05:07 GMT',
  'Tue,03 Nov 2026 09:05:07 GMT',
  '"Tue, 03 Nov 2026 09:05:07 GMT"',
  'tue, 03 Nov 2026 09:05:07 GMT',
  '03 Nov 2026 09:05:07 GMT',
])('SIG-11: forms: something else is said of what has a mark before %s', (value) => {
  expect(wordsOf(`(${value}`)).not.toBe(wordsOf(value));
});

test.each([
  '1793696707',
  '1793696707000',
  '17955358710000',
  'Tue, 03 Nov 2026 09:05:07 GMT;',
  'Tue Nov 03 09:05:07 CET 2026',
  'Tue, 03 Nov 2026 09:05:07 UTC',
  'Tue, 03 Nov 2026 09:05:07',
  'Sat, 31 Feb 2026 09:05:07 GMT',
])('SIG-11: forms: something else is said of what goes on after %s', (value) => {
  expect(wordsOf(`${value} x`)).not.toBe(wordsOf(value));
});

test.each([
  ['(Tue, 03 Nov 2026 09:05:07 GMT', 'Tue, 03 Nov 2026 09:05:07 GMT x'],
  ['(Tuesday, 03-Nov-26 09:05:07 GMT', 'Tuesday, 03-Nov-26 09:05:07 GMT x'],
  ['(Tue Nov  3 09:05:07 2026', 'Tue Nov  3 09:05:07 2026 x'],
])('SIG-11: forms: a date is all that is there: %s, %s', (...values) => {
  for (const value of values) expect(parseHttpDate(value, NOW)).toBeUndefined();
});

test.each([
  ['its letters', Buffer.from('lør., 07 nov. 2026').toString('latin1'), '"lør., 07 nov. 2026"'],
  ['letters in ISO-8859-1', 'l\xf8r.', '"lør."'],
  ['an escape for what cannot be seen', 'Tue\x01\xe2\x80\xae', '"Tue\\u{1}\\u{202e}"'],
  ['a long one cut', 'x'.repeat(51), `"${'x'.repeat(49)}…"`],
])('SIG-11: a Date that is none is quoted with %s', (_, value, quoted) => {
  expect(refusalOf(() => check(value)).text).toContain(
    `The Date ${quoted} is not an HTTP date such as Tue, 03`,
  );
});

test('SIG-11: forms: two-digit years lie at most fifty years ahead (RFC 7231)', () => {
  expect(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', NOW)?.seconds).toBe(784_111_777);
  const ahead = Date.UTC(2076, 0, 1) / 1000;
  expect(parseHttpDate('Wednesday, 01-Jan-76 00:00:00 GMT', NOW)?.seconds).toBe(ahead);
  const behind = Date.UTC(1977, 0, 1) / 1000;
  expect(parseHttpDate('Saturday, 01-Jan-77 00:00:00 GMT', NOW)?.seconds).toBe(behind);
});

test('SIG-11: forms: a leap second is of its own day, and the second behind 59 (RFC 7231)', () => {
  const seconds = Date.UTC(2017, 0, 1) / 1000;
  expect(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT', NOW)).toEqual({ seconds, findings: [] });
  expect(parseHttpDate('Sun, 31 Dec 2016 23:59:60 GMT', NOW)).toBeUndefined();
});

test('SIG-11: forms: every date that JavaScript prints is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
      const usual = text(seconds * 1000);
      expect(parseHttpDate(usual, NOW)).toEqual({ seconds, findings: [] });
      const [, day, date, month, year, time] = /^(\w+), (\d+) (\w+) (\d+) (\S+)/.exec(usual) ?? [];
      const asC = `${day} ${month} ${date?.replace(/^0/, ' ')} ${time} ${year}`;
      expect(parseHttpDate(asC, NOW)).toEqual({ seconds, findings: [] });
    }),
    runs(1_000),
  );
});
