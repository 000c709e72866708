// Calendar dates and instants. Dates are `YYYY-MM-DD` text in Europe/Oslo; instants are milliseconds.
// All of it is arithmetic on numbers of days: a starting set has thousands of dates, an answer dozens.
import { DAY, HOUR, MINUTE, SECOND } from './clock.ts';
import { rememberLast } from './recent.ts';

/** A calendar date as ISO 8601 text. ISO dates sort as text. */
export type PlainDate = string;

/** The calendar date in Oslo at that instant. Dates begin, and clocks are changed, at whole hours of UTC. */
export const dateAt = (instant: number): PlainDate => dateOfHour(Math.floor(instant / HOUR));

const dateOfHour = rememberLast((hour: number) => utcDate(hour * HOUR + offsetAt(hour * HOUR)));

/** The instant at which Oslo's clocks show that time of that date; a skipped hour moves forward. */
export function instantAt(date: PlainDate, time = '00:00'): number {
  const shown = Date.parse(`${date}T${time}Z`);
  const inSummer = shown - 2 * HOUR;
  return offsetAt(inSummer) === 2 * HOUR ? inSummer : shown - HOUR;
}

/** ISO 8601 date-time with Oslo's offset, to the second: `2026-11-21T08:00:00+01:00`. */
export function dateTimeText(instant: number): string {
  const offset = offsetAt(instant);
  const shown = new Date(instant + offset).toISOString().slice(0, -'.000Z'.length);
  return `${shown}+0${offset / HOUR}:00`;
}

/** `undefined` if JavaScript has no such date: for what is no number, and 273,790 years from now. */
export function dateOf(instant: number): Date | undefined {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Whether the text is `YYYY-MM-DD` and the day exists. */
export function isPlainDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(instant) && utcDate(instant) === text;
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return utcDate(startOf(date) + days * DAY);
}

/** Adds calendar months; a day that the month lacks becomes its last day. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return dayInMonth(year, month + months, day);
}

/**
 * The date in that month with that day, the month's last day when it is shorter (PAY-12). Months before
 * 1 and after 12 are of the years before and after.
 */
export function dayInMonth(year: number, month: number, day: number): PlainDate {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return utcDate(Date.UTC(year, month - 1, Math.min(day, last)));
}

/** 1 Monday … 7 Sunday. */
export function weekday(date: PlainDate): number {
  return new Date(startOf(date)).getUTCDay() || 7;
}

/** Whole days from `a` to `b`; negative when `b` is earlier. */
export function daysBetween(a: PlainDate, b: PlainDate): number {
  return (startOf(b) - startOf(a)) / DAY;
}

const DURATION =
  /^([+-])?P(?:0+Y)?(?:0+M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)(?:[.,](\d{1,9}))?H)?(?:(\d+)(?:[.,](\d{1,9}))?M)?(?:(\d+)(?:[.,](\d{1,9}))?S)?)?$/i;

/**
 * An ISO 8601 duration as milliseconds: weeks, days (24 hours each), hours, minutes, seconds.
 * `undefined` when it does not parse, is negative, or holds months or years, whose length varies.
 */
export function durationMillis(text: string): number | undefined {
  const [whole, sign, weeks, days, ...time] = DURATION.exec(text) ?? [];
  if (whole === undefined || !/\d/.test(text)) return undefined;
  // Only the last part may have a fraction.
  const fractionAt = time.findIndex((part, i) => i % 2 === 1 && part !== undefined);
  if (fractionAt !== -1 && time.slice(fractionAt + 1).some((part) => part !== undefined))
    return undefined;
  const [hours, hourFraction, minutes, minuteFraction, seconds, secondFraction] = time;
  const millis =
    partOf(7 * DAY, weeks) +
    partOf(DAY, days) +
    partOf(HOUR, hours, hourFraction) +
    partOf(MINUTE, minutes, minuteFraction) +
    partOf(SECOND, seconds, secondFraction);
  if (millis > Number.MAX_SAFE_INTEGER || (sign === '-' && millis > 0)) return undefined;
  return millis;
}

function partOf(unit: number, count = '0', fraction = ''): number {
  return Number(count) * unit + (Number(fraction.padEnd(9, '0')) * unit) / 1e9;
}

/** The instant at which the date begins in UTC. */
const startOf = (date: PlainDate): number => Date.parse(`${date}T00:00Z`);

function utcDate(instant: number): PlainDate {
  return new Date(instant).toISOString().slice(0, -'T00:00:00.000Z'.length);
}

/**
 * How far Oslo's clocks are ahead of UTC: two hours in summer, else one (PAY-07). Until 1979 there was
 * no summer time, until 1995 it ended in September. A test compares this with the system's time zones.
 */
function offsetAt(instant: number): number {
  const year = new Date(instant).getUTCFullYear();
  if (year < 1980) return HOUR;
  const begins = year === 1980 ? Date.UTC(1980, 3, 6, 1) : lastSundayOf(year, 2);
  const ends = lastSundayOf(year, year < 1996 ? 8 : 9);
  return begins <= instant && instant < ends ? 2 * HOUR : HOUR;
}

/** 01:00 UTC, when clocks change, on the last Sunday of a month (January is 0). */
function lastSundayOf(year: number, month: number): number {
  const last = Date.UTC(year, month + 1, 0, 1);
  return last - new Date(last).getUTCDay() * DAY;
}

const RELATIVE = /^today(?:([+-]\d{1,4})([dwmy]))?$/;

/** The date for `2026-11-21`, `today`, `today-3d`, `today+2w`, `today-1m` or `today+1y`; `undefined` for other text. */
export function dateIn(text: string, today: PlainDate): PlainDate | undefined {
  if (isPlainDate(text)) return text;
  const [match, count = '0', unit = 'd'] = RELATIVE.exec(text) ?? [];
  if (match === undefined) return undefined;
  const date = moved(today, Number(count), unit);
  return isPlainDate(date) && date >= '1970-01-01' ? date : undefined;
}

function moved(date: PlainDate, count: number, unit: string): PlainDate {
  if (unit === 'm') return addMonths(date, count);
  if (unit === 'y') return addMonths(date, 12 * count);
  return addDays(date, unit === 'w' ? 7 * count : count);
}

/** `2026-11-03T09:00:00.000Z` */
export const isoTime = (instant: number): string => new Date(instant).toISOString();
