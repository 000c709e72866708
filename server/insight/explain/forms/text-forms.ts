// What programs do to any text: escape it, quote it, encode it, write it in another case or character set. One
// table for the whole string, its hash, a value, a digest, a body and the parts of a name; in the order in
// which a client does it.
import { hash } from 'node:crypto';
import { attempt } from '../../../signing/attempt.ts';
import { decodeWords, EncodedWordError, textOfWords } from '../../../signing/encoded-words.ts';
import type { MistakeName } from '../mistake-names.ts';
import { ADDRESS_FORMS } from './address-forms.ts';
import {
  around,
  base64,
  base64url,
  before,
  both,
  bytesOf,
  type Change,
  codeOf,
  type Edit,
  hex,
  highByteOf,
  ifOther,
  ifUtf8,
  lost,
  lower,
  onceLess,
  onText,
  plainLetter,
  swap,
  twoLetters,
  upper,
  utf16,
  windows1252Of,
} from './edits.ts';
import { type Form, inPart, type Names, type Place } from './form.ts';

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const escaped = (what: RegExp, capitals = false) =>
  onText((text) => text.replace(what, codeOf(capitals)));
/** Escapes that JSON requires stay. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|.)/g, (whole, digits: string | undefined) => {
    const code = digits === undefined ? 0 : Number.parseInt(digits, 16);
    return code < 0x20 || code === 0x22 || code === 0x5c ? whole : String.fromCharCode(code);
  });
const withoutSlashes = (text: string): string =>
  text.replace(/\\(.)/g, (whole, char: string) => (char === '/' ? '/' : whole));
/** Without unnecessary escapes. */
const plainJson = (text: string): string => withoutSlashes(unescaped(text));

/** A longer value would take long to rewrite. */
const LONGEST_WORD = 2000;

/** @param form charset and encoding: `utf-8 B` */
const asWord =
  (form: string): Change =>
  (value) => {
    if (value.startsWith('=?') || value.length > LONGEST_WORD) return undefined;
    const text = /b$/i.test(form) ? base64(value) : quotedPrintable(value);
    return `=?${form.replace(' ', '?')}?${text}?=`;
  };

const quotedPrintable = (value: string): string =>
  value
    .replace(/[^A-Za-z0-9!*+\-/ ]/g, (char) => `=${hex(char).toUpperCase()}`)
    .replaceAll(' ', '_');

function withoutWord(value: string): string | undefined {
  if (!value.startsWith('=?')) return undefined;
  const words = attempt(EncodedWordError, () => decodeWords(value));
  if (words === undefined || words instanceof EncodedWordError) return undefined;
  const text = attempt(EncodedWordError, () => bytesOf(textOfWords(words)));
  return text instanceof EncodedWordError ? undefined : text;
}

const sha256: Edit = (bytes) => hash('sha256', Buffer.from(bytes, 'latin1'), 'binary');

const NOT_ASCII = /[^\0-\x7f]/gu;
/** Without the byte order mark, which another row takes away. */
const LETTERS = /[^\0-\x7f\ufeff]/gu;
const NOT_LATIN1 = /[^\0-\xff]/gu;
const NOT_WINDOWS = /[^\0-\x7f\xa0-\xff]/gu;
const ENTITIES = ['&', '&amp;', '<', '&lt;', '>', '&gt;'];
const APOSTROPHE = ["'", '&#039;'];
const QUOTE = ['"', '&quot;'];

const SPACE: Names = { value: 'value-trailing-space' };
const LINE_END: Names = { value: 'value-trailing-newline' };
const SPACES: Names = { value: 'value-spaces-collapsed' };
const HTML: Names = { string: 'html-escaped', value: 'html-escaped', body: 'body-html-escaped' };
const JSON_ESCAPES: Names = { value: 'json-escaped', body: 'body-json-escaped' };
const JSON_BODY: Names = { body: 'body-json-escaped' };
const JSON_TEXT: Names = { string: 'json-escaped', body: 'body-stringified' };
const WORD: Names = { value: 'value-encoded-word' };
const QUOTED: Names = { string: 'string-quoted', value: 'value-quoted', label: 'digest-quoted' };
const AROUND_VALUE: Names = { value: 'value-quoted' };
const CUT: Names = { value: 'value-cut' };
const CASE: Names = { id: 'id-case', date: 'date-format', redirect: 'redirect-normalised' };
const END: Names = { body: 'body-trailing-newline' };
const CRLF: Names = { body: 'body-crlf' };
const NORMAL: Names = { string: 'unicode-normalised', issuer: 'issuer-normal-form' };
const TWICE: Names = {
  string: 'utf8-twice',
  body: 'body-utf8-twice',
  issuer: 'issuer-encoded-twice',
};
const NARROW: Names = { string: 'latin1-instead-of-utf8', body: 'body-latin1' };
const LOST: Names = { issuer: 'issuer-letters-lost' };
const NARROW_OR_LOST: Names = { ...NARROW, ...LOST };
const WIDE: Names = { string: 'utf16', body: 'body-utf16' };
const BOM: Names = { string: 'bom-in-front', body: 'body-bom' };
const HEX: Names = { hash: 'hex-of-hash', digest: 'digest-hex' };
const BASE64: Names = { string: 'base64-of-string', hash: 'base64-of-hash' };
const HASHED: Names = { body: 'hashed-twice' };
const UNPADDED: Names = { digest: 'digest-without-padding' };
const JSON_WORDS = 'with JSON escapes (\\/, \\", \\u)';
const TWICE_JSON = 'as JSON text in JSON (stringified twice), in quotation marks';
const HTML_WORDS = 'with HTML escapes (&amp;)';

const FORMS: readonly Form[] = [
  ...inPart('escapes', [
    [JSON_BODY, 1, 'with \\u escapes', escaped(/[^\0-\x7f]/g)],
    [JSON_BODY, 4, 'with \\u escapes in capitals', escaped(/[^\0-\x7f]/g, true)],
    [JSON_ESCAPES, 3, 'with escaped slashes', swap('/', '\\/')],
    [
      JSON_ESCAPES,
      3,
      'with \\u escapes and escaped slashes, as PHP prints it',
      onText((text) => swap('/', '\\/')(text).replace(/[^\0-\x7f]/g, codeOf())),
    ],
    [JSON_ESCAPES, 3, 'with < > & escaped, as Go prints it', escaped(/[<>&\u2028\u2029]/g)],
    [JSON_ESCAPES, 3, "with < > & = ' escaped, as Gson prints it", escaped(/[<>&='\u2028\u2029]/g)],
    [JSON_ESCAPES, 4, "with < > & ' escaped, as JavaScriptSerializer does", escaped(/[<>&']/g)],
    [JSON_BODY, 4, "with < > ' escaped, as Mono prints it", escaped(/[<>']/g)],
    [JSON_ESCAPES, 3, 'with \\u escapes as .NET prints it', escaped(/[<>&'+`]|[^\0-\x7f]/g, true)],
    [
      JSON_BODY,
      3,
      'with \\u escapes, of quotation marks too, as .NET prints it',
      onText((text) =>
        text.replaceAll('\\"', '\\u0022').replace(/[<>&'+`]|[^\0-\x7f]/g, codeOf(true)),
      ),
    ],
    [JSON_BODY, 2, 'without \\u escapes', onText(unescaped)],
    [JSON_BODY, 3, 'without escaped slashes', withoutSlashes],
    [JSON_BODY, 3, 'without escapes', onText(plainJson)],
    [{ value: 'json-escaped' }, 4, JSON_WORDS, onText(json)],
    [HTML, 3, HTML_WORDS, swap('&', '&amp;')],
    [HTML, 3, HTML_WORDS, swap(...ENTITIES, ...QUOTE)],
    [HTML, 3, HTML_WORDS, swap(...ENTITIES, ...APOSTROPHE)],
    // Handlebars, and Mustache.
    [HTML, 3, HTML_WORDS, swap(...ENTITIES, ...QUOTE, "'", '&#x27;', '`', '&#x60;', '=', '&#x3D;')],
    [
      HTML,
      4,
      HTML_WORDS,
      swap(...ENTITIES, ...QUOTE, "'", '&#39;', '/', '&#x2F;', '`', '&#x60;', '=', '&#x3D;'),
    ],
    [HTML, 3, 'without HTML escapes', swap(...[...ENTITIES, ...QUOTE, ...APOSTROPHE].toReversed())],
    ...['UTF-8 B', 'utf-8 B', 'utf-8 b', 'UTF-8 Q', 'utf-8 q'].map(
      (form) => [WORD, 4, 'as an RFC 2047 encoded word but sent it plain', asWord(form)] as const,
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
    [
      { body: 'body-minified' },
      3,
      'without any white space, in its texts too',
      (text) => text.replace(/[ \t\r\n]/g, ''),
    ],
    [
      { body: 'body-minified' },
      3,
      'with one space for each run of white space, as a shell prints it without quotation marks',
      (text) => text.trim().replace(/[ \t\r\n]+/g, ' '),
    ],
    [CRLF, 2, 'with CRLF line ends', (text) => text.replace(/\r?\n/g, '\r\n')],
    [CRLF, 2, 'with LF line ends', swap('\r\n', '\n')],
    [CRLF, 4, 'without its line ends', (text) => text.replace(/\r?\n(?!$)/g, '')],
  ]),
  ...inPart('marks', [
    [QUOTED, 3, 'in quotation marks (")', around('"')],
    [QUOTED, 4, "in quotation marks (')", around("'")],
    [{ label: 'digest-quoted' }, 2, 'between colons', around(':')],
    [AROUND_VALUE, 3, 'in square brackets', around('[', ']')],
    [AROUND_VALUE, 4, 'in brackets and quotation marks', around("['", "']")],
    [AROUND_VALUE, 4, 'in brackets and quotation marks', around('["', '"]')],
    [AROUND_VALUE, 4, "in b'…', as Python prints bytes", around("b'", "'")],
    [AROUND_VALUE, 4, 'in Optional[…], as Java prints it', around('Optional[', ']')],
    [AROUND_VALUE, 4, 'in angle brackets', around('<', '>')],
    [JSON_TEXT, 3, TWICE_JSON, onText(JSON.stringify)],
    [
      JSON_TEXT,
      4,
      TWICE_JSON,
      onText((text) => JSON.stringify(text).replace(/[^\0-\x7f]/g, codeOf())),
    ],
  ]),
  ...inPart('end', [
    [END, 1, 'with a newline after it', around('', '\n')],
    [END, 3, 'with CRLF after it', around('', '\r\n')],
    [END, 3, 'with a newline before and after it', around('\n')],
    [END, 1, 'without the newline after it', (text) => text.replace(/\r?\n$/, '')],
    [SPACE, 3, 'with a space after its value', around('', ' ')],
    [{ value: 'two-spaces-after-colon' }, 4, 'with two spaces after the colon', around(' ', '')],
    [SPACE, 4, 'with a tab after its value', around('', '\t')],
    [LINE_END, 3, 'with a newline after its value', around('', '\n')],
    [LINE_END, 3, 'with CRLF after its value', around('', '\r\n')],
    [LINE_END, 4, 'with \\n after its value', around('', '\\n')],
    [SPACES, 3, 'with its white space made one space', (text) => text.replace(/[ \t]{2,}/g, ' ')],
    [SPACES, 4, 'without the spaces after its commas', swap(', ', ',')],
    [SPACES, 4, 'without its spaces', swap(' ', '')],
    ...[':', ';', '=', ' '].map(
      (mark) => [CUT, 4, `only up to its first "${mark}"`, before(mark)] as const,
    ),
    [CUT, 3, 'without a second value that was joined to it by a comma', before(',')],
    [
      CUT,
      4,
      'without a first value that it was joined to by a comma',
      (text) => text.split(', ')[1],
    ],
  ]),
  ...inPart('letters', [
    [{ body: 'body-empty' }, 2, 'taken as empty', () => ''],
    [NORMAL, 3, 'in another Unicode normal form', onText((text) => text.normalize('NFC'))],
    [NORMAL, 3, 'in another Unicode normal form', onText((text) => text.normalize('NFD'))],
    [{ body: 'body-utf8-twice' }, 1, 'before it was encoded as UTF-8 twice', onceLess],
    [TWICE, 2, 'in UTF-8 twice', ifUtf8(bytesOf)],
    [TWICE, 3, 'in UTF-8 twice, as if it was Windows-1252', ifUtf8(both(windows1252Of, bytesOf))],
    [NARROW, 2, 'in UTF-8 but sent it in ISO-8859-1', ifOther(bytesOf)],
    [NARROW, 3, 'in UTF-8 but sent it in Windows-1252', ifOther(both(windows1252Of, bytesOf))],
    [NARROW, 2, 'in ISO-8859-1', lost(NOT_LATIN1, () => '?')],
    [NARROW, 3, 'in Windows-1252', lost(NOT_WINDOWS, (char) => highByteOf(char) ?? '?')],
    [NARROW_OR_LOST, 3, 'in ASCII, with ? for others', lost(NOT_ASCII, () => '?')],
    [
      NARROW_OR_LOST,
      3,
      'with ? for each byte',
      lost(NOT_ASCII, (char) => '?'.repeat(Buffer.byteLength(char))),
    ],
    [
      NARROW_OR_LOST,
      3,
      'with a mark for each lost letter',
      onText((text) => text.replace(NOT_ASCII, '\ufffd')),
    ],
    [NARROW_OR_LOST, 3, 'without its letters that are not ASCII', lost(LETTERS, () => '')],
    [NARROW_OR_LOST, 3, 'with plain letters (a for å)', lost(LETTERS, plainLetter)],
    [NARROW_OR_LOST, 4, 'with two letters for one (aa for å)', lost(LETTERS, twoLetters)],
    [WIDE, 3, 'in UTF-16', utf16('', false)],
    [WIDE, 4, 'in UTF-16', utf16('', true)],
    [WIDE, 4, 'in UTF-16 with its mark', utf16('\ufeff', false)],
    [WIDE, 4, 'in UTF-16 with its mark', utf16('\ufeff', true)],
  ]),
  ...inPart('mark in front', [
    [BOM, 2, 'with a byte order mark before it', around('\xef\xbb\xbf', '')],
    [{ body: 'body-bom' }, 3, 'without the byte order mark', swap('\xef\xbb\xbf', '')],
  ]),
  ...inPart('bytes', [
    [HASHED, 3, 'hashed twice', sha256],
    [HASHED, 4, 'hashed twice, with hexadecimal between', both(sha256, hex)],
    [HASHED, 4, 'hashed twice, with base64 between', both(sha256, base64)],
    [{ ...HEX, string: 'hex-of-string' }, 2, 'in hexadecimal', hex],
    [HEX, 3, 'in hexadecimal', both(hex, upper)],
    [HEX, 4, 'in hexadecimal, with a newline after it', both(hex, around('', '\n'))],
    [HEX, 4, 'in hexadecimal, as sha256sum prints it', both(hex, around('', '  -\n'))],
    [HEX, 4, 'in hexadecimal with colons', (bytes) => hex(bytes).replace(/..(?=.)/g, '$&:')],
    [HEX, 4, 'in hexadecimal after 0x', both(hex, around('0x', ''))],
    [{ digest: 'digest-hex' }, 3, 'as base64 of the hexadecimal text', both(hex, base64)],
    [{ ...BASE64, body: 'body-base64' }, 2, 'in base64', base64],
    [BASE64, 4, 'in base64, with a newline after it', both(base64, around('', '\n'))],
    [{ ...BASE64, digest: 'digest-base64url' }, 3, 'in base64url', base64url],
    [{ digest: 'digest-base64url' }, 3, 'in base64url', both(base64, swap('+', '-', '/', '_'))],
    [UNPADDED, 3, 'without its padding (=)', both(base64, swap('=', ''))],
    [{ digest: 'digest-base64-twice' }, 3, 'in base64 twice', both(base64, base64)],
  ]),
];

/** The forms that are done at one of the places, in their order, each by its name at the first of them. */
export const formsFor = (
  ...places: readonly Place[]
): readonly (Form & { readonly name: MistakeName })[] =>
  [...ADDRESS_FORMS, ...FORMS].flatMap((form) => {
    const place = places.find((one) => form.names[one] !== undefined);
    const name = place && form.names[place];
    return name === undefined ? [] : [{ ...form, name }];
  });
