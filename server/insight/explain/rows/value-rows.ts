// The values of the lines in another form than they were sent: one value, or every value alike.
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import { upper } from '../forms/edits.ts';
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

const OF_ID = formsFor('id', 'value');
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

/** What a variable of these words is called. */
export function variableNames(words: readonly string[]): readonly string[] {
  const [plain, snake] = [words.join('-'), words.join('_')];
  const camel = plain.replace(/-./g, (mark) => upper(mark.slice(1)));
  return [plain, words.join(''), snake, upper(snake), camel];
}

/** Named after a header, or a part of its name. */
function variablesOf(entry: string): readonly NamedForm[] {
  const words = entry.match(/[a-z]+/g) ?? [];
  const parts = [words, words.slice(1), words.slice(1, 2)].filter(({ length }) => length > 0);
  const names = [...parts.flatMap(variableNames), ...(DYNAMIC[entry] ?? [])];
  const texts = names.flatMap((name) => [`{{${name}}}`, `\${${name}}`]);
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
