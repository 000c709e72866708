// A Date in another form, earlier or later than the one sent.
import { memoize } from '../../../kernel/memoize.ts';
import { parseHttpDate } from '../../../signing/date-header.ts';
import { type DraftRow, type NamedForm, type StringContext, valueIn, valueRows } from './draft.ts';

/** Forms as patterns: `%a` day, `%d` and `%e` number, `%b` month, `%Y` year, `%T` time, `%Z` zone. */
const ZONED: readonly string[] = [
  '%a, %d %b %Y %T %Z',
  '%a, %e %b %Y %T %Z',
  '%a %d %b %Y %T %Z',
  '%d %b %Y %T %Z',
  // Java's Date.
  '%a %b %d %T %Z %Y',
];

/** Forms in UTC. */
const PLAIN: readonly (readonly [cost: number, pattern: string])[] = [
  [2, '%FT%T.000Z'],
  [2, '%FT%TZ'],
  [3, '%s'],
  [3, '%FT%T+00:00'],
  ...[
    ...['%FT%T.0000000Z', '%FT%T.000000Z', '%FT%T+0000', '%FT%T', '%FT%T.000+00:00'],
    ...['%F %T', '%F %T+00:00', '%F %T UTC', '%F %TZ', '%F', '%s000', '%s.0'],
    ...[
      '%a, %d %b %Y %T',
      '%a,  %e %b %Y %T GMT',
      '%a, %d %b %Y %T.000 GMT',
      '%a, %d %b %y %T GMT',
    ],
    ...['%a,%d %b %Y %T GMT', '%A, %d %B %Y %T GMT', '%d/%m/%Y %T', '%m/%d/%Y %T', '%d.%m.%Y %T'],
    // Go's time.String, Ruby's Time#to_s, asctime, RFC 850, and JavaScript's Date.
    ...['%F %T +0000 UTC', '%F %T +0000', '%a %b %_d %T %Y', '%A, %d-%b-%y %T GMT'],
    '%a %b %d %Y %T GMT+0000 (Coordinated Universal Time)',
  ].map((pattern) => [4, pattern] as const),
];

/** Minutes east of Greenwich, and what programs call that. `GMT` is the wrong label of a local time. */
const ZONES: readonly (readonly [minutes: number, names: readonly string[]])[] = [
  [
    0,
    ['GMT', '+0000', 'UTC', 'Z', '-0000', '+00:00', '+0100', '+0200', 'CET', 'CEST', 'GMT+00:00'],
  ],
  [60, ['+0100', 'CET', 'GMT', '+01:00', 'GMT+01:00', 'MEZ']],
  [120, ['+0200', 'CEST', 'GMT', '+02:00', 'GMT+02:00']],
  [-300, ['-0500', 'EST', 'GMT']],
  [-60, ['GMT']],
  [-120, ['GMT']],
];

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];

/** Prints a date in a zone by a pattern. */
function printing(date: Date, minutes: number): (pattern: string, zone: string) => string {
  const local = new Date(date.getTime() + minutes * 60_000);
  const [a = '', d = '', b = '', Y = '', T = ''] = local.toUTCString().split(/,? /);
  const e = d.replace(/^0/, '');
  const A = DAYS[local.getUTCDay()] ?? '';
  const F = local.toISOString().slice(0, 10);
  const B = MONTHS.find((one) => one.startsWith(b)) ?? '';
  const s = String(date.getTime() / 1000);
  const parts: Readonly<Record<string, string>> = {
    ...{ a, A, b, B, d, e, F, s, T, Y, _d: e.padStart(2), y: Y.slice(2), m: F.slice(5, 7) },
  };
  return (pattern, zone) =>
    pattern.replace(/%(_?[A-Za-z])/g, (_, name: string) => parts[name] ?? zone);
}

interface DateForm {
  readonly cost: number;
  readonly pattern: string;
  readonly minutes: number;
  readonly zone: string;
}

/** Every way to print a moment; the right one is the first. */
const FORMS: readonly DateForm[] = [
  ...ZONES.flatMap(([minutes, zones]) =>
    zones.flatMap((zone, at) =>
      ZONED.map((pattern, which) => {
        const cost = which < 2 && at < 3 ? 3 : 4;
        return { cost, pattern, minutes, zone };
      }),
    ),
  ),
  ...PLAIN.map(([cost, pattern]) => ({ cost, pattern, minutes: 0, zone: 'GMT' })),
  ...[60, 120, -300].flatMap((minutes) =>
    ['', '.000'].map((parts) => {
      const zone = `${minutes < 0 ? '-' : '+'}0${Math.abs(minutes) / 60}:00`;
      return { cost: 4, pattern: `%FT%T${parts}%Z`, minutes, zone };
    }),
  ),
];

/** Seconds around the sent Date that are tried. */
const FAR = 60;

export function dateRows(context: StringContext): readonly DraftRow[] {
  const sent = valueIn(context.draft, 'date') ?? '';
  // Another mistake may have moved it.
  const printerOf = memoize((value: string) => {
    const parsed = parseHttpDate(value, context.now);
    const date = parsed && new Date(parsed.seconds * 1000);
    return date && memoize((minutes: number) => printing(date, minutes));
  });
  const instant = parseHttpDate(sent, context.now);
  if (instant === undefined) return [];
  const written = ({ minutes, pattern, zone }: DateForm, value: string) =>
    printerOf(value)?.(minutes)(pattern, zone);
  // A Date in an unknown form cannot be moved without guessing.
  const sentForm = memoize(() => FORMS.find((form) => written(form, sent) === sent));
  const moved = (by: number) => {
    const { minutes = 0, pattern, zone = '' } = sentForm() ?? {};
    const date = new Date(1000 * (instant.seconds + by));
    return pattern && printing(date, minutes)(pattern, zone);
  };
  const seconds = Array.from({ length: FAR }, (_, at) => [at + 1, -at - 1]).flat();
  return [
    ...valueRows(
      context,
      'date',
      seconds.map((by): NamedForm => {
        const cost = Math.min(5, 2 + Math.floor(Math.abs(by) / 3));
        const change = () => moved(by);
        return { name: 'date-other-second', part: 'second', cost, words: '', change };
      }),
      'make the Date once, sign it and send the same',
    ),
    ...valueRows(
      context,
      'date',
      FORMS.map((form): NamedForm => {
        const change = (value: string) => written(form, value);
        return { name: 'date-format', part: 'form', cost: form.cost, words: '', change };
      }),
    ),
  ];
}
