// What can be said of a signature that shows nothing under any key: what else it is, as far as its bytes
// prove that, and where they prove nothing, how long it is and how long it should be.
import { createHash } from 'node:crypto';
import type { Reading } from '../explanation.ts';
import type { MistakeName } from '../mistake-names.ts';
import { shownText } from '../shown.ts';
import { renderDraft } from '../string/draft.ts';
import type { SignatureScene } from '../string/signature-scene.ts';
import { hexIn, isSpoiltByText, textIn } from './byte-text.ts';
import { whatElse } from './containers.ts';
import { bitsOf, sizeOf } from './key-size.ts';
import type { SignatureBytes } from './signature-text.ts';

export interface Unlit {
  readonly readings: readonly Reading[];
  /** Completed by a full stop. */
  readonly remark?: string;
}

interface Given {
  /** As it was sent. */
  readonly signature: string;
  /** Every way to read it. */
  readonly texts: readonly SignatureBytes[];
  /** It, and the texts that its bytes are. */
  readonly words: readonly string[];
  /** Those of the readings that may be a signature's bytes. */
  readonly likely: readonly SignatureBytes[];
  readonly scene: SignatureScene;
  /** Bytes of a signature by the key. */
  readonly size: number;
  /** `RSA of 2048 bits makes 256` */
  readonly makes: string;
}

/** @param texts the ways to read it, none of which shows a padding under any key */
export function unlit(
  signature: string,
  texts: readonly SignatureBytes[],
  scene: SignatureScene,
): Unlit {
  const { key } = scene;
  const size = sizeOf(key);
  const makes = `RSA of ${bitsOf(key)} bits makes ${size}`;
  const words = [signature, ...texts.map(({ bytes }) => textIn(bytes) ?? '')];
  const given = { signature, texts, words, likely: likelyOf(texts, size), scene, size, makes };
  for (const look of LOOKS) {
    const seen = look(given);
    if (seen !== undefined) return seen;
  }
  return unreadable(given);
}

type Look = (given: Given) => Unlit | undefined;

/** What is proven comes before what is only a matter of length. */
const LOOKS: readonly Look[] = [
  something,
  spoilt,
  theString,
  ofThatLength,
  aHash,
  aText,
  ofAnotherKind,
  ofAnotherLength,
];

const by = (mistake: MistakeName, sentence: string): Unlit => ({
  readings: [{ mistakes: [mistake], sentence }],
});

/** Besides the mistakes in writing it down. */
const besides = ({ mistakes, sentences }: SignatureBytes, remark: string): Unlit => ({
  readings: mistakes.length > 0 ? [{ mistakes, sentence: sentences.join(' ') }] : [],
  remark,
});

/** By chance no bytes look like hexadecimal, base64 or UTF-8. */
const PROVEN = new Set<MistakeName>([
  'signature-hex',
  'signature-base64-twice',
  'signature-as-text',
]);

function likelyOf(texts: readonly SignatureBytes[], size: number): readonly SignatureBytes[] {
  const proven = texts.filter(isProven);
  if (proven.length > 0) return proven.filter(({ bytes }) => !isText(bytes));
  // Spaces between words are no lost plus signs.
  const isFact = ({ mistakes, bytes }: SignatureBytes): boolean =>
    !mistakes.includes('signature-plus-lost') || bytes.length === size;
  return texts.some(({ bytes }) => isText(bytes)) ? [] : texts.filter(isFact);
}

const isProven = ({ mistakes }: SignatureBytes): boolean =>
  mistakes.some((name) => PROVEN.has(name));

/** Fewer random bytes may be text by chance. */
const isText = (bytes: Buffer): boolean => bytes.length >= 16 && textIn(bytes) !== undefined;

function something({ texts, words }: Given): Unlit | undefined {
  const sentence = whatElse(
    words,
    texts.map(({ bytes }) => bytes),
  );
  return sentence === undefined ? undefined : by('signature-container', sentence);
}

function spoilt({ texts }: Given): Unlit | undefined {
  if (!texts.some(({ bytes }) => isSpoiltByText(bytes))) return undefined;
  const sentence =
    'The bytes of the signature were read as text before base64, which lost those that are no text; write the bytes themselves in base64, with no string in between.';
  return by('signature-as-text', sentence);
}

function theString({ texts, scene }: Given): Unlit | undefined {
  const string = renderDraft(scene.draft).trim();
  if (!texts.some(({ bytes }) => bytes.toString('latin1').trim() === string)) return undefined;
  const sentence = `The signature is the base64 of the signing string itself; ${SIGN}, and send that signature in base64.`;
  return by('not-signed', sentence);
}

function ofThatLength({ likely, scene, size }: Given): Unlit | undefined {
  const fitting = likely.find(({ bytes }) => bytes.length === size);
  const remark = `The signature was not made with the private key of the certificate you sent (serial ${scene.certificate.serial}), or was damaged on the way: check that the two belong together (openssl rsa -noout -modulus and openssl x509 -noout -modulus print the same)`;
  return fitting && besides(fitting, remark);
}

const HASHES: Readonly<Record<number, readonly [name: string, title: string]>> = {
  16: ['md5', 'MD5'],
  20: ['sha1', 'SHA-1'],
  28: ['sha224', 'SHA-224'],
  32: ['sha256', 'SHA-256'],
  48: ['sha384', 'SHA-384'],
  64: ['sha512', 'SHA-512'],
};

const SIGN = 'sign the string with your private key, RSA-SHA256';

/** A hash of the string, digits of a hash, or as many bytes as hardly anything else has. */
function aHash({ words, likely, scene, makes }: Given): Unlit | undefined {
  const text = renderDraft(scene.draft);
  const digits = words.map(hexIn).filter((bytes) => bytes !== undefined && bytes.length in HASHES);
  // 64 bytes may be a signature of another kind.
  const hex = digits.find((bytes) => bytes?.length !== 64);
  const known = [...digits, ...likely.map(({ bytes }) => bytes)].find(
    (bytes) => bytes !== undefined && isHashOf(bytes, text),
  );
  if (known !== undefined) {
    const [, title = ''] = HASHES[known.length] ?? [];
    const sentence = `The signature is the ${title} hash of the string (${known.length} bytes), not a signature of it (${makes}); ${SIGN}, which hashes it.`;
    return by('not-signed', sentence);
  }
  if (hex !== undefined) {
    const sentence = `The signature is ${2 * hex.length} hexadecimal digits, ${hex.length} bytes as a hash or an HMAC has them, not a signature (${makes}); ${SIGN} (openssl dgst -sha256 -sign, without -hex).`;
    return by('not-signed', sentence);
  }
  const short = likely.find(({ bytes }) => [16, 20, 28, 32].includes(bytes.length));
  if (short === undefined) return undefined;
  const sentence = `The signature has ${short.bytes.length} bytes, as a hash or an HMAC has, and is not a signature (${makes}); ${SIGN}.`;
  return by('not-signed', sentence);
}

function isHashOf(bytes: Buffer, text: string): boolean {
  const [name] = HASHES[bytes.length] ?? [];
  if (name === undefined) return false;
  return createHash(name).update(text, 'latin1').digest().equals(bytes);
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function aText({ words, texts, likely }: Given): Unlit | undefined {
  if (words.some((one) => UUID.test(one.trim()))) {
    const sentence = `The signature is a UUID, as X-Request-ID is; ${SIGN}, and send that signature in base64.`;
    return by('not-signed', sentence);
  }
  const text = likely.length > 0 ? undefined : texts.find(({ bytes }) => isText(bytes));
  if (text === undefined) return undefined;
  const shown = shownText((textIn(text.bytes) ?? '').trim().replace(/\s+/g, ' '));
  const sentence = `The signature is base64 of the text ${shown}, not of a signature; ${SIGN} (openssl dgst -sha256 -sign), and see that the command did not fail.`;
  return by('not-signed', sentence);
}

/** r and s one after the other on P-256, P-384 and P-521: nothing in the bytes tells what they are. */
function ofAnotherKind({ likely, scene, makes }: Given): Unlit | undefined {
  const key = `the certificate's key is RSA of ${bitsOf(scene.key)} bits: sign with its private key, RSA-SHA256.`;
  const der = likely.find(({ bytes }) => isEcdsa(bytes));
  if (der !== undefined) {
    const sentence = `The signature has ${der.bytes.length} bytes and looks like ECDSA; ${key}`;
    return by('ecdsa', sentence);
  }
  const of = (length: number) => likely.some(({ bytes }) => bytes.length === length);
  if (of(64)) {
    const sentence = `The signature has 64 bytes, as ECDSA (r and s), Ed25519, HMAC-SHA512 and SHA-512 make them; ${key}`;
    return by('ecdsa', sentence);
  }
  const [long] = [96, 132].filter(of);
  if (long !== undefined) {
    const curve = long === 96 ? 'P-384' : 'P-521';
    const ecdsa = `The signature has ${long} bytes, as ECDSA on ${curve} (r and s) makes them; ${key}`;
    const cut = `The signature has ${long} bytes; ${makes}: it was cut short on the way.`;
    return {
      readings: [
        { mistakes: ['ecdsa'], sentence: ecdsa },
        { mistakes: ['signature-cut'], sentence: cut },
      ],
    };
  }
  return undefined;
}

/** DER of two numbers and nothing else. */
export function isEcdsa(bytes: Buffer): boolean {
  const from = bytes[1] === 0x81 ? 3 : 2;
  const body = bytes.subarray(from);
  const first = body[1] ?? 0;
  const second = body[first + 3] ?? 0;
  const numbers = body[0] === 2 && body[first + 2] === 2 && body.length === first + second + 4;
  return bytes[0] === 0x30 && bytes[from - 1] === body.length && numbers && body.length >= 32;
}

/** As long as keys of the usual lengths make them. */
const OF_KEYS: readonly number[] = [128, 256, 384, 512];

/** More than hashes have. */
const FEWEST = 33;

function ofAnotherLength(given: Given): Unlit | undefined {
  const { signature, likely, scene, size, makes } = given;
  const { key } = scene;
  const [first] = likely;
  if (first === undefined) return undefined;
  const other = likely.find(({ bytes }) => OF_KEYS.includes(bytes.length));
  const of = (length: number) =>
    `The signature has ${length} bytes, but the key of the certificate you sent (RSA, ${bitsOf(key)} bits) makes ${size}`;
  if (other !== undefined) {
    const remark = `${of(other.bytes.length)}; it was made with another key: sign with the private key of that certificate`;
    return besides(other, remark);
  }
  const { length } = first.bytes;
  if (length > size) {
    const remark = `${of(length)}: it is not a signature by that key; send the base64 of the ${size} bytes and of nothing else`;
    return besides(first, remark);
  }
  if (length >= FEWEST && (isProven(first) || looksRandom(signature)))
    return cutShort(first, makes);
  const remark = `The signature ${shownText(signature)} stands for ${length} ${length === 1 ? 'byte' : 'bytes'}, and ${makes}: it is not a whole signature; sign the string (openssl dgst -sha256 -sign key.pem) and send the base64 of all that it makes`;
  return { readings: [], remark };
}

/** Base64 of so many bytes has capitals, small letters and digits; words and placeholders hardly have. */
const looksRandom = (text: string): boolean =>
  [/[a-z]/, /[A-Z]/, /\d/].every((one) => one.test(text));

/** What is cut has no padding: that is not said besides. */
function cutShort({ bytes, mistakes, sentences }: SignatureBytes, makes: string): Unlit {
  const kept = (at: number) => mistakes[at] !== 'signature-without-padding';
  const cut =
    bytes.length === 48
      ? `The signature has 48 bytes; ${makes}: it is only the first line of its base64 (openssl base64 -A writes one line), or no signature but a SHA-384 hash or an HMAC.`
      : `The signature has ${bytes.length} bytes; ${makes}: it was probably cut short on the way.`;
  return {
    readings: [
      {
        mistakes: [...mistakes.filter((_, at) => kept(at)), 'signature-cut'],
        sentence: [...sentences.filter((_, at) => kept(at)), cut].join(' '),
      },
    ],
  };
}

/** What stands for no bytes at all. */
function unreadable({ signature, size, makes }: Given): Unlit {
  if (signature === '') {
    return { readings: [], remark: 'The signature is empty; send signature="<base64>"' };
  }
  const whole = 4 * Math.ceil(size / 3);
  if (/^[A-Za-z0-9+/]+$/.test(signature)) {
    const { length } = signature;
    const characters = `The signature has ${length} characters, which no base64 has; ${makes} bytes, so ${whole} characters`;
    return length > 44 && length < whole && looksRandom(signature)
      ? by('signature-cut', `${characters}: it was probably cut short on the way.`)
      : { readings: [], remark: characters };
  }
  const remark = `The signature ${shownText(signature)} is not base64; send the bytes of the signature in base64 (A to Z, a to z, 0 to 9, +, / and =), on one line`;
  return { readings: [], remark };
}
