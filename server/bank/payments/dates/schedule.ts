// When a periodic payment runs (PAY-12, PAY-13): nominal dates by frequency, moved off closed days:
// Saturdays, Sundays and Norway's public holidays; 24 and 31 December are open. Pure.
import { addDays, dayInMonth, type PlainDate, weekday } from '../../../kernel/dates.ts';
import type { ExecutionRule, Frequency } from '../../../protocol/generated/schemas.ts';

export interface Schedule {
  readonly frequency: Frequency;
  readonly startDate: PlainDate;
  /** The last nominal date that may run; without it there is no end. */
  readonly endDate?: PlainDate;
  /** `following` when absent (PAY-13). */
  readonly executionRule?: ExecutionRule;
  /** 1 … 31; in a shorter month its last day. startDate's own day when absent. */
  readonly dayOfExecution?: number;
  /** 1 … 12, with MonthlyVariable only. */
  readonly monthsOfExecution?: readonly number[];
}

export interface Run {
  /** The date by frequency, before it moves off closed days. */
  readonly nominal: PlainDate;
  /** The date on which it runs. */
  readonly date: PlainDate;
}

type Step = { readonly days: number } | { readonly months: number };

const STEPS: { readonly [F in Frequency]: Step } = {
  Daily: { days: 1 },
  Weekly: { days: 7 },
  EveryTwoWeeks: { days: 14 },
  Monthly: { months: 1 },
  EveryTwoMonths: { months: 2 },
  Quarterly: { months: 3 },
  SemiAnnual: { months: 6 },
  Annual: { months: 12 },
  MonthlyVariable: { months: 1 },
};

/** More months outside a schedule than there can be. */
const MAX_SKIPS = 60;

/** The first run, or the one after that nominal date; `undefined` when the schedule has ended. */
export function nextRun(schedule: Schedule, after?: PlainDate): Run | undefined {
  let nominal = after === undefined ? firstNominal(schedule) : nominalAfter(schedule, after);
  for (;;) {
    if (nominal === undefined || isPast(nominal, schedule.endDate)) return undefined;
    const skipped = schedule.frequency === 'Daily' && isClosedDay(nominal);
    if (!skipped) return { nominal, date: executionDate(schedule, nominal) };
    nominal = nominalAfter(schedule, nominal);
  }
}

/** The first run that is not before `date`: an approval that comes late misses what lies before it. */
export function nextRunFrom(schedule: Schedule, date: PlainDate): Run | undefined {
  let run = nextRun(schedule);
  while (run !== undefined && run.date < date) run = nextRun(schedule, run.nominal);
  return run;
}

/** At most `count` runs, the first being the one of that nominal date. */
export function runsFrom(schedule: Schedule, nominal: PlainDate, count: number): readonly Run[] {
  const runs: Run[] = [{ nominal, date: executionDate(schedule, nominal) }];
  while (runs.length < count) {
    const run = nextRun(schedule, runs.at(-1)?.nominal);
    if (run === undefined) break;
    runs.push(run);
  }
  return runs;
}

/** The date moved off closed days. Backwards never past startDate: then it goes forwards. */
function executionDate({ executionRule, startDate }: Schedule, nominal: PlainDate): PlainDate {
  const earlier = executionRule === 'preceeding' ? firstOpen(nominal, -1) : undefined;
  return earlier !== undefined && earlier >= startDate ? earlier : firstOpen(nominal);
}

/** The date itself if it is open, else the next open day, or with step -1 the last one before it. */
export function firstOpen(date: PlainDate, step: 1 | -1 = 1): PlainDate {
  let open = date;
  while (isClosedDay(open)) open = addDays(open, step);
  return open;
}

/** PAY-12: the first date on or after startDate with that day, in a listed month. */
function firstNominal(schedule: Schedule): PlainDate | undefined {
  const { startDate } = schedule;
  const { year, month } = monthOf(startDate);
  const here = dayInMonth(year, month, dayOf(schedule));
  if (here >= startDate && runsIn(schedule, month)) return here;
  return nextInMonths(schedule, { year, month }, 1);
}

function nominalAfter(schedule: Schedule, nominal: PlainDate): PlainDate | undefined {
  const step = STEPS[schedule.frequency];
  if ('days' in step) return addDays(nominal, step.days);
  return nextInMonths(schedule, monthOf(nominal), step.months);
}

function nextInMonths(schedule: Schedule, from: Month, step: number): PlainDate | undefined {
  let { year, month } = from;
  for (let skips = 0; skips < MAX_SKIPS; skips += 1) {
    month += step;
    year += Math.floor((month - 1) / 12);
    month = ((month - 1) % 12) + 1;
    if (runsIn(schedule, month)) return dayInMonth(year, month, dayOf(schedule));
  }
  return undefined;
}

function runsIn(schedule: Schedule, month: number): boolean {
  return (
    schedule.frequency !== 'MonthlyVariable' || (schedule.monthsOfExecution ?? []).includes(month)
  );
}

function dayOf(schedule: Schedule): number {
  return schedule.dayOfExecution ?? Number(schedule.startDate.slice(-2));
}

interface Month {
  readonly year: number;
  readonly month: number;
}

function monthOf(date: PlainDate): Month {
  return { year: Number(date.slice(0, -6)), month: Number(date.slice(-5, -3)) };
}

/** The calendar ends with the year 9999: ISO text has four digits for the year, then a sign and six. */
function isPast(date: PlainDate, end: PlainDate | undefined): boolean {
  return date.startsWith('+') || (end !== undefined && date > end);
}

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

/** Gregorian Easter (Meeus, Jones and Butcher; the moon's correction as in New Scientist, 1961). */
function easterSunday(year: number): PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  const month = String(Math.floor(f / 31)).padStart(2, '0');
  const day = String((f % 31) + 1).padStart(2, '0');
  return `${year}-${month}-${day}`;
}
