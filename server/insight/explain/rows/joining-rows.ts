// How the lines are joined: between them, before the first, after the last, and after each name.
import type { MistakeName } from '../mistake-names.ts';
import type { Draft, DraftRow, StringContext } from './draft.ts';

type Text = readonly [mistake: MistakeName, cost: number, text: string, words: string];

const JOINERS: readonly Text[] = [
  ['crlf', 1, '\r\n', 'CRLF (\\r\\n)'],
  ['cr', 3, '\r', 'CR (\\r)'],
  ['joined-with-escaped-newline', 2, '\\n', 'a backslash and the letter n'],
  ['joined-with-escaped-newline', 3, '\\r\\n', 'the characters \\r\\n instead of line ends'],
  ['joined-with-comma', 2, ', ', 'commas (", ")'],
  ['joined-with-comma', 2, ',', 'commas (",")'],
  ['joined-with-comma', 4, ',\n', 'a comma before each newline'],
  ['joined-with-space', 2, ' ', 'spaces'],
  ['joined-with-space', 4, '  ', 'two spaces'],
  ['joined-with-space', 4, '\t', 'tabs'],
  ['value-trailing-space', 3, ' \n', 'a space before each newline'],
  ['joined-with-nothing', 2, '', 'nothing between'],
  ['joined-with-blank-line', 3, '\n\n', 'a blank line between'],
  ['joined-with-blank-line', 4, '\r\n\r\n', 'a blank line between (CRLF CRLF)'],
  ['joined-with-semicolon', 3, '; ', 'semicolons ("; ")'],
  ['joined-with-semicolon', 3, ';', 'semicolons (";")'],
  ['joined-with-semicolon', 4, ';\n', 'a semicolon before each newline'],
  ['joined-with-ampersand', 3, '&', '"&"'],
  ['joined-with-bar', 3, '|', 'vertical bars ("|")'],
  ['joined-with-bar', 4, ' | ', 'vertical bars (" | ")'],
];

const COLONS: readonly Text[] = [
  ['no-space-after-colon', 1, ':', 'no space after the colon'],
  ['two-spaces-after-colon', 3, ':  ', 'two spaces after the colon'],
  ['tab-after-colon', 3, ':\t', 'a tab after the colon'],
  ['space-before-colon', 3, ' : ', 'a space before the colon'],
  ['space-before-colon', 4, ' :', 'a space before the colon and none after it'],
  ['equals-sign', 2, '=', '"=" instead of a colon'],
  ['equals-sign', 4, ' = ', '" = " instead of a colon'],
  ['equals-sign', 4, '=>', '"=>" instead of a colon'],
  ['equals-sign', 4, ' => ', '" => " instead of a colon'],
  ['no-colon', 2, ' ', 'a space instead of a colon'],
  ['no-colon', 3, ',', 'a comma instead of a colon'],
  ['no-colon', 4, '\t', 'a tab instead of a colon'],
  ['no-colon', 4, '', 'nothing between name and value'],
];

const ENDS: readonly Text[] = [
  ['trailing-newline', 1, '\n', 'a newline (LF)'],
  ['trailing-newline', 1, '\r\n', 'CRLF'],
  ['trailing-newline', 3, '\n\n', 'two newlines'],
  ['trailing-newline', 3, '\r\n\r\n', 'a blank line (CRLF CRLF)'],
  ['trailing-newline', 3, '\\n', 'a backslash and the letter n'],
  ['trailing-newline', 4, '\r', 'a CR'],
  ['trailing-newline', 4, '\\r\\n', 'the characters \\r\\n'],
  ['trailing-characters', 3, '\\c', 'a backslash and a c'],
  ['trailing-characters', 3, ' ', 'a space'],
  ['trailing-characters', 3, ',', 'a comma'],
  ['trailing-characters', 3, ', ', 'a comma and a space'],
  ['trailing-characters', 3, '&', '"&"'],
  ['trailing-characters', 4, '\0', 'a zero byte'],
  ['trailing-characters', 4, ';', 'a semicolon'],
  ['trailing-characters', 4, '|', '"|"'],
];

const STARTS: readonly Text[] = [
  ['leading-newline', 3, '\n', 'a newline'],
  ['leading-newline', 4, '\r\n', 'CRLF'],
  ['leading-characters', 3, '-n ', '-n, as an echo without that option prints it'],
  ['leading-characters', 4, ' ', 'a space'],
];

const JOIN = 'join the lines with a single LF (\\n)';

const TABLES: readonly (readonly [
  slot: string,
  texts: readonly Text[],
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
    (words) => `You wrote ${words} in each line; write the name, a colon, one space, the value.`,
    (draft, colon) => ({ ...draft, colon }),
  ],
  [
    'join start',
    STARTS,
    (words) => `You began the string with ${words}; it begins with the first name.`,
    (draft, start) => ({ ...draft, start: start + draft.start }),
  ],
  [
    'join end',
    ENDS,
    (words) =>
      `You ended the string with ${words} after the last line; nothing follows the last value.`,
    (draft, end) => ({ ...draft, end: draft.end + end }),
  ],
];

/** How languages print a list of lines, or names and values: what is around each, and what is between. */
const PRINTED: readonly (readonly [
  who: string,
  braces: string | readonly [open: string, close: string],
  mark: string,
  between: string,
  colon?: string | undefined,
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
  ...['  ', '    '].flatMap((indent) =>
    [undefined, ': '].map((colon) => {
      const [open, close] = colon === undefined ? '[]' : '{}';
      const braces = [`${open}\n${indent}`, `\n${close}`] as const;
      return ['JSON has it', braces, '"', `,\n${indent}`, colon] as const;
    }),
  ),
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

const [BETWEEN, LAST] = [TABLES.slice(0, -1), TABLES.slice(-1)].map((tables) =>
  tables.flatMap(([slot, texts, says, change]) =>
    texts.map(([mistake, cost, text, words]): DraftRow => {
      const on = (draft: Draft) => change(draft, text);
      return { mistakes: [mistake], slot, cost, says: says(words), change: on };
    }),
  ),
) as [DraftRow[], [DraftRow, ...DraftRow[]]];
export const [NEWLINE] = LAST;

const ROWS: readonly DraftRow[] = [
  ...BETWEEN,
  ...INDENTED,
  ...PRINTED.map(([who, braces, mark, between, colon]): DraftRow => {
    const [open = '', close = ''] = braces;
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
  // What ends the string comes after the brackets of a list.
  ...LAST,
];

/** Two lines with nothing between them. */
const unbrokenRow = (entry: string): DraftRow => ({
  mistakes: ['joined-with-nothing'],
  slot: 'join one',
  cost: 4,
  says: `You joined ${entry} to the line before it with nothing between; ${JOIN}.`,
  change(draft) {
    const at = draft.lines.findIndex((line) => line.entry === entry);
    const [before, line] = draft.lines.slice(Math.max(0, at - 1), at + 1);
    if (before === undefined || line === undefined) return undefined;
    const value = before.value + line.name + (line.colon ?? draft.colon) + line.value;
    return { ...draft, lines: draft.lines.toSpliced(at - 1, 2, { ...before, value }) };
  },
});

/** A single line has nothing to join. */
export const joiningRows = ({ entries }: StringContext): readonly DraftRow[] =>
  entries.length < 2
    ? ROWS.filter(({ slot }) => slot !== 'join joiner')
    : [...ROWS, ...entries.slice(1).map(unbrokenRow)];
