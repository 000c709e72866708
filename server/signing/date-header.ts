// SIG-11: the Date header within 60 seconds of the wall clock, in the forms of RFC 7231, and, with a
// finding, in two forms that real clients print.
import { rememberLast } from '../kernel/recent.ts';
import { quoteBytes } from '../kernel/utf8.ts';
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import type { ReportFinding } from '../protocol/tpp.ts';
import { requiredValue } from './single-header.ts';
import { standIn } from './stand-in.ts';

export const MAX_SKEW_SECONDS = 60;

/** The weekday in full, as RFC 850 names it. */
const longDay = (date: Date): string =>
  date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });

// RFC 1123 with its one obsolete cousin of numeric zones, RFC 850, and C's asctime.
const FORMS = [
  /^(?<day>[A-Z][a-z]{2}), (?<date>\d{1,2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) (?<zone>GMT|[+-]\d{4})$/,
  /^(?<day>[A-Z][a-z]{5,8}), (?<date>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) (?<zone>GMT)$/,
  /^(?<day>[A-Z][a-z]{2}) (?<month>[A-Z][a-z]{2}) (?<date>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
];

/** Throws unless Date is there, parses, and is near `now` (wall clock, milliseconds). */
export function checkDate(headers: RawHeaders, now: number, finding: ReportFinding): void {
  const value = requiredValue(headers, 'date');
  const parsed = parseHttpDate(value, now);
  const expected = () => `${new Date(now).toUTCString()}, give or take ${MAX_SKEW_SECONDS} seconds`;
  if (parsed === undefined) {
    const text = `The Date ${quoteBytes(value)} is not an HTTP date${whyNot(value, now)}.`;
    throw new ApiError('SIG-11', 'FORMAT_ERROR', text, {
      path: 'Date',
      expected: expected(),
      got: value,
    });
  }
  const skew = parsed.seconds - Math.floor(now / 1000);
  if (Math.abs(skew) > MAX_SKEW_SECONDS) {
    const side = skew < 0 ? 'behind' : 'ahead of';
    const text = `The Date ${quoteBytes(value)} is ${spanOf(Math.abs(skew))} ${side} the bank's wall clock, ${new Date(now).toUTCString()}; ${MAX_SKEW_SECONDS} are allowed. ${remedyFor(parsed.seconds, now)}.`;
    throw new ApiError('SIG-11', 'BAD_REQUEST', text, {
      path: 'Date',
      expected: expected(),
      got: value,
    });
  }
  for (const text of parsed.findings) finding('SIG-11', `The Date has ${text}.`);
}

/** What follows when seconds are given to a function of milliseconds: a day of January 1970. */
function remedyFor(seconds: number, now: number): string {
  const isThousandth = Math.abs(seconds * 1000 - now / 1000) < 1000 + MAX_SKEW_SECONDS;
  return isThousandth
    ? 'It is a thousandth of the time that has passed since 1970: give your date function milliseconds, not seconds'
    : `Send the time at which you sign${hasMonthForMinutes(seconds, now) ? MONTH_FOR_MINUTES : ''}`;
}

const MONTH_FOR_MINUTES =
  '; its minutes are the number of the month, so its pattern probably has MM where mm belongs';

/** All but the minutes is that of now. */
function hasMonthForMinutes(seconds: number, now: number): boolean {
  const date = new Date(seconds * 1000);
  const minutes = date.getUTCMinutes();
  date.setUTCMinutes(new Date(now).getUTCMinutes());
  return minutes === date.getUTCMonth() + 1 && Math.abs(date.getTime() - now) < SOON;
}
/** Milliseconds between signing and arrival, where nothing stands in the way. */
const SOON = 5000;

const UNITS = [
  ['years', 31_557_600],
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const;

/** `7200 seconds (about 2 hours)` */
function spanOf(seconds: number): string {
  const [name, size = 1] = UNITS.find(([, one]) => seconds >= 2 * one) ?? [];
  return `${seconds} seconds${name === undefined ? '' : ` (about ${Math.round(seconds / size)} ${name})`}`;
}

interface ParsedDate {
  /** Since the epoch. */
  readonly seconds: number;
  readonly findings: readonly string[];
}

/** `undefined` when the text is no date of RFC 7231 or of the two tolerated forms. */
export function parseHttpDate(value: string, now: number): ParsedDate | undefined {
  const usual = usualDate(value);
  if (usual !== undefined) return usual;
  const read = readDate(value, now);
  if (read === undefined || !namesWeekday(read.day, read.civil)) return undefined;
  const { civil, offset, date, zone } = read;
  return {
    seconds: civil.getTime() / 1000 - offset,
    findings: [
      ...(/^\d$/.test(date) ? ['a day of the month with one digit; write two'] : []),
      ...(zone === 'GMT' ? [] : ['a numeric time zone; write the time in GMT']),
    ],
  };
}

/** The form that is asked for is the one that prints back as it is. The requests of one second have the same. */
const usualDate = rememberLast((value: string): ParsedDate | undefined => {
  const millis = Date.parse(value);
  const isUsual = !Number.isNaN(millis) && new Date(millis).toUTCString() === value;
  return isUsual ? { seconds: millis / 1000, findings: [] } : undefined;
});

interface ReadDate {
  /** The weekday that is named; it may be a wrong one. */
  readonly day: string;
  readonly date: string;
  readonly zone: string;
  /** As it stands there, whatever the zone. */
  readonly civil: Date;
  /** Seconds that it is ahead of universal time. */
  readonly offset: number;
}

function readDate(value: string, now: number): ReadDate | undefined {
  const groups = FORMS.map((form) => form.exec(value)?.groups).find((found) => found);
  if (groups === undefined) return undefined;
  const { day = '', date = '', month = '', year = '', time = '', zone = 'GMT' } = groups;
  const dayOfMonth = date.replace(' ', '0').padStart(2, '0');
  // RFC 7231 knows the leap second 60: the second behind 59, of the same day.
  const known = time.replace(/:60$/, ':59');
  const civil = civilTime(`${dayOfMonth} ${month} ${fullYear(year, now)}`, known);
  const east = zoneOffset(zone);
  if (civil === undefined || east === undefined) return undefined;
  return { day, date, zone, civil, offset: known === time ? east : east - 1 };
}

/** What programs print instead, completing "it …". */
const OTHERS: readonly (readonly [form: RegExp, words: string])[] = [
  [/^\d{4}-\d\d-\d\d/, 'is in ISO 8601 or like it'],
  [/^[01]?\d{9}(?:\.\d+)?$/, 'is a number of seconds'],
  [/^[01]\d{12}$/, 'is a number of milliseconds'],
  [/^\/?Date\(|^6\d{17}$/, 'is a date as .NET has it; use ToString("R")'],
  [/^\d+$/, 'has nothing but digits'],
  [/%[A-Za-z], ?%|\b(?:yyyy|HH:)/, 'is the pattern itself, which was not filled in'],
  [/^date: /i, 'has the name of the header in its value'],
  [/^(?:["']|\xe2\x80[\x98-\x9f]).*(?:["']|\xe2\x80[\x98-\x9f])$/, 'is in quotation marks'],
  [/%20|,\+\d/, 'is encoded as in a URL'],
  [/ 0001 \d\d:/, 'is of the year 1, as Go and .NET print a time that was never set'],
  [/ GMT, ?[A-Z]\w{2}, \d/, 'has two dates, one behind the other; send one'],
  [/ GMT[.,;:)]+$/, 'has a mark behind GMT'],
  [/^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/, 'has its day and month in digits'],
  [
    /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} .{8} GMT[+-]/,
    "is JavaScript's toString(); use toUTCString()",
  ],
  [/:\d\d [A-Z]\w{2,5} \d{4}$/, "has its year last, as date and Java's Date.toString() print it"],
  [
    /^(?:[A-Z][a-z]{2},? )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d/,
    'has its month before its day',
  ],
  [/^(?:Invalid Date|NaN)/, "is JavaScript's word for a Date that it could not read"],
  [/[ \xa0\xaf](?:AM|PM)\b/i, 'has a clock of 12 hours; write 00 to 23'],
  [/\d\d:\d\d:\d\d[.,]\d/, 'has parts of a second; leave them out'],
  [
    /^(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day,? \d/,
    'has the weekday in full; write three letters',
  ],
  [
    /^[A-Z][a-z]{2},? \d+ [A-Z][a-z]{3,}\.? /,
    'has a month of more than three letters; write three',
  ],
  [/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d/, 'lacks the comma behind the weekday'],
  [/^[A-Z][a-z]{2},(?: {2,}|(?=\S))/, 'needs one space behind the comma'],
  [
    / \d{5,} \d\d:/,
    'has a year of more than four digits: probably milliseconds were taken for seconds',
  ],
  [/[\x80-\xff]/, 'has characters outside ASCII: print it in English (Locale.ROOT)'],
  [
    /^(?:mon|tue|wed|thu|fri|sat|sun|MON|TUE|WED|THU|FRI|SAT|SUN)\b/,
    'has its weekday in another case',
  ],
  [/^\d{1,2} [A-Z][a-z]{2} /, 'has no weekday'],
  [/ \d\d \d\d:\d\d:\d\d /, 'has a year of two digits'],
  [/ \d:\d\d/, 'has an hour of one digit; write two'],
  [/ \d\d:\d\d [A-Z]/, 'has no seconds'],
  [/^(?!Mon|Tue|Wed|Thu|Fri|Sat|Sun)[^\d\s]/, 'begins otherwise than with Mon, Tue … Sun'],
  [
    / (?!GMT$)(?:Z|gmt|[A-Z]{3,4}|GMT[+-].{0,60}|[A-Z]\w+\/\w+)$/,
    'writes its zone otherwise than GMT',
  ],
  [/\d\d:\d\d:\d\d$/, 'names no zone; write GMT behind it'],
  [
    /, \d+ (?!Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\S/,
    'has a month that is not written as Jan, Feb … Dec',
  ],
  [/ \d\d?[-/. ][A-Z][a-z]{2}[-/.]/, 'has marks at its month; write only spaces there'],
  [/\d\d\.\d\d\.\d\d/, 'has dots in its time; write colons'],
  [/^\w{3}, \d\d? \w{3} \d{4} \d\d:\d\d:\d\d GMT$/, 'is a day or a time that does not exist'],
];

/** Completes "… is not an HTTP date": the weekday where that alone is wrong, else an example. */
function whyNot(value: string, now: number): string {
  const read = readDate(value, now);
  if (read === undefined) {
    const words = standIn(value) ?? OTHERS.find(([form]) => form.test(value))?.[1];
    return ` such as ${new Date(now).toUTCString()}${words === undefined ? '' : `; it ${words}`}`;
  }
  const { day, civil } = read;
  const date = civil.toUTCString().slice(5, 16);
  const isBuddhist = civil.getUTCFullYear() === new Date(now).getUTCFullYear() + 543;
  if (isBuddhist)
    return `: its year is probably of the Buddhist calendar; print it in English (Locale.ROOT)`;
  return `: ${date} is a ${longDay(civil)}, so either the weekday ${day} or the rest is wrong; now it is ${new Date(now).toUTCString()}`;
}

/** @param date `03 Nov 2026` @param time HH:MM:SS. `undefined` if no calendar or clock has it */
function civilTime(date: string, time: string): Date | undefined {
  const text = `${date} ${time} GMT`;
  const civil = new Date(text);
  // 31 February would have rolled over.
  return civil.toUTCString().slice(5) === text ? civil : undefined;
}

const shortDay = (civil: Date): string => civil.toUTCString().slice(0, 3);

const namesWeekday = (name: string, civil: Date): boolean =>
  name === shortDay(civil) || (name.length > 3 && name === longDay(civil));

/** RFC 7231: a two-digit year more than 50 years ahead is the last century's. */
function fullYear(year: string, now: number): number {
  if (year.length === 4) return Number(year);
  const present = new Date(now).getUTCFullYear();
  const candidate = present - (present % 100) + Number(year);
  return candidate > present + 50 ? candidate - 100 : candidate;
}

/** Seconds east of Greenwich of `GMT` or `+0100`. */
function zoneOffset(zone: string): number | undefined {
  if (zone === 'GMT') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3));
  if (hours > 18 || minutes > 59) return undefined;
  return (hours * 60 + minutes) * (zone.startsWith('-') ? -60 : 60);
}
