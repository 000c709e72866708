// Calendar dates and instants. Dates are `YYYY-MM-DD` text in Europe/Oslo; instants are milliseconds.
import { Temporal } from 'temporal-polyfill';
import { DAY, HOUR } from './clock.ts';

/** The bank's time zone: every calendar date of the interface is a date there (PAY-07). */
export const BANK_ZONE = 'Europe/Oslo';

/** A calendar date as ISO 8601 text. ISO dates sort as text. */
export type PlainDate = string;

/** The calendar date in Oslo at that instant. */
export function dateAt(instant: number): PlainDate {
  // Since 1970 Oslo has been one hour ahead of UTC, or two. But for an hour a day both give the same
  // date, and asking the time zone costs more than the rest of a small request.
  const winter = instant + HOUR;
  const isSame = Math.floor(winter / DAY) === Math.floor((winter + HOUR) / DAY);
  return isSame && instant >= 0 ? utcDate(winter) : zoned(instant).toPlainDate().toString();
}

/** The instant at which Oslo's clocks show that time of that date; a skipped hour moves forward. */
export function instantAt(date: PlainDate, time = '00:00'): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(BANK_ZONE)
    .epochMilliseconds;
}

/** ISO 8601 date-time with Oslo's offset, to the second: `2026-11-21T08:00:00+01:00`. */
export function dateTimeText(instant: number): string {
  return zoned(instant).toString({ smallestUnit: 'second', timeZoneName: 'never' });
}

/** Whether the text is `YYYY-MM-DD` and the day exists. */
export function isPlainDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** Adds calendar months; a day that the month lacks becomes its last day. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  return Temporal.PlainDate.from(date).add({ months }).toString();
}

/** The date in that month with that day, the month's last day when it is shorter (PAY-12). */
export function dayInMonth(year: number, month: number, day: number): PlainDate {
  return Temporal.PlainDate.from({ year, month, day }, { overflow: 'constrain' }).toString();
}

/** 1 Monday … 7 Sunday. */
export function weekday(date: PlainDate): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

/** Whole days from `a` to `b`; negative when `b` is earlier. */
export function daysBetween(a: PlainDate, b: PlainDate): number {
  return Temporal.PlainDate.from(a).until(b, { largestUnit: 'days' }).days;
}

/**
 * An ISO 8601 duration as milliseconds: weeks, days (24 hours each), hours, minutes, seconds.
 * `undefined` when it does not parse, is negative, or holds months or years, whose length varies.
 */
export function durationMillis(text: string): number | undefined {
  try {
    const duration = Temporal.Duration.from(text);
    if (duration.sign < 0 || duration.years !== 0 || duration.months !== 0) return undefined;
    const { weeks, ...rest } = fieldsOf(duration);
    const flat = Temporal.Duration.from({ ...rest, days: rest.days + 7 * weeks });
    return flat.total({ unit: 'milliseconds' });
  } catch {
    return undefined;
  }
}

function fieldsOf(d: Temporal.Duration) {
  const { weeks, days, hours, minutes, seconds, milliseconds } = d;
  return { weeks, days, hours, minutes, seconds, milliseconds };
}

function utcDate(instant: number): PlainDate {
  return new Date(instant).toISOString().slice(0, 10);
}

function zoned(instant: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(BANK_ZONE);
}
