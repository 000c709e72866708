// The signature parameter's text as the bytes that it may stand for: base64 as it should be, or one of
// the other ways to write bytes down.
import { createHash } from 'node:crypto';
import { decodeBase64 } from '../signing/base64.ts';
import type { MistakeName } from './mistake-names.ts';

export interface SignatureBytes {
  /** The mistakes in writing it down; none where it is base64 as it should be. */
  readonly mistakes: readonly MistakeName[];
  /** A sentence for each. */
  readonly sentences: readonly string[];
  readonly bytes: Buffer;
}

/** A longer text is read as base64 only: no RSA key makes as much (SIG-15). */
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

/** What stands around base64, or in it. */
const WRAPPINGS: readonly Row<string>[] = [
  {
    mistake: 'signature-pem',
    sentence:
      'The signature stands in PEM armour; send only the base64 between the BEGIN and END lines, on one line.',
    read: (text) =>
      /-----BEGIN [^-]*-----(.*)-----END [^-]*-----/s.exec(text)?.[1]?.replace(/\\[rn]|\s/g, ''),
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
    mistake: 'signature-white-space',
    sentence:
      'The base64 of the signature has white space or line ends inside; send it on one line (openssl base64 -A).',
    read: (text) => text.replace(/\\[rn]|\s/g, ''),
  },
];

/** Other ways to write bytes down. */
const WRITINGS: readonly Row<Buffer>[] = [
  {
    mistake: 'signature-hex',
    sentence: 'The signature is written in hexadecimal; write it in base64.',
    read: (text) => {
      const hex = text.replace(/^0x/i, '').replace(/[:\s]/g, '');
      return /^(?:[0-9a-f]{2}){32,}$/i.test(hex) ? Buffer.from(hex, 'hex') : undefined;
    },
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
      const inner = decodeBase64(text)?.toString('latin1').replace(/\s/g, '');
      return inner !== undefined && /^[A-Za-z0-9+/]{80,}={0,2}$/.test(inner)
        ? base64Of(inner)
        : undefined;
    },
  },
];

/** The bytes as written, where that is base64, then every other reading; each once. */
export function signatureReadings(text: string): readonly SignatureBytes[] {
  const readings = [...written(text)];
  if (text.length > LONGEST) return readings;
  for (const { mistake, sentence, read } of WRAPPINGS) {
    const inner = read(text);
    if (inner === undefined || inner === text) continue;
    for (const { mistakes, sentences, bytes } of written(inner)) {
      if (readings.some((known) => known.bytes.equals(bytes))) continue;
      readings.push({
        mistakes: [mistake, ...mistakes],
        sentences: [sentence, ...sentences],
        bytes,
      });
    }
  }
  return readings;
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

/** DER of two numbers of some 32 to 66 bytes, or their 64 bytes alone: ECDSA. */
export function isEcdsa(bytes: Buffer): boolean {
  const der =
    bytes[0] === 0x30 &&
    bytes.length >= 68 &&
    bytes.length <= 141 &&
    (bytes[1] === bytes.length - 2 || (bytes[1] === 0x81 && bytes[2] === bytes.length - 3));
  return der || bytes.length === 64 || bytes.length === 96 || bytes.length === 132;
}

/** A hash of that text (latin1), or as many bytes as only a hash or an HMAC has. */
export function isHash(bytes: Buffer, text: string): boolean {
  if ([16, 20, 32].includes(bytes.length)) return true;
  const name = { 48: 'sha384', 64: 'sha512' }[bytes.length];
  return name !== undefined && createHash(name).update(text, 'latin1').digest().equals(bytes);
}
