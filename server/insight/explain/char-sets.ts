// Windows-1252: ISO-8859-1 with letters and marks in place of the control characters 80 to 9F.

/** Characters of the bytes 80 to 9F; five bytes have no character and stand for themselves. */
const HIGH =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** Text in Windows-1252, as latin1 text; `?` for characters that it lacks. */
export function toWindows1252(text: string): string {
  return text.replace(/[^\0-\x7f\xa0-\xff]/gu, (char) => highByteOf(char) ?? '?');
}

/** The byte 80 to 9F of a character, as latin1 text. */
export function highByteOf(char: string): string | undefined {
  const at = HIGH.indexOf(char);
  return at === -1 ? undefined : String.fromCharCode(0x80 + at);
}

/** The text that bytes mean in Windows-1252. */
export function windows1252Of(bytes: string): string {
  return bytes.replace(/[\x80-\x9f]/g, (byte) => HIGH[byte.charCodeAt(0) - 0x80] as string);
}
