// A Date in another form, earlier or later than the one sent; ids in another case or form.
import { memoize } from '../../../kernel/memoize.ts';
import { longDay, parseHttpDate } from '../../../signing/date-header.ts';
import { valueIn } from '../string/draft.ts';
import {
  type Change,
  type StringContext,
  type Transform,
  type ValueRow,
  valueTransforms,
} from '../string/transform.ts';

export const dateAndIdTransforms = (context: StringContext): readonly Transform[] => [
  ...ofDate(context),
  ...ofIds(context),
];

/** Forms as patterns: `%a` day, `%d` and `%e` number, `%b` month, `%Y` year, `%T` time, `%Z` zone. */
const ZONED: readonly (readonly [cost: number, pattern: string])[] = [
  [3, '%a, %d %b %Y %T %Z'],
  [3, '%a, %e %b %Y %T %Z'],
  [4, '%a %d %b %Y %T %Z'],
  [4, '%d %b %Y %T %Z'],
  // Java's Date.
  [4, '%a %b %d %T %Z %Y'],
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
  [-480, ['-0800', 'PST']],
  [330, ['+0530', 'IST']],
];

/** The date in a zone, printed as the pattern says. */
function printed(date: Date, pattern: string, [minutes, zone]: readonly [number, string]): string {
  const local = new Date(date.getTime() + minutes * 60_000);
  const [, day = '', number = '', month = '', year = '', time = ''] =
    /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(local.toUTCString()) ?? [];
  const bare = number.replace(/^0/, '');
  const parts: Readonly<Record<string, string>> = {
    ...{ a: day, d: number, b: month, Y: year, T: time, Z: zone },
    ...{ e: bare, _d: bare.padStart(2), y: year.slice(2) },
    ...{ F: local.toISOString().slice(0, 10), s: String(date.getTime() / 1000) },
  };
  // The long name of the day takes much longer than the rest.
  const part = (name: string) => (name === 'A' ? longDay(local) : (parts[name] ?? ''));
  return pattern.replace(/%(_?[A-Za-z])/g, (_, name: string) => part(name));
}

/** Every way to print a moment. */
const FORMS: readonly (readonly [cost: number, print: (date: Date) => string])[] = [
  ...ZONES.flatMap(([minutes, zones]) =>
    zones.flatMap((zone, at) =>
      ZONED.map(([cost, pattern]) => {
        const price = Math.min(4, cost + Math.min(at, 1));
        return [price, (date: Date) => printed(date, pattern, [minutes, zone])] as const;
      }),
    ),
  ),
  ...PLAIN.map(([cost, form]) => [cost, (date: Date) => printed(date, form, [0, 'GMT'])] as const),
  ...[60, 120, -300].map((minutes) => {
    const zone = `${minutes < 0 ? '-' : '+'}0${Math.abs(minutes) / 60}:00`;
    return [4, (date: Date) => printed(date, '%FT%T%Z', [minutes, zone])] as const;
  }),
  [4, (date) => date.toUTCString().toLowerCase()],
  [4, (date) => date.toUTCString().toUpperCase()],
];

/** Seconds around the sent Date that are tried. */
const FAR = 120;

function ofDate({ draft, now }: StringContext): readonly Transform[] {
  const sent = valueIn(draft, 'date');
  const parsed = sent === undefined ? undefined : parseHttpDate(sent, now);
  if (sent === undefined || parsed === undefined) return [];
  const instant = new Date(parsed.seconds * 1000);
  // A Date in an unknown form cannot be moved without guessing.
  const [, print] = FORMS.find(([, form]) => form(instant) === sent) ?? [];
  const moved = (seconds: number) => new Date(instant.getTime() + 1000 * seconds);
  const times = Array.from({ length: FAR }, (_, at) => [at + 1, -at - 1]).flat();
  const seconds = times.map((by): ValueRow => {
    const size = Math.abs(by);
    const cost = Math.min(5, 2 + Math.floor(size / 3));
    return ['date-other-second', cost, '', () => print?.(moved(by))];
  });
  const dateOf = memoize((value: string) => {
    // Another mistake may have moved it.
    const other = value === sent ? parsed : parseHttpDate(value, now);
    return other === undefined ? undefined : new Date(other.seconds * 1000);
  });
  const form = (write: (date: Date) => string): Change =>
    memoize((value) => {
      const date = dateOf(value);
      return date === undefined ? undefined : write(date);
    });
  return [
    ...valueTransforms(draft, 'date', {
      rows: seconds,
      advice: 'make the Date once, sign it and send the same',
    }),
    ...valueTransforms(draft, 'date', {
      rows: FORMS.map(([cost, write]) => ['date-format', cost, '', form(write)]),
    }),
  ];
}

const UUID = /^(.{8})-?(.{4})-?(.{4})-?(.{4})-?(.{12})$/;

const ID_ROWS: readonly ValueRow[] = [
  ['id-case', 2, '', (value) => value.toLowerCase()],
  ['id-case', 2, '', (value) => value.toUpperCase()],
  ['id-form', 3, '', (value) => value.replaceAll('-', '')],
  ['id-form', 4, '', (value) => value.replaceAll('-', '').toUpperCase()],
  ['id-form', 3, '', (value) => `{${value}}`],
  ['id-form', 3, '', (value) => `urn:uuid:${value}`],
  ['id-form', 3, '', (value) => value.replace(/^\{|\}$/g, '')],
  ['id-form', 3, '', (value) => value.replace(/^urn:uuid:/i, '')],
  [
    'id-form',
    3,
    '',
    (value) => (value.includes('-') ? undefined : value.replace(UUID, '$1-$2-$3-$4-$5')),
  ],
];

const ofIds = ({ draft }: StringContext): readonly Transform[] =>
  ['x-request-id', 'psu-id', 'psu-corporate-id'].flatMap((entry) =>
    valueTransforms(draft, entry, { part: 'id', rows: ID_ROWS }),
  );
