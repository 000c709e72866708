// Any value in another form than it was sent: one value, or every value alike.
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import type { MistakeName } from '../mistake-names.ts';
import { valueIn } from '../string/draft.ts';
import {
  type StringContext,
  type Transform,
  type ValueRow,
  valueTransforms,
} from '../string/transform.ts';
import { TEXT_FORMS, type TextForm } from './text-forms.ts';

/** Their tables say more of percent-encoding. */
const ADDRESSES: readonly string[] = [REQUEST_TARGET, 'tpp-redirect-uri'];

/** What programs print for a missing value. */
export const EMPTIES: readonly (readonly [value: string, words: string])[] = [
  ['', 'an empty value'],
  ['null', 'the word null'],
  ['None', 'the word None'],
  ['undefined', 'the word undefined'],
];

const LINE_ENDS: readonly (readonly [end: string, words: string])[] = [
  ['\n', 'a newline'],
  ['\r', 'a CR'],
  ['\r\n', 'CRLF'],
];

export function valuesOfLines(context: StringContext): readonly Transform[] {
  const { draft, entries } = context;
  const single = entries.length < 2;
  const forms = TEXT_FORMS.filter(({ value }) => value !== undefined);
  const fitting = forms.filter(({ value }) => !single || value !== 'value-leading-space');
  const each = entries.flatMap((entry, at) => {
    const own = fitting.filter(({ value }) => !isPercent(value) || !ADDRESSES.includes(entry));
    const parts = new Set(own.map(({ part }) => part));
    const table = (part: TextForm['part']) => ({
      part,
      rows: own.filter((form) => form.part === part).map(rowOf),
    });
    const isLast = at === entries.length - 1;
    return [
      ...[...parts].flatMap((part) => valueTransforms(draft, entry, table(part))),
      // Between two lines it looks like the joiner, and after the last like the end.
      ...(entries.length > 2 && !isLast ? ended(context, entry) : []),
      ...emptied(context, entry),
    ];
  });
  return [
    ...each,
    ...(single ? [] : inEveryLine(fitting.filter(({ value }) => isForEvery(value)))),
  ];
}

/** A space before every value looks like two after each colon; addresses have percent forms of their own. */
const isForEvery = (name: MistakeName | undefined): boolean =>
  !isPercent(name) && name !== 'value-leading-space';

const isPercent = (name: MistakeName | undefined): boolean =>
  name?.startsWith('value-percent') === true;

const rowOf = ({ value, cost, words, change }: TextForm): ValueRow => [
  value as MistakeName,
  cost,
  words,
  change,
];

const ended = ({ draft }: StringContext, entry: string): readonly Transform[] =>
  valueTransforms(draft, entry, {
    part: 'end',
    rows: LINE_ENDS.map(([end, words]) => [
      'value-trailing-newline',
      4,
      `with ${words} after its value`,
      (value) => value + end,
    ]),
  });

const emptied = ({ draft }: StringContext, entry: string): readonly Transform[] =>
  EMPTIES.map(([value, words]) => ({
    ...(valueTransforms(draft, entry, {
      part: 'itself',
      rows: [['header-empty', 3, words, () => value]],
    })[0] as Transform),
    sentence: `You signed ${entry} with ${words} but sent ${valueIn(draft, entry)?.slice(0, 50)}; set the header before you sign.`,
  }));

const SPACE_BUT_LAST: TextForm = {
  part: 'space',
  value: 'value-trailing-space',
  cost: 4,
  words: 'with a space after its value, except the last',
  change: (text) => `${text} `,
};

function inEveryLine(forms: readonly TextForm[]): readonly Transform[] {
  return [...forms, SPACE_BUT_LAST].map((form): Transform => {
    const { part, value, cost, words, change } = form;
    return {
      mistakes: [value as MistakeName],
      slot: `values ${part}`,
      cost,
      sentence: `You signed every value ${words}; sign the values as they are sent.`,
      apply: (before) => ({
        ...before,
        lines: before.lines.map((line, at) => {
          const kept = form === SPACE_BUT_LAST && at === before.lines.length - 1;
          return kept ? line : { ...line, value: change(line.value) ?? line.value };
        }),
      }),
    };
  });
}
