// Why a Signature header cannot be read, in words for the developer (SIG-03, SIG-04).
import { quoteBytes } from '../kernel/utf8.ts';
import { standIn } from './stand-in.ts';

/** What the header looks like. */
export const SIGNATURE_FORM = 'keyId="…",algorithm="rsa-sha256",headers="…",signature="…"';

/** Fewer letters are the beginning of anything. */
const LEAST_LETTERS = 3;

const MOST_SHOWN = 3;

/** The parameter is not there: perhaps under another spelling. */
export function whyMissing(missing: string, names: Iterable<string>, all: readonly string[]) {
  const letters = (name: string) => name.replace(/[-_]/g, '').toLowerCase();
  const given = [...names];
  const right = letters(missing);
  const isMeant = (name: string) =>
    name.length >= LEAST_LETTERS && (right.startsWith(name) || name.startsWith(right));
  const isKid = (name: string) => missing === 'keyId' && name === 'kid';
  const near = given.find((name) => !all.includes(name) && (isMeant(letters(name)) || isKid(name)));
  if (near !== undefined) {
    return `The Signature header has no ${missing}, but ${quoteBytes(near)}; the name is written ${missing}.`;
  }
  const isOther = given.length > 0 && !given.some((name) => all.includes(name) || name.length > 20);
  const shown = given.slice(0, MOST_SHOWN).map(quoteBytes).join(' and ');
  const instead = isOther ? `, but ${shown}` : '';
  return `The Signature header has no ${missing}${instead}; it needs ${all.join(', ')}.`;
}

// Any of these may stand in quotes, or in what looks like quotes.
const QUOTES: readonly (readonly [start: RegExp, words: string])[] = [
  [/^\\+"/, 'in quotes with a backslash before them (\\"); leave the backslashes out'],
  [/^[“”„‟«»″]/, 'in typographic quotes; write straight ones'],
  [/^`/, 'in backticks; write double quotes'],
  [
    /^&(?:quot|#34|#x22);|^\\u0022/i,
    'in quotes that are escaped (as &quot; or \\u0022); write them as they are',
  ],
  [/^\uff02/, 'in full-width quotes (U+FF02); write straight ones'],
  [/^[‘’‚‛′']/, 'in single quotes; write double ones'],
];

/** @param rest the text from the parameter's value on */
export function whyUnquoted(name: string, rest: string): string {
  if (rest.startsWith('"')) {
    return `The Signature header ends inside its ${name}, before the closing quote: it was cut there, or the quote is missing or has a backslash before it.`;
  }
  const sign = /^[\s=:>]+["']/.test(rest) ? whyOtherwise(`${name}=${rest}`) : undefined;
  if (sign !== undefined) return sign;
  const words = QUOTES.find(([start]) => start.test(rest))?.[1];
  return words === undefined
    ? `The Signature header's ${name} must stand between two quotes: ${name}="…".`
    : `The Signature header's ${name} is ${words}: ${name}="…".`;
}

// The header's name once more, or what Authorization has before the parameters.
const PREFIX =
  /^(?:authorization\s*:\s*)?(?:signature(?:\s*[:=]\s*|\s+))+(?=(?:keyId|algorithm|headers|signature|created|expires)\s*=)/i;

/** The text before the first parameter and does not belong there; `undefined` where nothing does. */
export function whyPrefixed(text: string): string | undefined {
  const prefix = PREFIX.exec(text)?.[0].trimEnd();
  if (prefix === undefined) return undefined;
  const what = /[:=]/.test(prefix)
    ? 'the name of a header in its value'
    : 'a scheme, which belongs in Authorization only';
  return `The Signature header begins with ${quoteBytes(prefix)}, ${what}; leave it out and begin with keyId="…".`;
}

/** What is there instead, completing "The Signature header …". */
const INSTEAD: readonly (readonly [form: RegExp, words: string])[] = [
  // keyId= in base64
  [/^a2V5SWQ9[\w+/-]{60,}={0,2}$/, 'is in base64, without the =?utf-8?B?…?= of RFC 2047 around it'],
  [/^[\w+/-]{60,}={0,2}$/, 'is base64 or hexadecimal alone, without parameters around it'],
  // Of one in front of a name alone, the last one is the value's own.
  [/^(["'])key-?id\s*=.*["']\1$/is, 'is in quotes as a whole'],
];
const NAME = '(?:keyId|algorithm|headers|signature)';
/** Between a name and its value, and between one parameter and the next. */
const SIGNS = new RegExp(`\\b${NAME}(\\s{0,9}[=:>]+\\s{0,9})(?=["'])`, 'gi');
const BETWEEN = new RegExp(`["']([^"'\\w]{1,5})(?=${NAME}\\s*[=:])`, 'gi');

/** All of it is there, otherwise than the header has it; `undefined` where that is not known. */
function whyOtherwise(text: string): string | undefined {
  const instead = standIn(text) ?? INSTEAD.find(([form]) => form.test(text))?.[1];
  if (instead) return `The Signature header ${instead}; it is ${SIGNATURE_FORM}.`;
  const found = (what: RegExp, right: RegExp) =>
    [...text.matchAll(what)].map(([, sign = '']) => sign).find((sign) => !right.test(sign));
  const sign = found(SIGNS, /^=$/);
  const between = found(BETWEEN, /^,[ \t]*$/);
  const shown = (mark: string) => (mark.trim() === '' ? 'white space' : quoteBytes(mark));
  const words = [
    ...(sign === undefined ? [] : [`${shown(sign)} between a name and its value`]),
    ...(between === undefined ? [] : [`${shown(between)} between its parameters`]),
  ];
  if (words.length === 0) return undefined;
  return `The Signature header has ${words.join(' and ')}; it is ${SIGNATURE_FORM}.`;
}

/** @param at where no parameter can be read, or no comma before the next */
export function whyUnreadable(text: string, at: number): string {
  const known = whyPrefixed(text) ?? whyOtherwise(text);
  if (known !== undefined) return known;
  // With quotes inside a value nothing shows where it ends.
  const isCut = text[at - 1] === '"' && /^[^\s,;]/.test(text.slice(at, at + 1));
  const why = isCut ? ', as the quote before that ends a value' : '';
  return `The Signature header cannot be read from ${quoteBytes(text.slice(at))} on${why}; it is ${SIGNATURE_FORM}.`;
}

const UTF8_SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
const BEFORE = 12;
const AFTER = 8;

/** What it may be, where none of it is UTF-8. */
function lookOf(bytes: string, at: number): string {
  if (bytes.search(UTF8_SEQUENCE) >= 0) return '';
  if (/[\x91-\x94]/.test(bytes[at] as string))
    return ', perhaps a typographic quote of Windows-1252';
  return /[\x80-\x9f]/.test(bytes) ? '' : ', ISO-8859-1 by its look';
}

/** Completes "The Signature header …", of bytes (latin1 text) that are not UTF-8. */
export function whyNotUtf8(bytes: string): string {
  const rest = bytes.replace(UTF8_SEQUENCE, (sequence) => ' '.repeat(sequence.length));
  const at = Math.max(0, rest.search(/[\x80-\xff]/));
  const byte = bytes.charCodeAt(at).toString(16).toUpperCase();
  const near = bytes.slice(Math.max(0, at - BEFORE), at + AFTER).replace(/[^ -~\xa1-\xff]/g, '?');
  const look = lookOf(bytes, at);
  return `has bytes that are not UTF-8 (0x${byte} in "…${near}…"${look}); send it in UTF-8, best with the whole value in an RFC 2047 word: =?utf-8?B?<base64>?=`;
}
