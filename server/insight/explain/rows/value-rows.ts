// The values of the lines in another form than they were sent: one value, or every value alike, or a Date earlier
// or later than the one sent.
import { dateOf } from '../../../kernel/dates.ts';
import { memoize } from '../../../kernel/memoize.ts';
import { rememberLast } from '../../../kernel/recent.ts';
import { isSigningHeader } from '../../../protocol/sent-once.ts';
import { REQUEST_TARGET, type SignedName } from '../../../signing/signed-headers.ts';
import { signedValue } from '../../../signing/signing-string.ts';
import { type Change, type Edit, replaced, swap, upper } from '../forms/edits.ts';
import { type Form, type FormRow, inPart, instead } from '../forms/form.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { Entries, MistakeRow, StringContext } from './draft.ts';
import { formRows, ON_THE_WAY, RAREST, rowsOf, secondsOf, valueRows } from './draft.ts';

const OF_ID = formsFor('id', 'value');
const OF_VALUE = formsFor('value');
/** Addresses have their own table for percent-encoding. */
const OF_ANY = OF_VALUE.filter(({ name }) => !`${name}`.startsWith('value-percent'));
const FORMS: Readonly<Record<string, readonly Form[]>> = {
  'x-request-id': OF_ID,
  'psu-id': OF_ID,
  'psu-corporate-id': OF_ID,
  // Its comma and its spaces are its own.
  date: formsFor('date', 'value').filter(({ name }) => name !== 'value-cut'),
  'tpp-redirect-uri': formsFor('redirect', 'value'),
  [REQUEST_TARGET]: OF_ANY,
};

/** What programs print for a missing value; others are usual. */
const EMPTIES = [
  ...'nil|<nil>|[object Object]|System.String[]|NaN|[]|[object Promise]|%s|%v|%!s(MISSING)'.split(
    '|',
  ),
  '00000000-0000-0000-0000-000000000000',
];
export const OF_EMPTY = inPart('itself', [
  ['header-empty', 3, 'without its value', ...instead(['', 'null', 'None', 'undefined'])],
  ['header-empty', 5, 'without its value', ...instead(EMPTIES)],
]);

/** What a variable of these words is called. */
export function variableNames(words: readonly string[]): readonly string[] {
  const [plain, snake] = [words.join('-'), words.join('_')];
  const camel = plain.replace(/-./g, (mark) => upper(mark.slice(1)));
  return [plain, upper(plain), words.join(''), snake, upper(snake), camel];
}

/** Postman's own. */
const DYNAMIC = ['{{$guid}}', '{{$randomUUID}}', '{{$timestamp}}', '{{$isoTimestamp}}'];

/** Named after a header, or a part of its name. */
function variablesOf(entry: string) {
  const words = entry.match(/[a-z]+/g) ?? [];
  const parts = [words, words.slice(1), words.slice(1, 2)].filter(({ length }) => length > 0);
  const names = new Set(parts.flatMap(variableNames));
  const texts = [...names].flatMap((name) => [
    ...[`{{${name}}}`, `\${${name}}`, `{${name}}`, `<${name}>`, `[${name}]`],
    ...[`$${name}`, `%${name}%`, `:${name}`, `#{${name}}`, name],
  ]);
  for (const some of parts) texts.push(`\${${some.join('.')}}`);
  texts.push(...DYNAMIC);
  const called = 'with the name of a variable or of the header';
  return inPart('itself', [['variable-unresolved', 6, called, ...instead(texts)]]);
}

/** A value has more pieces if it is longer; the last one is then the rest of it. */
const MOST_PIECES = 16;
/** Its words, and the marks between them. */
const piecesOf = rememberLast((value: string) => {
  const all = value.split(/(?<=[^A-Za-z0-9])|(?=[^A-Za-z0-9])/);
  return [...all.slice(0, MOST_PIECES), all.slice(MOST_PIECES).join('')];
});
/** Cut at either end, or without one piece. */
const PIECES = Array.from({ length: MOST_PIECES + 1 }, (_, at) => {
  const without = (from: number, count: number) => (value: string) =>
    piecesOf(value).toSpliced(from, count).join('');
  const cuts = [without(at, 1), without(0, at + 1), without(at, MOST_PIECES + 1)];
  return inPart('piece', [['value-cut', RAREST, '', ...cuts]]);
}).flat();

/** Made once for each name. */
const ofEntry = memoize((entry: SignedName): readonly MistakeRow[] => [
  ...valueRows(entry, PIECES),
  ...valueRows(entry, FORMS[entry] ?? OF_VALUE),
  ...valueRows(entry, OF_EMPTY, 'set the header before you sign'),
  ...valueRows(entry, variablesOf(entry), 'put its value in before you sign'),
]);

export const valueRowsOf = (entries: Entries) => entries.flatMap(ofEntry).concat(EVERY);

/** Names with their colons, and values; dozens of rows read the same text. */
const linesIn = rememberLast((text: string) =>
  text.split('\n').map((line) => line.split(/(?<=^[^:]*: )/)),
);

const OF_EVERY = OF_VALUE.filter(
  ({ name }) => name !== 'value-cut' && name !== 'value-percent-decoded',
);
/** As a line is split at all of its colons. */
const AT_COLON = inPart('end', [['value-cut', 4, 'cut at its first colon', replaced(/:.*/, '')]]);
const EVERY = formRows(
  'values',
  `You signed every value …; sign each as it is sent, ${ON_THE_WAY}.`,
  // The comma of a Date is its own.
  [...OF_EVERY, ...AT_COLON].map(({ change, ...form }) => {
    const ofEach: Edit = (text) =>
      linesIn(text)
        .map(([name = '', value]) => (value === undefined ? name : name + (change(value) ?? value)))
        .join('\n');
    return { ...form, change: ofEach };
  }),
);

const SWAPPED = 'You signed, or sent, …; sign each as it is sent, under its own name.';

/** Two lines with each other's value. */
export function swappedRows({ entries, request }: StringContext): readonly MistakeRow[] {
  const plain = entries.filter((entry) => entry !== REQUEST_TARGET);
  const line = (name: SignedName, of = name) => `${name}: ${signedValue(of, request)}`;
  const rows = plain.flatMap((one, at) =>
    plain.flatMap((other, place): FormRow[] => {
      const copied = [line(one), line(one, other)];
      const swapped = swap(line(one), '\0', line(other), line(other, one), '\0', line(one, other));
      const words = `${one} with the value of ${other}`;
      if (one === other) return [];
      const copy: FormRow = ['values-swapped', 5, words, swap(...copied)];
      const both = `the values of ${one} and ${other} swapped`;
      return at < place ? [copy, ['values-swapped', 5, both, swapped]] : [copy];
    }),
  );
  // Of headers that nobody signs there are many, and each is rare.
  const others = request.headers.names().filter((name) => !isSigningHeader(name));
  const copies = plain.flatMap((one) =>
    others.slice(0, MOST_OTHERS).map((other): FormRow => {
      const copied = swap(line(one), `${one}: ${request.headers.get(other)}`);
      return ['values-swapped', RAREST, `${one} with the value of ${other}`, copied];
    }),
  );
  return rowsOf('values', 'swap', SWAPPED, [...rows, ...copies]);
}
/** A hostile request may have thousands of headers. */
const MOST_OTHERS = 20;

/** Minutes east of Greenwich, and what programs call that zone; `GMT` also wrongly. */
const ZONES = [
  '0 GMT \\G\\M\\T +0000 UTC Z -0000 +00:00 GMT+00:00 +0100 CET',
  '60 +0100 CET GMT +01:00 GMT+01:00',
  '120 +0200 CEST GMT +02:00 GMT+02:00',
];
/** Patterns as for `strftime`, the usual ones first: HTTP and variants of that, Java's Date, ISO 8601. */
const ZONED =
  '%a, %d %b %Y %T %Z|%a, %e %b %Y %T %Z|%a %d %b %Y %T %Z|%d %b %Y %T %Z|%a %b %d %T %Z %Y|%FT%T%Z';
/** In UTC, by cost; seconds, asctime and JavaScript's Date are among them. */
const OTHERS = (
  [
    [2, '%FT%TZ|%FT%T.000Z'],
    [4, '%s|%s000|%s.0|%FT%T.0000000Z|%FT%T.000000Z|%F|%FT%T|%FT%T.000|%FT%T.000+00:00'],
    [4, '%FT%T.000+0000|%F %T|%F %TZ|%F %T UTC|%F %T +0000'],
    [5, '%F %T +0000 UTC|%a, %d %b %Y %T|%FT%TZ[GMT]|%a,  %e %b %Y %T GMT|%a, %d %b %Y %T.000 GMT'],
    [5, '%FT%RZ|%FT%T+00:00|%Y%m%dT%H%M%SZ|%d.%m.%Y %T|%T|%d/%m/%Y %T|%a, %d-%b-%y %T GMT'],
    [5, '%a, %d-%b-%Y %T GMT|%a, %d %b %Y %R GMT|%m/%d/%Y %T|%d %b %Y|%a, %d %b %Y  %T GMT'],
    [5, '%A, %d-%b-%y %T GMT|%A, %d-%b-%Y %T GMT|%F %T+00:00|%a %b %d %T %Y|%a %b %d %Y'],
    [5, '%a %b %d %Y %T GMT+0000 (Coordinated Universal Time)|%a, %d %b %Y %I:%M:%S GMT'],
  ] as const
).flatMap(([cost, patterns]) => patterns.split('|').map((pattern) => [cost, pattern] as const));

const DAYS = ['Sun', 'Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur'];

/** What the letters of a pattern stand for at the moment of a Date in a zone; `undefined` if it is no Date. */
const partsIn = (minutes: number) =>
  rememberLast((date: string): Readonly<Record<string, string>> | undefined => {
    const s = secondsOf(date);
    const local = dateOf(1000 * (s + 60 * minutes));
    if (local === undefined) return undefined;
    const utc = local.toUTCString();
    const [a, d, b, Y] = [utc.slice(0, 3), utc.slice(5, 7), utc.slice(8, 11), utc.slice(12, 16)];
    const F = local.toISOString().slice(0, 10);
    const [e, m, y] = [d.replace(/^0/, ''), F.slice(5, 7), Y.slice(2)];
    const [T, R] = [utc.slice(17, 25), utc.slice(17, 22)];
    const [H, M, S] = [T.slice(0, 2), T.slice(3, 5), T.slice(6)];
    const A = `${DAYS[local.getUTCDay()]}day`;
    const I = `${Number(H) % 12 || 12}`.padStart(2, '0');
    return { A, a, b, d, e, F, H, I, M, m, R, S, T, Y, y, s: `${s}` };
  });

/** The Date as it is printed elsewhere. */
const printed = (cost: number, pattern: string, partsOf: ReturnType<typeof partsIn>): FormRow => {
  const pieces = pattern.split(/%([A-Za-z])/);
  const print: Change = (date) => {
    const parts = partsOf(date);
    return parts && pieces.map((piece, at) => (at % 2 === 1 ? parts[piece] : piece)).join('');
  };
  return ['date-format', cost, '', print];
};
const PRINTED = ZONES.flatMap((zone) => {
  const [minutes, ...names] = zone.split(' ');
  const partsOf = partsIn(Number(minutes));
  const rarer = Number(minutes !== '0');
  const zoned = names.flatMap((name, at) =>
    ZONED.split('|').map((pattern, which) => {
      const usual = at < 3 && which < 2 ? 3 : 4;
      return printed(usual + rarer, pattern.replace('%Z', name), partsOf);
    }),
  );
  const others = OTHERS.map(([cost, pattern]) => printed(cost, pattern, partsOf));
  return rarer > 0 ? zoned : [...zoned, ...others];
});

const moved =
  (by: number): Change =>
  (date) =>
    dateOf(1000 * (secondsOf(date) + by))?.toUTCString();
/** Up to a minute around the sent Date. */
const SECONDS = Array.from({ length: 60 }, (_, at): FormRow => {
  const cost = Math.min(5, 2 + Math.floor((at + 1) / 3));
  return ['date-other-second', cost, '', moved(at + 1), moved(-at - 1)];
});

const ONCE = `make the Date once, sign it and send the same, ${ON_THE_WAY}`;
const OF_DATE = [
  ...valueRows('date', inPart('second', SECONDS), ONCE),
  ...valueRows('date', inPart('form', PRINTED)),
];

export const dateRows = (entries: Entries): readonly MistakeRow[] =>
  entries.includes('date') ? OF_DATE : [];
