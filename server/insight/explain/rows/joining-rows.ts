// How the lines are joined: between them, before the first, after the last, and after each name.
import { quote } from '../../../protocol/shown-text.ts';
import type { MistakeName } from '../mistake-names.ts';
import type { Draft, DraftRow, StringContext } from './draft.ts';

/** Texts that are the same mistake, and are as rare. */
type Texts = readonly [mistake: MistakeName, cost: number, ...texts: string[]];

const JOINERS: readonly Texts[] = [
  ['crlf', 1, '\r\n'],
  ['cr', 3, '\r'],
  ['joined-with-escaped-newline', 2, '\\n'],
  ['joined-with-escaped-newline', 3, '\\r\\n'],
  ['joined-with-comma', 2, ', ', ','],
  ['joined-with-comma', 4, ',\n'],
  ['joined-with-space', 2, ' '],
  ['joined-with-space', 4, '  ', '\t'],
  ['value-trailing-space', 3, ' \n'],
  ['joined-with-nothing', 2, ''],
  ['joined-with-blank-line', 3, '\n\n'],
  ['joined-with-blank-line', 4, '\r\n\r\n'],
  ['joined-with-semicolon', 3, '; ', ';'],
  ['joined-with-semicolon', 4, ';\n'],
  ['joined-with-ampersand', 3, '&'],
  ['joined-with-bar', 3, '|'],
  ['joined-with-bar', 4, ' | '],
];

const COLONS: readonly Texts[] = [
  ['no-space-after-colon', 1, ':'],
  ['two-spaces-after-colon', 3, ':  '],
  ['tab-after-colon', 3, ':\t'],
  ['space-before-colon', 3, ' : '],
  ['space-before-colon', 4, ' :'],
  ['equals-sign', 2, '='],
  ['equals-sign', 4, ' = ', '=>', ' => '],
  ['no-colon', 2, ' '],
  ['no-colon', 3, ','],
  ['no-colon', 4, '\t', ''],
];

const ENDS: readonly Texts[] = [
  ['trailing-newline', 1, '\n', '\r\n'],
  ['trailing-newline', 3, '\n\n', '\r\n\r\n', '\\n'],
  ['trailing-newline', 4, '\r', '\\r\\n'],
  ['trailing-characters', 3, '\\c', ' ', ',', ', ', '&'],
  ['trailing-characters', 4, '\0', ';', '|'],
];

const STARTS: readonly Texts[] = [
  ['leading-newline', 3, '\n'],
  ['leading-newline', 4, '\r\n', ' '],
];

/** For those whose characters do not say it. */
const WORDS: Readonly<Record<string, string>> = {
  '': 'nothing',
  '\n': 'a newline (LF)',
  '\r\n': 'CRLF (\\r\\n)',
  '\r': 'CR (\\r)',
  ' ': 'a space',
  ' \n': 'a space before each newline',
  '\\c': 'a backslash and a c',
  '\0': 'a zero byte',
  '\\n': 'a backslash and the letter n',
};
const wordsOf = (text: string): string => WORDS[text] ?? quote(text);

const JOIN = 'join the lines with a single LF (\\n)';

const TABLES: readonly (readonly [
  slot: string,
  texts: readonly Texts[],
  says: (words: string) => string,
  change: (draft: Draft, text: string) => Draft,
])[] = [
  [
    'join joiner',
    JOINERS,
    (words) => `You joined the lines with ${words}; join them with a single LF (\\n).`,
    (draft, joiner) => ({ ...draft, joiner }),
  ],
  [
    'join colon',
    COLONS,
    (words) =>
      `You wrote ${words} between name and value; write the name, a colon, one space, the value.`,
    (draft, colon) => ({ ...draft, colon }),
  ],
  [
    'join end',
    ENDS,
    (words) =>
      `You ended the string with ${words} after the last line; nothing follows the last value.`,
    (draft, end) => ({ ...draft, end: draft.end + end }),
  ],
  [
    'join start',
    STARTS,
    (words) => `You began the string with ${words}; it begins with the first name.`,
    (draft, start) => ({ ...draft, start: start + draft.start }),
  ],
];

/** How languages print a list of lines, or names and values: what is around each, and what is between. */
const PRINTED: readonly (readonly [
  who: string,
  braces: string,
  mark: string,
  between: string,
  colon?: string,
])[] = [
  ['Java prints it', '[]', '', ', '],
  ['Go prints it', '[]', '', ' '],
  ['Python prints it', '[]', "'", ', '],
  ['Ruby prints it', '[]', '"', ', '],
  ['JSON has it', '[]', '"', ','],
  ['JSON has it', '{}', '"', ',', ':'],
  ['JSON has it', '{}', '"', ', ', ': '],
  ['Python prints it', '{}', "'", ', ', ': '],
  ['Ruby prints it', '{}', '"', ', ', '=>'],
  ['Ruby prints it', '{}', '"', ', ', ' => '],
  ['Java prints it', '{}', '', ', ', '='],
];

/** A text over several lines of source code keeps its indentation, often except on the first line. */
const INDENTS = ['\t', ...[2, 4, 8, 1, 6, 10, 12, 16].map((count) => ' '.repeat(count)), '\t\t'];
/** Those that come with the newlines around such a text. */
const USUAL_INDENTS = 4;

function widthOf(indent: string): string {
  const [one, many] = indent.startsWith('\t') ? ['a tab', 'tabs'] : ['a space', 'spaces'];
  return indent.length === 1 ? one : `${indent.length} ${many}`;
}

const around = (draft: Draft, start: string, between: string, end: string): Draft => ({
  ...draft,
  start: start + draft.start,
  joiner: draft.joiner + between,
  end: draft.end + end,
});

const indentRow = (
  mistakes: DraftRow['mistakes'],
  cost: number,
  says: string,
  change: DraftRow['change'],
): DraftRow => ({ mistakes, slot: 'join indent', cost, says, change });

const INDENTED: readonly DraftRow[] = INDENTS.flatMap((indent, at) => {
  const isUsual = at < USUAL_INDENTS;
  const width = widthOf(indent);
  return [
    ...['', indent].flatMap((start) =>
      ['', '\n'].map((end) => {
        const first = start === '' ? '' : ' the first as well,';
        const last = end === '' ? '' : ', and nothing follows the last value';
        const says = `You signed lines that are indented by ${width},${first} as they stand in your source; each line begins with its name${last}.`;
        const mistakes = [
          'lines-indented',
          ...(end === '' ? [] : (['trailing-newline'] as const)),
        ] as const;
        return indentRow(mistakes, isUsual ? 3 : 4, says, (draft) =>
          around(draft, start, indent, end),
        );
      }),
    ),
    ...(isUsual ? ['\n', `\n${indent}`] : []).map((end) => {
      const says = `You signed a text block as it stands in your source: a newline before the first line and after the last, and each line indented by ${width}; begin with the first name, end with the last value, and ${JOIN}.`;
      const mistakes = ['leading-newline', 'lines-indented', 'trailing-newline'] as const;
      return indentRow(mistakes, 3, says, (draft) => around(draft, `\n${indent}`, indent, end));
    }),
  ];
});

const ROWS: readonly DraftRow[] = [
  ...TABLES.flatMap(([slot, texts, says, change]) =>
    texts.flatMap(([mistake, cost, ...them]) =>
      them.map((text): DraftRow => {
        const on = (draft: Draft) => change(draft, text);
        return { mistakes: [mistake], slot, cost, says: says(wordsOf(text)), change: on };
      }),
    ),
  ),
  ...INDENTED,
  ...PRINTED.map(([who, braces, mark, between, colon]): DraftRow => {
    const [open, close] = braces;
    return {
      mistakes: [colon === undefined ? 'lines-as-list' : 'lines-as-object'],
      slot: 'join joiner',
      cost: 3,
      says: `You signed a ${colon === undefined ? 'list of the lines' : 'map of the headers'} as ${who}, with brackets around it; write name, colon, space, value, and ${JOIN}.`,
      change: (draft) => ({
        ...around(draft, `${open}${mark}`, '', `${mark}${close}`),
        joiner: mark + between + mark,
        colon: colon === undefined ? draft.colon : mark + colon + mark,
      }),
    };
  }),
  {
    mistakes: ['lines-as-object'],
    slot: 'join joiner',
    cost: 3,
    says: `You signed the headers as a form (name=value, joined with &, percent-encoded); write name, colon, space, value, and ${JOIN}.`,
    change: (draft) => {
      const pairs = draft.lines.map(({ name, value }): [string, string] => [name, value]);
      return { ...draft, whole: String(new URLSearchParams(pairs)) };
    },
  },
  {
    mistakes: ['names-left-out'],
    slot: 'join colon',
    cost: 2,
    says: 'You signed the values without their names; each line is name, colon, space, value.',
    change: (draft) => ({
      ...draft,
      lines: draft.lines.map((line) => ({ ...line, name: '' })),
      colon: '',
    }),
  },
];

/** A single line has nothing to join. */
export const joiningRows = ({ entries }: StringContext): readonly DraftRow[] =>
  entries.length < 2 ? ROWS.filter(({ slot }) => slot !== 'join joiner') : ROWS;
