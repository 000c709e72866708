// Base64 that is really base64: Node's decoder skips what it does not know, which would let a
// damaged header pass as another one.

import { rememberLast } from '../kernel/recent.ts';
import { readable } from '../kernel/utf8.ts';
import { quote } from '../protocol/shown-text.ts';
import { standIn } from './stand-in.ts';

/**
 * The bytes, or `undefined` unless the text is RFC 4648 base64 with its padding. Empty is empty. They are the same when
 * the same text is asked about twice: one check looks whether a signature is base64, a later one verifies it.
 */
export const decodeBase64 = rememberLast((text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64');
  // Nearly every text is what its bytes print as, and the pattern takes four times as long.
  const isBase64 =
    bytes.toString('base64') === text ||
    (text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text));
  return isBase64 ? bytes : undefined;
});

/** Why a text is not base64, in words for the developer. */
export function base64Trouble(text: string): string {
  if (/^-?\d+$/.test(text)) return 'it is a number';
  const other = standIn(text);
  if (other !== undefined) return `it ${other}`;
  if (/^[A-Za-z0-9_-]+={0,2}$/.test(text) && /[_-]/.test(text)) {
    return 'it has - or _ in it, where base64 has + and /, padded with = (the URL-safe alphabet has - and _)';
  }
  if (/%[0-9A-Fa-f]{2}/.test(text)) return 'it is percent-encoded';
  if (/\.{2,3}|\xe2\x80\xa6/.test(text)) return 'it was probably shortened: it has dots in it';
  if (/\\[nr]/.test(text)) return 'it has \\n or \\r written in it; write it on one line';
  if (/[ \t]/.test(text)) return 'it contains white space';
  // Header values are bytes; a character of several, such as a byte order mark, is named as one.
  const stranger = /[^A-Za-z0-9+/=]/u.exec(readable(text))?.[0];
  if (stranger !== undefined) return `it contains ${quote(stranger)}`;
  const plus = text.length > 200 && !text.includes('+') ? ', or it probably lost each +' : '';
  return `its length or its padding (=) is wrong${plus}`;
}
