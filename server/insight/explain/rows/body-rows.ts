// What is done to a body before it is hashed or signed. Rows of different parts combine, so
// `json.dumps(sort_keys=True)` is two of them.
import { gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { utf8Of } from '../../../kernel/utf8.ts';
import { bytesOf } from '../forms/edits.ts';
import {
  asForm,
  asRuby,
  GO,
  inline,
  isEmpty,
  JAVA,
  jackson,
  NUMBERS,
  onNumbers,
  PYTHON,
  parsed,
  pretty,
  print,
  RUBY,
  readForm,
  SPACED,
  sorted,
  textOf,
  withMembers,
  withSpacedColons,
} from '../forms/json-forms.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { MistakeName } from '../mistake-names.ts';
import type { Field, Row } from '../search.ts';

export interface Body {
  /** Its bytes, as latin1 text. */
  readonly text: string;
  /** `undefined` if the text is not JSON. */
  readonly value: unknown;
}

/** Bytes of a body; a longer one has no other forms (SIG-15). */
const LONGEST = 128 * 1024;

/** The body as a field; of its rows `says` completes "the body …". */
export function bodyField(bytes: Buffer, longest = LONGEST): Field<Body> {
  const text = bytes.toString('latin1');
  const isLong = bytes.length > longest;
  const start = { text, value: isLong ? undefined : parsed(utf8Of(text) ?? '') };
  return { start, rows: isLong ? [] : ROWS, textOf: (body) => body.text, newline: NEWLINE };
}

const UTF8_MARK = '\xef\xbb\xbf';
/** The byte order mark, which another row takes away. */
const markOf = (text: string): string => (text.startsWith(UTF8_MARK) ? UTF8_MARK : '');

type Words = readonly [mistake: MistakeName, cost: number, words: string];

const row = (
  slot: string,
  [mistake, cost, says]: Words,
  change: (body: Body) => Body | undefined,
): Row<Body> => ({ mistakes: [mistake], slot: `body ${slot}`, cost, says, change });

/** Prints the value anew. */
const printing = (
  rows: readonly (readonly [...Words, print: (value: unknown) => string | undefined])[],
): readonly Row<Body>[] =>
  rows.map(([mistake, cost, words, write]) =>
    row('structure', [mistake, cost, words], ({ text: before, value }) => {
      const written = typeof value === 'object' && value !== null ? write(value) : undefined;
      return written === undefined ? undefined : { text: markOf(before) + bytesOf(written), value };
    }),
  );

const INDENTED = 'body-pretty-printed';
const OBJECT = 'body-as-object';
const COLONS = 'pretty-printed with a space before each colon';

const PRINTED = printing([
  ['body-minified', 1, 'minified', (value) => print(value)],
  [
    'body-spaced',
    1,
    'with a space after each colon and comma, as Python prints it',
    (value) => ofSome(inline(value, SPACED), value),
  ],
  [
    'body-spaced',
    4,
    'with a space after each colon',
    (value) => ofSome(inline(value, { ...SPACED, comma: ',' }), value),
  ],
  [INDENTED, 2, 'pretty-printed with 2 spaces', (value) => pretty(value, '  ')],
  [INDENTED, 3, 'pretty-printed with 4 spaces', (value) => pretty(value, '    ')],
  [INDENTED, 3, 'pretty-printed with tabs', (value) => pretty(value, '\t')],
  [
    INDENTED,
    3,
    'pretty-printed as Jackson prints it',
    (value) => pretty(value, '  ') && jackson(value),
  ],
  [INDENTED, 3, 'pretty-printed as Ruby prints it', (value) => asRuby(pretty(value, '  '))],
  [INDENTED, 4, COLONS, (value) => withSpacedColons(pretty(value, '  '))],
  [INDENTED, 3, `${COLONS}, as Perl`, (value) => withSpacedColons(pretty(value, '   '))],
  [OBJECT, 3, 'as JavaScript prints an object ([object Object])', () => '[object Object]'],
  [OBJECT, 3, 'as Python prints a dictionary', (value) => inline(value, PYTHON)],
  [OBJECT, 4, 'as Java prints a map ({a=1})', (value) => inline(value, JAVA)],
  [OBJECT, 4, 'as Ruby prints a hash ({"a"=>1})', (value) => inline(value, RUBY)],
  [OBJECT, 4, 'as Go prints a map (map[a:1])', (value) => inline(value, GO)],
  [OBJECT, 4, 'as PHP prints a list (Array)', () => 'Array'],
  ['body-as-form', 4, 'as a form (a=1&b=2)', asForm],
]);

/** `undefined` if there is no colon and no comma to write otherwise. */
const ofSome = (text: string, value: unknown) => (text === print(value) ? undefined : text);

/** A longer text takes long to compress. */
const MOST_COMPRESSED = 16 * 1024;

function uncompressed(text: string): string | undefined {
  const bytes = Buffer.from(text, 'latin1');
  const read = { '1f8b': gunzipSync, '789c': inflateSync }[bytes.toString('hex', 0, 2)];
  try {
    return read?.(bytes, { maxOutputLength: LONGEST }).toString('latin1');
  } catch {
    return undefined;
  }
}

const compressed = (text: string): string =>
  gzipSync(Buffer.from(text.slice(0, MOST_COMPRESSED), 'latin1')).toString('latin1');

/** Prints another value, as short as can be. */
const reshaped = (slot: string, words: Words, change: (value: unknown) => unknown): Row<Body> =>
  row(slot, words, ({ text, value }) => {
    const other = value === undefined ? undefined : change(value);
    const isOther = other !== undefined && print(other) !== print(value);
    return isOther ? { text: markOf(text) + bytesOf(print(other)), value: other } : undefined;
  });

const RESHAPED = [
  reshaped('members', ['body-members', 2, 'without what is null in it'], (value) =>
    withMembers(value, (one) => (one === null ? undefined : one)),
  ),
  reshaped('members', ['body-members', 3, 'without what is null or empty in it'], (value) =>
    withMembers(value, (one) => (one === null || isEmpty(one) || one === '' ? undefined : one)),
  ),
  reshaped('members', ['body-members', 3, 'with [] for {}, as PHP has it'], (value) =>
    withMembers(value, (one) => (isEmpty(one) ? [] : one)),
  ),
  reshaped('members', ['body-members', 3, 'with {} for []'], (value) =>
    withMembers(value, (one) => (isEmpty(one) ? {} : one)),
  ),
  ...['null', 'undefined', '{}', '[]', '""'].map((word) =>
    row(
      'structure',
      [OBJECT, 4, `taken as ${word}, as programs print an empty one`],
      ({ value }) => ({ text: word, value }),
    ),
  ),
  reshaped('keys', ['body-keys-sorted', 2, 'with its keys sorted'], (value) => sorted(value)),
  reshaped('keys', ['body-keys-sorted', 3, 'with the keys of its first level sorted'], (value) =>
    sorted(value, (member) => member),
  ),
];

/** In the order in which they are done. */
const ROWS: readonly Row<Body>[] = [
  row('bytes', ['body-compressed', 2, 'before it was compressed'], ({ text, value }) => {
    const plain = uncompressed(text);
    return plain === undefined ? undefined : { text: plain, value };
  }),
  row('form', ['body-as-form', 2, 'as JSON, which was sent as a form'], ({ text, value }) => {
    const read = value === undefined ? readForm(text) : undefined;
    return read === undefined ? undefined : { text: bytesOf(print(read)), value: read };
  }),
  row(
    'form',
    ['body-stringified', 2, 'before it was made a string in JSON (stringified twice)'],
    ({ value }) => {
      const text = textOf(value);
      return text === undefined ? undefined : { text: bytesOf(text), value: parsed(text) };
    },
  ),
  ...RESHAPED,
  ...PRINTED,
  ...NUMBERS.map(([cost, words, printed]) =>
    row('numbers', ['body-numbers', cost, `with its numbers ${words}`], ({ text, value }) =>
      value === undefined ? undefined : { text: onNumbers(text, printed), value },
    ),
  ),
  ...formsFor('body').map(({ part, name, cost, words, change }) =>
    row(part, [name, cost, words], ({ text, value }) => {
      const changed = change(text);
      return changed === undefined ? undefined : { text: changed, value };
    }),
  ),
  row('bytes', ['body-compressed', 4, 'compressed with gzip'], ({ text, value }) => ({
    text: compressed(text),
    value,
  })),
];

const NEWLINE = ROWS.find(({ mistakes }) =>
  mistakes.includes('body-trailing-newline'),
) as Row<Body>;
