// Changes to the whole string: the body with or instead of the lines, text forms, and one hash too many.
import { hash } from 'node:crypto';
import type { BodyForm } from '../body/body-forms.ts';
import type { MistakeName } from '../mistake-names.ts';
import { valueIn, withWhole } from '../string/draft.ts';
import type { StringContext, Transform } from '../string/transform.ts';
import { TEXT_FORMS } from './text-forms.ts';

export function wholeTransforms(
  context: StringContext,
  forms: readonly BodyForm[],
): readonly Transform[] {
  return [
    ...withBody(context, forms),
    ...alone(context),
    ...textForms(context),
    ...HASHES.map(
      ([mistake, cost, sentence, change]): Transform => ({
        mistakes: [mistake],
        slot: 'hash',
        cost,
        sentence,
        apply: (before) => withWhole(before, change),
      }),
    ),
  ];
}

const AFTER_HEADERS: readonly (readonly [between: string, words: string])[] = [
  ['\n', 'after a newline'],
  ['', 'right after it'],
  ['\n\n', 'after a blank line'],
  ['\r\n\r\n', 'after a blank line'],
  ['\r\n', 'after CRLF'],
];

const LEAVE_OUT = 'leave it out, the Digest header stands for it';

/** The body after the lines, or alone, as sent or in another form. */
function withBody(
  { draft, request }: StringContext,
  forms: readonly BodyForm[],
): readonly Transform[] {
  const { body } = request;
  if (body.length === 0) return [];
  const names = draft.lines.map(({ entry }) => entry).join(', ');
  const asSent: BodyForm = { mistakes: [], words: '', bytes: body, cost: 0 };
  return [asSent, ...forms.filter(({ bytes }) => bytes.length > 0)].flatMap(
    ({ mistakes, words, bytes, cost }): readonly Transform[] => {
      const text = bytes.toString('latin1');
      const form = words === '' ? '' : `, ${words}`;
      return [
        ...AFTER_HEADERS.slice(0, words === '' ? 5 : 2).map(
          ([between, where]): Transform => ({
            mistakes: ['body-appended', ...mistakes],
            slot: 'end',
            cost: 2 + cost,
            sentence: `You signed the body as well${form}, ${where}; ${LEAVE_OUT}.`,
            apply: (before) => ({ ...before, end: between + text }),
          }),
        ),
        {
          mistakes: ['body-only', ...mistakes],
          slot: 'lines',
          cost: 2 + cost,
          sentence: `You signed the body alone${form}; sign the lines ${names}, and ${LEAVE_OUT}.`,
          apply: (before) => ({ ...before, lines: [], start: text }),
        },
      ];
    },
  );
}

/** The digest's value alone, or nothing. */
function alone({ draft, entries }: StringContext): readonly Transform[] {
  const only = (mistake: MistakeName, sentence: string, text: string): Transform => ({
    mistakes: [mistake],
    slot: 'lines',
    cost: 3,
    sentence,
    apply: (before) => ({ ...before, lines: [], start: text }),
  });
  const nothing =
    'You signed nothing: no string was given to the signature before it was made; sign the lines that the Signature lists.';
  const sent = valueIn(draft, 'digest');
  if (sent === undefined) return [only('nothing-signed', nothing, '')];
  const [name, base64] = [sent.slice(0, sent.indexOf('=') + 1), sent.slice(sent.indexOf('=') + 1)];
  const bytes = Buffer.from(base64, 'base64');
  const texts = [
    ...[sent, base64, bytes.toString('latin1'), bytes.toString('hex')],
    ...[name + bytes.toString('hex'), ...(entries.length > 1 ? [`digest: ${sent}`] : [])],
  ];
  const sentence = 'You signed the digest alone; sign every line that the Signature lists.';
  return [
    only('nothing-signed', nothing, ''),
    ...texts.map((text) => only('digest-only', sentence, text)),
  ];
}

const ADVICE: Readonly<Partial<Record<MistakeName, string>>> = {
  'latin1-instead-of-utf8': 'its bytes are those that are sent',
  utf16: 'its bytes are those that are sent (UTF-8)',
  'utf8-twice': 'sign the bytes that are sent',
  'unicode-normalised': 'sign the bytes that are sent',
  'bom-in-front': 'it begins with the first name',
  'string-quoted': 'it begins with the first name and ends with the last value',
  'lower-cased': 'only the names are, values stay as they are sent',
};

function textForms({ entries }: StringContext): readonly Transform[] {
  return TEXT_FORMS.flatMap(({ part, whole, cost, words, change }): Transform[] => {
    // Around a single line the marks are those of JSON.
    if (whole === undefined || (whole === 'string-quoted' && entries.length < 2)) return [];
    return [
      {
        mistakes: [whole],
        slot: `whole ${part}`,
        cost,
        sentence: `You signed the string ${words}; ${ADVICE[whole] ?? 'sign it as it is'}.`,
        apply: (before) => withWhole(before, (text) => change(text) ?? text),
      },
    ];
  });
}

type Row = readonly [mistake: MistakeName, cost: number, sentence: string, change: Edit];
type Edit = (text: string) => string;

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');
const sha256 = (text: string): Buffer => hash('sha256', bytesOf(text), 'buffer');
const sha512 = (text: string): Buffer => hash('sha512', bytesOf(text), 'buffer');
const ITSELF = 'sign the string itself';
const HASHED = 'give the string itself to RSA-SHA256, which hashes it';
const TWICE = `You hashed the string before signing and the signing hashed it again; ${HASHED}.`;
const HEX = `You signed the hash of the string in hexadecimal; ${HASHED}.`;
const BASE64 = `You signed the hash of the string in base64; ${HASHED}.`;
const IN_BASE64 = `You signed the base64 of the string; ${ITSELF}.`;
const IN_HEX = `You signed the hexadecimal of the string; ${ITSELF}.`;

const HASHES: readonly Row[] = [
  ['base64-of-string', 2, IN_BASE64, (text) => bytesOf(text).toString('base64')],
  ['base64-of-string', 4, IN_BASE64, (text) => bytesOf(text).toString('base64url')],
  ['base64-of-string', 4, IN_BASE64, (text) => `${bytesOf(text).toString('base64')}\n`],
  ['hex-of-string', 3, IN_HEX, (text) => bytesOf(text).toString('hex')],
  ['hashed-twice', 2, TWICE, (text) => sha256(text).toString('latin1')],
  ['hashed-twice', 4, TWICE, (text) => sha512(text).toString('latin1')],
  ['hex-of-hash', 2, HEX, (text) => sha256(text).toString('hex')],
  ['hex-of-hash', 3, HEX, (text) => sha256(text).toString('hex').toUpperCase()],
  [
    'hex-of-hash',
    4,
    `${HEX} A newline followed it.`,
    (text) => `${sha256(text).toString('hex')}\n`,
  ],
  [
    'hex-of-hash',
    4,
    `${HEX} What sha256sum prints followed it.`,
    (text) => `${sha256(text).toString('hex')}  -\n`,
  ],
  ['base64-of-hash', 2, BASE64, (text) => sha256(text).toString('base64')],
  ['base64-of-hash', 4, BASE64, (text) => sha256(text).toString('base64url')],
];
