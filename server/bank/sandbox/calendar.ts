// The days that the starting set spans, with what recipes ask of a day.
import { addDays, daysBetween, type PlainDate, weekday } from '../../kernel/dates.ts';

export interface Day {
  readonly date: PlainDate;
  /** Days since 1970-01-01: the same day has the same number whatever today is. */
  readonly number: number;
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
  /** Day of the month. */
  readonly day: number;
  readonly isLastOfMonth: boolean;
}

/** `count` days up to and including `last`, oldest first. */
export function daysUpTo(last: PlainDate, count: number): readonly Day[] {
  const first = addDays(last, 1 - count);
  const number = daysBetween('1970-01-01', first);
  const monday = weekday(first) - 1;
  const dates = Array.from({ length: count + 1 }, (_, i) => addDays(first, i));
  return dates.slice(0, count).map((date, i) => ({
    date,
    number: number + i,
    weekday: ((monday + i) % 7) + 1,
    day: Number(date.slice(8)),
    isLastOfMonth: (dates[i + 1] as string).endsWith('-01'),
  }));
}

/** How a monthly day that is a Saturday or Sunday moves. */
export type Shift = 'forward' | 'back' | 'none';

/** The days among `days` on which something of every month's day `monthly` happens. */
export function monthlyDays(days: readonly Day[], monthly: number, shift: Shift): readonly Day[] {
  return days.flatMap((day, i) => {
    if (day.day !== monthly && !(day.isLastOfMonth && day.day < monthly)) return [];
    return days[i + moveBy(day.weekday, shift)] ?? [];
  });
}

function moveBy(of: number, shift: Shift): number {
  if (shift === 'none' || of < 6) return 0;
  return shift === 'back' ? 5 - of : 8 - of;
}
