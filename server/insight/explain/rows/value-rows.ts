// The values of the lines in another form than they were sent: one value, or every value alike, or a Date earlier
// or later than the one sent.
import { dateOf } from '../../../kernel/dates.ts';
import { memoize } from '../../../kernel/memoize.ts';
import { parseHttpDate } from '../../../signing/date-header.ts';
import { REQUEST_TARGET, type SignedName } from '../../../signing/signed-headers.ts';
import { signedValue } from '../../../signing/signing-string.ts';
import {
  type Edit,
  type Form,
  type FormRow,
  inPart,
  replaced,
  swap,
  upper,
} from '../forms/form.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { MistakeRow } from '../search.ts';
import { behind, formRows, rowsOf, type StringContext, valueRows } from './draft.ts';

const OF_ID = formsFor('id', 'value');
const OF_VALUE = formsFor('value');
/** Addresses have their own table for percent-encoding. */
const OF_ANY = OF_VALUE.filter(({ name }) => !name.startsWith('value-percent'));
const FORMS: Readonly<Record<string, readonly Form[]>> = {
  'x-request-id': OF_ID,
  'psu-id': OF_ID,
  'psu-corporate-id': OF_ID,
  // Its comma and its spaces are its own.
  date: formsFor('date', 'value').filter(({ name }) => name !== 'value-cut'),
  'tpp-redirect-uri': formsFor('redirect', 'value'),
  [REQUEST_TARGET]: OF_ANY,
};

/** What programs print for a missing value; the first are the usual ones. */
const EMPTIES = ['', 'null', 'None', 'undefined', 'nil', '<nil>', '[object Object]', 'NaN', '[]'];
const USUAL_EMPTIES = 4;
const OF_EMPTY = inPart(
  'itself',
  EMPTIES.map((value, at): FormRow => {
    return ['header-empty', at < USUAL_EMPTIES ? 3 : 5, 'without its value', () => value];
  }),
);

/** What Postman calls dynamic variables. */
const DYNAMIC: Readonly<Record<string, readonly string[]>> = {
  'x-request-id': ['$guid', '$randomUUID', 'uuid'],
  date: ['$isoTimestamp', '$timestamp'],
};

/** What a variable of these words is called. */
export function variableNames(words: readonly string[]): readonly string[] {
  const [plain, snake] = [words.join('-'), words.join('_')];
  const camel = plain.replace(/-./g, (mark) => upper(mark.slice(1)));
  return [plain, upper(plain), words.join(''), snake, upper(snake), camel];
}

/** Named after a header, or a part of its name. */
function variablesOf(entry: string) {
  const words = entry.match(/[a-z]+/g) ?? [];
  const parts = [words, words.slice(1), words.slice(1, 2)].filter(({ length }) => length > 0);
  const names = new Set([...parts.flatMap(variableNames), ...(DYNAMIC[entry] ?? [])]);
  const texts = [...names].flatMap((name) => [
    ...[`{{${name}}}`, `\${${name}}`, `{${name}}`, `<${name}>`, `[${name}]`],
    ...[`$${name}`, `%${name}%`, `:${name}`, `#{${name}}`, name],
  ]);
  const called = 'with the name of a variable';
  return inPart(
    'itself',
    texts.map((text): FormRow => ['variable-unresolved', 6, called, () => text]),
  );
}

/** Made once for each name. */
const ofEntry = memoize((entry: SignedName): readonly MistakeRow[] => [
  ...valueRows(entry, FORMS[entry] ?? OF_VALUE),
  ...valueRows(entry, OF_EMPTY, 'set the header before you sign'),
  ...valueRows(entry, variablesOf(entry), 'resolve the variables before you sign'),
]);

/** One value otherwise, or every one. */
export const valueRowsOf = (entries: StringContext['entries']): readonly MistakeRow[] => [
  ...entries.flatMap(ofEntry),
  ...EVERY,
];

const EVERY = formRows(
  'values',
  (words) => `You signed every value ${words}; sign the values as they are sent.`,
  OF_ANY.map(({ change, ...form }) => {
    const ofLine = behind(': ', change);
    const ofEach: Edit = (text) =>
      text
        .split('\n')
        .map((line) => ofLine(line) ?? line)
        .join('\n');
    return { ...form, change: ofEach };
  }),
);

/** Two lines with each other's value. */
export function swappedRows({ entries, request }: StringContext): readonly MistakeRow[] {
  const plain = entries.filter((entry) => entry !== REQUEST_TARGET);
  const line = (name: SignedName, of = name) => `${name}: ${signedValue(of, request)}`;
  const rows = plain.flatMap((one, at) =>
    plain.slice(at + 1).map((other): FormRow => {
      const change = swap(line(one), '\0', line(other), line(other, one), '\0', line(one, other));
      return ['values-swapped', 5, `the values of ${one} and ${other} swapped`, change];
    }),
  );
  return rowsOf('values', 'swap', (what) => `You signed ${what}; sign each as it is sent.`, rows);
}

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
  ...['%a, %d-%b-%y %T GMT', '%a, %d-%b-%Y %T GMT', '%a, %d %b %Y %R GMT', '%FT%RZ', '%FT%TZ[GMT]'],
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
  const parts: Record<string, string | undefined> = {
    a,
    b,
    d,
    e,
    _d: e.padStart(2),
    F,
    m: F.slice(5, 7),
    R: T?.slice(0, 5),
    T,
    Y,
    y: Y.slice(2),
    s: String(seconds),
  };
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
