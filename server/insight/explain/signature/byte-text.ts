// Bytes that should be a signature but are text, or were read as text.
import { decodeUtf8 } from '../../../kernel/utf8.ts';
import { highByteOf } from '../char-sets.ts';

const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;
const CONTROLS = new RegExp(CONTROL, 'g');

const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/** The text in these bytes: UTF-8, or ASCII in UTF-16; `undefined` if it has a control character. */
export function textIn(bytes: Buffer): string | undefined {
  const wide = bytes.length % 2 === 0 && bytes.every((byte, at) => at % 2 === 0 || byte === 0);
  const text = wide ? bytes.toString('utf16le') : decodeUtf8(bytes);
  return text === undefined || CONTROL.test(text) ? undefined : text;
}

/**
 * The bytes before they were read as Latin-1 and written as UTF-8. Real text has no control characters, and
 * random bytes are rarely UTF-8.
 */
export function binaryBehindText(bytes: Buffer): Buffer | undefined {
  const text = decodeUtf8(bytes);
  if (text === undefined || text.length === bytes.length) return undefined;
  // Programs that say Latin-1 often mean Windows-1252.
  const narrow = text.replace(/[^\0-\xff]/g, (letter) => highByteOf(letter) ?? letter);
  if (countOf(narrow, /[\x80-\xff]/g) * 4 < narrow.length) return undefined;
  if (/[^\0-\xff]/.test(narrow) || countOf(narrow, CONTROLS) * 12 < narrow.length) return undefined;
  return Buffer.from(narrow, 'latin1');
}

/** Fewer bytes may look like this by chance; a damaged signature has more. */
const FEWEST = 40;
const MOST = 5000;

/** Bytes damaged by a text decoder: it put replacement characters in, or dropped the rest. */
export function isDamagedByText(bytes: Buffer): boolean {
  const text = bytes.length < FEWEST || bytes.length > MOST ? undefined : decodeUtf8(bytes);
  if (text === undefined || textIn(bytes) !== undefined) return false;
  if (binaryBehindText(bytes) !== undefined) return false;
  if (countOf(text, /\ufffd/g) * 5 >= text.length) return true;
  if (countOf(text, /\?/g) * 4 >= text.length) return true;
  // Real text may have one odd escape, and UTF-16 has many zeros.
  return countOf(text, CONTROLS) * 12 >= text.length && countOf(text, /\0/g) * 4 < text.length;
}
