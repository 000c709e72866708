// Small changes of a text, named so that the tables of forms can be read. Texts are latin1: one character for
// each byte.
import { readable, utf8Of } from '../../../kernel/utf8.ts';

export type Edit = (text: string) => string;
/** `undefined` if it cannot be done to this text. */
export type Change = (text: string) => string | undefined;

/** Every `from` replaced; `from` and `to` may be several, in pairs. */
export const swap =
  (...pairs: readonly string[]): Edit =>
  (text) => {
    let changed = text;
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      changed = changed.split(pairs[at] as string).join(pairs[at + 1]);
    }
    return changed;
  };

/** With a text before it and one after it. */
export const around =
  (before: string, after = before): Edit =>
  (text) =>
    before + text + after;

/** One change after another. */
export const both =
  (first: Edit, then: Edit): Edit =>
  (text) =>
    then(first(text));

export const lower: Edit = (text) => text.toLowerCase();
export const upper: Edit = (text) => text.toUpperCase();

/** `undefined` where it throws, as on text that is not percent-encoded UTF-8. */
export const tried =
  (change: Edit): Change =>
  (text) => {
    try {
      return change(text);
    } catch {
      return undefined;
    }
  };

/** Text as its UTF-8 bytes. */
export function bytesOf(text: string): string {
  return /[^\0-\x7f]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** A change of the characters that UTF-8 bytes stand for; other bytes stay as they are. */
export const onText =
  (change: Change): Change =>
  (bytes) => {
    const text = utf8Of(bytes);
    const changed = text === undefined ? undefined : change(text);
    return changed === undefined ? undefined : bytesOf(changed);
  };

/** Only of bytes that are UTF-8 and more than ASCII, and only of others. */
export const ifUtf8 =
  (change: Edit): Change =>
  (bytes) =>
    /[^\0-\x7f]/.test(bytes) && utf8Of(bytes) !== undefined ? change(bytes) : undefined;
export const ifOther =
  (change: Edit): Change =>
  (bytes) =>
    utf8Of(bytes) === undefined ? change(bytes) : undefined;

/** UTF-8 bytes with each character that matches replaced, such as by `?`. */
export const lost = (what: RegExp, by: (char: string) => string): Change =>
  onTextToBytes((text) => text.replace(what, by));

function onTextToBytes(change: Edit): Change {
  return (bytes) => {
    const text = utf8Of(bytes);
    return text === undefined ? undefined : change(text);
  };
}

export const utf16 =
  (before: string, swapped: boolean): Change =>
  (bytes) => {
    const wide = Buffer.from(before + readable(bytes), 'utf16le');
    return (swapped ? wide.swap16() : wide).toString('latin1');
  };

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

export const codeOf =
  (capitals = false) =>
  (char: string): string => {
    const hex = char.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${capitals ? hex.toUpperCase() : hex}`;
  };

export const base64: Edit = (bytes) => Buffer.from(bytes, 'latin1').toString('base64');
export const base64url: Edit = (bytes) => Buffer.from(bytes, 'latin1').toString('base64url');
export const hex: Edit = (bytes) => Buffer.from(bytes, 'latin1').toString('hex');

const TWO: Readonly<Record<string, string>> = {
  å: 'aa',
  æ: 'ae',
  ä: 'ae',
  ø: 'oe',
  ö: 'oe',
  ü: 'ue',
};
const capitalLike = (char: string, plain: string): string =>
  char === char.toLowerCase() ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
/** As programs write a name in ASCII: aa for å. */
export const twoLetters = (char: string): string =>
  capitalLike(char, TWO[char.toLowerCase()] ?? plainLetter(char.toLowerCase()));
/** a for å */
export function plainLetter(char: string): string {
  const bare = char.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  const plain: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', ß: 'ss' };
  return capitalLike(char, plain[bare.toLowerCase()] ?? bare.toLowerCase());
}

/** What comes before the first of these. */
export const before = (mark: string): Change => {
  const cut = (text: string) => text.slice(0, Math.max(0, text.indexOf(mark)));
  return (text) => cut(text) || undefined;
};

/** The bytes before they were encoded once more. */
export function onceLess(bytes: string): string | undefined {
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  const narrow = text.replace(/[^\0-\xff]/g, (char) => highByteOf(char) ?? char);
  return /[\x80-\xff]/.test(narrow) && utf8Of(narrow) !== undefined ? narrow : undefined;
}
