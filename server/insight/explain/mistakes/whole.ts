// Changes to the whole string: body and headers mixed up, escapes, encodings, and one hash too many.

import { hash } from 'node:crypto';
import { defined } from '../../../kernel/defined.ts';
import { readable, utf8Of } from '../../../kernel/utf8.ts';
import { escaped } from '../body/json-text.ts';
import type { MistakeName } from '../mistake-names.ts';
import { bytesOf, type Draft, withValue } from '../string/draft.ts';
import type { MistakeContext, Variant } from '../string/variant.ts';
import { encodingMistakes, inLatin1 } from './encodings.ts';

interface Row {
  readonly mistake: MistakeName;
  readonly sentence: string;
  /** Maps the string's bytes to the signed bytes, both as latin1 text. */
  readonly whole: (text: string) => string;
  readonly combines?: Variant['combines'];
}

const onText =
  (change: (text: string) => string) =>
  (bytes: string): string => {
    const text = utf8Of(bytes);
    return text === undefined ? bytes : bytesOf(change(text));
  };

const inUtf16 = (bytes: string): Buffer => Buffer.from(readable(bytes), 'utf16le');
const sha256 = (bytes: string): Buffer => hash('sha256', Buffer.from(bytes, 'latin1'), 'buffer');

/** A text as Python's json prints it. */
const asciiJson = (text: string): string => escaped(JSON.stringify(text));

const LATIN1 = 'You signed the string in ISO-8859-1; its bytes are those that are sent (UTF-8).';
const UTF16 = 'You signed the string in UTF-16; its bytes are those that are sent (UTF-8).';
const HEX =
  'You signed the hash of the string in hexadecimal; give the string itself to RSA-SHA256, which hashes it.';

const ROWS: readonly Row[] = [
  {
    mistake: 'html-escaped',
    sentence: 'You signed the string with HTML escapes (&amp;); sign the characters themselves.',
    whole: (text) =>
      text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;'),
  },
  {
    mistake: 'html-escaped',
    sentence: 'You signed the string with HTML escapes (&amp;); sign the characters themselves.',
    whole: (text) => text.replaceAll('&', '&amp;'),
  },
  {
    mistake: 'url-encoded',
    sentence: 'You percent-encoded the whole string; sign it as it is.',
    whole: onText(encodeURIComponent),
  },
  {
    mistake: 'url-encoded',
    sentence: 'You percent-encoded the whole string; sign it as it is.',
    whole: onText((text) => encodeURIComponent(text).replaceAll('%20', '+')),
  },
  {
    mistake: 'url-encoded',
    sentence: 'You percent-encoded the whole string, but for its slashes; sign it as it is.',
    whole: onText((text) => encodeURIComponent(text).replaceAll('%2F', '/')),
  },
  ...[(text: string) => JSON.stringify(text), asciiJson].map(
    (print): Row => ({
      mistake: 'json-escaped',
      sentence:
        'You signed the string as JSON prints it, in quotation marks and with escapes; sign the string itself.',
      whole: onText(print),
    }),
  ),
  {
    mistake: 'latin1-instead-of-utf8',
    sentence: LATIN1,
    whole: inLatin1,
    combines: 'usual',
  },
  {
    mistake: 'latin1-instead-of-utf8',
    sentence:
      'You signed the string in ASCII, with ? for other characters; its bytes are those that are sent (UTF-8).',
    whole: (bytes) => readable(bytes).replace(/[^\0-\x7f]/gu, '?'),
  },
  {
    mistake: 'utf16',
    sentence: UTF16,
    whole: (bytes) => inUtf16(bytes).toString('latin1'),
    combines: 'usual',
  },
  {
    mistake: 'utf16',
    sentence: UTF16,
    whole: (bytes) => inUtf16(bytes).swap16().toString('latin1'),
  },
  {
    mistake: 'utf16',
    sentence: UTF16,
    whole: (bytes) => `\xff\xfe${inUtf16(bytes).toString('latin1')}`,
  },
  {
    mistake: 'utf16',
    sentence: UTF16,
    whole: (bytes) => `\xfe\xff${inUtf16(bytes).swap16().toString('latin1')}`,
  },
  {
    mistake: 'bom-in-front',
    sentence: 'You signed a byte order mark before the string; it begins with the first name.',
    whole: (bytes) => `\xef\xbb\xbf${bytes}`,
    combines: true,
  },
  {
    mistake: 'lower-cased',
    sentence:
      'You signed the whole string in lower case; only the names are, values stay as they are sent.',
    whole: onText((text) => text.toLowerCase()),
    combines: 'usual',
  },
  {
    mistake: 'base64-of-string',
    sentence: 'You signed the base64 of the string; sign the string itself.',
    whole: (bytes) => Buffer.from(bytes, 'latin1').toString('base64'),
    combines: 'usual',
  },
  {
    mistake: 'unicode-normalised',
    sentence:
      'You signed the string in another Unicode normal form than you sent it; sign the bytes that are sent.',
    whole: onText((text) => text.normalize('NFC')),
  },
  {
    mistake: 'unicode-normalised',
    sentence:
      'You signed the string in another Unicode normal form than you sent it; sign the bytes that are sent.',
    whole: onText((text) => text.normalize('NFD')),
  },
  {
    mistake: 'hashed-twice',
    sentence:
      'You hashed the string before signing and the signing hashed it again; give the string itself to RSA-SHA256.',
    whole: (bytes) => sha256(bytes).toString('latin1'),
    combines: true,
  },
  {
    mistake: 'hex-of-hash',
    sentence: HEX,
    whole: (bytes) => sha256(bytes).toString('hex'),
    combines: true,
  },
  {
    mistake: 'hex-of-hash',
    sentence: HEX,
    whole: (bytes) => sha256(bytes).toString('hex').toUpperCase(),
  },
  {
    mistake: 'base64-of-hash',
    sentence:
      'You signed the hash of the string in base64; give the string itself to RSA-SHA256, which hashes it.',
    whole: (bytes) => sha256(bytes).toString('base64'),
    combines: 'usual',
  },
  {
    mistake: 'hex-of-hash',
    sentence: `${HEX} A newline followed it.`,
    whole: (bytes) => `${sha256(bytes).toString('hex')}\n`,
  },
  {
    mistake: 'nothing-signed',
    sentence:
      'You signed nothing: no string was given to the signature before it was made; sign the lines that the Signature lists.',
    whole: () => '',
  },
];

export function wholeMistakes(context: MistakeContext): readonly Variant[] {
  return [
    ...ROWS.map(
      ({ mistake, sentence, whole, combines }): Variant => ({
        mistake,
        slot: 'whole',
        sentence,
        apply: (draft) => ({ ...draft, whole }),
        ...defined({ combines }),
      }),
    ),
    ...jsonEscapes(context),
    ...inQuotes(context),
    ...encodingMistakes(context),
  ];
}

const JSON_FORMS: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  (text) => asciiJson(text).slice(1, -1),
];

/** Values as a JSON text has them. */
function jsonEscapes({ draft }: MistakeContext): readonly Variant[] {
  return JSON_FORMS.map((form) => ({
    mistake: 'json-escaped',
    slot: 'values',
    sentence:
      'You signed values with JSON escapes (\\/, \\", \\u); sign the values as they are sent.',
    apply: (before: Draft) =>
      draft.lines.reduce(
        (changed, { entry, value }) => withValue(changed, entry, onText(form)(value)),
        before,
      ),
  }));
}

/** For a single line this equals the JSON form. */
function inQuotes({ draft }: MistakeContext): readonly Variant[] {
  if (draft.lines.length < 2) return [];
  return ['"', "'"].map((mark) => ({
    mistake: 'string-quoted',
    slot: 'whole',
    sentence: `You signed the string in quotation marks (${mark}); it begins with the first name and ends with the last value.`,
    apply: (before: Draft) => ({ ...before, whole: (text: string) => mark + text + mark }),
  }));
}
