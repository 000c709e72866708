// The bytes that the text of a signature or a Digest may mean: base64, or another way to write bytes, perhaps
// several around each other. Each row undoes one thing that was done. Bytes are latin1 text here.
import { utf8Of } from '../../../kernel/utf8.ts';
import { decodeBase64 } from '../../../signing/base64.ts';
import { type Reading, reading } from '../explanation.ts';
import { narrowed, ofText, withoutEscapes } from '../forms/bytes.ts';
import { type Change, replaced } from '../forms/edits.ts';
import { MISTAKE_NAMES, type MistakeName } from '../mistake-names.ts';

export interface WrittenBytes {
  /** The mistakes in writing it; empty if it is correct base64. */
  readonly parts: readonly Reading[];
  readonly bytes: Buffer;
  /** The text in them; empty if they are none. */
  readonly text: string;
}

/** No RSA key makes a signature of a longer text (SIG-15). */
const LONGEST = 8000;
/** Texts that are read, with what is inside them: a hostile one might have many. */
const MOST_TEXTS = 40;

/** What was done to the signature, completing "It …", and how it is undone. */
type Undo = readonly [mistake: MistakeName, says: string, undo: Change];

const ARMOUR = /-----(?:BEGIN|END) [^-]*-----/;
const ALONE = /(?<![\w+/=%.&;\\-])[A-Za-z0-9+/]{80,}={0,2}(?![\w+/=%.&-]|\\(?!"))/;
const WHITE = /\s/g;
const LINE_ENDS = /\\[rn]/g;
/** Node reads either alphabet, padded or not. */
const rewritten = (text: string) => Buffer.from(text, 'base64').toString('base64');

const HEX: readonly Undo[] = [
  ['signature-hex', 'has hexadecimal digits in place of its bytes; write these in base64', hexIn],
];
/** The digits spell text, which is read on. */
const HEX_OF_TEXT = reading(
  ['signature-hex'],
  'The signature is written again in hexadecimal digits; send the text that they spell.',
);
const armoured = (text: string) =>
  decoded((text.split(ARMOUR)[1] ?? '').replace(LINE_ENDS, '').replace(WHITE, ''));
const BASE64: readonly Undo[] = [
  ['signature-base64-twice', 'is in base64 twice or more; encode its bytes once', decoded],
  ['signature-pem', 'is in PEM armour; send only the base64 in it, on one line', armoured],
];

/** Also as Python prints bytes, and RFC 8941 writes them. */
const MARKED = /^(?:b?\\?["']|:|\["?)([^"'\]]*?)(?:\\?["']|:|"?\])$/s;
const BARE = 'send only the base64';
const AS_URL = 'is in base64url (with - and _); write it with + and /, padded with =';
const PADDED =
  'is padded wrongly: base64 ends in as many = as make its length a multiple of four; pad it so';
const PERCENTS = 'is percent-encoded (%2B, %2F, %3D); send it as it is';
const LOST = 'has spaces where its base64 had +; send it with no URL or form decoding';
const ESCAPED =
  'has backslashes or entities in it, escapes of JSON or HTML; take it out with a parser';
const GOES_ON = 'goes on behind its padding (=); send it up to that';
const HEADER = 'has signature= before its base64, as a Signature header has; send only the base64';
const LINE = 'send it on one line (openssl base64 -A)';
const WRITTEN_ENDS = `has \\n or \\r written in it, a backslash and a letter; ${LINE}`;
const HEADER_INSIDE = /\bsignature=\\?["']?([\w+/-]+={0,2})/i;
/** Base64 with another character in place of one. */
const ONE_WRONG = /^[A-Za-z0-9+/]+[^\w+/=\s-][A-Za-z0-9+/]+={0,2}$/;
/** The one piece of base64; a stranger in the middle makes two of one. */
const alone: Change = (text) => {
  const [piece] = ALONE.exec(text) ?? [];
  const isBroken = text.length % 4 === 0 && ONE_WRONG.test(text);
  return piece && (isBroken || /[\w+/]{60}/.test(text.replace(piece, ''))) ? undefined : piece;
};
const NUMBERS = /^\[?(-?\d{1,3}(?:, ?-?\d{1,3}){63,})\]?$/;
const ofNumbers = replaced(NUMBERS, (_, list = '') =>
  Buffer.from(list.split(',').map(Number)).toString('base64'),
);
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ofBase32 = replaced(/^([A-Z2-7]{100,})=*$/, (_, letters = '') => {
  const bits = [...letters].map((one) => BASE32.indexOf(one).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString('base64');
});
/** Of so many digits hexadecimal has letters too. */
const DECIMAL = /^\d{200,}$/;
const OF_TEXT: readonly Undo[] = [
  ['signature-base64url', AS_URL, replaced(/^(?=.*[-_])[\w+/-]+={0,2}$/, rewritten)],
  ['signature-without-padding', PADDED, replaced(/^[A-Za-z0-9+/]+={0,4}$/, rewritten)],
  ['signature-percent-encoded', PERCENTS, replaced(/%(?:2[0BDF]|3D|0[AD])/gi, decodeURIComponent)],
  ['signature-quoted', `has quotes, brackets or colons around it; ${BARE}`, replaced(MARKED, '$1')],
  ['signature-header-inside', HEADER, (text) => HEADER_INSIDE.exec(text)?.[1]],
  ['signature-in-text', ESCAPED, withoutEscapes],
  ['signature-white-space', WRITTEN_ENDS, replaced(LINE_ENDS, '')],
  ['signature-white-space', `has white space or line ends in it; ${LINE}`, replaced(WHITE, '')],
  ['signature-plus-lost', LOST, replaced(/ /g, '+')],
  ['signature-as-text', 'is a list of numbers; write the bytes that they are in base64', ofNumbers],
  ['signature-as-text', 'is in base32 (A to Z and 2 to 7); write its bytes in base64', ofBase32],
  ['signature-longer', GOES_ON, replaced(/^([A-Za-z0-9+/]{320,}={1,2})[^=].*$/s, '$1')],
  ['signature-in-text', `has other text around it; ${BARE}`, alone],
];

/** UTF-8, or ASCII in UTF-16; empty if it has a control character, which real text has not. */
function textIn(bytes: string): string {
  const text = utf8Of(bytes.replaceAll('\0', '')) ?? '';
  return /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(text) ? '' : text;
}

const AS_TEXT = 'was read as Latin-1 and written as UTF-8 before base64; encode its bytes';
const REVERSED = 'has its bytes reversed, as the Windows CryptoAPI gives them; turn them round';
const LINE_END = 'has a line end after it; send it without that';
const OF_BYTES: readonly Undo[] = [
  ['signature-as-text', AS_TEXT, (bytes) => (textIn(bytes) ? undefined : ofText(narrowed)(bytes))],
  ['signature-longer', LINE_END, replaced(/\n$/, '')],
  // The other's last byte may be a CR of its own.
  ['signature-longer', LINE_END, replaced(/\r\n$/, '')],
  ['byte-order', REVERSED, (bytes) => [...bytes].reverse().join('')],
];

/** The bytes as written if that is base64, then every other reading, the simplest first; each once. */
export function signatureReadings(sent: string): readonly WrittenBytes[] {
  const texts = new Map<string, readonly Reading[]>(sent.length > LONGEST ? [] : [[sent, []]]);
  const found = new Map<string, readonly Reading[]>();
  // A Map goes on with what is added meanwhile.
  for (const [one, before] of texts) {
    // Hexadecimal digits are also letters of base64, but so much base64 has others too.
    const isHex = hexIn(one) !== undefined;
    for (const [bytes, parts] of undone(isHex ? HEX : BASE64, one, before)) {
      put(found, bytes, parts);
      const text = textIn(bytes)
        .replace(/[\r\n]/g, '')
        .trim();
      // Prose does not have so much base64 or hexadecimal in a row.
      if (/[\w+/%-]{40}/.test(text)) put(texts, text, isHex ? [...before, HEX_OF_TEXT] : parts);
    }
    if (isHex) continue;
    for (const [inner, parts] of undone(OF_TEXT, one, before)) put(texts, inner, parts);
  }
  for (const [bytes, before] of [...found]) {
    for (const [inner, parts] of undone(OF_BYTES, bytes, before)) put(found, inner, parts);
  }
  return [...found].map(([bytes, parts]) => {
    // Base64 once is right.
    const once = parts.findIndex(({ mistakes: [name] }) => name === 'signature-base64-twice');
    const said = parts.filter((_, at) => at !== once);
    return { parts: said, bytes: Buffer.from(bytes, 'latin1'), text: textIn(bytes) };
  });
}

const undone = (rows: readonly Undo[], text: string, before: readonly Reading[]) =>
  rows.map(([name, says, undo]) => {
    const part = reading([name], `The signature ${says}.`);
    return [undo(text) ?? '', [...before, part]] as const;
  });

function put<Value>(all: Map<string, Value>, key: string, value: Value): void {
  if (key !== '' && !all.has(key) && all.size < MOST_TEXTS) all.set(key, value);
}

function decoded(text: string): string | undefined {
  return decodeBase64(text)?.toString('latin1');
}

/** What tools print around hexadecimal digits, such as `RSA-SHA2-256(stdin)= `, and between them. */
const AROUND_HEX =
  /(?<![\da-f])[\da-f]{8}: (?=[\da-f]{2,4} )|^<buffer |>$|^[\w/-]{0,40}\([^()]{0,200}\)= ?|^0x|\*stdin|[:\s*-]/gi;

/** The bytes of hexadecimal digits, as many as a hash has; big number libraries drop a leading zero. */
function hexIn(text: string): string | undefined {
  const digits = text.trim().replace(AROUND_HEX, '');
  if (!/^[0-9a-f]{31,}$/i.test(digits) || DECIMAL.test(digits)) return undefined;
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex').toString('latin1');
}

const SIGNATURE = 'The signature'.length;
/** What is right, of what is not the signature's. */
const ADVICE = { Digest: '; write SHA-256=<base64> or SHA-512=<base64>.', certificate: '' };

/**
 * The same for another thing, with its own names and advice. A mistake that has no name there is not made in a Digest, and is
 * none in a certificate.
 */
export const readingsAs = (thing: keyof typeof ADVICE, text: string) =>
  signatureReadings(text).flatMap(({ parts, ...written }) => {
    const named = parts.flatMap(({ mistakes: [ofSignature = ''], sentence }) => {
      const wanted = ofSignature.replace('signature', thing.toLowerCase());
      const mistakes = MISTAKE_NAMES.filter((name) => name === wanted);
      return mistakes.map((name) =>
        reading([name], `The ${thing}${sentence.slice(SIGNATURE).replace(/;.*/, ADVICE[thing])}`),
      );
    });
    const isRead = thing === 'certificate' || named.length === parts.length;
    return isRead ? { ...written, parts: named } : [];
  });
