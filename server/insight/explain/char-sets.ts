// Bytes and characters as programs confuse them. Every function maps latin1 text, one character for each
// byte, to latin1 text.
import { readable, utf8Of } from '../../kernel/utf8.ts';

/** Characters of the bytes 80 to 9F in Windows-1252; five bytes stand for themselves. */
const HIGH =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** The byte 80 to 9F of a character, as latin1 text. */
export function highByteOf(char: string): string | undefined {
  const at = HIGH.indexOf(char);
  return at === -1 ? undefined : String.fromCharCode(0x80 + at);
}

/** The text that bytes mean in Windows-1252. */
export function windows1252Of(bytes: string): string {
  return bytes.replace(/[\x80-\x9f]/g, (byte) => HIGH[byte.charCodeAt(0) - 0x80] as string);
}

/** Text as its UTF-8 bytes. */
export function bytesOf(text: string): string {
  return /[^\0-\x7f]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** A change of the characters that UTF-8 bytes stand for; other bytes stay as they are. */
export const onText =
  (change: (text: string) => string | undefined) =>
  (bytes: string): string => {
    const text = utf8Of(bytes);
    const changed = text === undefined ? undefined : change(text);
    return changed === undefined ? bytes : bytesOf(changed);
  };

/** UTF-8 bytes in another character set, with `?` for characters that it lacks. */
const inSet = (encode: (text: string) => string) => (bytes: string) => {
  const text = utf8Of(bytes);
  return text === undefined ? bytes : encode(text);
};

const wide = (bytes: string, before = ''): Buffer =>
  Buffer.from(before + readable(bytes), 'utf16le');
const BOM = '\ufeff';

/** The character sets that programs write by default, what they are called, and how usual they are. */
export const CHAR_SETS: readonly (readonly [
  name: 'latin1' | 'utf16',
  words: string,
  cost: number,
  encode: (bytes: string) => string,
])[] = [
  ['latin1', 'in ISO-8859-1', 2, inSet((text) => text.replace(/[^\0-\xff]/gu, '?'))],
  [
    'latin1',
    'in Windows-1252',
    3,
    inSet((text) => text.replace(/[^\0-\x7f\xa0-\xff]/gu, (char) => highByteOf(char) ?? '?')),
  ],
  ['latin1', 'in ASCII, with ? for others', 3, inSet((text) => text.replace(/[^\0-\x7f]/gu, '?'))],
  ['utf16', 'in UTF-16', 3, (bytes) => wide(bytes).toString('latin1')],
  ['utf16', 'in UTF-16', 4, (bytes) => wide(bytes).swap16().toString('latin1')],
  ['utf16', 'in UTF-16 with its mark', 4, (bytes) => wide(bytes, BOM).toString('latin1')],
  ['utf16', 'in UTF-16 with its mark', 4, (bytes) => wide(bytes, BOM).swap16().toString('latin1')],
];
