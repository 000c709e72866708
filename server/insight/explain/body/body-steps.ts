// The table of what may be done to a body before it is hashed or signed. Steps of different parts combine, so
// `json.dumps(sort_keys=True)` is two of them.
import { gzipSync } from 'node:zlib';
import { decodeUtf8 } from '../../../kernel/utf8.ts';
import { CHAR_SETS } from '../char-sets.ts';
import type { Priced } from '../combinations.ts';
import type { MistakeName } from '../mistake-names.ts';
import { around, both, swap } from '../transforms/changes.ts';
import {
  codeOf,
  escaped,
  inline,
  NUMBERS,
  onNumbers,
  pretty,
  print,
  readForm,
  sorted,
  unescaped,
  withoutSlashEscapes,
} from './json-text.ts';
import {
  asForm,
  asRuby,
  COLON_STYLE,
  GO,
  JAVA,
  jacksonText,
  PYTHON,
  RUBY,
  spaced,
  withSpacedColons,
} from './language-forms.ts';

/** A body on its way: its text and, as long as it is JSON, its value. */
export interface BodyText {
  readonly text: string;
  /** `undefined` if the text is not JSON. */
  readonly value: unknown;
}

export interface BodyStep extends Priced {
  readonly mistake: MistakeName;
  /** Completes "the body …". */
  readonly words: string;
  /** `undefined` if it cannot be done. */
  readonly change: (body: BodyText) => BodyText | Buffer | undefined;
}

type Row = readonly [mistake: MistakeName, cost: number, words: string];

/** The byte order mark, which another step takes away. */
const markOf = (text: string): string => (text.startsWith('\ufeff') ? '\ufeff' : '');

/** Without unnecessary escapes. */
const plain = (text: string): string => withoutSlashEscapes(unescaped(text));

/** Prints the value anew. */
const printing = (
  rows: readonly (readonly [...Row, print: (value: unknown) => string | undefined])[],
): readonly BodyStep[] =>
  rows.map(([mistake, cost, words, write]) => ({
    ...{ mistake, cost, words, slot: 'structure' },
    change: ({ text: before, value }) => {
      const text = value === undefined ? undefined : write(value);
      // If only escapes differ, the escapes were changed and not the layout.
      const isOther = text !== undefined && plain(markOf(before) + text) !== plain(before);
      return isOther ? { text: markOf(before) + text, value } : undefined;
    },
  }));

const onText = (
  slot: string,
  rows: readonly (readonly [...Row, change: (text: string) => string])[],
): readonly BodyStep[] =>
  rows.map(([mistake, cost, words, change]) => ({
    ...{ mistake, cost, words, slot },
    change: ({ text, value }) => ({ text: change(text), value }),
  }));

const toBytes = (
  slot: string,
  rows: readonly (readonly [...Row, encode: (text: string) => Buffer])[],
): readonly BodyStep[] =>
  rows.map(([mistake, cost, words, encode]) => ({
    ...{ mistake, cost, words, slot },
    change: ({ text }) => encode(text),
  }));

const trimmed = (text: string): string => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

const bytesIn = (encode: (bytes: string) => string, text: string): Buffer =>
  Buffer.from(encode(Buffer.from(text).toString('latin1')), 'latin1');

const HTML = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ["'", '&#039;'],
] as const;

/** The bytes themselves if they are no text that was encoded twice. */
function onceLess(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  const isTwice = /[\x80-\xff]/.test(text) && !/[^\0-\xff]/.test(text);
  return isTwice && decodeUtf8(bytes) !== undefined ? bytes : Buffer.from(text);
}
const onceMore = (text: string): Buffer => Buffer.from(Buffer.from(text).toString('latin1'));

/** A longer text takes long to compress. */
const MOST_COMPRESSED = 16 * 1024;
const gzipped = (text: string): Buffer => gzipSync(text.slice(0, MOST_COMPRESSED));

const OBJECT = 'body-as-object';
const INDENTED = 'body-pretty-printed';
const ESCAPED = 'body-json-escaped';
const END = 'body-trailing-newline';
const PYTHON_SPACES = 'with a space after each colon and comma, as Python prints it';
const SPACED_COLONS = 'pretty-printed with a space before each colon';

const escapedAs =
  (what: RegExp, capitals = false) =>
  (text: string) =>
    text.replace(what, (c) => codeOf(c, capitals));
const dotNet = (text: string): string =>
  escaped(escapedAs(/[<>&'+`]/g, true)(text).replaceAll('\\"', '\\u0022'), true);

/** In the order in which they are done. */
export const BODY_STEPS: readonly BodyStep[] = [
  {
    ...{
      mistake: 'body-as-form',
      slot: 'form',
      cost: 2,
      words: 'as JSON, which was sent as a form',
    },
    change: ({ text, value }) => {
      const read = value === undefined ? readForm(text) : undefined;
      return read === undefined ? undefined : { text: print(read), value: read };
    },
  },
  {
    ...{ mistake: 'body-keys-sorted', slot: 'keys', cost: 2, words: 'with its keys sorted' },
    change: ({ text, value }) => {
      const other = value === undefined ? undefined : sorted(value);
      const isOther = other !== undefined && print(other) !== print(value);
      return isOther ? { text: markOf(text) + print(other), value: other } : undefined;
    },
  },
  ...printing([
    ['body-minified', 1, 'minified', (value) => print(value)],
    ['body-spaced', 1, PYTHON_SPACES, spaced],
    ['body-spaced', 4, 'with a space after each colon', (value) => inline(value, COLON_STYLE)],
    [INDENTED, 2, 'pretty-printed with 2 spaces', (value) => pretty(value, '  ')],
    [INDENTED, 3, 'pretty-printed with 4 spaces', (value) => pretty(value, '    ')],
    [INDENTED, 3, 'pretty-printed with tabs', (value) => pretty(value, '\t')],
    [INDENTED, 3, 'pretty-printed as Jackson prints it', jacksonText],
    [INDENTED, 3, 'pretty-printed as Ruby prints it', (value) => asRuby(pretty(value, '  '))],
    [INDENTED, 4, SPACED_COLONS, (value) => withSpacedColons(pretty(value, '  '))],
    [INDENTED, 3, `${SPACED_COLONS}, as Perl`, (value) => withSpacedColons(pretty(value, '   '))],
    [OBJECT, 3, 'as JavaScript prints an object ([object Object])', () => '[object Object]'],
    [OBJECT, 3, 'as Python prints a dictionary', (value) => inline(value, PYTHON)],
    [OBJECT, 4, 'as Java prints a map ({a=1})', (value) => inline(value, JAVA)],
    [OBJECT, 4, 'as Ruby prints a hash ({"a"=>1})', (value) => inline(value, RUBY)],
    [OBJECT, 4, 'as Go prints a map (map[a:1])', (value) => inline(value, GO)],
    [OBJECT, 4, 'as PHP prints a list (Array)', () => 'Array'],
    ['body-as-form', 4, 'as a form (a=1&b=2)', asForm],
  ]),
  ...NUMBERS.map(
    ([cost, words, print]): BodyStep => ({
      ...{ mistake: 'body-numbers', slot: 'numbers', cost, words: `with its numbers ${words}` },
      change: ({ text, value }) =>
        value === undefined ? undefined : { text: onNumbers(text, print), value },
    }),
  ),
  ...onText('escapes', [
    [ESCAPED, 1, 'with \\u escapes', (text) => escaped(text)],
    [ESCAPED, 3, 'with \\u escapes and escaped slashes, as PHP', both(escaped, swap('/', '\\/'))],
    [ESCAPED, 4, 'with \\u escapes in capitals', (text) => escaped(text, true)],
    [ESCAPED, 3, 'with escaped slashes', swap('/', '\\/')],
    [ESCAPED, 3, "with < > & = ' escaped, as Gson prints it", escapedAs(/[<>&=']/g)],
    [ESCAPED, 3, 'with < > & escaped, as Go prints it', escapedAs(/[<>&]/g)],
    [ESCAPED, 3, 'with \\u escapes as .NET prints it', dotNet],
    [ESCAPED, 3, "with < > & ' escaped, as JavaScriptSerializer prints it", escapedAs(/[<>&']/g)],
    [ESCAPED, 2, 'without \\u escapes', unescaped],
    ['body-html-escaped', 3, 'without HTML escapes', swap(...HTML.flat().toReversed())],
    ['body-html-escaped', 3, 'with HTML escapes', swap(...HTML.flat())],
    [ESCAPED, 3, 'without escaped slashes', withoutSlashEscapes],
    [ESCAPED, 3, 'without escapes', both(unescaped, withoutSlashEscapes)],
  ]),
  {
    ...{ mistake: 'body-minified', slot: 'lines', cost: 3 },
    words: 'without any white space, in its texts too',
    change: ({ text, value }) =>
      value === undefined ? undefined : { text: text.replace(/[ \t\r\n]/g, ''), value },
  },
  ...onText('lines', [
    ['body-crlf', 2, 'with CRLF line ends', (text) => text.replace(/\r?\n/g, '\r\n')],
    ['body-crlf', 2, 'with LF line ends', swap('\r\n', '\n')],
    ['body-crlf', 4, 'without its line ends', (text) => text.replace(/\r?\n(?!$)/g, '')],
  ]),
  ...onText('end', [
    [END, 1, 'with a newline after it', around('', '\n')],
    [END, 3, 'with CRLF after it', around('', '\r\n')],
    [END, 1, 'without the newline after it', (text) => text.replace(/\r?\n$/, '')],
    ['body-trimmed', 3, 'without the white space around it', trimmed],
  ]),
  ...onText('text', [
    [
      'body-stringified',
      3,
      'as JSON text in JSON (stringified twice)',
      (text) => JSON.stringify(text),
    ],
    ['body-base64', 4, 'in base64', (text) => Buffer.from(text).toString('base64')],
    ['body-bom', 3, 'with a byte order mark', around('\ufeff', '')],
    ['body-bom', 3, 'without the byte order mark', (text) => text.replace(/^\ufeff/, '')],
  ]),
  ...toBytes('bytes', [
    ['body-empty', 2, 'taken as empty', () => Buffer.alloc(0)],
    ['body-utf8-twice', 1, 'before it was encoded as UTF-8 twice', onceLess],
    ['body-utf8-twice', 3, 'encoded as UTF-8 twice', onceMore],
    ...CHAR_SETS.map(([name, words, cost, encode]) => {
      const mistake = name === 'utf16' ? 'body-utf16' : 'body-latin1';
      return [mistake, cost + 1, words, (text: string) => bytesIn(encode, text)] as const;
    }),
    ['body-compressed', 4, 'compressed with gzip', gzipped],
  ]),
];
