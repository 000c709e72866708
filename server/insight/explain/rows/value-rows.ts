// The values of the lines in another form than they were sent: one value, or every value alike.
import { quoteBytes } from '../../../kernel/utf8.ts';
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import { around, both, swap, upper } from '../forms/edits.ts';
import { type Form, inPart } from '../forms/form.ts';
import { formsFor } from '../forms/text-forms.ts';
import {
  type DraftRow,
  type NamedForm,
  type StringContext,
  valueIn,
  valueRows,
  withLine,
} from './draft.ts';

const UUID = /^(.{8})-?(.{4})-?(.{4})-?(.{4})-?(.{12})$/;
const bare = swap('-', '');
const FORM = { id: 'id-form' } as const;

const ID_FORMS: readonly NamedForm[] = inPart('form', [
  [FORM, 3, '', bare],
  [FORM, 4, '', both(bare, upper)],
  [FORM, 3, '', around('{', '}')],
  [FORM, 3, '', both(upper, around('{', '}'))],
  [FORM, 3, '', around('urn:uuid:', '')],
  [FORM, 3, '', (value) => value.replace(/^\{|\}$|^urn:uuid:/gi, '')],
  [FORM, 3, '', (value) => value.replace(UUID, '$1-$2-$3-$4-$5')],
  ...[...'4123589abcdef067'].map(
    (digit) =>
      [
        FORM,
        4,
        `with ${digit} as its thirteenth digit, where proxies such as Envoy put another on its way`,
        (value: string) => value.replace(/^(.{14})[0-9a-f](?=.{3}-)/i, `$1${digit}`),
      ] as const,
  ),
]).map((form: Form) => ({ ...form, name: 'id-form' }));

const IDS = ['x-request-id', 'psu-id', 'psu-corporate-id'];
const OF_ID = [...ID_FORMS, ...formsFor('id', 'value')];
const OF_VALUE = formsFor('value');
/** Addresses have their own table for percent-encoding. */
const OF_ANY = OF_VALUE.filter(({ name }) => !name.startsWith('value-percent'));
const OF_OTHERS: Readonly<Record<string, readonly NamedForm[]>> = {
  date: formsFor('date', 'value'),
  'tpp-redirect-uri': formsFor('redirect', 'value'),
  [REQUEST_TARGET]: OF_ANY,
};
const formsOf = (entry: string): readonly NamedForm[] =>
  IDS.includes(entry) ? OF_ID : (OF_OTHERS[entry] ?? OF_VALUE);

/** What programs print for a missing value. */
export const EMPTIES: readonly (readonly [value: string, words: string])[] = [
  ['', 'an empty value'],
  ...['null', 'None', 'undefined', 'nil', '<nil>', '[object Object]'].map(
    (word) => [word, `the word ${word}`] as const,
  ),
];

/** How a variable is named after a header. */
const variablesOf = (entry: string): readonly string[] => {
  const [first = '', ...others] = entry.split('-');
  const capital = (word: string) => word.replace(/^./, upper);
  return [
    ...[entry, bare(entry), swap('-', '_')(entry), upper(swap('-', '_')(entry))],
    first + others.map(capital).join(''),
    others[0] ?? first,
    others.length > 1 ? `${others[0]}${capital(others[1] ?? '')}` : `${first}Value`,
    ...({ 'x-request-id': ['$guid', '$randomUUID', 'uuid'], date: ['$isoTimestamp', '$timestamp'] }[
      entry
    ] ?? []),
  ];
};

export function eachValueRows(context: StringContext): readonly DraftRow[] {
  const { draft, entries } = context;
  return entries.flatMap((entry) => {
    const sent = quoteBytes(valueIn(draft, entry)?.slice(0, 50) ?? '');
    return [
      ...valueRows(context, entry, formsOf(entry)),
      ...EMPTIES.map(
        ([value, words], at): DraftRow => ({
          mistakes: ['header-empty'],
          slot: `${entry} itself`,
          cost: at < 4 ? 3 : 5,
          says: `You signed ${entry} with ${words} but sent ${sent}; set the header before you sign.`,
          change: (before) => withLine(before, entry, (line) => ({ ...line, value })),
        }),
      ),
      ...variablesOf(entry).flatMap((name) =>
        [`{{${name}}}`, `\${${name}}`].map(
          (value): DraftRow => ({
            mistakes: ['variable-unresolved'],
            slot: `${entry} itself`,
            cost: 6,
            says: `You signed ${entry} with the name of a variable, ${value}, but sent its value; resolve the variables before you sign.`,
            change: (before) => withLine(before, entry, (line) => ({ ...line, value })),
          }),
        ),
      ),
    ];
  });
}

export const everyValueRows = ({ entries }: StringContext): readonly DraftRow[] =>
  entries.length < 2
    ? []
    : OF_ANY.map(({ part, name, cost, words, change }) => ({
        mistakes: [name],
        slot: `values ${part}`,
        cost,
        says: `You signed every value ${words}; sign the values as they are sent.`,
        change: (before) => ({
          ...before,
          lines: before.lines.map((line) => ({ ...line, value: change(line.value) ?? line.value })),
        }),
      }));
