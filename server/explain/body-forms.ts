// The body in the other forms that a client may have hashed or signed: serialised anew, with other line
// ends, in another encoding.
import { utf8Of } from '../kernel/utf8.ts';
import {
  codeOf,
  escaped,
  type JsonText,
  keysSorted,
  parsed,
  pretty,
  printed,
  spacedJson,
  stripped,
  unescaped,
  withoutSlashEscapes,
} from './json-text.ts';
import type { MistakeName } from './mistake-names.ts';

export interface BodyForm {
  readonly mistakes: readonly MistakeName[];
  /** Completes "the body …": `pretty-printed with 2 spaces`. */
  readonly words: string;
  readonly bytes: Buffer;
}

/** Larger bodies are not serialised anew: explaining must stay cheap (SIG-15). */
const MOST_BYTES = 32 * 1024;
/** Of all forms taken together. */
const MOST_FORMS = 512 * 1024;

type Row = readonly [
  mistake: MistakeName,
  words: string,
  text: (body: JsonText) => string | undefined,
];

/** From text to text; JSON ones answer `undefined` where the body is no JSON. */
const TEXT_FORMS: readonly Row[] = [
  ['body-pretty-printed', 'pretty-printed with 2 spaces', (body) => pretty(body, '  ')],
  ['body-pretty-printed', 'pretty-printed with 4 spaces', (body) => pretty(body, '    ')],
  ['body-pretty-printed', 'pretty-printed with tabs', (body) => pretty(body, '\t')],
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
    'body-minified',
    'printed anew, as JavaScript prints its numbers and escapes',
    (body) => {
      const again = isMinified(body.text) ? printed(body.value) : undefined;
      return again === undefined || plainForms(body.text).includes(again) ? undefined : again;
    },
  ],
  [
    'body-spaced',
    'with a space after each colon and comma, as Python prints it',
    ({ value }) => {
      const other = value === undefined ? undefined : spacedJson(value);
      return other === printed(value) ? undefined : other;
    },
  ],
  ['body-keys-sorted', 'with its keys sorted', (body) => printed(keysSorted(body))],
  [
    'body-keys-sorted',
    'with its keys sorted and pretty-printed',
    (body) => pretty({ ...body, value: keysSorted(body) }, '  '),
  ],
  [
    'body-keys-sorted',
    'with its keys sorted and a space after each colon and comma',
    (body) => {
      const value = keysSorted(body);
      return value === undefined ? undefined : spacedJson(value);
    },
  ],
  ['body-crlf', 'with CRLF line ends', ({ text }) => text.replace(/\r?\n/g, '\r\n')],
  ['body-crlf', 'with LF line ends', ({ text }) => text.replaceAll('\r\n', '\n')],
  ['body-json-escaped', 'with \\u escapes', ({ text }) => escaped(text)],
  ['body-json-escaped', 'with \\u escapes in capitals', ({ text }) => escaped(text, true)],
  ['body-json-escaped', 'with escaped slashes', ({ text }) => text.replaceAll('/', '\\/')],
  [
    'body-json-escaped',
    'with \\u escapes and escaped slashes',
    ({ text }) => escaped(text).replaceAll('/', '\\/'),
  ],
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

/** The text without the escapes that JSON can do without. */
const plainForms = (text: string): readonly string[] => [
  unescaped(text),
  withoutSlashEscapes(text),
  withoutSlashEscapes(unescaped(text)),
];

const ENDS: readonly (readonly [words: string, text: (body: string) => string])[] = [
  ['with a newline after it', (body) => `${body}\n`],
  ['with CRLF after it', (body) => `${body}\r\n`],
  ['without the newline after it', (body) => body.replace(/\r?\n$/, '')],
];

const BYTE_FORMS: readonly (readonly [
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

const WRITING = 8;

/** What making them cost, in kilobytes hashed: writing a form anew takes longer than hashing it. */
export function workOfForms(forms: readonly BodyForm[]): number {
  return (WRITING * forms.reduce((sum, { bytes }) => sum + bytes.length, 0)) / 1024;
}

/**
 * Every other form of the body, one or two mistakes away from it; the nearest first. Forms with the same
 * bytes are all there, where it takes as many mistakes to come to them.
 */
export function bodyForms(body: Buffer): readonly BodyForm[] {
  if (body.length > MOST_BYTES) return [];
  const text = utf8Of(body.toString('latin1'));
  const forms: BodyForm[] = [];
  // What is known by its bytes: the body itself, no mistake away, and every form so far.
  const seen = new Map<string, (readonly MistakeName[])[]>([[body.toString('latin1'), [[]]]]);
  let size = 0;
  for (const form of text === undefined ? latin1Forms(body) : candidates(text)) {
    size += form.bytes.length;
    if (size > MOST_FORMS) break;
    const bytes = form.bytes.toString('latin1');
    const { mistakes } = form;
    const rivals = seen.get(bytes) ?? [];
    if (rivals.some((one) => one.length < mistakes.length || one.join() === mistakes.join()))
      continue;
    seen.set(bytes, [...rivals, mistakes]);
    forms.push(form);
  }
  return forms;
}

function* candidates(text: string): Generator<BodyForm> {
  const body: JsonText = { text, value: parsed(text) };
  const single: { mistake: MistakeName; words: string; text: string }[] = [];
  for (const [mistake, words, form] of TEXT_FORMS) {
    const other = form(body);
    if (other === undefined || other === text) continue;
    single.push({ mistake, words, text: other });
    yield bodyForm([mistake], words, other);
  }
  for (const [words, form] of ENDS) yield bodyForm(['body-trailing-newline'], words, form(text));
  for (const [mistake, words, form] of BYTE_FORMS) {
    yield { mistakes: [mistake], words, bytes: form(text) };
  }
  for (const { mistake, words, text: other } of single) {
    for (const [more, form] of ENDS.slice(0, 2)) {
      yield bodyForm([mistake, 'body-trailing-newline'], `${words} and ${more}`, form(other));
    }
    const crlf = other.replace(/\r?\n/g, '\r\n');
    yield bodyForm([mistake, 'body-crlf'], `${words} and with CRLF line ends`, crlf);
    yield bodyForm([mistake, 'body-json-escaped'], `${words} and with \\u escapes`, escaped(other));
  }
}

const bodyForm = (mistakes: readonly MistakeName[], words: string, text: string): BodyForm => ({
  mistakes: [...new Set(mistakes)],
  words,
  bytes: Buffer.from(text),
});

/** A body that is no UTF-8 was perhaps hashed before it lost its encoding. */
function latin1Forms(body: Buffer): readonly BodyForm[] {
  const bytes = Buffer.from(body.toString('latin1'), 'utf8');
  return [{ mistakes: ['body-latin1'], words: 'in UTF-8', bytes }];
}
