// The digest line: another spelling of the sent digest, the body itself, or the digest of another form of
// the body.
import { createHash } from 'node:crypto';
import type { BodyForm } from '../body/body-forms.ts';
import type { MistakeName } from '../mistake-names.ts';
import { type MistakeContext, type Variant, valueSigned, valueVariant } from '../string/variant.ts';

const ENTRY = 'digest';

/** Forms of the body that occur with other mistakes; rare encodings are only tried alone. */
const COMBINING: ReadonlySet<MistakeName> = new Set([
  'body-pretty-printed',
  'body-minified',
  'body-spaced',
  'body-keys-sorted',
  'body-crlf',
  'body-trailing-newline',
  'body-json-escaped',
]);

export function digestLineMistakes(
  context: MistakeContext,
  forms: readonly BodyForm[],
): readonly Variant[] {
  const sent = valueSigned(context, ENTRY);
  const match = sent === undefined ? null : /^(sha-(256|512))=(.*)$/i.exec(sent);
  if (sent === undefined || match === null) return [];
  const [, name = '', size = '', base64 = ''] = match;
  const { body } = context.request;
  const hash = (bytes: Buffer, bits = size) =>
    createHash(`sha${bits}`).update(bytes).digest('base64');
  return [
    ...spellings(name, size, base64),
    ...asContentDigest(name, base64),
    ...(body.length === 0
      ? []
      : [
          digestVariant(
            'digest-is-body',
            body.toString('latin1'),
            'You put the body itself into the digest line; it holds the Digest header as sent.',
            true,
          ),
        ]),
    ...['256', '512']
      .filter((other) => other !== size)
      .flatMap((other) =>
        [...new Set([`SHA-${other}`, name.replace(size, other)])].map((label) =>
          digestVariant(
            'digest-other-algorithm',
            `${label}=${hash(body, other)}`,
            `You signed the SHA-${other} of the body but sent its SHA-${size}; sign the Digest header as it is sent.`,
          ),
        ),
      ),
    ...forms.map(({ mistakes, words, bytes }) => ({
      ...digestVariant(
        mistakes[0] as MistakeName,
        `${name}=${hash(bytes)}`,
        `You signed another digest than you sent: that of the body ${words}; sign the Digest header as it is sent.`,
      ),
      ...(mistakes.length > 1 ? { more: mistakes.slice(1) } : {}),
      ...(mistakes.every((one) => COMBINING.has(one)) && mistakes.length === 1
        ? { combines: 'usual' as const }
        : {}),
    })),
  ];
}

function spellings(name: string, size: string, base64: string): readonly Variant[] {
  const bytes = Buffer.from(base64, 'base64');
  const hex = bytes.toString('hex');
  const begun = (signed: string) =>
    `You began the value of the digest line with ${signed} but sent ${name}=; sign the Digest header as it is sent.`;
  const hexadecimal =
    'You signed the digest in hexadecimal but sent base64; sign the Digest header as it is sent.';
  const url =
    'You signed the digest in base64url but sent base64; sign the Digest header as it is sent.';
  const padding =
    'You signed the digest without its padding (=); sign the Digest header as it is sent.';
  return [
    digestVariant(
      'digest-without-algorithm',
      base64,
      `You signed the digest without ${name}= before it; sign the Digest header as it is sent.`,
      true,
    ),
    ...[hex, hex.toUpperCase()].flatMap((text) => [
      digestVariant('digest-hex', `${name}=${text}`, hexadecimal, true),
      digestVariant('digest-hex', text, `${hexadecimal} It begins with ${name}=.`),
    ]),
    digestVariant('digest-base64url', `${name}=${bytes.toString('base64url')}`, url),
    digestVariant(
      'digest-base64url',
      `${name}=${base64.replaceAll('+', '-').replaceAll('/', '_')}`,
      url,
    ),
    digestVariant('digest-without-padding', `${name}=${base64.replace(/={1,2}$/, '')}`, padding),
    ...[`sha-${size}`, `SHA-${size}`, `sha${size}`, `SHA${size}`, `Sha-${size}`]
      .filter((other) => other !== name)
      .map((other) =>
        digestVariant('digest-algorithm-name', `${other}=${base64}`, begun(`${other}=`), true),
      ),
    digestVariant('digest-algorithm-name', `${name}:${base64}`, begun(`${name}:`)),
    digestVariant(
      'digest-quoted',
      `${name}="${base64}"`,
      'You signed the digest in quotation marks; sign the Digest header as it is sent.',
    ),
    digestVariant(
      'digest-quoted',
      `${name}=:${base64}:`,
      'You signed the digest between colons; sign the Digest header as it is sent.',
    ),
    digestVariant(
      'digest-hex',
      `${name}=${Buffer.from(hex).toString('base64')}`,
      'You signed the digest as base64 of the hexadecimal text of the hash but sent base64 of its bytes; sign the Digest header as it is sent.',
    ),
  ];
}

/** The line with the name, and perhaps the form, of RFC 9530. */
function asContentDigest(name: string, base64: string): readonly Variant[] {
  const other = 'content-digest';
  const named = 'You named the line content-digest; its name is digest.';
  const colons = `${name.toLowerCase()}=:${base64}:`;
  const spelt = name === name.toLowerCase() ? [] : (['digest-algorithm-name'] as const);
  const rows: readonly (readonly [more: readonly MistakeName[], value: string, words: string])[] = [
    [[], `${name}=${base64}`, ''],
    [
      ['digest-quoted', ...spelt],
      colons,
      ` You wrote ${name.toLowerCase()}= before its value and the value between colons; sign the Digest header as it is sent.`,
    ],
  ];
  return rows.map(([more, value, words]) => ({
    mistake: 'digest-name',
    ...(more.length === 0 ? {} : { more }),
    slot: `line:${ENTRY}`,
    sentence: named + words,
    apply: (before) => ({
      ...before,
      lines: before.lines.map((line) =>
        line.entry === ENTRY ? { ...line, name: other, value } : line,
      ),
    }),
  }));
}

function digestVariant(
  mistake: MistakeName,
  signed: string,
  sentence: string,
  combines = false,
): Variant {
  return valueVariant({ mistake, entry: ENTRY, signed, sentence, combines });
}
