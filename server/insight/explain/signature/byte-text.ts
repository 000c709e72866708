// Bytes that should be a signature but are text, or went through text on their way.
import { decodeUtf8 } from '../../../kernel/utf8.ts';
import { highByteOf } from '../char-sets.ts';

const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;
const CONTROLS = new RegExp(CONTROL, 'g');

const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/** The text that these bytes are: UTF-8, or ASCII in UTF-16; `undefined` where a control is in it. */
export function textIn(bytes: Buffer): string | undefined {
  const wide = bytes.length % 2 === 0 && bytes.every((byte, at) => at % 2 === 0 || byte === 0);
  const text = wide ? bytes.toString('utf16le') : decodeUtf8(bytes);
  return text === undefined || CONTROL.test(text) ? undefined : text;
}

/**
 * The bytes that were read as Latin-1 and written down as UTF-8: that can be undone. No text that was
 * meant as one has controls in it; of random bytes hardly any are UTF-8.
 */
export function binaryBehindText(bytes: Buffer): Buffer | undefined {
  const text = decodeUtf8(bytes);
  if (text === undefined || text.length === bytes.length) return undefined;
  // Where programs say Latin-1 they often mean Windows-1252.
  const narrow = text.replace(/[^\0-\xff]/g, (letter) => highByteOf(letter) ?? letter);
  if (countOf(narrow, /[\x80-\xff]/g) * 4 < narrow.length) return undefined;
  if (/[^\0-\xff]/.test(narrow) || countOf(narrow, CONTROLS) * 12 < narrow.length) return undefined;
  return Buffer.from(narrow, 'latin1');
}

/** Fewer bytes may be like that by chance; more come of no signature. */
const FEWEST = 40;
const MOST = 5000;

/** Bytes that a decoder of text spoilt: replacement characters in them, or what is no text gone. */
export function isSpoiltByText(bytes: Buffer): boolean {
  const text = bytes.length < FEWEST || bytes.length > MOST ? undefined : decodeUtf8(bytes);
  if (text === undefined || textIn(bytes) !== undefined) return false;
  if (binaryBehindText(bytes) !== undefined) return false;
  if (countOf(text, /\ufffd/g) * 5 >= text.length) return true;
  if (countOf(text, /\?/g) * 4 >= text.length) return true;
  // Real text may have an odd escape in it, and UTF-16 has many zeros.
  return countOf(text, CONTROLS) * 12 >= text.length && countOf(text, /\0/g) * 4 < text.length;
}

/** `RSA-SHA2-256(stdin)= `, as openssl dgst begins. */
const OPENSSL = /^[\w/-]{0,40}\([^()]{0,200}\)= ?/;

/** The bytes that hexadecimal digits stand for, with what tools print around them. */
export function hexIn(text: string): Buffer | undefined {
  const digits = text
    .trim()
    .replace(OPENSSL, '')
    .replace(/ [ *](?:-|stdin)$/, '')
    .replace(/^0x/i, '')
    .replace(/[:\s]/g, '');
  if (!/^[0-9a-f]+$/i.test(digits)) return undefined;
  // Libraries for big numbers leave out a zero in front.
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}
