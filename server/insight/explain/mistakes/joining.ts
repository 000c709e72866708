// How the lines are joined: between them, before the first, after the last, and after each name.

import type { MistakeName } from '../mistake-names.ts';
import type { Draft } from '../string/draft.ts';
import type { MistakeContext, Variant } from '../string/variant.ts';

const JOINERS: readonly (readonly [mistake: MistakeName, joiner: string, words: string])[] = [
  ['crlf', '\r\n', 'CRLF (\\r\\n)'],
  ['cr', '\r', 'CR (\\r)'],
  ['joined-with-escaped-newline', '\\n', 'a backslash and the letter n'],
  ['joined-with-escaped-newline', '\\r\\n', 'the characters \\r\\n instead of line ends'],
  ['joined-with-comma', ', ', 'commas (", ")'],
  ['joined-with-comma', ',', 'commas (",")'],
  ['joined-with-space', ' ', 'spaces'],
  ['joined-with-nothing', '', 'nothing between'],
  ['joined-with-blank-line', '\n\n', 'a blank line between'],
  ['joined-with-semicolon', '; ', 'semicolons ("; ")'],
  ['joined-with-semicolon', ';', 'semicolons (";")'],
  ['joined-with-ampersand', '&', '"&"'],
  ['joined-with-bar', '|', 'vertical bars ("|")'],
];

const COLONS: readonly (readonly [mistake: MistakeName, colon: string, words: string])[] = [
  ['no-space-after-colon', ':', 'no space after the colon'],
  ['two-spaces-after-colon', ':  ', 'two spaces after the colon'],
  ['tab-after-colon', ':\t', 'a tab after the colon'],
  ['space-before-colon', ' : ', 'a space before the colon'],
  ['space-before-colon', ' :', 'a space before the colon and none after it'],
  ['equals-sign', '=', '"=" instead of a colon'],
  ['no-colon', ' ', 'a space instead of a colon'],
];

const ENDS: readonly (readonly [end: string, words: string])[] = [
  ['\n', 'a newline (LF)'],
  ['\r\n', 'CRLF'],
  ['\n\n', 'two newlines'],
  ['\r\n\r\n', 'a blank line (CRLF CRLF)'],
  ['\r', 'a CR'],
  ['\\n', 'a backslash and the letter n'],
];

/** Joiners and ends that are not combined with a wrong value, because there would be too many. */
const RARE_ENDS = new Set(['\r', '\\n']);
const RARE = new Set(['\\r\\n', '; ', ';', '&']);

/** A text over several lines of source code keeps its indentation, often except on the first line. */
const INDENTS = ['\t', '\t\t', ...[1, 2, 4, 6, 8, 10, 12, 16].map((count) => ' '.repeat(count))];

function widthOf(indent: string): string {
  const [one, many] = indent.startsWith('\t') ? ['a tab', 'tabs'] : ['a space', 'spaces'];
  return indent.length === 1 ? one : `${indent.length} ${many}`;
}

/** The indentations that usually come with another mistake, a newline at the end. */
const USUAL_INDENTS = ['\t', ...[2, 4, 8].map((count) => ' '.repeat(count))];

const COMMON = { common: true } as const;

export function joiningMistakes({ draft }: MistakeContext): readonly Variant[] {
  // A single line has nothing to join.
  const joiners = draft.lines.length < 2 ? [] : JOINERS;
  return [
    ...joiners.map(
      ([mistake, joiner, words]): Variant => ({
        mistake,
        slot: 'joiner',
        sentence: `You joined the lines with ${words}; join them with a single LF (\\n).`,
        apply: (before) => ({ ...before, joiner }),
        ...(mistake === 'joined-with-bar' ? {} : { combines: RARE.has(joiner) ? 'usual' : true }),
        ...(mistake === 'crlf' ? COMMON : {}),
      }),
    ),
    ...COLONS.map(
      ([mistake, colon, words]): Variant => ({
        mistake,
        slot: 'colon',
        sentence: `You wrote ${words} in each line; write the name, a colon, one space, the value.`,
        apply: (before) => ({ ...before, colon }),
        combines: true,
        ...(mistake === 'no-space-after-colon' ? COMMON : {}),
      }),
    ),
    ...ENDS.map(
      ([end, words]): Variant => ({
        mistake: 'trailing-newline',
        slot: 'end',
        sentence: `You ended the string with ${words} after the last line; nothing follows the last value.`,
        apply: (before) => ({ ...before, end: before.end + end }),
        combines: RARE_ENDS.has(end) ? 'usual' : true,
        ...(end === '\n' || end === '\r\n' ? COMMON : {}),
      }),
    ),
    {
      mistake: 'leading-newline',
      slot: 'start',
      sentence: 'You began the string with a newline; it begins with the first name.',
      apply: (before) => ({ ...before, start: '\n' }),
      combines: 'usual',
    },
    ...INDENTS.flatMap(indented),
    {
      mistake: 'names-left-out',
      slot: 'colon',
      sentence:
        'You signed the values without their names; each line is name, colon, space, value.',
      apply: (before) => ({ ...withoutNames(before), colon: '' }),
      combines: true,
    },
  ];
}

/** Every line, or all except the first. */
function indented(indent: string): readonly Variant[] {
  const width = widthOf(indent);
  return [
    {
      mistake: 'lines-indented',
      slot: 'indent',
      sentence: `You signed lines that are indented by ${width}, as they stand in your source; each line begins with its name.`,
      apply: (before) => ({ ...before, joiner: before.joiner + indent }),
      combines: 'usual',
    },
    {
      mistake: 'lines-indented',
      slot: 'indent',
      sentence: `You signed lines that are indented by ${width}, the first as well, as they stand in your source; each line begins with its name.`,
      apply: (before) => ({
        ...before,
        start: before.start + indent,
        joiner: before.joiner + indent,
      }),
      ...(USUAL_INDENTS.includes(indent) ? { combines: 'usual' as const } : {}),
    },
  ];
}

function withoutNames(draft: Draft): Draft {
  return {
    ...draft,
    lines: draft.lines.map((line) => ({ entry: line.entry, name: '', value: line.value })),
  };
}
