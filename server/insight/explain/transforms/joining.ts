// How the lines are joined: between them, before the first, after the last, and after each name.
import type { MistakeName } from '../mistake-names.ts';
import type { Draft } from '../string/draft.ts';
import type { StringContext, Transform } from '../string/transform.ts';

type Row = readonly [mistake: MistakeName, cost: number, text: string, words: string];

const JOINERS: readonly Row[] = [
  ['crlf', 1, '\r\n', 'CRLF (\\r\\n)'],
  ['cr', 3, '\r', 'CR (\\r)'],
  ['joined-with-escaped-newline', 2, '\\n', 'a backslash and the letter n'],
  ['joined-with-escaped-newline', 3, '\\r\\n', 'the characters \\r\\n instead of line ends'],
  ['joined-with-comma', 2, ', ', 'commas (", ")'],
  ['joined-with-comma', 2, ',', 'commas (",")'],
  ['joined-with-space', 2, ' ', 'spaces'],
  ['joined-with-nothing', 2, '', 'nothing between'],
  ['joined-with-blank-line', 3, '\n\n', 'a blank line between'],
  ['joined-with-semicolon', 3, '; ', 'semicolons ("; ")'],
  ['joined-with-semicolon', 3, ';', 'semicolons (";")'],
  ['joined-with-ampersand', 3, '&', '"&"'],
  ['joined-with-bar', 3, '|', 'vertical bars ("|")'],
  ['joined-with-bar', 4, ' | ', 'vertical bars (" | ")'],
];

const COLONS: readonly Row[] = [
  ['no-space-after-colon', 1, ':', 'no space after the colon'],
  ['two-spaces-after-colon', 3, ':  ', 'two spaces after the colon'],
  ['tab-after-colon', 3, ':\t', 'a tab after the colon'],
  ['space-before-colon', 3, ' : ', 'a space before the colon'],
  ['space-before-colon', 4, ' :', 'a space before the colon and none after it'],
  ['equals-sign', 2, '=', '"=" instead of a colon'],
  ['equals-sign', 4, ' = ', '" = " instead of a colon'],
  ['no-colon', 2, ' ', 'a space instead of a colon'],
  ['no-colon', 3, ',', 'a comma instead of a colon'],
  ['no-colon', 4, '\t', 'a tab instead of a colon'],
];

const ENDS: readonly Row[] = [
  ['trailing-newline', 1, '\n', 'a newline (LF)'],
  ['trailing-newline', 1, '\r\n', 'CRLF'],
  ['trailing-newline', 3, '\n\n', 'two newlines'],
  ['trailing-newline', 3, '\r\n\r\n', 'a blank line (CRLF CRLF)'],
  ['trailing-newline', 4, '\r', 'a CR'],
  ['trailing-newline', 3, '\\n', 'a backslash and the letter n'],
  ['trailing-characters', 3, '\\c', 'a backslash and a c'],
  ['trailing-characters', 4, '\0', 'a zero byte'],
  ['trailing-characters', 3, ',', 'a comma'],
  ['trailing-characters', 3, ', ', 'a comma and a space'],
  ['trailing-characters', 4, ';', 'a semicolon'],
  ['trailing-characters', 3, '&', '"&"'],
  ['trailing-characters', 4, '|', '"|"'],
];

const STARTS: readonly Row[] = [
  ['leading-newline', 3, '\n', 'a newline'],
  ['leading-newline', 4, '\r\n', 'a newline'],
];

/** How languages print a list of lines: around all, between two, and around each. */
const LISTS: readonly (readonly [who: string, around: string, between: string, mark: string])[] = [
  ['Java', '[]', ', ', ''],
  ['Go', '[]', ' ', ''],
  ['Python', '[]', ', ', "'"],
  ['Ruby', '[]', ', ', '"'],
  ['JSON', '[]', ',', '"'],
];

/** How they print names and values: around all, between two, around each, and after a name. */
const OBJECTS: readonly (readonly [...(typeof LISTS)[number], colon: string])[] = [
  ['JSON', '{}', ',', '"', ':'],
  ['JSON', '{}', ', ', '"', ': '],
  ['Python', '{}', ', ', "'", ': '],
  ['Ruby', '{}', ', ', '"', '=>'],
  ['Ruby', '{}', ', ', '"', ' => '],
  ['Java', '{}', ', ', '', '='],
];

/** A text over several lines of source code keeps its indentation, often except on the first line. */
const INDENTS = ['\t', '\t\t', ...[1, 2, 4, 6, 8, 10, 12, 16].map((count) => ' '.repeat(count))];

/** The indentations that come with the newline at the end of such a text. */
const USUAL_INDENTS = ['\t', ...[2, 4, 8].map((count) => ' '.repeat(count))];

function widthOf(indent: string): string {
  const [one, many] = indent.startsWith('\t') ? ['a tab', 'tabs'] : ['a space', 'spaces'];
  return indent.length === 1 ? one : `${indent.length} ${many}`;
}

type Table = readonly [
  slot: string,
  rows: readonly Row[],
  sentence: (words: string) => string,
  apply: (draft: Draft, text: string) => Draft,
];

const TABLES: readonly Table[] = [
  [
    'joiner',
    JOINERS,
    (words) => `You joined the lines with ${words}; join them with a single LF (\\n).`,
    (draft, joiner) => ({ ...draft, joiner }),
  ],
  [
    'colon',
    COLONS,
    (words) => `You wrote ${words} in each line; write the name, a colon, one space, the value.`,
    (draft, colon) => ({ ...draft, colon }),
  ],
  [
    'end',
    ENDS,
    (words) =>
      `You ended the string with ${words} after the last line; nothing follows the last value.`,
    (draft, end) => ({ ...draft, end: draft.end + end }),
  ],
  [
    'start',
    STARTS,
    (words) => `You began the string with ${words}; it begins with the first name.`,
    (draft, start) => ({ ...draft, start }),
  ],
];

const NAMELESS: Transform = {
  mistakes: ['names-left-out'],
  slot: 'colon',
  cost: 2,
  sentence: 'You signed the values without their names; each line is name, colon, space, value.',
  apply: (before) => {
    const lines = before.lines.map(({ entry, value }) => ({ entry, name: '', value }));
    return { ...before, lines, colon: '' };
  },
};

export function joiningTransforms({ draft }: StringContext): readonly Transform[] {
  const transforms = [
    ...TABLES.flatMap(([slot, rows, sentence, apply]) =>
      rows.map(([mistake, cost, text, words]): Transform => {
        const change = (before: Draft) => apply(before, text);
        return { mistakes: [mistake], slot, cost, sentence: sentence(words), apply: change };
      }),
    ),
    ...INDENTS.flatMap(indented),
    ...USUAL_INDENTS.flatMap(asBlock),
    ...LISTS.map((row) => asPrinted('lines-as-list', 'a list of the lines', row)),
    ...OBJECTS.map((row) => asPrinted('lines-as-object', 'a map of the headers', row)),
    NAMELESS,
  ];
  // A single line has nothing to join.
  return draft.lines.length < 2 ? transforms.filter(({ slot }) => slot !== 'joiner') : transforms;
}

function asPrinted(
  mistake: MistakeName,
  what: string,
  [who, around, between, mark, colon]: readonly [...(typeof LISTS)[number], colon?: string],
): Transform {
  const [before = '', after = ''] = around;
  return {
    mistakes: [mistake],
    slot: 'joiner',
    cost: 3,
    sentence: `You signed ${what} as ${who} prints it, with brackets around it; write name, colon, space, value, and join the lines with a single LF (\\n).`,
    apply: (draft) => ({
      ...draft,
      start: before + mark + draft.start,
      joiner: mark + between + mark,
      colon: colon === undefined ? draft.colon : mark + colon + mark,
      end: draft.end + mark + after,
    }),
  };
}

/** A text of several lines in source code, between line ends, its last one before or after the indentation. */
function asBlock(indent: string): readonly Transform[] {
  return ['\n', `\n${indent}`].map((end) => ({
    mistakes: ['leading-newline', 'lines-indented', 'trailing-newline'],
    slot: 'indent',
    cost: 3,
    sentence: `You signed a text block as it stands in your source: a newline before the first line and after the last, and each line indented by ${widthOf(indent)}; begin with the first name, end with the last value, and join the lines with a single LF.`,
    apply: (before) => ({
      ...before,
      start: `\n${indent}${before.start}`,
      joiner: before.joiner + indent,
      end: before.end + end,
    }),
  }));
}

/** Every line, or all except the first. */
function indented(indent: string): readonly Transform[] {
  const cost = USUAL_INDENTS.includes(indent) ? 3 : 4;
  return [false, true].map((isFirst) => ({
    mistakes: ['lines-indented'],
    slot: 'indent',
    cost,
    sentence: `You signed lines that are indented by ${widthOf(indent)},${isFirst ? ' the first as well,' : ''} as they stand in your source; each line begins with its name.`,
    apply: (before) => ({
      ...before,
      start: isFirst ? before.start + indent : before.start,
      joiner: before.joiner + indent,
    }),
  }));
}
