// A Date in another form, earlier or later than the one sent.
import { memoize } from '../../../kernel/memoize.ts';
import { parseHttpDate } from '../../../signing/date-header.ts';
import { type FormRow, inPart } from '../forms/form.ts';
import { type DraftRow, type StringContext, valueIn, valueRows } from './draft.ts';

/** What programs call a zone, that many minutes east of Greenwich. */
type Zone = readonly [minutes: number, names: readonly string[]];

/** `GMT` is the wrong label of a local time. */
const ZONES: readonly Zone[] = [
  [0, ['GMT', '+0000', 'UTC', 'Z', '-0000', '+00:00', 'GMT+00:00', '+0100', 'CET', 'CEST']],
  [60, ['+0100', 'CET', 'GMT', '+01:00', 'GMT+01:00', 'MEZ']],
  [120, ['+0200', 'CEST', 'GMT', '+02:00', 'GMT+02:00']],
  [-300, ['-0500', 'EST', 'GMT']],
  ...[-60, -120].map((minutes): Zone => [minutes, ['GMT']]),
];
const UTC: readonly Zone[] = [[0, ['']]];
const ISO_ZONES: readonly Zone[] = [
  [0, ['', '+00:00', '+0000', ' UTC', ' +0000', ' +0000 UTC']],
  ...[[60, ['+01:00']] as const, [120, ['+02:00']] as const, [-300, ['-05:00']] as const],
];

/** As HTTP has it and in variants of that; the last is that of Java's Date. */
const HTTP = [
  ...['%a, %d %b %Y %T %Z', '%a, %e %b %Y %T %Z', '%a %d %b %Y %T %Z', '%d %b %Y %T %Z'],
  '%a %b %d %T %Z %Y',
];
/** In UTC: seconds, RFC 850, asctime and JavaScript's Date among others. */
const OTHERS = [
  ...['%s', '%s000', '%s.0', '%FT%T.0000000Z', '%FT%T.000000Z', '%F', '%F %TZ'],
  ...['%a, %d %b %Y %T', '%a,  %e %b %Y %T GMT', '%a,%d %b %Y %T GMT', '%a, %d %b %Y %T.000 GMT'],
  ...['%a, %d %b %y %T GMT', '%d/%m/%Y %T', '%m/%d/%Y %T', '%d.%m.%Y %T', '%A, %d-%b-%y %T GMT'],
  ...['%a %b %_d %T %Y', '%a %b %d %Y %T GMT+0000 (Coordinated Universal Time)'],
];

/** Patterns as for `strftime`, each with every zone for its `%Z`. */
const TABLES: readonly (readonly [cost: number, patterns: string[], zones: readonly Zone[]])[] = [
  [3, HTTP, ZONES],
  [2, ['%FT%TZ', '%FT%T.000Z'], UTC],
  [4, ['%FT%T%Z', '%FT%T.000%Z', '%F %T%Z'], ISO_ZONES],
  [4, OTHERS, UTC],
];

/** Every way to print a moment, the right one first. */
const FORMS = TABLES.flatMap(([least, patterns, zones]) =>
  zones.flatMap(([minutes, names]) =>
    names.flatMap((name, at) =>
      patterns.map((pattern, which) => {
        const cost = at < 3 && which < 2 ? least : 4;
        return { cost, minutes, pattern: pattern.replace('%Z', name) };
      }),
    ),
  ),
);

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Prints a date in a zone by a pattern. */
function printing(date: Date, minutes: number): (pattern: string) => string {
  const local = new Date(date.getTime() + minutes * 60_000);
  const [a = '', d = '', b = '', Y = '', T = ''] = local.toUTCString().split(/,? /);
  const [F = ''] = local.toISOString().split('T');
  const e = d.replace(/^0/, '');
  const parts: Readonly<Record<string, string | undefined>> = {
    ...{ a, A: DAYS[local.getUTCDay()], b, d, e, _d: e.padStart(2) },
    ...{ F, m: F.slice(5, 7), s: String(date.getTime() / 1000), T, Y, y: Y.slice(2) },
  };
  return (pattern) => pattern.replace(/%(_?[A-Za-z])/g, (_, name: string) => parts[name] ?? '');
}

/** Seconds around the sent Date that are tried. */
const FAR = 60;

export function dateRows(context: StringContext): readonly DraftRow[] {
  const sent = valueIn(context.draft, 'date') ?? '';
  // Another mistake may have moved it.
  const printers = memoize((value: string) => {
    const parsed = parseHttpDate(value, context.now);
    const date = parsed && new Date(parsed.seconds * 1000);
    return date && memoize((minutes: number) => printing(date, minutes));
  });
  const instant = parseHttpDate(sent, context.now);
  if (instant === undefined) return [];
  const printed = ({ minutes, pattern }: (typeof FORMS)[number], value: string) =>
    printers(value)?.(minutes)(pattern);
  // A Date in an unknown form cannot be moved without guessing.
  const sentForm = memoize(() => FORMS.find((form) => printed(form, sent) === sent));
  const moved = (by: number) => {
    const form = sentForm();
    const date = new Date(1000 * (instant.seconds + by));
    return form && printing(date, form.minutes)(form.pattern);
  };
  const seconds = Array.from({ length: FAR }, (_, at) => [at + 1, -at - 1]).flat();
  const ofSecond = seconds.map((by): FormRow => {
    const cost = Math.min(5, 2 + Math.floor(Math.abs(by) / 3));
    return ['date-other-second', cost, '', () => moved(by)];
  });
  const ofForm = FORMS.map((form): FormRow => {
    return ['date-format', form.cost, '', (value) => printed(form, value)];
  });
  const advice = 'make the Date once, sign it and send the same';
  return [
    ...valueRows(context, 'date', inPart('second', ofSecond), advice),
    ...valueRows(context, 'date', inPart('form', ofForm)),
  ];
}
