// Between bytes and text. Header values and targets stay as Node hands them over: a character for
// each byte on the wire, "latin1 text".

import { oddCharacter, quote } from '../protocol/shown-text.ts';

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** `undefined` for bytes that are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return STRICT.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Latin1 text read as the UTF-8 that its bytes are; `undefined` where they are not, or where a character
 * is there that no byte is.
 */
export function utf8Of(bytes: string): string | undefined {
  // What is plain ASCII, nearly all of it, is itself.
  if (!/[^\0-\x7f]/.test(bytes)) return bytes;
  return /[^\0-\xff]/.test(bytes) ? undefined : decodeUtf8(Buffer.from(bytes, 'latin1'));
}

/** Latin1 text for people: its UTF-8 where it is UTF-8, else as it is. */
export const readable = (bytes: string): string => utf8Of(bytes) ?? bytes;

/** Latin1 text as a value in a sentence. */
export const quoteBytes = (bytes: string): string => quote(readable(bytes));

/** The same, with the first odd character that they hold. */
export function quoteOdd(bytes: string): string {
  const odd = oddCharacter(readable(bytes));
  return quoteBytes(bytes) + (odd === undefined ? '' : `, which holds ${odd}`);
}
