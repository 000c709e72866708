// What programs do to any text: escape it, quote it, encode it, write it in another case or character set. One
// table for the whole string, its hash, a value, a digest, a body and the parts of a name; in the order in
// which a client does it.
import { utf8Of } from '../../../kernel/utf8.ts';
import { attempt } from '../../../signing/attempt.ts';
import { decodeWords, EncodedWordError, textOfWords } from '../../../signing/encoded-words.ts';
import type { MistakeName } from '../mistake-names.ts';
import {
  around,
  base64,
  base64url,
  both,
  bytesOf,
  type Change,
  codeOf,
  hex,
  highByteOf,
  ifOther,
  ifUtf8,
  lost,
  lower,
  onText,
  swap,
  tried,
  upper,
  utf16,
  windows1252Of,
} from './edits.ts';

/** Where it is done: `digest` and `hash` are the bytes of a hash, `label` is the base64 of a digest. */
export type Place = 'string' | 'hash' | 'value' | 'digest' | 'label' | 'body' | 'issuer';

export interface TextForm {
  /** The mistake's name by place; it is not done elsewhere. */
  readonly names: Readonly<Partial<Record<Place, MistakeName>>>;
  /** What is changed: of one part only one form. */
  readonly part: string;
  readonly cost: number;
  /** Completes `You signed the string …`. */
  readonly words: string;
  readonly change: Change;
}

type Row = readonly [names: TextForm['names'], cost: number, words: string, change: Change];

const inPart = (part: string, rows: readonly Row[]): readonly TextForm[] =>
  rows.map(([names, cost, words, change]) => ({ part, names, cost, words, change }));

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const asciiJson = (text: string): string => json(text).replace(/[^\0-\x7f]/g, codeOf());
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
export const plainJson = (text: string): string => withoutSlashes(unescaped(text));

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

/** The bytes before they were encoded once more. */
function onceLess(bytes: string): string | undefined {
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  const narrow = text.replace(/[^\0-\xff]/g, (char) => highByteOf(char) ?? char);
  return /[\x80-\xff]/.test(narrow) && utf8Of(narrow) !== undefined ? narrow : undefined;
}

const ENTITIES = ['&', '&amp;', '<', '&lt;', '>', '&gt;'];
const APOSTROPHE = ["'", '&#039;'];
const QUOTE = ['"', '&quot;'];
const HTML = { string: 'html-escaped', value: 'html-escaped', body: 'body-html-escaped' } as const;
const HTML_WORDS = 'with HTML escapes (&amp;)';
const JSON_VALUE = { value: 'json-escaped' } as const;
const JSON_BODY = { body: 'body-json-escaped' } as const;
const JSON_WORDS = 'with JSON escapes (\\/, \\", \\u)';
const JSON_TEXT = { string: 'json-escaped', body: 'body-stringified' } as const;
const JSON_TEXT_WORDS = 'as JSON text in JSON (stringified twice), in quotation marks';
const PERCENT = {
  string: 'url-encoded',
  value: 'value-percent-encoded',
} as const;
const WORD = { value: 'value-encoded-word' } as const;
const QUOTED = { string: 'string-quoted', value: 'value-quoted', label: 'digest-quoted' } as const;
const END = { body: 'body-trailing-newline' } as const;
const CRLF = { body: 'body-crlf' } as const;
const NORMAL = { string: 'unicode-normalised', issuer: 'issuer-normal-form' } as const;
const TWICE = {
  string: 'utf8-twice',
  body: 'body-utf8-twice',
  issuer: 'issuer-encoded-twice',
} as const;
const NARROW = { string: 'latin1-instead-of-utf8', body: 'body-latin1' } as const;
const LOST = { issuer: 'issuer-letters-lost' } as const;
const WIDE = { string: 'utf16', body: 'body-utf16' } as const;
const HEX = { hash: 'hex-of-hash', digest: 'digest-hex' } as const;
const BASE64 = { string: 'base64-of-string', hash: 'base64-of-hash' } as const;

const NOT_ASCII = /[^\0-\x7f]/gu;

const FORMS: readonly TextForm[] = [
  ...inPart('space', [
    [{ value: 'value-trailing-space' }, 3, 'with a space after its value', around('', ' ')],
    [{ value: 'value-trailing-space' }, 4, 'with a tab after its value', around('', '\t')],
    [
      { value: 'value-spaces-collapsed' },
      3,
      'with its runs of white space made one space',
      (text) => text.replace(/[ \t]{2,}/g, ' '),
    ],
  ]),
  ...inPart('escapes', [
    [JSON_BODY, 1, 'with \\u escapes', escaped(/[^\0-\x7f]/g)],
    [JSON_BODY, 4, 'with \\u escapes in capitals', escaped(/[^\0-\x7f]/g, true)],
    [JSON_BODY, 3, 'with escaped slashes', swap('/', '\\/')],
    [
      JSON_BODY,
      3,
      'with \\u escapes and escaped slashes, as PHP prints it',
      onText((text) => swap('/', '\\/')(text).replace(/[^\0-\x7f]/g, codeOf())),
    ],
    [JSON_BODY, 3, 'with < > & escaped, as Go prints it', escaped(/[<>&\u2028\u2029]/g)],
    [JSON_BODY, 3, "with < > & = ' escaped, as Gson prints it", escaped(/[<>&='\u2028\u2029]/g)],
    [JSON_BODY, 4, "with < > & ' escaped, as JavaScriptSerializer prints it", escaped(/[<>&']/g)],
    [JSON_BODY, 4, "with < > ' escaped, as Mono prints it", escaped(/[<>']/g)],
    [JSON_BODY, 3, 'with \\u escapes as .NET prints it', escaped(/[<>&'+`]|[^\0-\x7f]/g, true)],
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
    [JSON_VALUE, 4, JSON_WORDS, onText(json)],
    [JSON_VALUE, 4, JSON_WORDS, onText(both(json, swap('/', '\\/')))],
    [JSON_VALUE, 4, JSON_WORDS, onText(asciiJson)],
    [HTML, 3, HTML_WORDS, swap('&', '&amp;')],
    [HTML, 3, HTML_WORDS, swap(...ENTITIES, ...QUOTE)],
    [HTML, 3, HTML_WORDS, swap(...ENTITIES, ...APOSTROPHE)],
    [HTML, 3, 'without HTML escapes', swap(...[...ENTITIES, ...QUOTE, ...APOSTROPHE].toReversed())],
    [PERCENT, 3, 'percent-encoded', onText(tried(encodeURIComponent))],
    [PERCENT, 4, 'percent-encoded', onText(tried(both(encodeURIComponent, swap('%20', '+'))))],
    [PERCENT, 4, 'percent-encoded', onText(tried(both(encodeURIComponent, swap('%2F', '/'))))],
    [{ value: 'value-percent-decoded' }, 3, 'percent-decoded', onText(tried(decodeURIComponent))],
    ...['UTF-8 B', 'utf-8 B', 'utf-8 b', 'UTF-8 Q', 'utf-8 q'].map(
      (form): Row => [WORD, 4, 'as an RFC 2047 encoded word but sent it plain', asWord(form)],
    ),
    [{ value: 'value-decoded' }, 2, 'decoded but sent it as an RFC 2047 encoded word', withoutWord],
  ]),
  ...inPart('lines', [
    [
      { body: 'body-minified' },
      3,
      'without any white space, in its texts too',
      (text) => text.replace(/[ \t\r\n]/g, ''),
    ],
    [CRLF, 2, 'with CRLF line ends', (text) => text.replace(/\r?\n/g, '\r\n')],
    [CRLF, 2, 'with LF line ends', swap('\r\n', '\n')],
    [CRLF, 4, 'without its line ends', (text) => text.replace(/\r?\n(?!$)/g, '')],
  ]),
  ...inPart('end', [
    [END, 1, 'with a newline after it', around('', '\n')],
    [END, 3, 'with CRLF after it', around('', '\r\n')],
    [END, 1, 'without the newline after it', (text) => text.replace(/\r?\n$/, '')],
  ]),
  ...inPart('case', [[{ string: 'lower-cased' }, 3, 'in lower case', onText(lower)]]),
  ...inPart('marks', [
    [QUOTED, 3, 'in quotation marks (")', around('"')],
    [QUOTED, 4, "in quotation marks (')", around("'")],
    [{ label: 'digest-quoted' }, 2, 'between colons', around(':')],
    [JSON_TEXT, 3, JSON_TEXT_WORDS, onText(JSON.stringify)],
    [JSON_TEXT, 4, JSON_TEXT_WORDS, onText(both(asciiJson, around('"')))],
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
    [NARROW, 2, 'in ISO-8859-1', lost(/[^\0-\xff]/gu, () => '?')],
    [
      NARROW,
      3,
      'in Windows-1252',
      lost(/[^\0-\x7f\xa0-\xff]/gu, (char) => highByteOf(char) ?? '?'),
    ],
    [{ ...NARROW, ...LOST }, 3, 'in ASCII, with ? for others', lost(NOT_ASCII, () => '?')],
    [
      LOST,
      3,
      'with ? for each byte',
      lost(NOT_ASCII, (char) => '?'.repeat(Buffer.byteLength(char))),
    ],
    [
      LOST,
      3,
      'with a mark for each lost letter',
      onText((text) => text.replace(NOT_ASCII, '\ufffd')),
    ],
    [LOST, 3, 'without them', lost(NOT_ASCII, () => '')],
    [WIDE, 3, 'in UTF-16', utf16('', false)],
    [WIDE, 4, 'in UTF-16', utf16('', true)],
    [WIDE, 4, 'in UTF-16 with its mark', utf16('\ufeff', false)],
    [WIDE, 4, 'in UTF-16 with its mark', utf16('\ufeff', true)],
  ]),
  ...inPart('mark in front', [
    [
      { string: 'bom-in-front', body: 'body-bom' },
      2,
      'with a byte order mark before it',
      around('\xef\xbb\xbf', ''),
    ],
    [{ body: 'body-bom' }, 3, 'without the byte order mark', swap('\xef\xbb\xbf', '')],
  ]),
  ...inPart('bytes', [
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
    [
      { digest: 'digest-without-padding' },
      3,
      'without its padding (=)',
      both(base64, swap('=', '')),
    ],
    [{ digest: 'digest-base64-twice' }, 3, 'in base64 twice', both(base64, base64)],
  ]),
];

/** The forms that are done at that place, in their order. */
export const formsFor = (place: Place): readonly (TextForm & { readonly name: MistakeName })[] =>
  FORMS.flatMap((form) => {
    const name = form.names[place];
    return name === undefined ? [] : [{ ...form, name }];
  });
