// What programs do to any text: escape it, quote it, write it in another case or character set. One table for
// the whole string, every value and one value.
import { utf8Of } from '../../../kernel/utf8.ts';
import { attempt } from '../../../signing/attempt.ts';
import { decodeWords, EncodedWordError, textOfWords } from '../../../signing/encoded-words.ts';
import { bytesOf, CHAR_SETS, onText, windows1252Of } from '../char-sets.ts';
import type { MistakeName } from '../mistake-names.ts';
import type { Change } from '../string/transform.ts';
import { around, both, lower, swap, tried, upper } from './changes.ts';

export interface TextForm {
  /** What is changed: of one part only one form. */
  readonly part: 'escapes' | 'case' | 'marks' | 'space' | 'letters';
  /** The mistake's name if it is the whole string, and if it is a value. Absent: it is not done to that. */
  readonly whole?: MistakeName;
  readonly value?: MistakeName;
  readonly cost: number;
  /** Completes `You signed the string …`. */
  readonly words: string;
  readonly change: Change;
}

const collapsed = (text: string): string => text.replace(/[ \t]{2,}/g, ' ');
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
/** As Python's json prints it. */
const asciiJson = (text: string): string =>
  json(text).replace(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A longer value would take long to rewrite. */
const LONGEST = 2000;

/** @param form charset and encoding: `utf-8 B` */
const asWord =
  (form: string): Change =>
  (value) => {
    if (value.startsWith('=?') || value.length > LONGEST) return undefined;
    const text = /b$/i.test(form) ? base64(value) : quoted(value);
    return `=?${form.replace(' ', '?')}?${text}?=`;
  };

const base64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64');

/** Encoding Q: a space is an underscore, and bytes other than letters and digits are `=XX`. */
const quoted = (value: string): string =>
  value
    .replace(
      /[^A-Za-z0-9!*+\-/ ]/g,
      (c) => `=${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .replaceAll(' ', '_');

function withoutWord(value: string): string | undefined {
  const decoded = attempt(EncodedWordError, () => {
    const words = decodeWords(value);
    return words === undefined ? undefined : bytesOf(textOfWords(words));
  });
  return decoded instanceof EncodedWordError ? undefined : decoded;
}

/** Only of bytes that are UTF-8, and only of others. */
const ifUtf8 =
  (change: (bytes: string) => string): Change =>
  (bytes) =>
    utf8Of(bytes) === undefined ? undefined : change(bytes);
const ifOther =
  (change: (bytes: string) => string): Change =>
  (bytes) =>
    utf8Of(bytes) === undefined ? change(bytes) : undefined;

type Names = Pick<TextForm, 'whole' | 'value'>;
type Row = readonly [names: Names, cost: number, words: string, change: Change];

const inPart = (part: TextForm['part'], rows: readonly Row[]): readonly TextForm[] =>
  rows.map(([names, cost, words, change]) => ({ part, ...names, cost, words, change }));

const AFTER = { value: 'value-trailing-space' } as const;
const JSON_TEXT = 'as JSON prints it, in quotation marks and with escapes';
const JSON_ESCAPES = 'with JSON escapes (\\/, \\", \\u)';
const JSON_VALUE = { value: 'json-escaped' } as const;
const JSON_WHOLE = { whole: 'json-escaped' } as const;
const HTML = { whole: 'html-escaped', value: 'html-escaped' } as const;
const HTML_WORDS = 'with HTML escapes (&amp;)';
const PERCENT = { whole: 'url-encoded', value: 'value-percent-encoded' } as const;
const WORD = { value: 'value-encoded-word' } as const;
const WORD_SENT_PLAIN = 'as an RFC 2047 encoded word but sent it plain';
const QUOTED = { whole: 'string-quoted', value: 'value-quoted' } as const;
const NORMAL = 'in another Unicode normal form';
const NORMALISED = { whole: 'unicode-normalised' } as const;
const TWICE = { whole: 'utf8-twice' } as const;
const LATIN1 = { whole: 'latin1-instead-of-utf8' } as const;

export const TEXT_FORMS: readonly TextForm[] = [
  ...inPart('space', [
    [AFTER, 3, 'with a space after its value', around('', ' ')],
    [AFTER, 4, 'with a tab after its value', around('', '\t')],
    [{ value: 'value-leading-space' }, 4, 'with a space before its value', around(' ', '')],
    [
      { value: 'value-spaces-collapsed' },
      3,
      'with its runs of white space made one space',
      collapsed,
    ],
  ]),
  ...inPart('escapes', [
    [JSON_VALUE, 4, JSON_ESCAPES, onText(json)],
    [JSON_VALUE, 4, JSON_ESCAPES, onText(both(json, swap('/', '\\/')))],
    [JSON_VALUE, 4, JSON_ESCAPES, onText(asciiJson)],
    [JSON_WHOLE, 3, JSON_TEXT, onText(both(json, around('"')))],
    [JSON_WHOLE, 3, JSON_TEXT, onText(both(asciiJson, around('"')))],
    [HTML, 3, HTML_WORDS, swap('&', '&amp;')],
    [HTML, 3, HTML_WORDS, swap('&', '&amp;', '<', '&lt;', '>', '&gt;', '"', '&quot;')],
    [PERCENT, 3, 'percent-encoded', onText(encodeURIComponent)],
    [PERCENT, 4, 'percent-encoded', onText(both(encodeURIComponent, swap('%20', '+')))],
    [PERCENT, 4, 'percent-encoded', onText(both(encodeURIComponent, swap('%2F', '/')))],
    [{ value: 'value-percent-decoded' }, 3, 'percent-decoded', onText(tried(decodeURIComponent))],
    ...['UTF-8 B', 'utf-8 B', 'utf-8 b', 'UTF-8 Q', 'utf-8 Q', 'utf-8 q'].map(
      (form): Row => [WORD, 4, WORD_SENT_PLAIN, asWord(form)],
    ),
    [{ value: 'value-decoded' }, 2, 'decoded but sent it as an RFC 2047 encoded word', withoutWord],
  ]),
  ...inPart('case', [
    [{ whole: 'lower-cased' }, 3, 'in lower case', onText(lower)],
    [{ whole: 'upper-cased' }, 4, 'in upper case', onText(upper)],
  ]),
  ...inPart('marks', [
    [QUOTED, 3, 'in quotation marks (")', around('"')],
    [QUOTED, 4, "in quotation marks (')", around("'")],
  ]),
  ...inPart('letters', [
    [NORMALISED, 3, NORMAL, onText((text) => text.normalize('NFC'))],
    [NORMALISED, 3, NORMAL, onText((text) => text.normalize('NFD'))],
    [TWICE, 2, 'in UTF-8 twice', ifUtf8(bytesOf)],
    [TWICE, 3, 'in UTF-8 twice, as if it was Windows-1252', ifUtf8(both(windows1252Of, bytesOf))],
    [LATIN1, 2, 'in UTF-8 but sent it in ISO-8859-1', ifOther(bytesOf)],
    [LATIN1, 3, 'in UTF-8 but sent it in Windows-1252', ifOther(both(windows1252Of, bytesOf))],
    ...CHAR_SETS.map(
      ([name, words, cost, encode]): Row => [
        name === 'utf16' ? { whole: 'utf16' } : LATIN1,
        cost,
        words,
        encode,
      ],
    ),
    [{ whole: 'bom-in-front' }, 2, 'with a byte order mark before it', around('\xef\xbb\xbf', '')],
  ]),
];
