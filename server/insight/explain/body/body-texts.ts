// The table of forms that a body may have had when the client hashed or signed it: JSON printed another
// way, other line ends, another encoding.
import { toWindows1252 } from '../char-sets.ts';
import type { MistakeName } from '../mistake-names.ts';
import {
  codeOf,
  escaped,
  type JsonText,
  keysSorted,
  pretty,
  printed,
  spacedJson,
  stripped,
  unescaped,
  withoutSlashEscapes,
} from './json-text.ts';

/** Maps text to text; JSON forms return `undefined` if the body is not JSON. */
export type TextForm = readonly [
  mistake: MistakeName,
  words: string,
  text: (body: JsonText) => string | undefined,
];

/** Forms that most programs print. They come first, because of a long body not all forms are tried. */
export const FIRST_FORMS: readonly TextForm[] = [
  [
    'body-minified',
    'minified',
    ({ text, value }) => (isMinified(text) ? undefined : printed(value)),
  ],
  [
    'body-minified',
    'minified',
    ({ text, value }) => (value === undefined ? undefined : stripped(text)),
  ],
  [
    'body-spaced',
    'with a space after each colon and comma, as Python prints it',
    ({ value }) => {
      const other = value === undefined ? undefined : spacedJson(value);
      return other === printed(value) ? undefined : other;
    },
  ],
  [
    'body-minified',
    'printed again, as JavaScript prints its numbers and escapes',
    (body) => {
      if (body.isWritten) return undefined;
      const again = isMinified(body.text) ? printed(body.value) : undefined;
      return again === undefined || plainForms(body.text).includes(again) ? undefined : again;
    },
  ],
];

export const USUAL_FORMS: readonly TextForm[] = [
  ['body-pretty-printed', 'pretty-printed with 2 spaces', (body) => pretty(body, '  ')],
  ['body-pretty-printed', 'pretty-printed with 4 spaces', (body) => pretty(body, '    ')],
  ['body-crlf', 'with CRLF line ends', ({ text }) => text.replace(/\r?\n/g, '\r\n')],
  ['body-crlf', 'with LF line ends', ({ text }) => text.replaceAll('\r\n', '\n')],
  ['body-keys-sorted', 'with its keys sorted', (body) => printed(keysSorted(body))],
  ['body-pretty-printed', 'pretty-printed with tabs', (body) => pretty(body, '\t')],
  ['body-json-escaped', 'with \\u escapes', ({ text }) => escaped(text)],
  [
    'body-json-escaped',
    'with \\u escapes and escaped slashes',
    ({ text }) => escaped(text).replaceAll('/', '\\/'),
  ],
  [
    'body-keys-sorted',
    'with its keys sorted and a space after each colon and comma',
    (body) => {
      const value = keysSorted(body);
      return value === undefined ? undefined : spacedJson(value);
    },
  ],
  [
    'body-keys-sorted',
    'with its keys sorted and pretty-printed',
    (body) => pretty({ ...body, value: keysSorted(body) }, '  '),
  ],
];

export const OTHER_FORMS: readonly TextForm[] = [
  [
    'body-pretty-printed',
    'pretty-printed with a space before each colon, as Jackson prints it',
    (body) => pretty(body, '  ')?.replace(/^( *"[^"\\]*(?:\\.[^"\\]*)*"):/gm, '$1 :'),
  ],
  [
    'body-pretty-printed',
    'pretty-printed with 3 spaces, as Perl prints it',
    (body) => pretty(body, '   ')?.replace(/^( *"[^"\\]*(?:\\.[^"\\]*)*"):/gm, '$1 :'),
  ],
  ['body-json-escaped', 'with \\u escapes in capitals', ({ text }) => escaped(text, true)],
  ['body-json-escaped', 'with escaped slashes', ({ text }) => text.replaceAll('/', '\\/')],
  [
    'body-json-escaped',
    "with < > & = ' escaped, as Gson prints it",
    ({ text }) => text.replace(/[<>&=']/g, (c) => codeOf(c)),
  ],
  [
    'body-json-escaped',
    'with \\u escapes as .NET prints it',
    ({ text }) =>
      escaped(text.replace(/[<>&'+`]/g, (c) => codeOf(c, true)).replaceAll('\\"', '\\u0022'), true),
  ],
  ['body-json-escaped', 'without \\u escapes', ({ text }) => unescaped(text)],
  ['body-json-escaped', 'without escaped slashes', ({ text }) => withoutSlashEscapes(text)],
  ['body-json-escaped', 'without escapes', ({ text }) => withoutSlashEscapes(unescaped(text))],
];

const isMinified = (text: string): boolean => stripped(text) === text;

/** The text without unnecessary JSON escapes. */
const plainForms = (text: string): readonly string[] => [
  unescaped(text),
  withoutSlashEscapes(text),
  withoutSlashEscapes(unescaped(text)),
];

/** The first two are also combined with another form. */
export const ENDS: readonly (readonly [words: string, text: (body: string) => string])[] = [
  ['with a newline after it', (body) => `${body}\n`],
  ['with CRLF after it', (body) => `${body}\r\n`],
  ['without the newline after it', (body) => body.replace(/\r?\n$/, '')],
];

export const BYTE_FORMS: readonly (readonly [
  mistake: MistakeName,
  words: string,
  bytes: (body: string) => Buffer,
])[] = [
  ['body-bom', 'with a byte order mark', (body) => Buffer.from(`\ufeff${body}`)],
  ['body-bom', 'without the byte order mark', (body) => Buffer.from(body.replace(/^\ufeff/, ''))],
  ['body-empty', 'taken as empty', () => Buffer.alloc(0)],
  [
    'body-latin1',
    'in ISO-8859-1',
    (body) => Buffer.from(body.replace(/[^\0-\xff]/gu, '?'), 'latin1'),
  ],
  ['body-latin1', 'in Windows-1252', (body) => Buffer.from(toWindows1252(body), 'latin1')],
  ['body-utf16', 'in UTF-16', (body) => Buffer.from(body, 'utf16le')],
  ['body-utf16', 'in UTF-16', (body) => Buffer.from(body, 'utf16le').swap16()],
  [
    'body-utf16',
    'in UTF-16 with a byte order mark',
    (body) => Buffer.from(`\ufeff${body}`, 'utf16le'),
  ],
  [
    'body-utf16',
    'in UTF-16 with a byte order mark',
    (body) => Buffer.from(`\ufeff${body}`, 'utf16le').swap16(),
  ],
];
