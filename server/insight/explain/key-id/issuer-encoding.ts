// An issuer with the right meaning in the wrong letters: another Unicode normal form, letters that an
// encoding lost, UTF-8 read as ISO-8859-1. The client's own copy may be right (SIG-06).
import { codePoint, quote } from '../../../protocol/shown-text.ts';
import {
  type DistinguishedName,
  formatName,
  sameName,
} from '../../../signing/distinguished-name.ts';
import { windows1252Of } from '../char-sets.ts';
import type { MistakeName } from '../mistake-names.ts';

export interface EncodingTrouble {
  readonly mistakes: readonly MistakeName[];
  /** Completes "CA in the keyId …". */
  readonly words: string;
  /** What to do; absent if the fix is to send the issuer's name. */
  readonly fix?: string;
}

/** @param charset the charset of the header's RFC 2047 word, if it is one */
export function encodingTrouble(
  sent: DistinguishedName,
  issuer: DistinguishedName,
  charset?: string,
): EncodingTrouble | undefined {
  if (sent.length !== issuer.length) return undefined;
  return formTrouble(sent, issuer) ?? changedTrouble(sent, issuer, charset);
}

const withValues = (
  name: DistinguishedName,
  change: (value: string) => string,
): DistinguishedName =>
  name.map((rdn) => rdn.map((one) => (one.isText ? { ...one, value: change(one.value) } : one)));

const inForm = (name: DistinguishedName, form: 'NFC' | 'NFD'): DistinguishedName =>
  withValues(name, (value) => value.normalize(form));

function formTrouble(
  sent: DistinguishedName,
  issuer: DistinguishedName,
): EncodingTrouble | undefined {
  if (!sameName(inForm(sent, 'NFC'), inForm(issuer, 'NFC'))) return undefined;
  const [left, right] = firstApart(formatName(sent), formatName(issuer));
  const cluster = (text: string) => /^.\p{M}*/su.exec(text)?.[0] ?? '';
  const [received, wanted] = [cluster(left), cluster(right)];
  const form = (['NFC', 'NFD'] as const).find((one) => sameName(inForm(issuer, one), issuer));
  const words = `writes ${quote(wanted.normalize('NFC'))} as ${codePoints(received)} where the issuer's name has ${codePoints(wanted)}, which looks the same but is another Unicode normal form`;
  const fix =
    form === undefined
      ? 'take the name from the certificate and leave its letters as they are'
      : `normalise the name to ${form} before you send it`;
  return { mistakes: ['issuer-normal-form'], words, fix };
}

const codePoints = (text: string): string => [...text].map(codePoint).join(' ');

/** Both texts from the first character that differs. */
function firstApart(a: string, b: string): readonly [string, string] {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((one, index) => one !== right[index]);
  return at < 0 ? ['', right.slice(left.length).join('')] : tails(left, right, at);
}

const tails = (
  left: readonly string[],
  right: readonly string[],
  at: number,
): readonly [string, string] => [left.slice(at).join(''), right.slice(at).join('')];

/**
 * Which characters differ in two texts that look alike: ` (U+0430 where it has U+0061)`. Empty if the
 * difference is visible.
 */
export function unseenDifference(sent: string, wanted: string): string {
  const [left = '', right = ''] = firstApart(sent, wanted).map((text) => [...text][0]);
  const isPlain = (one: string) => /^[!-~À-ÖØ-öø-ÿ]?$/.test(one);
  if ((isPlain(left) && isPlain(right)) || left === '' || right === '') return '';
  return ` (${codePoints(left)} where it has ${codePoints(right)})`;
}

const NOT_ASCII = /[^\0-\x7f]/gu;
const bytesIn = (character: string): number => Buffer.byteLength(character);

interface Row {
  readonly mistake: MistakeName;
  /** Maps the issuer's value to the sent one. */
  readonly change: (value: string) => string;
  readonly words: string;
  readonly fix: (charset: string | undefined) => string;
}

const WORD = 'an RFC 2047 word: =?utf-8?B?<base64>?=';
const inWord = (): string => `send it as UTF-8, best with the whole value of Signature in ${WORD}`;

const lost = (words: string, change: Row['change']): Row => ({
  mistake: 'issuer-letters-lost',
  change,
  words,
  fix: inWord,
});

const asLatin1 = (value: string): string => Buffer.from(value).toString('latin1');

const twice = (change: Row['change']): Row => ({
  mistake: 'issuer-encoded-twice',
  change,
  words: 'UTF-8 that was read as ISO-8859-1',
  fix: (charset) =>
    charset === 'iso-8859-1'
      ? `the RFC 2047 word around the value of Signature says iso-8859-1, but its bytes are UTF-8: write =?utf-8?B?<base64>?=`
      : 'encode it as UTF-8 once, from a name that was read as UTF-8',
});

/** In the order in which they are tried. */
const ROWS: readonly Row[] = [
  ...['?', '\ufffd'].flatMap((sign) => [
    lost('the letters outside ASCII were lost on the way', (value) =>
      value.replace(NOT_ASCII, sign),
    ),
    lost('the letters outside ASCII were lost on the way', (value) =>
      value.replace(NOT_ASCII, (one) => sign.repeat(bytesIn(one))),
    ),
    lost('the letters outside ISO-8859-1 were lost on the way', (value) =>
      value.replace(/[^\0-\xff]/gu, sign),
    ),
  ]),
  lost('the letters outside ASCII were left out on the way', (value) =>
    value.replace(NOT_ASCII, ''),
  ),
  twice(asLatin1),
  twice((value) => windows1252Of(asLatin1(value))),
  twice((value) => asLatin1(asLatin1(value))),
];

function changedTrouble(
  sent: DistinguishedName,
  issuer: DistinguishedName,
  charset: string | undefined,
): EncodingTrouble | undefined {
  const row = ROWS.find(({ change }) => sameName(withValues(issuer, change), sent));
  if (row === undefined) return undefined;
  // The part that is printed first.
  const at = issuer.findLastIndex((rdn, index) => !sameName([rdn], sent.slice(index, index + 1)));
  const part = (name: DistinguishedName) => quote(formatName(name.slice(at, at + 1)));
  const words = `was received as ${part(sent)}, but the issuer's name says ${part(issuer)}: ${row.words}`;
  return { mistakes: [row.mistake], words, fix: row.fix(charset) };
}
