// RFC 2047 encoded words in the Signature header (SIG-04): the whole value, or the value of its
// signature parameter, as clients with a mail library write them.

import { decodeUtf8 } from '../kernel/utf8.ts';
import { base64Trouble, decodeBase64 } from './base64.ts';

interface EncodedText {
  readonly charset: 'utf-8' | 'iso-8859-1';
  readonly bytes: Buffer;
}

const WORD = /^=\?([^?]*)\?([^?]*)\?([^?]*)\?=$/;

/** The text looks like encoded words but is invalid; the message completes "The value …". */
export class EncodedWordError extends Error {
  override readonly name = 'EncodedWordError';
}

/**
 * The bytes inside one or more encoded words, adjacent ones joined; `undefined` when the text does
 * not begin as an encoded word. Throws EncodedWordError when it begins as one and is damaged.
 */
export function decodeWords(text: string): EncodedText | undefined {
  if (!text.startsWith('=?')) return undefined;
  // A Q-encoded word holds no space, so white space only ever stands between words.
  const words = text.split(/[ \t]+/).map((word) => decodeWord(word, text));
  const charset = (words[0] as EncodedText).charset;
  if (words.every((word) => word.charset === charset)) {
    return { charset, bytes: Buffer.concat(words.map((word) => word.bytes)) };
  }
  return { charset: 'utf-8', bytes: Buffer.concat(words.map(utf8Bytes)) };
}

const utf8Bytes = ({ charset, bytes }: EncodedText): Buffer =>
  charset === 'utf-8' ? bytes : Buffer.from(bytes.toString('latin1'));

/** The characters of decoded words. Throws EncodedWordError on bytes that are not the charset's. */
export function textOfWords({ charset, bytes }: EncodedText): string {
  if (charset === 'iso-8859-1') return bytes.toString('latin1');
  const text = decodeUtf8(bytes);
  if (text === undefined) {
    const isBare = bytes.length >= 128 && bytes.length % 64 === 0;
    const hint = isBare
      ? `; its ${bytes.length} bytes look like the bare signature, and the word belongs around the whole value, keyId="…" to signature="…"`
      : '';
    throw new EncodedWordError(`says utf-8 but its bytes are not UTF-8${hint}`);
  }
  return text;
}

function decodeWord(word: string, text: string): EncodedText {
  const match = WORD.exec(word);
  if (match === null) {
    const end = text.endsWith('?=')
      ? '; only base64 or Q stands in it, without spaces'
      : '; it does not end in ?=';
    throw new EncodedWordError(
      `has an RFC 2047 word that is not =?charset?B?text?= or goes on after it${end}`,
    );
  }
  const [charsetText, encoding, inner] = match.slice(1) as [string, string, string];
  const charset = charsetText.toLowerCase();
  if (charset !== 'utf-8' && charset !== 'iso-8859-1') {
    throw new EncodedWordError(
      'has an RFC 2047 word whose charset is neither utf-8 nor iso-8859-1',
    );
  }
  const kind = encoding.toLowerCase();
  if (kind !== 'b' && kind !== 'q') {
    throw new EncodedWordError('has an RFC 2047 word whose encoding is neither B nor Q');
  }
  const bytes = decodeBytes(kind, inner);
  if (bytes === undefined) {
    throw new EncodedWordError(
      `has an RFC 2047 word whose text is not valid in encoding ${encoding}${whyNotValid(kind, inner)}`,
    );
  }
  return { charset, bytes };
}

function whyNotValid(kind: 'b' | 'q', text: string): string {
  if (kind === 'q') {
    return /^[\w+/]{40,}={0,2}$/.test(text) ? '; it is base64, so its encoding is B' : '';
  }
  return `; ${base64Trouble(text)}`;
}

function decodeBytes(kind: 'b' | 'q', text: string): Buffer | undefined {
  if (kind === 'b') return decodeBase64(text);
  if (/=(?![0-9A-Fa-f]{2})|[^!-~]/.test(text)) return undefined;
  const latin1 = text
    .replaceAll('_', ' ')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(latin1, 'latin1');
}
