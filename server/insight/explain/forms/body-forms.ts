// What is done to a body: machines compress it, cut it and send it in chunks; programs leave members of its JSON out,
// sort or rename them, print it as some language does, and send it as a form.
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { utf8Of } from '../../../kernel/utf8.ts';
import { onText } from './bytes.ts';
import type { Change, Edit } from './edits.ts';
import { around, both, lower, permutations, replaced, swap, tried, upper } from './edits.ts';
import { type Table, under } from './form.ts';
import {
  type Members,
  MINIFIED,
  meaning,
  minified,
  NUMBER,
  onJson,
  pretty,
  print,
  printed,
  readForm,
  remade,
  type Style,
  TEXT,
} from './json-text.ts';

const pythonToken: Edit = (token) =>
  token.startsWith('"')
    ? `'${meaning(token)}'`
    : ({ true: 'True', false: 'False', null: 'None' }[token] ?? token);

const sorted = (isDeep: boolean): Change =>
  onJson((value) => remade(value, (all) => all.toSorted(([a], [b]) => (a < b ? -1 : 1)), isDeep));
const renamed = (change: Edit): Change =>
  onJson((value) =>
    remade(value, (all) =>
      all.map(([name, one]) => [JSON.stringify(change(meaning(name))), one] as const),
    ),
  );
/** A first letter in lower case, one behind an underscore in upper case. */
const unmarked = (mark: RegExp) =>
  renamed(replaced(mark, (one) => (one.startsWith('_') ? upper(one.slice(1)) : lower(one))));
const without = (...nothing: readonly string[]): Change =>
  onJson((value) =>
    remade(value, (all) => all.filter(([, one]) => !nothing.includes(print(one, MINIFIED)))),
  );

const firstOf = (count: number) => Array.from({ length: count }, (_, at) => at);
const withoutNth = (nth: number): Change =>
  onJson((value) => {
    let at = -1;
    return remade(value, (all) =>
      all.filter(() => {
        at += 1;
        return at !== nth;
      }),
    );
  });
/** Of so many members there are few orders. */
const ORDERS = permutations(firstOf(5)).map((order): Change => {
  const inOrder = (all: Members) =>
    all.length > order.length ? all : order.flatMap((at) => all.slice(at, at + 1));
  return onJson((value) => remade(value, inOrder, false));
});

/** Of what matches and is not in a text. */
const outside = (what: string, change: Edit): Edit =>
  replaced(new RegExp(`${TEXT}|${what}`, 'g'), (found) =>
    found.startsWith('"') ? found : change(found),
  );
const numbers = (change: Edit): Edit => outside(`(?<=[[:,\\s])${NUMBER}`, change);
const wholeAs = (digits: string) => numbers(replaced(/^-?\d+$/, digits));
const plain: Edit = (number) => number;
const shortest: Edit = (number) => JSON.stringify(Number(number));
/** From a thousandth to ten millions. */
const javaDouble: Edit = (number) =>
  number.includes('.') ? shortest(number).replace(/^-?\d+$/, '$&.0') : number;

const twoDecimals: Edit = (number) => Number(number).toFixed(2);
const minor: Edit = (number) => `${Math.round(100 * Number(number))}`;
/** @param mark around each of them */
const amounts = (mark: string, change: Edit): Edit =>
  replaced(
    new RegExp(`("amount"\\s*:\\s*)${mark}(-?[\\d.]+)${mark}`, 'g'),
    (_, name = '', amount = '') => name + change(amount),
  );

const DECIMAL_COMMA = /("amount"\s{0,9}:\s{0,9}"-?\d{1,15}),(\d)/g;
const asNumbers = (change: Edit): Edit => amounts('"', change);
const asTexts = (change: Edit): Edit => asNumbers(both(change, around('"')));
const OTHER_DIGITS = [twoDecimals, shortest, swap('.', ','), replaced(/\.\d+/, '$&0')];

const PYTHON: Style = { object: '{k: v, k: v}', list: '[v, v, v]' };
const JACKSON: Style = { ...pretty('  ', ' : '), list: '[ v, v, v ]', empty: ' ' };
const RUBY: Style = { ...pretty('  '), empty: '\n\n' };
/** What programs take for a body. */
const FILES = ['@body.json', 'body.json', '@payment.json', 'payment.json'];
const PRINTED = '[object Object]|System.Byte[]|Array|null|undefined|{}|[]|""'.split('|');
const AS_PRINTED = 'as programs print an object, an empty or a missing value';

const uncompressed = tried((bytes) => {
  const unpack = { '\x1f\x8b': gunzipSync, '\x78\x9c': inflateSync }[bytes.slice(0, 2)];
  const limit = { maxOutputLength: 128 * 1024 };
  return unpack?.(Buffer.from(bytes, 'latin1'), limit).toString('latin1');
});

/** A longer body takes too long to compress. */
const MOST_COMPRESSED = 4096;
const compressed =
  (pack: (bytes: Buffer) => Buffer): Edit =>
  (bytes) =>
    bytes.length > MOST_COMPRESSED ? bytes : pack(Buffer.from(bytes, 'latin1')).toString('latin1');
/** On the systems that the header names: Unix, macOS, Windows. */
const GZIPS = ['\x03', '\x13', '\n'].map((system) =>
  both(compressed(gzipSync), replaced(/^(\x1f\x8b.{7})./s, `$1${system}`)),
);

const chunked =
  (end: string): Change =>
  (bytes) =>
    `${bytes.length.toString(16)}\r\n${bytes}${end}`;

/** Of two equal halves. A pattern would compare every length that the half could have. */
const firstHalf: Change = (bytes) => {
  const half = bytes.slice(0, bytes.length / 2);
  return half.length > 1 && half + half === bytes ? half : undefined;
};

/** What a string in JSON says. */
const textIn: Change = (text) => (/^\s*"/.test(text) ? meaning(text.trim()) : undefined);

/** Whether JSON ends before all its texts and brackets do. */
export function isCut(bytes: string): boolean {
  const texts = /"[^"\\]*(?:\\.[^"\\]*)*("?)/gs;
  const marks = bytes.replace(texts, (_, end) => (end === '' ? '[' : ''));
  return /^[[{]/.test(bytes) && marks.split(/[[{]/).length > marks.split(/[\]}]/).length;
}

/** A length that was counted in characters. */
const asCharacters: Change = (bytes) =>
  bytes.includes('\0') ? undefined : bytes.slice(0, utf8Of(bytes)?.length);

export const BODY_FORMS: Table = [
  under('bytes', { body: 'body-compressed' }),
  [2, 'before it was compressed', uncompressed],
  [5, 'after it was compressed with gzip', ...GZIPS],
  [5, 'after it was compressed with deflate', compressed(deflateSync)],
  [5, 'after it was compressed with brotli', compressed(brotliCompressSync)],
  under('bytes', { body: 'body-chunked' }),
  [5, 'with its chunked framing', chunked('\r\n0\r\n\r\n')],
  [5, 'with its chunk size', chunked('\r\n')],
  [3, 'without the chunked framing', replaced(/^[\da-f]+\r\n(.*)\r\n0\r\n\r\n$/is, '$1')],
  under('bytes', { body: 'body-twice' }),
  [3, 'once, and it came twice', firstHalf],
  under('cut', { body: 'body-cut' }),
  [5, 'with one bracket more', around('', '}'), around('{', '')],
  [3, 'without the zero bytes behind it', replaced(/(?<!\0)\0+$/, '')],
  [5, 'cut to as many bytes as it has characters', asCharacters],
  under('form', { body: 'body-as-form' }),
  [2, 'as JSON, which was sent as a form', onText(readForm)],
  under('form', { body: 'body-stringified' }),
  [2, 'before it was made a string in JSON', onText(textIn)],
  under('members', { body: 'body-members' }),
  [2, 'without what is null in it', without('null')],
  [3, 'without what is null or empty in it', without('null', '""', '{}', '[]')],
  [3, 'with [] for {}, as PHP has it', outside('\\{\\s*\\}', () => '[]')],
  [3, 'with {} for []', outside('\\[\\s*\\]', () => '{}')],
  [4, 'in a list ([…])', around('[', ']')],
  [4, 'without the list around it', replaced(/^\s*\[(.*)\]\s*$/s, '$1')],
  [4, 'without the object around it', replaced(/^\s*\{\s*"\w+"\s*:\s*(\{.*\})\s*\}\s*$/s, '$1')],
  [4, 'in an object ({"data":…})', around('{"data":', '}')],
  [5, 'without one of its members', ...firstOf(16).map(withoutNth)],
  under('keys', { body: 'body-keys-sorted' }),
  [2, 'with its keys sorted', sorted(true)],
  [3, 'with the keys of its first level sorted', sorted(false)],
  [5, 'with its keys in another order', ...ORDERS],
  under('names', { body: 'body-keys-renamed' }),
  [3, 'with its keys in PascalCase', renamed(replaced(/^[a-z]/, upper))],
  [3, 'with its keys in camelCase', ...[/^[A-Z]/, /(?<=[a-z\d])_[a-z]/g].map(unmarked)],
  [3, 'with its keys in snake_case', renamed(replaced(/[A-Z]/g, (one) => `_${lower(one)}`))],
  under('structure', { body: 'body-minified' }),
  [1, 'minified', onText(minified)],
  under('structure', { body: 'body-spaced' }),
  [1, 'with a space after each colon and comma, as Python prints it', printed(PYTHON)],
  [4, 'with a space after each colon', printed({ ...MINIFIED, object: '{k: v,k: v}' })],
  under('structure', { body: 'body-pretty-printed' }),
  [2, 'pretty-printed with 2 spaces', printed(pretty('  '))],
  [3, 'pretty-printed with 4 spaces', printed(pretty('    '))],
  [3, 'pretty-printed with tabs', printed(pretty('\t'))],
  [3, 'pretty-printed as Perl prints it', printed(pretty('   ', ' : '))],
  [3, 'pretty-printed as Ruby prints it', printed(RUBY)],
  [3, 'pretty-printed as Jackson prints it', printed(JACKSON)],
  under('structure', { body: 'body-as-object' }),
  [3, 'as Python prints a dictionary', printed({ ...PYTHON, token: pythonToken })],
  [4, 'in single quotation marks', swap('"', "'")],
  [4, 'as Java prints a map ({a=1})', printed({ ...PYTHON, object: '{k=v, k=v}', token: meaning })],
  [4, 'as Ruby prints a hash ({"a"=>1})', printed({ ...PYTHON, object: '{k=>v, k=>v}' })],
  ...FILES.map((text) => [4, `taken as ${text}, the name of a file`, () => text] as const),
  ...PRINTED.map((text) => [4, `taken as ${text}, ${AS_PRINTED}`, () => text] as const),
  under('numbers', { body: 'body-numbers' }),
  [1, 'with its numbers as JavaScript prints them', numbers(shortest)],
  [3, 'with its numbers as Java prints doubles', numbers(javaDouble)],
  [3, 'with its amounts as numbers', ...[plain, shortest, javaDouble].map(asNumbers)],
  [3, 'with its amounts as texts', amounts('', around('"'))],
  [4, 'with its amounts as texts with two decimals', amounts('', both(twoDecimals, around('"')))],
  [4, 'with its amounts written otherwise', ...OTHER_DIGITS.map(asTexts)],
  [4, 'with a point for the comma of its amounts', replaced(DECIMAL_COMMA, '$1.$2')],
  [4, 'with its amounts in minor units', asNumbers(minor), asTexts(minor)],
  [3, 'with .0 or .00 after whole numbers', ...['$&.0', '$&.00'].map(wholeAs)],
];
