// How the lines are joined: between them, before the first, after the last, and after each name.
import { defined } from '../../../kernel/defined.ts';
import type { MistakeName } from '../mistake-names.ts';
import {
  type Draft,
  type DraftRow,
  draftRow,
  onLines,
  type StringContext,
  withLine,
} from './draft.ts';

type Layout = Pick<Draft, 'joiner' | 'colon' | 'start' | 'end'>;

const JOIN = 'join the lines with a single LF (\\n)';
const LINES = `write name, colon, space, value, and ${JOIN}`;

/** What is written in one place: the usual texts, and others that are rarer. */
const TEXTS: readonly (readonly [
  place: keyof Layout,
  mistake: MistakeName,
  cost: number,
  words: string,
  usual: readonly string[],
  rare?: readonly string[],
])[] = [
  ['joiner', 'crlf', 1, 'CRLF (\\r\\n)', ['\r\n']],
  ['joiner', 'cr', 3, 'CR (\\r)', ['\r']],
  ['joiner', 'joined-with-escaped-newline', 2, 'a backslash and the letter n', ['\\n'], ['\\r\\n']],
  ['joiner', 'joined-with-comma', 2, 'commas', [', ', ','], [',\n']],
  ['joiner', 'joined-with-space', 2, 'spaces or tabs', [' '], ['  ', '\t']],
  ['joiner', 'value-trailing-space', 3, 'a space before each newline', [' \n']],
  ['joiner', 'joined-with-nothing', 2, 'nothing between', ['']],
  ['joiner', 'joined-with-blank-line', 3, 'a blank line between', ['\n\n'], ['\r\n\r\n']],
  ['joiner', 'joined-with-semicolon', 3, 'semicolons', ['; ', ';'], [';\n']],
  ['joiner', 'joined-with-ampersand', 3, 'ampersands', ['&']],
  ['joiner', 'joined-with-bar', 3, 'vertical bars', ['|'], [' | ']],
  ['colon', 'no-space-after-colon', 1, 'no space after the colon', [':']],
  ['colon', 'two-spaces-after-colon', 3, 'two spaces after the colon', [':  ']],
  ['colon', 'tab-after-colon', 3, 'a tab after the colon', [':\t']],
  ['colon', 'space-before-colon', 3, 'a space before the colon', [' : '], [' :']],
  ['colon', 'equals-sign', 2, 'an equals sign, not a colon', ['='], [' = ', '=>', ' => ']],
  ['colon', 'no-colon', 2, 'no colon', [' '], [',', '\t', '']],
  ['start', 'leading-newline', 3, 'a newline', ['\n'], ['\r\n']],
  ['start', 'leading-characters', 3, '-n, as an echo without that option prints it', ['-n ']],
  ['start', 'leading-characters', 4, 'a space', [' ']],
  ['end', 'trailing-newline', 1, 'a newline (LF)', ['\n']],
  ['end', 'trailing-newline', 1, 'CRLF', ['\r\n']],
  ['end', 'trailing-newline', 3, 'a line end', ['\n\n', '\r\n\r\n', '\\n'], ['\r', '\\r\\n']],
  ['end', 'trailing-characters', 3, 'a backslash and a c', ['\\c']],
  ['end', 'trailing-characters', 3, 'more', [' ', ',', ', ', '&'], ['\0', ';', '|']],
];
const RARE = 4;

const SAYS: Readonly<Record<keyof Layout, (what: string) => string>> = {
  joiner: (what) => `You joined the lines with ${what}; join them with a single LF (\\n).`,
  colon: (what) => `You wrote ${what} in each line; write the name, a colon, one space, the value.`,
  start: (what) => `You began the string with ${what}; it begins with the first name.`,
  end: (what) =>
    `You ended the string with ${what} after the last line; nothing follows the last value.`,
};

/** What was around the string stays around it. */
const laid =
  ({ start = '', end = '', ...between }: Partial<Layout>) =>
  (draft: Draft): Draft => ({
    ...draft,
    ...between,
    start: draft.start + start,
    end: end + draft.end,
  });

const LAID = TEXTS.flatMap(([place, mistake, cost, words, usual, rare = []]) => {
  const texts = [...usual, ...rare];
  return texts.map((text, at) => {
    const says = SAYS[place](texts.length > 1 ? `${words} (${JSON.stringify(text)})` : words);
    const change = laid({ [place]: text });
    return draftRow([mistake], `join ${place}`, at < usual.length ? cost : RARE, says, change);
  });
});

export const NEWLINE = LAID.find(({ slot }) => slot === 'join end') as DraftRow;

/** A text over several lines of source code keeps its indentation, often except on the first line. */
const INDENTS = ['\t', ...[2, 4, 8, 1, 6, 10, 12, 16].map((count) => ' '.repeat(count)), '\t\t'];
const USUAL_INDENTS = 4;

const INDENTED = INDENTS.flatMap((indent, at) => {
  const says = `You signed lines that are indented as they stand in your source (by ${JSON.stringify(indent)}); begin each with its name, and end with the last value.`;
  const cost = at < USUAL_INDENTS ? 3 : RARE;
  const row = (start: string, end = '', ...others: readonly MistakeName[]) =>
    draftRow(['lines-indented', ...others], 'join indent', cost, says, (draft) =>
      laid({ start, joiner: draft.joiner + indent, end })(draft),
    );
  const block = `\n${indent}`;
  return [
    ...[row(''), row(indent), row(block, '', 'leading-newline')],
    row(block, block, 'leading-newline', 'trailing-newline'),
  ];
});

/** How languages print a list of lines, or a map of names and values. */
const PRINTED: readonly (readonly [who: string, ...samples: readonly string[]])[] = [
  ['Java', '[_, _]', '{_=_, _=_}'],
  ['Go', '[_ _]', 'map[_:_ _:_]'],
  ['Python', "['_', '_']", "{'_': '_', '_': '_'}"],
  ['Ruby', '["_", "_"]', '{"_"=>"_", "_"=>"_"}', '{"_" => "_", "_" => "_"}'],
  ['JSON', '["_","_"]', '{"_":"_","_":"_"}', '{"_": "_", "_": "_"}'],
  ['JSON', '[\n  "_",\n  "_"\n]', '{\n  "_": "_",\n  "_": "_"\n}'],
  ['JSON', '[\n    "_",\n    "_"\n]', '{\n    "_": "_",\n    "_": "_"\n}'],
];

const printedRow = (who: string, sample: string): DraftRow => {
  const parts = sample.split('_');
  const isList = parts.length === 3;
  const [start, joiner, end, colon] = (isList ? [0, 1, 2] : [0, 2, 4, 1]).map((at) => parts[at]);
  const says = `You signed a ${isList ? 'list of the lines' : 'map of the headers'} as ${who} prints it, with brackets around it; ${LINES}.`;
  const mistake = isList ? 'lines-as-list' : 'lines-as-object';
  return draftRow([mistake], 'join joiner', 3, says, laid(defined({ start, joiner, end, colon })));
};

const encoded = onLines((line) => {
  const value = String(new URLSearchParams({ [line.name]: line.value }));
  return { ...line, name: '', value };
});

const ROWS: readonly DraftRow[] = [
  ...LAID,
  ...INDENTED,
  ...PRINTED.flatMap(([who, ...samples]) => samples.map((sample) => printedRow(who, sample))),
  draftRow(
    ['lines-as-object'],
    'join joiner',
    3,
    `You signed the headers as a form (name=value, joined with &, percent-encoded); ${LINES}.`,
    (draft) => laid({ joiner: '&' })(encoded(draft)),
  ),
  draftRow(
    ['names-left-out'],
    'join colon',
    2,
    'You signed the values without their names; each line is name, colon, space, value.',
    onLines((line) => ({ ...line, name: '' })),
  ),
];

export const joiningRows = ({ entries }: StringContext): readonly DraftRow[] => [
  ...ROWS,
  ...entries.slice(1).map((entry) => {
    const says = `You joined ${entry} to the line before it with nothing between; ${JOIN}.`;
    return draftRow(['joined-with-nothing'], 'join one', 4, says, (draft) =>
      withLine(draft, entry, (line) => ({ ...line, joiner: '' })),
    );
  }),
];
