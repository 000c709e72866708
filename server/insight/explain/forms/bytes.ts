// The bytes that a text stands for. Texts are latin1: one character for each byte.
import { hash } from 'node:crypto';
import { rememberLast } from '../../../kernel/recent.ts';
import { utf8Of } from '../../../kernel/utf8.ts';
import { around, both, type Change, type Edit, replaced, swap, tried } from './edits.ts';

/** Of these bytes. Thousands are hashed, and ASCII is the same in UTF-8, which a text is hashed in. */
export function hashOf(name: string, bytes: string, encoding: 'hex' | 'base64' | 'binary'): string {
  const isAscii = Buffer.byteLength(bytes) === bytes.length;
  return hash(name, isAscii ? bytes : Buffer.from(bytes, 'latin1'), encoding);
}

/** Text as its UTF-8 bytes. */
export function bytesOf(text: string): string {
  return /[^\0-\x7f]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** Many forms read the same text. */
const textOf = rememberLast(utf8Of);

/** Other bytes made of the characters that UTF-8 bytes stand for; `undefined` where that throws. */
export const ofText = (change: Change): Change =>
  tried((bytes) => {
    const text = textOf(bytes);
    return text === undefined ? undefined : change(text);
  });

/** A change of these characters, in UTF-8 again. */
export const onText = (change: Change): Change =>
  ofText((text) => {
    const changed = change(text);
    return changed === undefined ? undefined : bytesOf(changed);
  });

/** Characters of the bytes 80 to 9F in Windows-1252; five bytes stand for themselves. */
export const HIGH =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** The characters of Windows-1252 as its bytes. */
export const narrowed = replaced(/[^\0-\xff]/g, (char) => {
  const at = HIGH.indexOf(char);
  return at === -1 ? char : String.fromCharCode(0x80 + at);
});

/** Characters without width, marks of direction and order, and spaces that do not break. */
export const INVISIBLE =
  /[\u00a0\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

export const base64url: Edit = (bytes) => Buffer.from(bytes, 'latin1').toString('base64url');

const HEADS = [
  ...['{"alg":"RS256"}', '{"alg":"RS256","typ":"JWT"}', '{"typ":"JWT","alg":"RS256"}'],
  ...['{"alg":"RS256","typ":"JOSE"}', '{"alg":"RS256","b64":false,"crit":["b64"]}'],
];
/** The string of a JWS over a text, with each of these heads. */
export const JWS = HEADS.map((head) =>
  both(head.includes('b64') ? (text) => text : base64url, around(`${base64url(head)}.`, '')),
);

const ESCAPE = /\\u([\da-f]{4})|\\x([\da-f]{2})|&#x([\da-f]{1,4});|&#(\d{1,5});/gi;
const ENTITIES = '&amp; & &lt; < &gt; > &quot; " &apos; \''.split(' ');
/** What JSON, JavaScript and HTML escape: \u002B, \x2b, \/, &#43;, &#x2B;, &amp;. */
export const withoutEscapes: Edit = both(
  replaced(ESCAPE, (_, unit, byte, entity, code) =>
    String.fromCharCode(Number(code ?? `0x${unit ?? byte ?? entity}`)),
  ),
  swap('\\/', '/', ...ENTITIES),
);

export const NOT_ASCII = /[^\0-\x7f]/g;
