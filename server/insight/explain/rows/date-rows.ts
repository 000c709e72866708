// A Date in another form, earlier or later than the one sent.
import { dateOf } from '../../../kernel/dates.ts';
import { memoize } from '../../../kernel/memoize.ts';
import { parseHttpDate } from '../../../signing/date-header.ts';
import { replaced } from '../forms/edits.ts';
import { type FormRow, inPart } from '../forms/form.ts';
import type { MistakeRow } from '../search.ts';
import { type StringContext, valueRows } from './draft.ts';

/** Minutes east of Greenwich, and what programs call that zone; `GMT` also wrongly. */
const ZONES: readonly (readonly [minutes: number, ...names: string[]])[] = [
  [0, 'GMT', '+0000', 'UTC', 'Z', '-0000', '+00:00', 'GMT+00:00', '+0100', 'CET'],
  [60, '+0100', 'CET', 'GMT', '+01:00', 'GMT+01:00'],
  [120, '+0200', 'CEST', 'GMT', '+02:00', 'GMT+02:00'],
];
/** Patterns as for `strftime`, the usual ones first: HTTP and variants of that, Java's Date, ISO 8601. */
const ZONED = [
  ...['%a, %d %b %Y %T %Z', '%a, %e %b %Y %T %Z', '%a %d %b %Y %T %Z', '%d %b %Y %T %Z'],
  ...['%a %b %d %T %Z %Y', '%FT%T%Z'],
];
/** In UTC; then seconds, asctime and JavaScript's Date among others. */
const OTHERS = [
  ...['%FT%TZ', '%FT%T.000Z', '%s', '%s000', '%s.0', '%FT%T.0000000Z', '%FT%T.000000Z', '%F'],
  ...['%FT%T', '%FT%T.000', '%FT%T.000+00:00', '%FT%T.000+0000', '%F %T', '%F %TZ', '%F %T UTC'],
  ...['%F %T +0000', '%F %T +0000 UTC', '%a, %d %b %Y %T', '%a,  %e %b %Y %T GMT'],
  ...['%a,%d %b %Y %T GMT', '%a, %d %b %Y %T.000 GMT', '%a, %d %b %y %T GMT', '%d/%m/%Y %T'],
  ...['%m/%d/%Y %T', '%d.%m.%Y %T', '%a %b %_d %T %Y'],
  '%a %b %d %Y %T GMT+0000 (Coordinated Universal Time)',
];
const PRINTS = [
  ...ZONES.flatMap(([minutes, ...names]) =>
    names.flatMap((name, at) =>
      ZONED.map((pattern, which) => {
        const cost = at < 3 && which < 2 ? 3 : 4;
        return { cost, minutes, pattern: pattern.replace('%Z', name) };
      }),
    ),
  ),
  ...OTHERS.map((pattern, at) => ({ cost: at < 2 ? 2 : 4, minutes: 0, pattern })),
];

/** Prints the moment of a Date in a zone by a pattern. */
function printer(value: string, now: number, minutes: number) {
  const seconds = parseHttpDate(value, now)?.seconds ?? Number.NaN;
  const local = dateOf(1000 * (seconds + 60 * minutes));
  if (local === undefined) return undefined;
  const [a, d = '', b, Y = '', T] = local.toUTCString().split(/,? /);
  const F = local.toISOString().slice(0, 10);
  const e = d.replace(/^0/, '');
  const names = { a, b, d, e, _d: e.padStart(2), F, m: F.slice(5, 7), T, Y, y: Y.slice(2) };
  const parts: Record<string, string | undefined> = { ...names, s: String(seconds) };
  return (pattern: string) => pattern.replace(/%(_?[A-Za-z])/g, (_, name) => parts[name] ?? '');
}

const DAY_IN_SECONDS = 24 * 3600;

/** The time of a date, in whatever form, on the same day. A leap second is the next minute's first. */
const moved = (by: number) =>
  replaced(/(\d\d):(\d\d):(\d\d)/, (_, hours, minutes, seconds) => {
    const time =
      (3600 * Number(hours) + 60 * Number(minutes) + Number(seconds) + by + DAY_IN_SECONDS) %
      DAY_IN_SECONDS;
    const units = [time / 3600, (time / 60) % 60, time % 60];
    return units.map((unit) => String(Math.floor(unit)).padStart(2, '0')).join(':');
  });

/** Up to a minute around the sent Date. */
const SECONDS = Array.from({ length: 60 }, (_, at) =>
  [at + 1, -at - 1].map((by): FormRow => {
    return ['date-other-second', Math.min(5, 2 + Math.floor((at + 1) / 3)), '', moved(by)];
  }),
).flat();

const MOVED = valueRows(
  'date',
  inPart('second', SECONDS),
  'make the Date once, sign it and send the same',
);

export function dateRows({ entries, now }: StringContext): readonly MistakeRow[] {
  if (!entries.includes('date')) return [];
  // Another row may have moved it.
  const printers = memoize((minutes: number) =>
    memoize((value: string) => printer(value, now, minutes)),
  );
  const forms = PRINTS.map(({ cost, minutes, pattern }): FormRow => {
    return ['date-format', cost, '', (value) => printers(minutes)(value)?.(pattern)];
  });
  return [...MOVED, ...valueRows('date', inPart('form', forms))];
}
