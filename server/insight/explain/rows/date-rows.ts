// A Date in another form, earlier or later than the one sent; ids in another case or form.
import { memoize } from '../../../kernel/memoize.ts';
import { parseHttpDate } from '../../../signing/date-header.ts';
import { around, both, lower, swap, upper } from '../forms/edits.ts';
import { type DraftRow, type StringContext, type ValueForm, valueIn, valueRows } from './draft.ts';

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
  [4, '%FT%T.0000000Z'],
  [4, '%FT%T+00:00'],
  [4, '%FT%T+0000'],
  [4, '%FT%T'],
  [4, '%F %T'],
  [4, '%F %T+00:00'],
  [4, '%s000'],
  [3, '%s'],
  [4, '%s.0'],
  [4, '%a, %d %b %Y %T'],
  [4, '%a,  %e %b %Y %T GMT'],
  // asctime, RFC 850, and JavaScript's Date.
  [4, '%a %b %_d %T %Y'],
  [4, '%A, %d-%b-%y %T GMT'],
  [4, '%a %b %d %Y %T GMT+0000 (Coordinated Universal Time)'],
];

/** Minutes east of Greenwich, and what programs call that. `GMT` is the wrong label of a local time. */
const ZONES: readonly (readonly [minutes: number, names: readonly string[]])[] = [
  [0, ['GMT', '+0000', 'UTC', 'Z', '-0000', '+00:00', '+0100', '+0200', 'CET', 'CEST']],
  [60, ['+0100', 'CET', 'GMT', '+01:00']],
  [120, ['+0200', 'CEST', 'GMT', '+02:00']],
  [-300, ['-0500', 'EST']],
];

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Prints a date in a zone by a pattern. */
function printing(date: Date, minutes: number): (pattern: string, zone: string) => string {
  const local = new Date(date.getTime() + minutes * 60_000);
  const [day = '', number = '', month = '', year = '', time = ''] = local
    .toUTCString()
    .split(/,? /);
  const bare = number.replace(/^0/, '');
  const parts: Readonly<Record<string, () => string>> = {
    ...{ a: () => day, d: () => number, b: () => month, Y: () => year, T: () => time },
    ...{ e: () => bare, _d: () => bare.padStart(2), y: () => year.slice(2) },
    A: () => DAYS[local.getUTCDay()] ?? '',
    F: () => local.toISOString().slice(0, 10),
    s: () => String(date.getTime() / 1000),
  };
  return (pattern, zone) =>
    pattern.replace(/%(_?[A-Za-z])/g, (_, name: string) => parts[name]?.() ?? zone);
}

interface Form {
  readonly cost: number;
  readonly pattern: string;
  readonly minutes: number;
  readonly zone: string;
}

/** Every way to print a moment; the right one is the first. */
const FORMS: readonly Form[] = [
  ...ZONES.flatMap(([minutes, zones]) =>
    zones.flatMap((zone, at) =>
      ZONED.map((pattern, which) => ({
        cost: which < 2 && at === 0 ? 3 : 4,
        pattern,
        minutes,
        zone,
      })),
    ),
  ),
  ...PLAIN.map(([cost, pattern]) => ({ cost, pattern, minutes: 0, zone: 'GMT' })),
  ...[60, 120, -300].map((minutes) => {
    const zone = `${minutes < 0 ? '-' : '+'}0${Math.abs(minutes) / 60}:00`;
    return { cost: 4, pattern: '%FT%T%Z', minutes, zone };
  }),
];

/** Seconds around the sent Date that are tried. */
const FAR = 60;

export function dateRows(context: StringContext): readonly DraftRow[] {
  const sent = valueIn(context.draft, 'date') ?? '';
  const dateOf = memoize((value: string) => {
    const parsed = parseHttpDate(value, context.now);
    return parsed && new Date(parsed.seconds * 1000);
  });
  const instant = dateOf(sent);
  if (instant === undefined) return [];
  // Another mistake may have moved it.
  const printerOf = memoize((value: string) => {
    const date = dateOf(value);
    return date && memoize((minutes: number) => printing(date, minutes));
  });
  const written = ({ minutes, pattern, zone }: Form, value: string) =>
    printerOf(value)?.(minutes)(pattern, zone);
  // A Date in an unknown form cannot be moved without guessing.
  const sentForm = memoize(() => FORMS.find((form) => written(form, sent) === sent));
  const moved = (seconds: number) => {
    const { minutes = 0, pattern, zone = '' } = sentForm() ?? {};
    const date = new Date(instant.getTime() + 1000 * seconds);
    return pattern && printing(date, minutes)(pattern, zone);
  };
  const seconds = Array.from({ length: FAR }, (_, at) => [at + 1, -at - 1]).flat();
  return [
    ...valueRows(
      context,
      { entry: 'date', advice: 'make the Date once, sign it and send the same' },
      seconds.map((by): ValueForm => {
        const cost = Math.min(5, 2 + Math.floor(Math.abs(by) / 3));
        return ['date-other-second', cost, '', () => moved(by)];
      }),
    ),
    ...valueRows(context, { entry: 'date' }, [
      ...FORMS.map(
        (form): ValueForm => ['date-format', form.cost, '', (value) => written(form, value)],
      ),
      ['date-format', 4, '', lower],
      ['date-format', 4, '', upper],
    ]),
  ];
}

const UUID = /^(.{8})-?(.{4})-?(.{4})-?(.{4})-?(.{12})$/;
const bare = swap('-', '');

const ID_FORMS: readonly ValueForm[] = [
  ['id-case', 2, '', lower],
  ['id-case', 2, '', upper],
  ['id-form', 3, '', bare],
  ['id-form', 4, '', both(bare, upper)],
  ['id-form', 3, '', around('{', '}')],
  ['id-form', 3, '', around('urn:uuid:', '')],
  ['id-form', 3, '', (value) => value.replace(/^\{|\}$|^urn:uuid:/gi, '')],
  ['id-form', 3, '', (value) => value.replace(UUID, '$1-$2-$3-$4-$5')],
];

export const idRows = (context: StringContext): readonly DraftRow[] =>
  ['x-request-id', 'psu-id', 'psu-corporate-id'].flatMap((entry) =>
    valueRows(context, { entry, part: 'id' }, ID_FORMS),
  );
