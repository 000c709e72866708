// The bytes that the text of a signature or a Digest may mean: base64, or another way to write bytes, perhaps
// several around each other. Each row undoes one thing that was done.
import { decodeUtf8 } from '../../../kernel/utf8.ts';
import { decodeBase64 } from '../../../signing/base64.ts';
import { narrowed } from '../forms/edits.ts';
import { MISTAKE_NAMES, type MistakeName } from '../mistake-names.ts';
import type { Part } from '../search.ts';

export interface WrittenBytes {
  /** The mistakes in writing it; empty if it is correct base64. */
  readonly parts: readonly Part[];
  readonly bytes: Buffer;
}

/** A longer text is only read as base64: no RSA key makes as much (SIG-15). */
const LONGEST = 8000;
/** Texts that are read, with what is inside them: a hostile one might have many. */
const MOST_TEXTS = 40;

/** What was done to a text or to bytes, completing "The signature …", and how to undo it. */
type Undo<From, To> = readonly [
  mistake: MistakeName,
  says: string,
  undo: (from: From) => To | undefined,
];

const OF_TEXT: readonly Undo<string, string | Buffer>[] = [
  ['signature-base64-twice', 'is in base64 twice; encode its bytes once', decodeBase64],
  [
    'signature-pem',
    'stands in PEM armour; send only the base64 between the BEGIN and END lines, on one line',
    (text) => {
      const inside = /-----BEGIN [^-]*-----(.*)-----END [^-]*-----/s.exec(text)?.[1];
      return inside && decodeBase64(inside.replace(/\\[rn]|\s/g, ''));
    },
  ],
  [
    'signature-base64url',
    'is written in base64url (with - and _); write it in base64 with + and /, padded with =',
    (text) =>
      /^[\w-]+={0,2}$/.test(text) && /[-_]/.test(text)
        ? padded(text.replaceAll('-', '+').replaceAll('_', '/'))
        : undefined,
  ],
  [
    'signature-without-padding',
    'lacks the padding (=) at the end of its base64',
    (text) => (/^[A-Za-z0-9+/]+={0,4}$/.test(text) ? padded(text) : undefined),
  ],
  [
    'signature-percent-encoded',
    'is percent-encoded (%2B, %2F, %3D); send it as it is',
    (text) => text.replace(/%(?:2[BF]|3D)/gi, decodeURIComponent),
  ],
  [
    'signature-quoted',
    "stands in quotation marks of its own, in b'…' as Python prints bytes, or between colons as in RFC 9421; send the base64 alone",
    (text) => /^b?\\?(["':])(.*?)\\?\1$/s.exec(text)?.[2],
  ],
  [
    'signature-header-inside',
    'holds a whole Signature header; send only the base64 in it, signature="<base64>"',
    (text) => /\bsignature=\\?["']?([\w+/-]+={0,2})/i.exec(text)?.[1],
  ],
  [
    'signature-in-text',
    'has a backslash before each slash, as JSON may write them; send it as it is',
    (text) => text.replaceAll('\\/', '/'),
  ],
  [
    'signature-white-space',
    'has white space or line ends inside; send it on one line (openssl base64 -A)',
    (text) => text.replace(/\\[rn]|\s/g, ''),
  ],
  [
    'signature-plus-lost',
    'has spaces where its base64 had +, as form decoding leaves them; send it as it is, with no URL or form decoding',
    (text) => text.replaceAll(' ', '+'),
  ],
  [
    'signature-in-text',
    'has other text around its base64; send only the base64',
    (text) => /(?<![\w+/=%.-])[A-Za-z0-9+/]{80,}={0,2}(?![\w+/=%.-])/.exec(text)?.[0],
  ],
];

const HEX: Undo<string, Buffer> = [
  'signature-hex',
  'is written in hexadecimal; write its bytes in base64 (openssl dgst without -hex)',
  hexIn,
];

/** Libraries for big numbers drop and add zero bytes. The modulus of a usual key has a multiple of 8 bytes. */
const OF_BYTES: readonly Undo<Buffer, Buffer>[] = [
  [
    'signature-as-text',
    'has bytes that were read as Latin-1 text and written as UTF-8 before base64; write the bytes themselves in base64',
    binaryBehindText,
  ],
  [
    'signature-cut',
    'lacks the zero bytes that it begins with; keep them, it is as long as the modulus of the key',
    (bytes) =>
      bytes.length % 8 < 6
        ? undefined
        : Buffer.concat([Buffer.alloc(8 - (bytes.length % 8)), bytes]),
  ],
  [
    'signature-longer',
    "has zero bytes before it (Java's BigInteger.toByteArray puts one there); send it without them",
    (bytes) => {
      const more = bytes.length % 8;
      return bytes.subarray(0, more).every((byte) => byte === 0) ? bytes.subarray(more) : undefined;
    },
  ],
  [
    'signature-longer',
    'has a line end after it; send it without that',
    (bytes) => {
      const end = bytes.length - (bytes.length % 8);
      return /^[\r\n]*$/.test(bytes.toString('latin1', end)) ? bytes.subarray(0, end) : undefined;
    },
  ],
  [
    'byte-order',
    'has its bytes in reversed order, as the Windows CryptoAPI gives them; reverse them before base64',
    (bytes) => Buffer.from(bytes).reverse(),
  ],
];

const partOf = ([mistake, says]: Undo<never, unknown>): Part => ({
  mistakes: [mistake],
  sentence: `The signature ${says}.`,
});

/** The bytes as written if that is base64, then every other reading, the simplest first; each once. */
export function signatureReadings(text: string): readonly WrittenBytes[] {
  if (text.length > LONGEST) {
    const bytes = decodeBase64(text);
    return bytes === undefined ? [] : [{ parts: [], bytes }];
  }
  const found = new Map<string, WrittenBytes>();
  const add = (bytes: Buffer, parts: readonly Part[]): void => {
    const key = bytes.toString('latin1');
    if (key !== '' && !found.has(key)) found.set(key, { parts, bytes });
  };
  const texts = new Map<string, readonly Part[]>([[text, []]]);
  // A Map goes on with what is added meanwhile.
  for (const [one, before] of texts) {
    // Hexadecimal digits are also letters of base64, but so much base64 has others too.
    for (const row of hexIn(one) === undefined ? OF_TEXT : [HEX]) {
      const undone = row[2](one);
      const parts = [...before, partOf(row)];
      if (typeof undone === 'object') add(undone, parts);
      const inner = typeof undone === 'object' ? textBehind(undone) : undone;
      if (inner !== undefined && !texts.has(inner) && texts.size < MOST_TEXTS) {
        texts.set(inner, parts);
      }
    }
  }
  for (const { bytes, parts } of [...found.values()]) {
    for (const row of OF_BYTES) add(row[2](bytes) ?? bytes, [...parts, partOf(row)]);
  }
  return [...found.values()].map(({ parts, bytes }) => {
    // Base64 once is right.
    const once = parts.findIndex(({ mistakes: [name] }) => name === 'signature-base64-twice');
    return { parts: parts.filter((_, at) => at !== once), bytes };
  });
}

/** The same for the value of a Digest. Mistakes that have no name there are left out. */
export const digestReadings = (text: string): readonly WrittenBytes[] =>
  signatureReadings(text).flatMap(({ parts, bytes }) => {
    const named = parts.flatMap(({ mistakes: [ofSignature], sentence }): readonly Part[] => {
      const wanted = ofSignature?.replace('signature-', 'digest-');
      const mistake = MISTAKE_NAMES.find((name) => name === wanted);
      return mistake === undefined
        ? []
        : [{ mistakes: [mistake], sentence: sentence.replace('The signature', 'The Digest') }];
    });
    return named.length < parts.length ? [] : [{ parts: named, bytes }];
  });

/** `RSA-SHA2-256(stdin)= `, the start of what openssl dgst prints. */
const OPENSSL = /^[\w/-]{0,40}\([^()]{0,200}\)= ?/;

/** The bytes of hexadecimal digits, as many as a hash has, with or without what tools print around them. */
function hexIn(text: string): Buffer | undefined {
  const digits = text
    .trim()
    .replace(OPENSSL, '')
    .replace(/ [ *](?:-|stdin)$/, '')
    .replace(/^0x/i, '')
    .replace(/[:\s]/g, '')
    // As .NET's BitConverter writes bytes.
    .replace(/^[0-9a-f]{2}(?:-[0-9a-f]{2})+$/i, (pairs) => pairs.replaceAll('-', ''));
  if (!/^[0-9a-f]{31,}$/i.test(digits)) return undefined;
  // Big number libraries drop a leading zero.
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

/** Base64 with the padding that it should have; one letter more than that stands for nothing. */
function padded(text: string): string {
  const bare = text.replace(/=+$/, '');
  const whole = bare.length % 4 === 1 ? bare.slice(0, -1) : bare;
  return whole.padEnd(Math.ceil(whole.length / 4) * 4, '=');
}

/** ASCII text in UTF-8 or UTF-16 without its mark of byte order and its line ends, if it has so much base64. */
function textBehind(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1').replace(/^[^!-~]+|[\0\r\n]/g, '');
  // Prose does not have this many characters of base64 or hexadecimal in a row.
  return /[\w+/%-]{40}/.test(text) ? text.trim() : undefined;
}

/** How many characters of the text are like that. */
export const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/** Control characters, which real text does not have. */
export const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** The bytes before they were read as Latin-1 and written as UTF-8; random bytes are rarely UTF-8. */
function binaryBehindText(bytes: Buffer): Buffer | undefined {
  const text = decodeUtf8(bytes);
  if (text === undefined || text.length === bytes.length) return undefined;
  // Programs that say Latin-1 often mean Windows-1252.
  const narrow = narrowed(text);
  const isBinary = countOf(narrow, CONTROLS) * 12 >= narrow.length;
  return isBinary && !/[^\0-\xff]/.test(narrow) ? Buffer.from(narrow, 'latin1') : undefined;
}
