// The values of the lines in another form than they were sent: one value, or every value alike.
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import { around, both, swap, upper } from '../forms/edits.ts';
import { formsFor } from '../forms/text-forms.ts';
import {
  type DraftRow,
  formRows,
  formsOf,
  type NamedForm,
  onLines,
  type StringContext,
  valueRows,
} from './draft.ts';

const UUID = /^(.{8})-?(.{4})-?(.{4})-?(.{4})-?(.{12})$/;
const bare = swap('-', '');

const OF_ID: readonly NamedForm[] = [
  ...formsOf('id-form', 'form', [
    [3, '', bare],
    [4, '', both(bare, upper)],
    [3, '', around('{', '}')],
    [3, '', both(upper, around('{', '}'))],
    [3, '', around('urn:uuid:', '')],
    [3, '', (value) => value.replace(/^\{|\}$|^urn:uuid:/gi, '')],
    [3, '', (value) => value.replace(UUID, '$1-$2-$3-$4-$5')],
    ...[...'4123589abcdef067'].map(
      (digit) =>
        [
          4,
          `with ${digit} as its thirteenth digit, which proxies such as Envoy change`,
          (value: string) => value.replace(/^(.{14})[0-9a-f](?=.{3}-)/i, `$1${digit}`),
        ] as const,
    ),
  ]),
  ...formsFor('id', 'value'),
];
const OF_VALUE = formsFor('value');
/** Addresses have their own table for percent-encoding. */
const OF_ANY = OF_VALUE.filter(({ name }) => !name.startsWith('value-percent'));
const FORMS: Readonly<Record<string, readonly NamedForm[]>> = {
  'x-request-id': OF_ID,
  'psu-id': OF_ID,
  'psu-corporate-id': OF_ID,
  date: formsFor('date', 'value'),
  'tpp-redirect-uri': formsFor('redirect', 'value'),
  [REQUEST_TARGET]: OF_ANY,
};

/** What programs print for a missing value; the first are the usual ones. */
export const EMPTIES = ['', 'null', 'None', 'undefined', 'nil', '<nil>', '[object Object]'];
export const USUAL_EMPTIES = 4;
const OF_EMPTY = formsOf(
  'header-empty',
  'itself',
  EMPTIES.map((value, at) => [at < USUAL_EMPTIES ? 3 : 5, 'without its value', () => value]),
);

/** What Postman calls dynamic variables. */
const DYNAMIC: Readonly<Record<string, readonly string[]>> = {
  'x-request-id': ['$guid', '$randomUUID', 'uuid'],
  date: ['$isoTimestamp', '$timestamp'],
};

/** How a variable is named after a header, or a part of its name. */
function variablesOf(entry: string): readonly NamedForm[] {
  const words = entry.match(/[a-z]+/g) ?? [];
  const parts = words.length > 1 ? [words, words.slice(1), words.slice(1, 2)] : [words];
  const names = parts.flatMap((some) => {
    const [plain, snake] = [some.join('-'), some.join('_')];
    const camel = plain.replace(/-./g, (mark) => upper(mark.slice(1)));
    return [plain, bare(plain), snake, upper(snake), camel];
  });
  const texts = [...names, ...(DYNAMIC[entry] ?? [])].flatMap((name) => [
    `{{${name}}}`,
    `\${${name}}`,
  ]);
  const called = 'with the name of a variable';
  return formsOf(
    'variable-unresolved',
    'itself',
    texts.map((text) => [6, called, () => text]),
  );
}

export const eachValueRows = (context: StringContext): readonly DraftRow[] =>
  context.entries.flatMap((entry) => [
    ...valueRows(context, entry, FORMS[entry] ?? OF_VALUE),
    ...valueRows(context, entry, OF_EMPTY, 'set the header before you sign'),
    ...valueRows(context, entry, variablesOf(entry), 'resolve the variables before you sign'),
  ]);

export const everyValueRows = (): readonly DraftRow[] =>
  formRows(
    'values',
    OF_ANY,
    (words) => `You signed every value ${words}; sign the values as they are sent.`,
    (change) => onLines((line) => ({ ...line, value: change(line.value) ?? line.value })),
  );
