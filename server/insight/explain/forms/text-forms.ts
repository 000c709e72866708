// What programs do to any text: escape it, quote it, encode it, write it in another case or character set. With
// the tables beside, one for the whole string, its hash, a value, a digest, a body and the parts of a name; in
// the order in which a client does it.
import { attempt } from '../../../signing/attempt.ts';
import { decodeWords, EncodedWordError, textOfWords } from '../../../signing/encoded-words.ts';
import { ADDRESS_FORMS } from './address-forms.ts';
import { BYTE_FORMS, base64, FIRST_FORMS, hex } from './byte-forms.ts';
import {
  around,
  both,
  bytesOf,
  type Change,
  type Edit,
  lower,
  onText,
  replaced,
  swap,
  upper,
} from './edits.ts';
import { type Form, inPart, type Names, type Place } from './form.ts';
import { JSON_FORMS } from './json-forms.ts';

/** `\u00e5` for å. */
const escaped = (what: RegExp, capitals = false): Edit =>
  replaced(what, (found) => {
    const unit = found.charCodeAt(found.length - 1);
    const code = unit.toString(16).padStart(4, '0');
    return `\\u${capitals ? upper(code) : code}`;
  });
const NOT_ASCII = escaped(/[^\0-\x7f]/g);
const SLASHES = swap('/', '\\/');

/** What programs escape in JSON although they need not. */
const ESCAPES: readonly (readonly [cost: number, words: string, done: Edit])[] = [
  [1, '\\u escapes', NOT_ASCII],
  [4, '\\u escapes in capitals', escaped(/[^\0-\x7f]/g, true)],
  [3, 'escaped slashes', SLASHES],
  [3, '\\u escapes and escaped slashes, as PHP prints it', both(SLASHES, NOT_ASCII)],
  [3, '< > & escaped, as Go prints it', escaped(/[<>&\u2028\u2029]/g)],
  [3, "< > & = ' escaped, as Gson prints it", escaped(/[<>&='\u2028\u2029]/g)],
  [4, "< > & ' escaped, as JavaScriptSerializer prints it", escaped(/[<>&']/g)],
  [4, "< > ' escaped, as Mono prints it", escaped(/[<>']/g)],
  [4, '\\u escapes as .NET prints it', escaped(/[<>&'+`]|[^\0-\x7f]/g, true)],
  [3, '\\u escapes, of " too, as .NET prints it', escaped(/\\"|[<>&'+`]|[^\0-\x7f]/g, true)],
];

/** Escapes that JSON requires stay. */
const unescaped = replaced(/\\(?:u([0-9a-fA-F]{4})|.)/g, (whole, digits) => {
  const code = Number.parseInt(digits ?? '0', 16);
  return code < 0x20 || code === 0x22 || code === 0x5c ? whole : String.fromCharCode(code);
});
const withoutSlashes = replaced(/\\(.)/g, (whole, char) => (char === '/' ? '/' : whole));

const AND = ['&', '&amp;', '<', '&lt;', '>', '&gt;'];
const QUOTE = ['"', '&quot;'];
/** What is escaped for HTML beside these: by PHP, many, Python, Handlebars, Mustache, or in texts alone. */
const HTML_ESCAPES: readonly (readonly string[])[] = [
  ...[[], QUOTE, ["'", '&#039;'], ["'", '&#39;']],
  ...["'&#039;", "'&#39;", "'&#x27;", "'&#x27;`&#x60;=&#x3D;", "'&#39;/&#x2F;`&#x60;=&#x3D;"].map(
    (one) => [...QUOTE, ...one.split(/(?<=;)|(?=&)/)],
  ),
];

const quotedPrintable: Edit = both(
  replaced(/[^A-Za-z0-9!*+\-/ ]/g, (char) => `=${upper(hex(char))}`),
  swap(' ', '_'),
);
/** A longer value would take long to rewrite. */
const LONGEST_WORD = 2000;

const asWord = (start: string): Change => {
  const encode = both(/b\?$/i.test(start) ? base64 : quotedPrintable, around(start, '?='));
  return (value) => (value.length > LONGEST_WORD ? undefined : encode(value));
};

function withoutWord(value: string): string | undefined {
  const text = attempt(EncodedWordError, () => {
    const words = decodeWords(value);
    return words && bytesOf(textOfWords(words));
  });
  return text instanceof EncodedWordError ? undefined : text;
}

/** What a shell makes of it without quotation marks. */
const unquoted: Edit = (text) => text.trim().replace(/[ \t\r\n]+/g, ' ');

const JSON_ESCAPED: Names = { value: 'json-escaped', body: 'body-json-escaped' };
const JSON_BODY: Names = { body: 'body-json-escaped' };
const JSON_TEXT: Names = { string: 'json-escaped', body: 'body-stringified' };
const TWICE = 'as JSON text in JSON (stringified twice), in quotation marks';
const HTML: Names = { string: 'html-escaped', value: 'html-escaped', body: 'body-html-escaped' };
const WORD: Names = { value: 'value-encoded-word' };
const CASE: Names = { id: 'id-case', date: 'date-format', redirect: 'redirect-normalised' };
const MINIFIED: Names = { body: 'body-minified' };
const CRLF: Names = { body: 'body-crlf' };
const QUOTED: Names = { string: 'string-quoted', value: 'value-quoted' };
const MARKED: Names = { value: 'value-quoted' };
const END: Names = { body: 'body-trailing-newline' };
const SPACE: Names = { value: 'value-trailing-space' };
const LINE_END: Names = { value: 'value-trailing-newline' };
const SPACES: Names = { value: 'value-spaces-collapsed' };
const CUT: Names = { value: 'value-cut' };

const TEXT_FORMS: readonly Form<Names>[] = [
  ...inPart('escapes', [
    ...ESCAPES.map(
      ([cost, words, done]) => [JSON_ESCAPED, cost, `with ${words}`, onText(done)] as const,
    ),
    [JSON_BODY, 2, 'without \\u escapes', onText(unescaped)],
    [JSON_BODY, 3, 'without escaped slashes', withoutSlashes],
    [JSON_BODY, 3, 'without escapes', onText(both(unescaped, withoutSlashes))],
    [{ value: 'json-escaped' }, 4, 'with JSON escapes', onText(replaced(/["\\]/g, '\\$&'))],
    ...HTML_ESCAPES.map(
      (more) => [HTML, 4, 'with HTML escapes (&amp;)', swap(...AND, ...more)] as const,
    ),
    [HTML, 3, 'without HTML escapes', swap(...[...AND, ...HTML_ESCAPES.flat()].toReversed())],
    ...['=?UTF-8?B?', '=?utf-8?B?', '=?utf-8?b?', '=?UTF-8?Q?', '=?utf-8?q?'].map(
      (start) => [WORD, 4, 'as an RFC 2047 encoded word but sent it plain', asWord(start)] as const,
    ),
    [{ value: 'value-decoded' }, 2, 'decoded but sent it as an RFC 2047 encoded word', withoutWord],
  ]),
  ...inPart('case', [
    [CASE, 2, '', lower],
    [CASE, 2, '', upper],
    [{ string: 'lower-cased' }, 3, 'in lower case', onText(lower)],
    [{ string: 'names-in-capitals' }, 4, 'in capitals, names and values', onText(upper)],
  ]),
  ...inPart('lines', [
    [MINIFIED, 3, 'without any white space, in its texts too', replaced(/[ \t\r\n]/g, '')],
    [MINIFIED, 3, 'with single spaces, as a shell prints it without quotation marks', unquoted],
    [CRLF, 2, 'with CRLF line ends', replaced(/\r?\n/g, '\r\n')],
    [CRLF, 2, 'with LF line ends', swap('\r\n', '\n')],
    [CRLF, 4, 'without its line ends', replaced(/\r?\n(?!$)/g, '')],
  ]),
  ...inPart('marks', [
    [QUOTED, 3, 'in quotation marks (")', around('"')],
    [QUOTED, 4, "in quotation marks (')", around("'")],
    [MARKED, 3, 'in square brackets', around('[', ']')],
    [MARKED, 4, 'in brackets and quotation marks', around("['", "']")],
    [MARKED, 4, 'in brackets and quotation marks', around('["', '"]')],
    [MARKED, 4, "in b'…', as Python prints bytes", around("b'", "'")],
    [MARKED, 4, 'in Optional[…], as Java prints it', around('Optional[', ']')],
    [MARKED, 4, 'in angle brackets', around('<', '>')],
    [JSON_TEXT, 3, TWICE, onText(JSON.stringify)],
    [JSON_TEXT, 4, TWICE, onText(both(JSON.stringify, NOT_ASCII))],
  ]),
  ...inPart('end', [
    [END, 1, 'with a newline after it', around('', '\n')],
    [END, 3, 'with CRLF after it', around('', '\r\n')],
    [END, 3, 'with a newline before and after it', around('\n')],
    [END, 1, 'without the newline after it', replaced(/\r?\n$/, '')],
    [SPACE, 3, 'with a space after its value', around('', ' ')],
    [{ value: 'two-spaces-after-colon' }, 4, 'with two spaces after the colon', around(' ', '')],
    [SPACE, 4, 'with a tab after its value', around('', '\t')],
    [LINE_END, 3, 'with a newline after its value', around('', '\n')],
    [LINE_END, 3, 'with CRLF after its value', around('', '\r\n')],
    [LINE_END, 4, 'with \\n after its value', around('', '\\n')],
    [SPACES, 3, 'with its white space made one space', replaced(/[ \t]{2,}/g, ' ')],
    [SPACES, 4, 'without the spaces after its commas', swap(', ', ',')],
    [SPACES, 4, 'without its spaces', swap(' ', '')],
    [CUT, 4, 'only up to its first colon', replaced(/(?<=.):.*/s, '')],
    [CUT, 4, 'only up to its first semicolon', replaced(/(?<=.);.*/s, '')],
    [CUT, 4, 'only up to its first equals sign', replaced(/(?<=.)=.*/s, '')],
    [CUT, 4, 'only up to its first space', replaced(/(?<=.) .*/s, '')],
    [CUT, 3, 'without a second value that was joined to it by a comma', replaced(/,.*/s, '')],
    [CUT, 4, 'without a first value that it was joined to by a comma', replaced(/^[^,]*, /, '')],
  ]),
];

/** The forms that are done at one of the places, in their order, each by its name at the first of them. */
export const formsFor = (...places: readonly Place[]): readonly Form[] =>
  [...FIRST_FORMS, ...JSON_FORMS, ...ADDRESS_FORMS, ...TEXT_FORMS, ...BYTE_FORMS].flatMap(
    (form) => {
      const place = places.find((one) => form.name[one] !== undefined);
      const name = place && form.name[place];
      return name === undefined ? [] : [{ ...form, name }];
    },
  );
