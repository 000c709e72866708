// The bytes that the text of a signature or a Digest may mean: base64, or another way to write bytes, perhaps
// several around each other.
import { decodeBase64 } from '../../../signing/base64.ts';
import { hexIn, loosePadded, urlSafe, withoutPercents } from '../encodings.ts';
import { MISTAKE_NAMES, type MistakeName } from '../mistake-names.ts';
import type { Part } from '../reading.ts';
import { binaryBehindText, textIn } from './byte-text.ts';

export interface SignatureBytes {
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

const partOf = (mistake: MistakeName, sentence: string): Part => ({
  mistakes: [mistake],
  sentence: `The signature ${sentence}.`,
});

/** Text around the bytes, or inside them. */
type Wrapping = readonly [
  mistake: MistakeName,
  sentence: string,
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
    withoutPercents,
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

type EncodingOf = 'base64' | 'signature-hex' | 'signature-base64url' | 'signature-without-padding';

const ENCODINGS: readonly (readonly [
  name: EncodingOf,
  read: (text: string) => Buffer | undefined,
])[] = [
  ['base64', decodeBase64],
  ['signature-hex', hexIn],
  ['signature-base64url', urlSafe],
  [
    'signature-without-padding',
    (text) => (text.length % 4 === 0 || /=={1,}$/.test(text) ? undefined : loosePadded(text)),
  ],
];

/** Fewer bytes in hexadecimal are neither a signature nor a hash. */
const FEWEST = { signature: 32, digest: 16 } as const;

function longHex(text: string, fewest: number): Buffer | undefined {
  const bytes = hexIn(text);
  return bytes !== undefined && bytes.length >= fewest ? bytes : undefined;
}

const SAYS: Readonly<Record<Exclude<EncodingOf, 'base64'>, string>> = {
  'signature-hex':
    'is written in hexadecimal; write its bytes in base64 (openssl dgst without -hex)',
  'signature-base64url':
    'is written in base64url (with - and _); write it in base64 with + and /, padded with =',
  'signature-without-padding': 'lacks the padding (=) at the end of its base64',
};

interface TextInside {
  readonly text: string;
  readonly wrappings: readonly Part[];
  /** What was decoded to get it, the outermost first. */
  readonly encodings: readonly EncodingOf[];
}

/** The bytes as written if that is base64, then every other reading, the simplest first; each once. */
export const signatureReadings = (text: string): readonly SignatureBytes[] =>
  readingsOf(text, FEWEST.signature);

/** The same for the value of a Digest. Mistakes that have no name there are left out. */
export function digestReadings(text: string): readonly SignatureBytes[] {
  return readingsOf(text, FEWEST.digest).flatMap(({ parts, bytes }) => {
    const named = parts.map(({ mistakes, sentence }) => ({
      mistakes: mistakes.flatMap((name) => {
        const own = name.replace('signature-', 'digest-');
        return MISTAKE_NAMES.filter((known) => known === own);
      }),
      sentence: sentence.replace('The signature', 'The Digest'),
    }));
    return named.some(({ mistakes }) => mistakes.length === 0) ? [] : [{ parts: named, bytes }];
  });
}

function readingsOf(text: string, fewest: number): readonly SignatureBytes[] {
  const found = new Map<string, SignatureBytes>();
  const texts: TextInside[] = [{ text, wrappings: [], encodings: [] }];
  const known = new Set([text]);
  const add = (bytes: Buffer, parts: readonly Part[]): void => {
    const key = bytes.toString('latin1');
    if (bytes.length > 0 && !found.has(key)) found.set(key, { parts, bytes });
  };
  const addText = (inside: TextInside): void => {
    if (known.has(inside.text) || known.size >= MOST_TEXTS) return;
    known.add(inside.text);
    texts.push(inside);
  };
  for (const inside of texts) {
    const { wrappings } = inside;
    for (const { encodings, bytes } of bytesIn(inside, fewest)) {
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
    const isInner = inside.encodings.length > 0;
    for (const [mistake, sentence, read] of isInner ? [...WRAPPINGS, IN_TEXT] : WRAPPINGS) {
      const inner = read(inside.text);
      if (inner === undefined) continue;
      addText({ ...inside, text: inner, wrappings: [...wrappings, partOf(mistake, sentence)] });
    }
  }
  return [...found.values()];
}

function bytesIn({ text, encodings }: TextInside, fewest: number) {
  // Hexadecimal digits are also letters of base64.
  const isHex = encodings.length > 0 && longHex(text, fewest) !== undefined;
  const encodingsOfText = text.length > LONGEST ? ENCODINGS.slice(0, 1) : ENCODINGS;
  return encodingsOfText.flatMap(([name, read]) => {
    if (isHex && name !== 'signature-hex') return [];
    const bytes = name === 'signature-hex' ? longHex(text, fewest) : read(text);
    return bytes === undefined ? [] : [{ encodings: [...encodings, name], bytes }];
  });
}

const READ_AS_TEXT = partOf(
  'signature-as-text',
  'has bytes that were read as Latin-1 text and written as UTF-8 before base64; write the bytes themselves in base64',
);

/** Base64 once is right. Hexadecimal or PEM inside base64 is no base64 twice. */
function encodingParts(
  encodings: readonly EncodingOf[],
  wrappings: readonly Part[],
): readonly Part[] {
  const others = [...new Set(encodings)].filter((name) => name !== 'base64');
  const times = encodings.filter((name) => name !== 'signature-hex').length;
  const isPem = wrappings.some(({ mistakes }) => mistakes.includes('signature-pem'));
  const twice = `is in base64 ${times === 2 ? 'twice' : `${times} times`}; encode its bytes once`;
  return [
    ...(times > 1 && !isPem ? [partOf('signature-base64-twice', twice)] : []),
    ...others.map((name) => partOf(name, SAYS[name])),
  ];
}

/** Prose does not have this many characters of base64 or hexadecimal in a row. */
export const holdsBase64 = (text: string): boolean => /[\w+/%-]{60}/.test(text);
