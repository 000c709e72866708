// The bytes that the text of a signature or a Digest may mean: base64, or another way to write bytes, perhaps
// several around each other. Each row undoes what was done to the text.
import { decodeUtf8 } from '../../../kernel/utf8.ts';
import { decodeBase64 } from '../../../signing/base64.ts';
import { highByteOf } from '../forms/edits.ts';
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
/** Encodings around each other. */
const DEEPEST = 3;

/** Text around the bytes, or inside them. */
type Wrapping = readonly [
  mistake: MistakeName,
  says: string,
  read: (text: string) => string | undefined,
];

const WRAPPINGS: readonly Wrapping[] = [
  [
    'signature-pem',
    'stands in PEM armour; send only the base64 between the BEGIN and END lines, on one line',
    (text) =>
      /-----BEGIN [^-]*-----(.*)-----END [^-]*-----/s.exec(text)?.[1]?.replace(/\\[rn]|\s/g, ''),
  ],
  [
    'signature-percent-encoded',
    'is percent-encoded (%2B, %2F, %3D); send it as it is',
    (text) => text.replace(/%(?:2[BF]|3D)/gi, decodeURIComponent),
  ],
  [
    'signature-quoted',
    'stands in quotation marks of its own; send the base64 without them',
    (text) => /^(?:\\?["'])(.*?)(?:\\?["'])$/s.exec(text)?.[1],
  ],
  [
    'signature-quoted',
    "stands in b'…', as Python prints bytes; make text of the base64 first (.decode())",
    (text) => /^b\\?(["'])(.*?)\\?\1$/s.exec(text)?.[2],
  ],
  [
    'signature-quoted',
    'stands between colons, as RFC 9421 and RFC 9530 write it; send the base64 alone',
    (text) => /^:(.*):$/s.exec(text)?.[1],
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
];

/** Other text around base64 that was itself encoded. */
const IN_TEXT: Wrapping = [
  'signature-in-text',
  'has other text around its base64; send only the base64',
  (text) => /(?<![\w+/=%.-])[A-Za-z0-9+/]{80,}={0,2}(?![\w+/=%.-])/.exec(text)?.[0],
];

type Encoding = 'base64' | 'signature-hex' | 'signature-base64url' | 'signature-without-padding';

const ENCODINGS: readonly (readonly [
  name: Encoding,
  says: string,
  read: (text: string) => Buffer | undefined,
])[] = [
  ['base64', '', decodeBase64],
  [
    'signature-hex',
    'is written in hexadecimal; write its bytes in base64 (openssl dgst without -hex)',
    hexIn,
  ],
  [
    'signature-base64url',
    'is written in base64url (with - and _); write it in base64 with + and /, padded with =',
    (text) =>
      /^[\w-]+={0,2}$/.test(text) && /[-_]/.test(text)
        ? loosePadded(text.replaceAll('-', '+').replaceAll('_', '/'))
        : undefined,
  ],
  [
    'signature-without-padding',
    'lacks the padding (=) at the end of its base64',
    (text) => (text.length % 4 === 0 || /==+$/.test(text) ? undefined : loosePadded(text)),
  ],
];

/** `RSA-SHA2-256(stdin)= `, the start of what openssl dgst prints. */
const OPENSSL = /^[\w/-]{0,40}\([^()]{0,200}\)= ?/;

/** The bytes of hexadecimal digits, with or without what tools print around them. */
export function hexIn(text: string): Buffer | undefined {
  const digits = text
    .trim()
    .replace(OPENSSL, '')
    .replace(/ [ *](?:-|stdin)$/, '')
    .replace(/^0x/i, '')
    .replace(/[:\s]/g, '')
    // As .NET's BitConverter writes bytes.
    .replace(/^[0-9a-f]{2}(?:-[0-9a-f]{2})+$/i, (pairs) => pairs.replaceAll('-', ''));
  if (!/^[0-9a-f]+$/i.test(digits)) return undefined;
  // Big number libraries drop a leading zero.
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

/** The bytes of base64 without its padding, or with too much of it. */
function loosePadded(text: string): Buffer | undefined {
  const bare = text.replace(/={1,4}$/, '');
  if (bare === '' || bare.length % 4 === 1) return undefined;
  return decodeBase64(bare.padEnd(Math.ceil(bare.length / 4) * 4, '='));
}

/** Fewer bytes in hexadecimal are neither a signature nor a hash. */
const FEWEST = { signature: 32, digest: 16 } as const;

/** The bytes as written if that is base64, then every other reading, the simplest first; each once. */
export const signatureReadings = (text: string): readonly WrittenBytes[] =>
  readingsOf(text, FEWEST.signature);

/** The same for the value of a Digest. Mistakes that have no name there are left out. */
export function digestReadings(text: string): readonly WrittenBytes[] {
  return readingsOf(text, FEWEST.digest).flatMap(({ parts, bytes }) => {
    const named = parts.map(({ mistakes, sentence }) => ({
      mistakes: mistakes
        .map((name) => name.replace('signature-', 'digest-') as MistakeName)
        .filter((name) => MISTAKE_NAMES.includes(name)),
      sentence: sentence.replace('The signature', 'The Digest'),
    }));
    return named.some(({ mistakes }) => mistakes.length === 0) ? [] : [{ parts: named, bytes }];
  });
}

interface Inside {
  readonly text: string;
  readonly wrappings: readonly Part[];
  /** What was decoded to get it, the outermost first. */
  readonly encodings: readonly Encoding[];
}

function readingsOf(text: string, fewest: number): readonly WrittenBytes[] {
  const found = new Map<string, WrittenBytes>();
  const texts = new Map<string, Inside>([[text, { text, wrappings: [], encodings: [] }]]);
  const add = (bytes: Buffer, parts: readonly Part[]): void => {
    const key = bytes.toString('latin1');
    if (bytes.length > 0 && !found.has(key)) found.set(key, { parts, bytes });
  };
  const addText = (inside: Inside): void => {
    if (!texts.has(inside.text) && texts.size < MOST_TEXTS) texts.set(inside.text, inside);
  };
  // A Map goes on with what is added meanwhile.
  for (const inside of texts.values()) {
    const { wrappings } = inside;
    for (const { encodings, bytes } of decoded(inside, fewest)) {
      const parts = [...encodingParts(encodings, wrappings), ...wrappings];
      add(bytes, parts);
      if (text.length > LONGEST) continue;
      const behind = binaryBehindText(bytes);
      if (behind !== undefined) add(behind, [...parts, READ_AS_TEXT]);
      const inner = encodings.length < DEEPEST ? textIn(bytes) : undefined;
      if (inner !== undefined && (fewest < 32 || holdsBase64(inner))) {
        addText({ text: inner.replace(/^\ufeff|[\r\n]/g, '').trim(), wrappings, encodings });
      }
    }
    if (text.length > LONGEST) break;
    for (const [mistake, says, read] of [
      ...WRAPPINGS,
      ...(inside.encodings.length > 0 ? [IN_TEXT] : []),
    ]) {
      const inner = read(inside.text);
      if (inner === undefined) continue;
      addText({ ...inside, text: inner, wrappings: [...wrappings, partOf(mistake, says)] });
    }
  }
  return [...found.values()];
}

function decoded({ text, encodings }: Inside, fewest: number) {
  const long = (bytes: Buffer | undefined) =>
    bytes !== undefined && bytes.length >= fewest ? bytes : undefined;
  // Hexadecimal digits are also letters of base64.
  const isHex = encodings.length > 0 && long(hexIn(text)) !== undefined;
  return ENCODINGS.slice(0, text.length > LONGEST ? 1 : undefined).flatMap(([name, , read]) => {
    const ofHex = name === 'signature-hex';
    const bytes = isHex && !ofHex ? undefined : ofHex ? long(read(text)) : read(text);
    return bytes === undefined ? [] : [{ encodings: [...encodings, name], bytes }];
  });
}

const partOf = (mistake: MistakeName, says: string): Part => ({
  mistakes: [mistake],
  sentence: `The signature ${says}.`,
});

const READ_AS_TEXT = partOf(
  'signature-as-text',
  'has bytes that were read as Latin-1 text and written as UTF-8 before base64; write the bytes themselves in base64',
);

/** Base64 once is right. Hexadecimal or PEM inside base64 is no base64 twice. */
function encodingParts(used: readonly Encoding[], wrappings: readonly Part[]): readonly Part[] {
  const times = used.filter((name) => name !== 'signature-hex').length;
  const isPem = wrappings.some(({ mistakes }) => mistakes.includes('signature-pem'));
  const twice = `is in base64 ${times === 2 ? 'twice' : `${times} times`}; encode its bytes once`;
  return [
    ...(times > 1 && !isPem ? [partOf('signature-base64-twice', twice)] : []),
    ...ENCODINGS.flatMap(([name, says]) =>
      name !== 'base64' && used.includes(name) ? [partOf(name, says)] : [],
    ),
  ];
}

/** Prose does not have this many characters of base64 or hexadecimal in a row. */
export const holdsBase64 = (text: string): boolean => /[\w+/%-]{60}/.test(text);

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
function binaryBehindText(bytes: Buffer): Buffer | undefined {
  const text = decodeUtf8(bytes);
  if (text === undefined || text.length === bytes.length) return undefined;
  // Programs that say Latin-1 often mean Windows-1252.
  const narrow = text.replace(/[^\0-\xff]/g, (letter) => highByteOf(letter) ?? letter);
  const isBinary =
    countOf(narrow, /[\x80-\xff]/g) * 4 >= narrow.length &&
    countOf(narrow, CONTROLS) * 12 >= narrow.length;
  return isBinary && !/[^\0-\xff]/.test(narrow) ? Buffer.from(narrow, 'latin1') : undefined;
}

/** Bytes damaged by a text decoder: it put replacement characters in, or question marks. */
export function isDamagedByText(bytes: Buffer): boolean {
  const text = bytes.length < 40 || bytes.length > LONGEST ? undefined : decodeUtf8(bytes);
  if (text === undefined || textIn(bytes) !== undefined || binaryBehindText(bytes)) return false;
  return countOf(text, /\ufffd/g) * 5 >= text.length || countOf(text, /\?/g) * 4 >= text.length;
}
