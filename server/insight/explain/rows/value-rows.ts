// The values of the lines in another form than they were sent: one value, or every value alike.
import { memoize } from '../../../kernel/memoize.ts';
import { REQUEST_TARGET, type SignedName } from '../../../signing/signed-headers.ts';
import { signedValue } from '../../../signing/signing-string.ts';
import { swap, upper } from '../forms/edits.ts';
import { type Form, type FormRow, inPart } from '../forms/form.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { MistakeRow } from '../search.ts';
import { behind, formRows, onText, rowsOf, type StringContext, valueRows } from './draft.ts';

const OF_ID = formsFor('id', 'value');
const OF_VALUE = formsFor('value');
/** Addresses have their own table for percent-encoding. */
const OF_ANY = OF_VALUE.filter(({ name }) => !name.startsWith('value-percent'));
const FORMS: Readonly<Record<string, readonly Form[]>> = {
  'x-request-id': OF_ID,
  'psu-id': OF_ID,
  'psu-corporate-id': OF_ID,
  date: formsFor('date', 'value'),
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
function variablesOf(entry: string): readonly Form[] {
  const words = entry.match(/[a-z]+/g) ?? [];
  const parts = [words, words.slice(1), words.slice(1, 2)].filter(({ length }) => length > 0);
  const names = new Set([...parts.flatMap(variableNames), ...(DYNAMIC[entry] ?? [])]);
  const texts = [...names].flatMap((name) => [
    ...[`{{${name}}}`, `\${${name}}`, `{${name}}`, `<${name}>`, `[${name}]`],
    ...[`$${name}`, `%${name}%`, `:${name}`, name],
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

export const eachValueRows = ({ entries }: StringContext): readonly MistakeRow[] =>
  entries.flatMap(ofEntry);

const EVERY = formRows(
  'values',
  (words) => `You signed every value ${words}; sign the values as they are sent.`,
  OF_ANY,
  (change) =>
    onText((text) =>
      text
        .split('\n')
        .map((line) => behind(': ', change)(line) ?? line)
        .join('\n'),
    ),
);

/** Two lines with each other's value. */
function swappedRows({ entries, request }: StringContext): readonly MistakeRow[] {
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

export const everyValueRows = (context: StringContext): readonly MistakeRow[] => [
  ...EVERY,
  ...swappedRows(context),
];
