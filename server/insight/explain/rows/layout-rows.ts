// How the lines are written: their names, and what comes after each name, between the lines, before the first
// and after the last.
import { memoize } from '../../../kernel/memoize.ts';
import { remember } from '../../../kernel/recent.ts';
import { readable } from '../../../kernel/utf8.ts';
import { oddCharacter } from '../../../protocol/shown-text.ts';
import { REQUEST_TARGET, type SignedName } from '../../../signing/signed-headers.ts';
import { around, both, type Edit, replaced, swap, upper } from '../forms/edits.ts';
import type { FormRow, Mistakes } from '../forms/form.ts';
import { type Entries, type MistakeRow, rowsOf } from './draft.ts';

/** `X-Request-Id`, as HTTP libraries write names. */
const capitalised: Edit = (name) => name.replace(/(?<=^|[-(])[a-z]/g, upper);
const underscored = swap('-', '_');
const joined: Edit = (name) => name.replace(/-[a-z]/g, upper).replaceAll('-', '');

const CAPITALS = 'names-in-capitals';
const UNDERSCORED = ['names-underscored', CAPITALS] as const;
const SPELLINGS: readonly (readonly [cost: number, mistakes: Mistakes, spell: Edit])[] = [
  // As the contract writes them.
  [1, CAPITALS, (name) => capitalised(name).replace(/\b(?:Id|Psu|Tpp|Uri)\b/g, upper)],
  [1, CAPITALS, capitalised],
  // As languages capitalise a word.
  [2, CAPITALS, replaced(/^[a-z]/, upper)],
  [2, CAPITALS, upper],
  // RFC 9421 quotes them.
  [2, 'names-quoted', around('"')],
  // U+2011, as a word processor writes a hyphen.
  [4, 'invisible-character', swap('-', '\xe2\x80\x91')],
  // The small letter of I in Turkish.
  [4, CAPITALS, replaced(/i(?=d?$)/, '\xc4\xb1')],
  [4, CAPITALS, swap('i', '\xc4\xb1')],
  // A dash, and what some settings have in place of a hyphen.
  [4, 'invisible-character', swap('-', '\xe2\x80\x93')],
  [4, 'names-underscored', swap('-', '.')],
  // As variables, and as CGI names headers.
  [3, 'names-underscored', underscored],
  [3, UNDERSCORED, both(underscored, upper)],
  [3, UNDERSCORED, (name) => `HTTP_${upper(underscored(name))}`],
  [4, UNDERSCORED, joined],
  [4, UNDERSCORED, both(capitalised, joined)],
];
/** One of the names that are written so. */
const asWritten: MistakeRow['says'] = ({ change }, _, right) => {
  const lines = (change(right) ?? '').split('\n').filter((line) => !right.includes(line));
  const line = lines.find((one) => /^\W?(?:HTTP_)?x/i.test(one)) ?? lines[0] ?? '';
  const written = readable(line.replace(/: .*/s, ''));
  const odd = oddCharacter(written);
  const shown = odd === undefined ? written : `${written} (with ${odd})`;
  return `You wrote ${lines.length > 1 ? 'names' : 'a name'} as ${shown}; in the signing string names are in lower case, with hyphens and without quotation marks.`;
};
const MOST_SPELT = 20;

/** In each spelling the name of one line, of all lines, or of all but the target's; a colon and a space follow. */
const spelt = memoize((which: SignedName | 'all' | 'others') =>
  SPELLINGS.flatMap(([usual, mistakes, spell]) => {
    const isSpelt = (name: string) =>
      which === 'others' ? name !== REQUEST_TARGET : which === 'all' || name === which;
    const isOne = which !== 'all' && which !== 'others';
    const cost = isOne ? 4 : usual + Number(which === 'all');
    const spelling = remember(spell, MOST_SPELT);
    const change = replaced(/^[^:\s]+(?=: )/gm, (name) => (isSpelt(name) ? spelling(name) : name));
    const rows: readonly FormRow[] = isOne && usual > 2 ? [] : [[mistakes, cost, '', change]];
    return rowsOf('names', `${mistakes}`, asWritten, rows);
  }),
);

export const nameRows = (entries: Entries): readonly MistakeRow[] =>
  (['others', 'all', ...entries] as const).flatMap(spelt);

/**
 * Samples have _ for each name and value, and show one line, or two if something else joins them; each is rarer than the
 * one before.
 */
type Layout = readonly [mistakes: Mistakes, cost: Cost, words: string, ...samples: string[]];
/** None is rarer. */
type Cost = 1 | 2 | 3 | 4;

const NAME = /^([^:\s]+): /gm;
const likeSample = (sample: string): Edit => {
  const [start = '', colon = '', ...more] = sample.split('_');
  const [joiner = '', end] = more.length > 1 ? [more[0], more[2]] : ['\n', more[0]];
  const edit = both(swap('\n', joiner), around(start, end));
  return colon === ': ' ? edit : both(replaced(NAME, `$1${colon}`), edit);
};
const laid = (part: string, says: string, layouts: readonly Layout[]) => {
  const rows = layouts.flatMap(([mistakes, usual, words, ...samples]) =>
    samples.map((sample, at): FormRow => {
      return [mistakes, Math.min(4, usual + at), words, likeSample(sample)];
    }),
  );
  return rowsOf('join', part, says, rows);
};

/** A text over several lines of source code keeps its indentation, often except on the first line. */
const INDENTS = ['\t', ...[2, 4, 8, 1, 6, 10, 12, 16].map((count) => ' '.repeat(count)), '\t\t'];
const INDENTED = INDENTS.flatMap((indent, at): readonly Layout[] => {
  const cost = at < 4 ? 3 : 4;
  const [words, sample] = [JSON.stringify(indent), `_: _\n${indent}_: _`];
  const begun = `\n${indent}${sample}`;
  return [
    ['lines-indented', cost, words, sample, indent + sample],
    [['lines-indented', 'leading-newline'], cost, words, begun],
    [['lines-indented', 'leading-newline', 'trailing-newline'], cost, words, `${begun}\n${indent}`],
  ];
});
const encoded = replaced(/^([^:\s]+): ([^\n]*)/gm, (_, name = '', value = '') =>
  String(new URLSearchParams({ [name]: value })),
);

const PARAMETERS = ['equals-sign', 'value-quoted', 'joined-with-comma'] as const;
const QUOTED = ['names-quoted', 'value-quoted'] as const;
const JOIN = 'join them with a single LF (\\n)';
const LINES = `write lines of name, colon, space, value, and ${JOIN}`;
/** U+00A0 and U+3000. */
const SPACES = ['\xc2\xa0', '\xe3\x80\x80'];
const AFTER_COLON = 'a space of another kind (U+00A0, U+3000) after the colon';

const LAYOUTS: readonly MistakeRow[] = [
  ...laid('colon', 'You wrote … in each line; write name, colon, space, value.', [
    ['no-space-after-colon', 1, 'no space after the colon', '_:_'],
    ['two-spaces-after-colon', 3, 'two spaces after the colon', '_:  _'],
    ['tab-after-colon', 3, 'a tab after the colon', '_:\t_'],
    ['invisible-character', 4, AFTER_COLON, ...SPACES.map((space) => `_:${space}_`)],
    ['space-before-colon', 3, 'a space before the colon', '_ : _', '_ :_'],
    ['equals-sign', 2, 'an equals sign (= or =>)', '_=_', '_ = _', '_=>_', '_ => _'],
    ['no-colon', 4, 'a full-width colon (U+FF1A)', '_\xef\xbc\x9a_', '_\xef\xbc\x9a _'],
    ['no-colon', 2, 'no colon', '_ _', '_,_', '_\t_', '__'],
  ]),
  ...rowsOf('join', 'colon', `You signed …; ${LINES}.`, [
    ['names-left-out', 2, 'the values without their names', replaced(NAME, '')],
    ['joined-with-nothing', 4, 'the string without any white space', replaced(/\s+/g, '')],
    ['lines-as-object', 4, 'the headers as a form (a=1&b=2)', both(encoded, swap('\n', '&'))],
  ]),
  ...laid('indent', 'You signed indented lines (by …); start with the name.', INDENTED),
  ...laid('joiner', `You joined the lines with …; ${JOIN}.`, [
    ['crlf', 1, 'CRLF (\\r\\n)', '_: _\r\n_: _'],
    ['cr', 3, 'CR (\\r)', '_: _\r_: _'],
    ['joined-with-escaped-newline', 2, 'an escaped line end', '_: _\\n_: _', '_: _\\r\\n_: _'],
    ['joined-with-escaped-newline', 4, 'an escaped line end (`n)', '_: _`n_: _', '_: _`r`n_: _'],
    ['joined-with-escaped-newline', 4, 'a backslash and LF', '_: _\\\n_: _', '_: _ \\\n_: _'],
    ['joined-with-escaped-newline', 3, '%0A or %0D%0A', '_: _%0A_: _', '_: _%0D%0A_: _'],
    ['joined-with-escaped-newline', 3, '<br> or <br> and LF', '_: _<br>_: _', '_: _<br>\n_: _'],
    ['joined-with-escaped-newline', 4, '<br /> before each LF', '_: _<br />\n_: _'],
    ['crlf', 4, 'U+0085 (NEL)', '_: _\xc2\x85_: _', '_: _\x85_: _'],
    ['crlf', 4, 'U+2028 or a vertical tab', '_: _\xe2\x80\xa8_: _', '_: _\x0b_: _'],
    ['crlf', 4, 'LF CR (\\n\\r)', '_: _\n\r_: _'],
    ['joined-with-comma', 2, 'commas (or commas + LF)', '_: _,_: _', '_: _, _: _', '_: _,\n_: _'],
    ['joined-with-space', 2, 'spaces', '_: _ _: _', '_: _  _: _'],
    ['joined-with-space', 4, 'tabs', '_: _\t_: _'],
    ['value-trailing-space', 3, 'a space before each newline', '_: _ \n_: _'],
    ['joined-with-nothing', 2, 'nothing between', '_: __: _'],
    ['joined-with-blank-line', 3, 'a blank line between', '_: _\n\n_: _', '_: _\r\n\r\n_: _'],
    ['joined-with-semicolon', 3, 'semicolons', '_: _;_: _', '_: _; _: _'],
    ['joined-with-semicolon', 3, 'a semicolon before each LF', '_: _;\n_: _'],
    ['joined-with-semicolon', 4, 'a semicolon behind each line', '_: _;\n_: _;'],
    ['joined-with-ampersand', 3, 'ampersands', '_: _&_: _'],
    ['joined-with-bar', 3, 'vertical bars', '_: _|_: _', '_: _ | _: _'],
  ]),
  ...laid('joiner', `You signed a list or map as … prints it, with brackets; ${LINES}.`, [
    ['lines-as-list', 3, 'Java or Go', '[_: _, _: _]', '[_: _ _: _]'],
    ['lines-as-list', 3, 'Python or Ruby', "['_: _', '_: _']", '["_: _", "_: _"]'],
    ['lines-as-list', 4, '.NET or Spring', '[_, _]\n[_, _]', '[_:"_", _:"_"]'],
    ['lines-as-list', 3, 'JSON', '["_: _","_: _"]', '[\n  "_: _",\n  "_: _"\n]'],
    ['lines-as-object', 3, 'Java or Go', '{_=_, _=_}', 'map[_:_ _:_]'],
    ['lines-as-object', 3, 'Python', "{'_': '_', '_': '_'}"],
    ['lines-as-object', 3, 'PHP', 'Array\n(\n    [_] => _\n    [_] => _\n)\n'],
    ['lines-as-object', 3, 'Ruby', '{"_"=>"_", "_"=>"_"}', '{"_" => "_", "_" => "_"}'],
    ['lines-as-object', 3, 'JSON', '{"_":"_","_":"_"}', '{"_": "_", "_": "_"}'],
    ['lines-as-object', 3, 'JSON', '{\n  "_": "_",\n  "_": "_"\n}'],
    ['lines-as-object', 3, 'JSON', '{\n    "_": "_",\n    "_": "_"\n}'],
  ]),
  ...laid('joiner', `You signed the lines as …; ${LINES}.`, [
    [PARAMETERS, 3, 'HTTP parameters (a="1",b="2")', '_="_",_="_"', '_="_", _="_"'],
    ['lines-as-list', 4, 'a list of YAML or Markdown (- )', '- _: _\n- _: _'],
    ['lines-as-list', 4, 'lines in quotation marks', '"_: _"\n"_: _"'],
    [QUOTED, 4, 'names and values in quotation marks', '"_": "_"\n"_": "_"', '"_": "_",\n"_": "_"'],
  ]),
  ...laid('start', 'You began the string with …; begin with the first name.', [
    ['leading-newline', 3, 'a newline', '\n_: _', '\r\n_: _'],
    ['leading-characters', 4, 'a title', 'Signing string: _: _', 'Signing string:\n_: _'],
    ['leading-characters', 3, '-n or -e of an echo, or a space', '-n _: _', '-e _: _', ' _: _'],
    ['leading-characters', 3, 'undefined, null or None', 'undefined_: _', 'null_: _', 'None_: _'],
  ]),
  ...laid('end', 'You ended the string with …; nothing follows the last value.', [
    ['trailing-newline', 1, 'a newline (LF)', '_: _\n'],
    ['trailing-newline', 1, 'CRLF', '_: _\r\n'],
    ['trailing-newline', 3, 'an escaped line end', '_: _\\n', '_: _\\r\\n'],
    ['trailing-newline', 4, 'two line ends', '_: _\n\n', '_: _\r\n\r\n'],
    ['trailing-newline', 4, 'a line end (CR)', '_: _\r'],
    ['trailing-characters', 3, 'a space', '_: _ '],
    ['trailing-characters', 4, 'the EOF of a heredoc', '_: _\nEOF', '_: _\nEOF\n'],
    ['trailing-characters', 4, 'a mark (. , & ; %)', '_: _.', '_: _,', '_: _&', '_: _;', '_: _%'],
    ['trailing-characters', 3, 'a backslash and a c', '_: _\\c'],
    ['trailing-characters', 4, 'a zero byte (\\0)', '_: _\0'],
  ]),
];
export const NEWLINE = LAYOUTS.find(
  ({ thing, part }) => thing === 'join' && part === 'end',
) as MistakeRow;

/** One line laid out otherwise. */
const ofOneLine = memoize((entry: SignedName) => {
  const line = `${entry}: `;
  return rowsOf(
    'join',
    'one',
    `You wrote ${entry} …; join lines of name, colon, space, value by LF.`,
    [
      ['no-space-after-colon', 4, 'without a space behind its colon', swap(line, `${entry}:`)],
      ['two-spaces-after-colon', 4, 'with two spaces behind its colon', swap(line, `${line} `)],
      ['names-left-out', 4, 'without its name', swap(line, '')],
      ['no-colon', 4, 'without a colon', swap(line, `${entry} `)],
      ['invisible-character', 4, WITH_WIDE, ...SPACES.map((one) => swap(line, `${entry}:${one}`))],
      ['joined-with-nothing', 4, WITH_NOTHING, swap(`\n${line}`, line)],
    ],
  );
});
const WITH_NOTHING = 'behind the line before it, with nothing between';
const WITH_WIDE = 'with a space of another kind (U+00A0, U+3000) behind its colon';

export const layoutRows = (entries: Entries) => entries.flatMap(ofOneLine).concat(LAYOUTS);
