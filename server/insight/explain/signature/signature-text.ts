// The bytes that the signature parameter's text may mean: base64, or another way to write bytes.
import { decodeBase64 } from '../../../signing/base64.ts';
import type { MistakeName } from '../mistake-names.ts';
import { binaryBehindText, hexIn, textIn } from './byte-text.ts';

export interface SignatureBytes {
  /** The mistakes in writing it; empty if it is correct base64. */
  readonly mistakes: readonly MistakeName[];
  /** A sentence for each. */
  readonly sentences: readonly string[];
  readonly bytes: Buffer;
}

/** A longer text is only read as base64: no RSA key makes as much (SIG-15). */
const LONGEST = 8000;

interface Row<T> {
  readonly mistake: MistakeName;
  readonly sentence: string;
  readonly read: (text: string) => T | undefined;
}

const base64Of = (text: string): Buffer | undefined => {
  const padded = text.replace(/={1,4}$/, '');
  if (padded === '' || padded.length % 4 === 1) return undefined;
  return decodeBase64(padded.padEnd(Math.ceil(padded.length / 4) * 4, '='));
};

const betweenArmour = (text: string): string | undefined =>
  /-----BEGIN [^-]*-----(.*)-----END [^-]*-----/s.exec(text)?.[1]?.replace(/\\[rn]|\s/g, '');

/** The text that was encoded in base64, if it is text. */
function textBehind(base64: string): string | undefined {
  const bytes = decodeBase64(base64);
  return bytes === undefined ? undefined : textIn(bytes);
}

/** Fewer digits are not a signature. */
const longHex = (text: string): Buffer | undefined => {
  const bytes = hexIn(text);
  return bytes !== undefined && bytes.length >= 32 ? bytes : undefined;
};

/** Text around base64 or inside it. */
const WRAPPINGS: readonly Row<string>[] = [
  {
    mistake: 'signature-pem',
    sentence:
      'The signature stands in PEM armour; send only the base64 between the BEGIN and END lines, on one line.',
    read: betweenArmour,
  },
  {
    mistake: 'signature-percent-encoded',
    sentence: 'The base64 of the signature is percent-encoded (%2B, %2F, %3D); send it as it is.',
    read: (text) => text.replace(/%2B/gi, '+').replace(/%2F/gi, '/').replace(/%3D/gi, '='),
  },
  {
    mistake: 'signature-quoted',
    sentence:
      'The signature stands in quotation marks inside its quotes; send signature="<base64>".',
    read: (text) => /^(?:\\?["'])(.*?)(?:\\?["'])$/s.exec(text)?.[1],
  },
  {
    mistake: 'signature-quoted',
    sentence:
      "The signature stands in b'…', as Python prints bytes; make text of the base64 first (.decode()).",
    read: (text) => /^b\\?(["'])(.*?)\\?\1$/s.exec(text)?.[2],
  },
  {
    mistake: 'signature-header-inside',
    sentence:
      'The signature holds a whole Signature header; send only the base64 in it, signature="<base64>".',
    read: (text) => /\bsignature=\\?["']?([\w+/-]+={0,2})/i.exec(text)?.[1],
  },
  {
    mistake: 'signature-white-space',
    sentence:
      'The base64 of the signature has white space or line ends inside; send it on one line (openssl base64 -A).',
    read: (text) => text.replace(/\\[rn]|\s/g, ''),
  },
  {
    mistake: 'signature-plus-lost',
    sentence:
      'The + in the base64 of the signature became spaces on the way, as form decoding does; send it as it is, with no URL or form decoding.',
    read: (text) => text.replaceAll(' ', '+'),
  },
];

/** Other ways to write bytes. */
const WRITINGS: readonly Row<Buffer>[] = [
  {
    mistake: 'signature-hex',
    sentence: 'The signature is written in hexadecimal; write it in base64.',
    read: longHex,
  },
  {
    mistake: 'signature-hex',
    sentence:
      'The signature is base64 of hexadecimal text; write the bytes themselves in base64 (openssl dgst without -hex).',
    read: (text) => longHex(textBehind(text) ?? ''),
  },
  {
    mistake: 'signature-as-text',
    sentence:
      'The bytes of the signature were read as Latin-1 text and written as UTF-8 before base64; write the bytes themselves in base64.',
    read: (text) => {
      const bytes = decodeBase64(text);
      return bytes === undefined ? undefined : binaryBehindText(bytes);
    },
  },
  {
    mistake: 'signature-pem',
    sentence: 'The signature is base64 of PEM armour; send only the base64 inside it, on one line.',
    read: (text) => base64Of(betweenArmour(textBehind(text) ?? '') ?? ''),
  },
  {
    mistake: 'signature-base64url',
    sentence:
      'The signature is written in base64url (with - and _); write it in base64 with + and /, padded with =.',
    read: (text) =>
      /^[\w-]+={0,2}$/.test(text) && /[-_]/.test(text)
        ? base64Of(text.replaceAll('-', '+').replaceAll('_', '/'))
        : undefined,
  },
  {
    mistake: 'signature-without-padding',
    sentence: 'The base64 of the signature lacks its padding (=) at the end.',
    read: (text) =>
      /^[A-Za-z0-9+/]+=?$/.test(text) && text.length % 4 !== 0 ? base64Of(text) : undefined,
  },
  {
    mistake: 'signature-base64-twice',
    sentence: 'The signature is base64 of base64; encode it once.',
    read: (text) => {
      const inner = textBehind(text)?.replace(/[\r\n]/g, '');
      // Hexadecimal digits are also letters of base64.
      return inner !== undefined &&
        /^[A-Za-z0-9+/]{80,}={0,2}$/.test(inner) &&
        longHex(inner) === undefined
        ? base64Of(inner)
        : undefined;
    },
  },
];

/** The bytes as written if that is base64, then every other reading; each once. */
export function signatureReadings(text: string): readonly SignatureBytes[] {
  const readings = [...written(text)];
  if (text.length > LONGEST) return readings;
  const add = (reading: SignatureBytes): void => {
    if (!readings.some(({ bytes }) => bytes.equals(reading.bytes))) readings.push(reading);
  };
  for (const reading of unwrapped(text, WRAPPINGS)) add(reading);
  const outer = readings.filter(({ bytes }) => holdsBase64(textIn(bytes) ?? ''));
  for (const reading of outer.slice(0, MOST_OUTER)) {
    for (const inner of behind(textIn(reading.bytes) ?? '')) add(bothSteps(reading, inner));
  }
  return readings;
}

/** Readings that are text are read again, up to this many. */
const MOST_OUTER = 3;
const MOST_INNER = 4;

/** Prose does not have this many characters of base64 or hexadecimal in a row. */
export const holdsBase64 = (text: string): boolean => /[\w+/%-]{60}/.test(text);

/** Other text around base64, tried last. */
const IN_TEXT: Row<string> = {
  mistake: 'signature-in-text',
  sentence: 'There is other text around the base64 of the signature; send only the base64.',
  read: (text) => /(?<![\w+/=%.-])[A-Za-z0-9+/]{80,}={0,2}(?![\w+/=%.-])/.exec(text)?.[0],
};

/** The bytes that the text inside base64 or hexadecimal means. */
function behind(text: string): readonly SignatureBytes[] {
  const plain = text.replace(/^\ufeff/, '').trim();
  const all = [...written(plain), ...unwrapped(plain, [...WRAPPINGS, IN_TEXT])];
  const isHex = longHex(plain) !== undefined;
  // Hexadecimal digits are also letters of base64.
  const fitting = all.filter(({ mistakes }) => !isHex || mistakes.includes('signature-hex'));
  return fitting.filter(({ bytes }) => textIn(bytes) === undefined).slice(0, MOST_INNER);
}

const TWICE: MistakeName = 'signature-base64-twice';
const AS_HEX =
  'The signature is hexadecimal of a text; send the base64 that it holds, and that alone.';
const AS_BASE64 = 'The signature is base64 of a text that holds it; encode its bytes, once.';
const THREE_TIMES = 'The signature is in base64 three times; encode it once.';

/** First the step to the text, then the step from there. */
function bothSteps(outer: SignatureBytes, inner: SignatureBytes): SignatureBytes {
  const steps = (of: SignatureBytes) =>
    of.mistakes.map((mistake, at) => ({ mistake, sentence: of.sentences[at] ?? '' }));
  const before = steps(outer);
  const after = steps(inner);
  const isTwice = ({ mistake }: { mistake: MistakeName }) => mistake === TWICE;
  const isHex = ({ mistake }: { mistake: MistakeName }) => mistake === 'signature-hex';
  const hex = before.find(isHex);
  const [start] = after;
  // Base64 of a text that contains hexadecimal is not base64 twice.
  if (hex === undefined && start !== undefined && after.some(isHex)) {
    const { bytes, mistakes, sentences } = inner;
    return {
      mistakes: [...outer.mistakes, ...mistakes],
      sentences: [...outer.sentences, `${AS_BASE64} ${start.sentence}`, ...sentences.slice(1)],
      bytes,
    };
  }
  const first =
    hex === undefined
      ? {
          mistake: TWICE,
          sentence: [...before, ...after].some(isTwice) ? THREE_TIMES : AS_BASE64,
        }
      : { ...hex, sentence: after.some(isHex) ? hex.sentence : AS_HEX };
  const all = [
    first,
    ...before.filter((step) => !isTwice(step) && !isHex(step)),
    ...after.filter((step) => !isTwice(step) || hex !== undefined),
  ];
  return {
    mistakes: all.map(({ mistake }) => mistake),
    sentences: all.map(({ sentence }) => sentence),
    bytes: inner.bytes,
  };
}

function* unwrapped(text: string, rows: readonly Row<string>[]): Generator<SignatureBytes> {
  for (const { mistake, sentence, read } of rows) {
    const inner = read(text);
    if (inner === undefined || inner === text) continue;
    for (const { mistakes, sentences, bytes } of written(inner)) {
      yield { mistakes: [mistake, ...mistakes], sentences: [sentence, ...sentences], bytes };
    }
  }
}

function* written(text: string): Generator<SignatureBytes> {
  const plain = decodeBase64(text);
  if (plain !== undefined && plain.length > 0) yield { mistakes: [], sentences: [], bytes: plain };
  if (text.length > LONGEST) return;
  for (const { mistake, sentence, read } of WRITINGS) {
    const bytes = read(text);
    if (bytes !== undefined) yield { mistakes: [mistake], sentences: [sentence], bytes };
  }
}
