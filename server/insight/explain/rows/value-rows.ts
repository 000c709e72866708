// Any value in another form than it was sent: one value, or every value alike.
import { quoteBytes } from '../../../kernel/utf8.ts';
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import { formsFor, type TextForm } from '../forms/text-forms.ts';
import { type DraftRow, type StringContext, valueIn, valueRows, withLine } from './draft.ts';

const FORMS = formsFor('value');
const isPercent = ({ names }: TextForm): boolean =>
  names.value?.startsWith('value-percent') === true;

/** Their tables say more of percent-encoding. */
const ADDRESSES: readonly string[] = [REQUEST_TARGET, 'tpp-redirect-uri'];

/** What programs print for a missing value. */
export const EMPTIES: readonly (readonly [value: string, words: string])[] = [
  ['', 'an empty value'],
  ['null', 'the word null'],
  ['None', 'the word None'],
  ['undefined', 'the word undefined'],
];

export function eachValueRows(context: StringContext): readonly DraftRow[] {
  const { draft, entries } = context;
  return entries.flatMap((entry) => {
    const fitting = FORMS.filter((form) => !isPercent(form) || !ADDRESSES.includes(entry));
    const sent = quoteBytes(valueIn(draft, entry)?.slice(0, 50) ?? '');
    return [
      ...fitting.flatMap(({ part, name, cost, words, change }) =>
        valueRows(context, { entry, part }, [[name, cost, words, change]]),
      ),
      ...EMPTIES.map(
        ([value, words]): DraftRow => ({
          mistakes: ['header-empty'],
          slot: `${entry} itself`,
          cost: 3,
          says: `You signed ${entry} with ${words} but sent ${sent}; set the header before you sign.`,
          change: (before) => withLine(before, entry, (line) => ({ ...line, value })),
        }),
      ),
    ];
  });
}

export const everyValueRows = ({ entries }: StringContext): readonly DraftRow[] =>
  FORMS.filter((form) => !isPercent(form) && entries.length > 1).map(
    ({ part, name, cost, words, change }) => ({
      mistakes: [name],
      slot: `values ${part}`,
      cost,
      says: `You signed every value ${words}; sign the values as they are sent.`,
      change: (before) => ({
        ...before,
        lines: before.lines.map((line) => ({ ...line, value: change(line.value) ?? line.value })),
      }),
    }),
  );
