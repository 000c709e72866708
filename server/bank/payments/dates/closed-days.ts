// The days on which no payment of this bank runs by schedule (PAY-13): Saturdays, Sundays and
// Norway's public holidays. 24 and 31 December are open.
import { addDays, type PlainDate, weekday } from '../../../kernel/dates.ts';

const FIXED_HOLIDAYS: ReadonlySet<string> = new Set(['01-01', '05-01', '05-17', '12-25', '12-26']);

/** Days from Easter Sunday: Maundy Thursday … Easter Monday, Ascension Day, Whit Sunday and Monday. */
const EASTER_HOLIDAYS = [-3, -2, 0, 1, 39, 49, 50];

export function isClosedDay(date: PlainDate): boolean {
  return weekday(date) >= 6 || isPublicHoliday(date);
}

export function isPublicHoliday(date: PlainDate): boolean {
  if (FIXED_HOLIDAYS.has(date.slice(-5))) return true;
  const easter = easterSunday(Number(date.slice(0, -6)));
  return EASTER_HOLIDAYS.some((days) => addDays(easter, days) === date);
}

/** Gregorian Easter (Meeus, Jones and Butcher). */
function easterSunday(year: number): PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  const month = String(Math.floor(f / 31)).padStart(2, '0');
  const day = String((f % 31) + 1).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${month}-${day}`;
}
