// Explains a signature that shows no padding under any key: what its bytes prove that it is, or else how long
// it is and how long it should be.
import { hash as hashOnce } from 'node:crypto';
import { quote } from '../../../protocol/shown-text.ts';
import { type OtherThing, otherThanCertificate } from '../../../signing/other-than-certificate.ts';
import type { Reading } from '../explanation.ts';
import { HASH_OF_SIZE, nameOf } from '../hashes.ts';
import type { MistakeName } from '../mistake-names.ts';
import { readingOf } from '../search.ts';
import { hexIn, holdsBase64, isDamagedByText, textIn, type WrittenBytes } from './written-bytes.ts';

export interface Cause {
  readonly readings: readonly Reading[];
  /** Without its full stop. */
  readonly remark?: string;
}

export interface Sent {
  /** As sent. */
  readonly signature: string;
  /** Every way to read it. */
  readonly texts: readonly WrittenBytes[];
  /** The string that should have been signed. */
  readonly string: string;
  /** Bits of the certificate's key, and the length of its signatures in bytes. */
  readonly bits: number;
  readonly size: number;
  /** Of the certificate. */
  readonly serial: string;
}

interface Evidence extends Sent {
  /** The sent text, and the texts in its bytes. */
  readonly words: readonly string[];
  /** Readings that may be a signature's bytes. */
  readonly likely: readonly WrittenBytes[];
  /** `RSA of 2048 bits makes 256` */
  readonly makes: string;
}

const causeOf = (mistake: MistakeName, sentence: string): Cause => ({
  readings: [{ mistakes: [mistake], sentence }],
});

/** Proven causes come before those that only the length suggests. */
const CAUSES: readonly ((evidence: Evidence) => Cause | undefined)[] = [
  container,
  damaged,
  stringItself,
  otherKey,
  hashOnly,
  textOnly,
  otherKind,
  otherLength,
];

export function whatElse(sent: Sent): Cause {
  const { signature, texts, bits, size } = sent;
  const evidence: Evidence = {
    ...sent,
    words: [signature, ...texts.map(({ bytes }) => textIn(bytes) ?? '')],
    likely: likelyOf(texts, size),
    makes: `RSA of ${bits} bits makes ${size}`,
  };
  for (const find of CAUSES) {
    const cause = find(evidence);
    if (cause !== undefined) return cause;
  }
  return unreadable(evidence);
}

const hasMistake = ({ parts }: WrittenBytes, ...names: readonly MistakeName[]): boolean =>
  parts.some(({ mistakes }) => mistakes.some((name) => names.includes(name)));

/** Bytes do not look like hexadecimal, base64 or UTF-8 by chance. */
const isProven = (text: WrittenBytes): boolean =>
  hasMistake(text, 'signature-hex', 'signature-base64-twice') ||
  hasMistake(text, 'signature-as-text', 'signature-longer');

/** Fewer random bytes may be text by chance. */
const isText = ({ bytes }: WrittenBytes): boolean =>
  bytes.length >= 16 && textIn(bytes) !== undefined;

function likelyOf(texts: readonly WrittenBytes[], size: number): readonly WrittenBytes[] {
  // Spaces between words are not lost plus signs, and many texts contain base64 of something else.
  const isFact = (text: WrittenBytes): boolean =>
    text.bytes.length === size || !hasMistake(text, 'signature-plus-lost', 'signature-in-text');
  const proven = texts.filter((text) => isProven(text) && isFact(text));
  if (proven.length > 0) return proven.filter((text) => !isText(text));
  return texts.some(isText) ? [] : texts.filter(isFact);
}

const BARE =
  'sign the string itself with RSA-SHA256 and send the bare signature in base64 (openssl dgst -sha256 -sign)';

/** With the start of its content, because an error text may quote the PEM header line alone. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:\\[rn]|\s){0,8}(?:Proc-Type:|[A-Za-z0-9+/]{16})/;

/** Containers that hold a signature, keys, certificates. */
function container({ texts, words }: Evidence): Cause | undefined {
  const others = texts.flatMap(({ bytes }) => otherBytes(bytes) ?? []);
  if (others.some(({ isSecret }) => isSecret) || words.some((text) => PRIVATE_KEY.test(text))) {
    const sentence = `The signature is a private key, or a key store with one in it; never send it, and make a new one, as it has been sent. Then ${BARE}.`;
    return causeOf('signature-container', sentence);
  }
  const isOther = others.length > 0 || words.some(isJws) || texts.some(({ bytes }) => isDer(bytes));
  const sentence = `The signature is no bare signature but a container or a key, such as CMS (PKCS #7), a JWS or JWT, or DER as a certificate is; ${BARE}.`;
  return isOther ? causeOf('signature-container', sentence) : undefined;
}

/** A SEQUENCE of all the bytes, or of a length that is not told, longer than an ECDSA signature. */
const isDer = (bytes: Buffer): boolean =>
  bytes.length > 256 &&
  (/^3080(?:06|02)/.test(bytes.toString('hex', 0, 3)) ||
    (bytes.readUInt16BE(0) === 0x3082 && bytes.readUInt16BE(2) === bytes.length - 4));

/** Keys, requests, bundles. PEM is found in the words; two numbers could also be an ECDSA signature. */
const otherBytes = (bytes: Buffer): OtherThing | undefined =>
  bytes.includes('-----BEGIN ') || isEcdsa(bytes) ? undefined : otherThanCertificate(bytes);

/** The first part is JSON that names an algorithm. */
function isJws(text: string): boolean {
  const head = /^([\w-]+)\.[\w-]*\.[\w-]*$/.exec(text.trim())?.[1] ?? '';
  const json = Buffer.from(head, 'base64url').toString('latin1');
  return json.trimStart().startsWith('{') && json.includes('"alg"');
}

/** DER of two numbers and nothing else. */
function isEcdsa(bytes: Buffer): boolean {
  const from = bytes[1] === 0x81 ? 3 : 2;
  const body = bytes.subarray(from);
  const first = body[1] ?? 0;
  const second = body[first + 3] ?? 0;
  const numbers = body[0] === 2 && body[first + 2] === 2 && body.length === first + second + 4;
  return bytes[0] === 0x30 && bytes[from - 1] === body.length && numbers && body.length >= 32;
}

function damaged({ texts }: Evidence): Cause | undefined {
  if (!texts.some(({ bytes }) => isDamagedByText(bytes))) return undefined;
  return causeOf(
    'signature-as-text',
    'The bytes of the signature were read as text before base64, which lost those that are no text; write the bytes themselves in base64, with no string in between.',
  );
}

const SIGN = 'sign the string with your private key, RSA-SHA256';

function stringItself({ texts, string }: Evidence): Cause | undefined {
  const isString = ({ bytes }: WrittenBytes) => bytes.toString('latin1').trim() === string.trim();
  const sentence = `The signature is the base64 of the signing string itself; ${SIGN}, and send that signature in base64.`;
  return texts.some(isString) ? causeOf('not-signed', sentence) : undefined;
}

function otherKey({ likely, serial, size }: Evidence): Cause | undefined {
  const fitting = likely.find(({ bytes }) => bytes.length === size);
  const remark = `The signature was not made with the private key of the certificate you sent (serial ${serial}), or was damaged on the way: check that the two belong together (openssl rsa -noout -modulus and openssl x509 -noout -modulus print the same)`;
  if (fitting === undefined) return undefined;
  return { readings: fitting.parts.length > 0 ? [readingOf(fitting.parts)] : [], remark };
}

/** A hash of the string, the digits of a hash, or a length that only hashes have. */
function hashOnly({ words, likely, string, makes }: Evidence): Cause | undefined {
  const digits = words
    .flatMap((text) => hexIn(text) ?? [])
    .filter(({ length }) => length in HASH_OF_SIZE);
  const all = [...digits, ...likely.map(({ bytes }) => bytes)];
  const text = Buffer.from(string, 'latin1');
  const isHash = (bytes: Buffer) => {
    const name = HASH_OF_SIZE[bytes.length];
    return name !== undefined && hashOnce(name, text, 'buffer').equals(bytes);
  };
  // 64 bytes may be a signature of another kind, and 48 one that was cut short.
  const known = all.find(isHash);
  const bytes =
    known ??
    digits.find(({ length }) => length !== 64) ??
    all.find(({ length }) => length in HASH_OF_SIZE && length < 48);
  if (bytes === undefined) return undefined;
  const what =
    known === undefined
      ? `has ${bytes.length} bytes, as a hash or an HMAC has, and is not a signature`
      : `is the ${nameOf(HASH_OF_SIZE[bytes.length] ?? '')} hash of the string (${bytes.length} bytes), not a signature of it`;
  return causeOf(
    'not-signed',
    `The signature ${what} (${makes}); ${SIGN}, which hashes it (openssl dgst -sha256 -sign, without -hex).`,
  );
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function textOnly({ words: all, texts, likely }: Evidence): Cause | undefined {
  if (all.some((one) => UUID.test(one.trim()))) {
    return causeOf(
      'not-signed',
      `The signature is a UUID, as X-Request-ID is; ${SIGN}, and send that signature in base64.`,
    );
  }
  const text = likely.length > 0 ? undefined : texts.find(isText);
  if (text === undefined) return undefined;
  const words = textIn(text.bytes) ?? '';
  const what = text.parts.length === 0 ? 'base64 of the text' : 'the text';
  const failed = holdsBase64(words) ? '' : ', and see that the command did not fail';
  return causeOf(
    'not-signed',
    `The signature is ${what} ${quote(words.trim().replace(/\s+/g, ' '))}, not of a signature; ${SIGN} (openssl dgst -sha256 -sign)${failed}.`,
  );
}

/** What makes signatures of that length: r and s one after the other, for example. */
const OF_LENGTH: Readonly<Record<number, string>> = {
  64: 'ECDSA (r and s), Ed25519, HMAC-SHA512 and SHA-512 make them',
  96: 'ECDSA on P-384 (r and s) makes them',
  132: 'ECDSA on P-521 (r and s) makes them',
};

function otherKind({ likely, bits, makes }: Evidence): Cause | undefined {
  const key = `the certificate's key is RSA of ${bits} bits: sign with its private key, RSA-SHA256.`;
  const der = likely.find(({ bytes }) => isEcdsa(bytes));
  if (der !== undefined) {
    return causeOf(
      'ecdsa',
      `The signature has ${der.bytes.length} bytes and looks like ECDSA; ${key}`,
    );
  }
  const length = likely.map(({ bytes }) => bytes.length).find((one) => one in OF_LENGTH);
  if (length === undefined) return undefined;
  const ecdsa = causeOf(
    'ecdsa',
    `The signature has ${length} bytes, as ${OF_LENGTH[length]}; ${key}`,
  );
  const cut = `The signature has ${length} bytes; ${makes}: it was cut short on the way.`;
  const readings = [...ecdsa.readings, ...causeOf('signature-cut', cut).readings];
  return length === 64 ? ecdsa : { readings };
}

/** Longer than hashes. */
const FEWEST = 33;

/** Base64 of this many bytes has capitals, small letters and digits; words and placeholders rarely do. */
const looksRandom = (text: string): boolean =>
  [/[a-z]/, /[A-Z]/, /\d/].every((one) => one.test(text));

function otherLength({ signature, likely, bits, size, makes }: Evidence): Cause | undefined {
  const [first] = likely;
  if (first === undefined) return undefined;
  const { length } = first.bytes;
  const has = `The signature has ${length} bytes, but the key of the certificate you sent (RSA, ${bits} bits) makes ${size}`;
  if (length > size || length % 128 === 0) {
    const remark = `${has}; it was made with another key, or was cut short or became longer on the way: sign with the private key of that certificate and send the base64 of all ${size} bytes, once`;
    return { readings: first.parts.length > 0 ? [readingOf(first.parts)] : [], remark };
  }
  if (length >= FEWEST && (isProven(first) || looksRandom(signature))) {
    const sentence = `The signature has ${length} bytes; ${makes}: it was probably cut short on the way (openssl base64 -A writes its base64 on one line).`;
    // A cut text has no padding, so the missing padding is not a second mistake.
    const parts = first.parts.filter(
      (part) => !part.mistakes.includes('signature-without-padding'),
    );
    return { readings: [readingOf([...parts, { mistakes: ['signature-cut'], sentence }])] };
  }
  const remark = `The signature ${quote(signature)} stands for ${length} ${length === 1 ? 'byte' : 'bytes'}, and ${makes}: it is not a whole signature; sign the string (openssl dgst -sha256 -sign key.pem) and send the base64 of all that it makes`;
  return { readings: [], remark };
}

/** The text does not encode any bytes. */
function unreadable({ signature, size, makes }: Evidence): Cause {
  const { length } = signature;
  if (length === 0)
    return { readings: [], remark: 'The signature is empty; send signature="<base64>"' };
  const isBase64 = /^[A-Za-z0-9+/]+$/.test(signature);
  const whole = 4 * Math.ceil(size / 3);
  const characters = `The signature has ${length} characters, which no base64 has; ${makes} bytes, so ${whole} characters`;
  if (isBase64 && length > 44 && length < whole && looksRandom(signature)) {
    return causeOf('signature-cut', `${characters}: it was probably cut short on the way.`);
  }
  const remark = `The signature ${quote(signature)} is not base64; send the bytes of the signature in base64 (A to Z, a to z, 0 to 9, +, / and =), on one line`;
  return { readings: [], remark: isBase64 ? characters : remark };
}
