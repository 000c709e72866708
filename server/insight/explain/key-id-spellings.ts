// How a client writes a keyId, its serial number and its issuer, and how that is undone.
import { percentDecoded } from '../../kernel/percent-decoded.ts';
import { readable } from '../../kernel/utf8.ts';
import { quote } from '../../protocol/shown-text.ts';
import { keywordsOf } from '../../signing/attribute-types.ts';
import { type DistinguishedName, formatName } from '../../signing/distinguished-name.ts';
import { decodeWords, textOfWords } from '../../signing/encoded-words.ts';
import { namesIn } from '../../signing/key-id.ts';
import { withoutEscapes } from './forms/bytes.ts';
import { type Edit, lower, replaced, swap, tried } from './forms/edits.ts';
import type { Mistakes } from './forms/form.ts';

/** The words complete "SN in the keyId …" or "CA in the keyId …". */
export type Trouble = readonly [mistakes: Mistakes, words: string];
export type Troubles = readonly Trouble[];
/** What a client does to a text, and how it is undone. */
type Spelling = readonly [...Trouble, undo: Edit];

/** A negative number as Java has it of a serial number whose first bit is set: in the fewest bytes. */
const fromDecimal = replaced(/^-?\d+$/, (text) => {
  const number = BigInt(text);
  const bits = 8 * Math.floor((~number).toString(2).length / 8 + 1);
  return (number < 0 ? BigInt.asUintN(bits, number) : number).toString(16);
});
const SIGNED_BYTES = /ffffff(?=[89a-f][\da-f])/gi;
const bytesReversed = replaced(/^(?:..)+$/, (text) => text.match(/../g)?.reverse().join('') ?? '');

export const OF_SERIAL: readonly Spelling[] = [
  ['serial-colons', 'has colons, spaces or dashes in it', replaced(/[:\s]|(?<=\w)-/g, '')],
  ['serial-prefix', 'has the prefix 0x or serial=', replaced(/^(?:serial=|0x)/i, '')],
  ['serial-wrong', 'has bytes as signed numbers (ffffff8a for 8a)', replaced(SIGNED_BYTES, '')],
  ['serial-decimal', 'is in decimal, not hexadecimal', fromDecimal],
  ['serial-prefix', 'has a minus sign', replaced(/^-/, '')],
  // .NET's GetSerialNumber gives the bytes in that order.
  ['serial-wrong', 'has its bytes in reversed order', bytesReversed],
];

const fromPercents: Edit = (text) =>
  (/%[\da-f]{2}/i.test(text) && percentDecoded(text.replaceAll('+', ' '))) || text;
const textInWord = tried((text) => {
  const words = decodeWords(text);
  return words && textOfWords(words);
});
const inWord: Edit = (text) => textInWord(text) ?? text;
/** Bytes of UTF-8 are escaped one by one, as OpenSSL does it. */
const unescapedName: Edit = (text) => {
  const plain = withoutEscapes(text);
  return LETTERS(plain === text ? text : readable(plain));
};
const LETTERS = swap(...'&aelig; æ &AElig; Æ &oslash; ø &Oslash; Ø &aring; å &Aring; Å'.split(' '));
const PREFIX = replaced(/^issuer\s*=\s*(?=\w+\s*=)/i, '');
/** One before a part is in place of a comma, and one beside spaces is none. */
const withSpaces: Edit = (text) =>
  text.includes(' ') ? text : text.replace(/(?<=\w)\+(?=\w)(?![\w.]{1,40}=)/g, ' ');
const ANOTHER = /[,;|&\s]\s?SN=[\da-f:]+,\s?CA=.*$/is;
const OF_PYTHON = /^<Name\((.*)\)>$/s;
const QUOTED = /^\\*["'`“”„‘’](.*?)(?:\\{0,3}["'`“”‘’])?$/s;

/** That form begins with the least specific part, and has no escapes but \x for a byte. */
function fromOneLine(text: string): string {
  const escaped = text.replace(/(?<!\\),/g, '\\,').replace(/\\x(?=[\dA-F]{2})/g, '\\');
  const [before, ...parts] = escaped.split(/\/(?=[\w.]+=)/);
  // A slash may stand before a name with commas.
  return before === '' && !/,\s?[\w.]+=/.test(text) ? parts.reverse().join(',') : text;
}

/** Only if the text begins with an attribute type: what else is around a name is no part of it. */
const withCommas: Edit = (text) =>
  /^[\w. ]+=/.test(text) ? text.replace(/\s{0,4}(?:[/|+\n]|\\n)\s{0,4}(?=[\w.]+=)/g, ',') : text;

/** What libraries write for the type organizationIdentifier, which they do not know. */
const UNKNOWN = /(?<=^|,\s{0,4})(?:(?:unknown )?oid|undef(?:ined)?|orgid)(?==)/gi;

function partsReversed(text: string): string {
  const [name] = namesIn(text);
  return name === undefined ? text : formatName(name.toReversed());
}

export const OF_ISSUER: readonly Spelling[] = [
  ['issuer-percent-encoded', 'is percent-encoded', fromPercents],
  ['issuer-quoted', 'is in an RFC 2047 word of its own', inWord],
  ['issuer-wrong', 'has another keyId behind it', replaced(ANOTHER, '')],
  ['issuer-percent-encoded', 'has + for its spaces', withSpaces],
  ['issuer-attribute-unknown', 'begins with issuer=, as openssl prints it', PREFIX],
  ['issuer-attribute-unknown', 'has CA= twice', replaced(/^CA=(?=\w+=)/i, '')],
  ['issuer-attribute-unknown', 'is printed as Python prints a name', replaced(OF_PYTHON, '$1')],
  ['issuer-quoted', 'has a line end behind it', replaced(/\\[nr]$|[\r\n]$/, '')],
  ['issuer-quoted', 'starts with a quotation mark of its own', replaced(QUOTED, '$1')],
  ['issuer-one-line', 'is in the one-line form of OpenSSL, with slashes', fromOneLine],
  ['issuer-quoted', 'has escapes of JSON or HTML', (text) => unescapedName(text)],
  ['issuer-separator', 'has another separator than a comma between its parts', withCommas],
  ['issuer-attribute-unknown', 'has an unknown type for 2.5.4.97', replaced(UNKNOWN, '2.5.4.97')],
  ['issuer-reversed', 'is in reversed order (begin with the most specific part)', partsReversed],
];

const NAMED_SN = /^(?:serial(?:[ _-]?(?:number|no|nr))?|sno)\s?[=:]\s?/i;
const NAMED_CA = /(?<=[,;|&/\s])(?:issuer(?:[ _-]?(?:dn|name))?|iss|dn)\s?[=:]\s?(?=\/?[\w.]+=)/i;
const SN = /^SN\s?[=:]\s?/i;
const CA = /(?<=[,;|&/\s])CA\s?[=:]\s?(?=\/?[\w.]+=)/i;
const OF_WHOLE: readonly (readonly [words: string, undo: Edit])[] = [
  ['is percent-encoded', fromPercents],
  ['is in an RFC 2047 word of its own', inWord],
  ['has the name keyId in its value', replaced(/^\W?key-?id\s?[=:]\s?/i, '')],
  ['has brackets or quotes around it', replaced(/^["'<{[(]{1,2}(.*?)["'>}\])]{1,2}$/s, '$1')],
  ['has the issuer as SN', replaced(/^SN=(.*),\s?CA=([\da-f:]+)$/is, 'SN=$2,CA=$1')],
  ['begins with CA, and not with SN', replaced(/^(CA=.*)[,;|&\s](SN=[\w:]+)$/is, '$2,$1')],
  ['has not exactly SN= before its serial number', replaced(SN, 'SN=')],
  ['has another name for SN', replaced(NAMED_SN, 'SN=')],
  ['has no SN= before its serial number', replaced(/^(?=[\da-f]{8,}\W)/i, 'SN=')],
  ['has not exactly CA= before the issuer', replaced(CA, 'CA=')],
  ['has another name for CA', replaced(NAMED_CA, 'CA=')],
  [
    'has not exactly one comma before CA',
    replaced(/^(SN=[\w:]*?)(?:[;|&/\s,]|\\n)+(?=CA=)/, '$1,'),
  ],
  ['has no CA= next to its serial', replaced(/^(SN=\w+)[,;|&/\s]\s?(?=(?!CA=)[\w.]+=)/, '$1,CA=')],
];
export const OF_KEY_ID = OF_WHOLE.map(([words, undo]): Spelling => ['key-id-form', words, undo]);

/** A text, and what a client did to make of it what it sent. */
export interface Way {
  readonly done: Troubles;
  readonly text: string;
}

/** What was sent, and what it is with one thing after another undone. */
export function waysOf(sent: string, spellings: readonly Spelling[]): readonly Way[] {
  const ways: Way[] = [{ done: [], text: sent }];
  for (const [mistake, words, undo] of spellings) {
    const { done, text } = ways.at(-1) as Way;
    const before = undo(text);
    if (before !== text) ways.push({ done: [...done, [mistake, words]], text: before });
  }
  return ways;
}

/** Each way to read them as names, in the form of the bank. */
export const namesOf = (ways: readonly Way[]): readonly Way[] =>
  ways.flatMap(({ done, text }) => namesIn(text).map((name) => ({ done, text: formatName(name) })));

/** In any case, without what escapes a character. A byte that OpenSSL escapes is ISO-8859-1. */
const plainly = (text: string): string =>
  lower(text)
    .replace(/\\([89a-f][\da-f])/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\\', '')
    .replace(/\s{0,40}=\s{0,40}/g, '=');

/** Nothing but the parts of the issuer, as Node and `openssl -nameopt multiline` print them a line each. */
export function partsAlone(sent: string, issuer: DistinguishedName): Troubles | undefined {
  const parts = issuer
    .flat()
    .map((one) => ({ one, as: keywordsOf(one.type).map((it) => plainly(`${it}=${one.value}`)) }))
    .toSorted((a, b) => (b.as[0] ?? '').length - (a.as[0] ?? '').length);
  let rest = plainly(sent);
  let twice: string | undefined;
  for (const { one, as } of parts) {
    const before = rest;
    for (const part of as) rest = rest.replaceAll(part, PART);
    const times = rest.split(PART).length - before.split(PART).length;
    if (times === 0) return undefined;
    if (times > 1) twice ??= formatName([[one]]);
  }
  if (/[^\0\s,;|&/]/.test(rest)) return undefined;
  if (twice !== undefined) return [['issuer-rdn-extra', `has ${quote(twice)} twice`]];
  if (/\0[^\0,]*\0/.test(rest)) return [APART];
  const isApart = /^\s*\0(?:\s*,\s*\0)*\s*$/.test(rest);
  return isApart && /[+"<>;]|,(?!\s?[\w.]+=)/.test(sent) ? [UNESCAPED] : undefined;
}

const PART = '\0';
const APART: Trouble = ['issuer-separator', 'has no comma between two of its parts'];
const UNESCAPED: Trouble = [
  'issuer-wrong',
  'has a comma, a plus or a quotation mark in a value without a backslash before it',
];
