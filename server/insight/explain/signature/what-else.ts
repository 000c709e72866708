// Explains a signature that shows no padding under any key: what its bytes prove that it is, or else how long
// it is and how long it should be.
import { hash as hashOnce } from 'node:crypto';
import { quote } from '../../../protocol/shown-text.ts';
import { otherThanCertificate } from '../../../signing/other-than-certificate.ts';
import type { Reading } from '../explanation.ts';
import { HASH_OF_SIZE, nameOf } from '../hashes.ts';
import type { MistakeName } from '../mistake-names.ts';
import { readingOf } from '../search.ts';
import { hexIn, holdsBase64, isDamagedByText, textIn, type WrittenBytes } from './written-bytes.ts';

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

/** What completes "The signature …", several where the bytes do not show which; `undefined` if it is not that. */
type Find = (evidence: Evidence) => string | undefined;

/** Proven causes come before those that only the length suggests; of one name only one is said. */
const CAUSES: readonly (readonly [mistake: MistakeName, find: Find])[] = [
  ['signature-container', secret],
  ['signature-container', container],
  ['signature-as-text', damaged],
  ['not-signed', stringItself],
  ['not-signed', hashOfString],
];
const OF_OTHER_LENGTH: readonly (readonly [mistake: MistakeName, find: Find])[] = [
  ['not-signed', result],
  ['not-signed', hashOnly],
  ['not-signed', textOnly],
  ['ecdsa', elliptic],
];

export interface Cause {
  readonly readings: readonly Reading[];
  /** Without its full stop. */
  readonly remark?: string;
}

export function whatElse(sent: Sent): Cause {
  const { signature, texts, bits, size, serial } = sent;
  const words = [signature, ...texts.map(({ bytes }) => textIn(bytes) ?? '')];
  const makes = `RSA of ${bits} bits makes ${size}`;
  const evidence = { ...sent, words, likely: likelyOf(texts, size), makes };
  const named = (rows: typeof CAUSES) =>
    rows.flatMap(([mistake, find]): readonly Reading[] => {
      const what = find(evidence);
      return what === undefined
        ? []
        : [{ mistakes: [mistake], sentence: `The signature ${what}.` }];
    })[0];
  const proven = named(CAUSES);
  if (proven !== undefined) return { readings: [proven] };
  const whole = evidence.likely.find(({ bytes }) => bytes.length === size);
  if (whole !== undefined) {
    const remark = `The signature was not made with the private key of the certificate you sent (serial ${serial}), or was damaged on the way: check that the two belong together (openssl rsa -noout -modulus and openssl x509 -noout -modulus print the same)`;
    return withRemark(whole, remark);
  }
  const other = named(OF_OTHER_LENGTH);
  return other === undefined ? ofLength(evidence) : { readings: [other] };
}

/** A remark in addition to the mistakes in writing the signature. */
const withRemark = ({ parts }: WrittenBytes, remark: string): Cause => ({
  readings: parts.length > 0 ? [readingOf(parts)] : [],
  remark,
});

const hasMistake = ({ parts }: WrittenBytes, ...names: readonly MistakeName[]): boolean =>
  parts.some(({ mistakes }) => mistakes.some((name) => names.includes(name)));

/** Bytes do not look like hexadecimal, base64 or UTF-8 by chance. */
const isProven = (text: WrittenBytes): boolean =>
  hasMistake(text, 'signature-hex', 'signature-base64-twice', 'signature-as-text');

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
const SIGN = 'sign the string with your private key, RSA-SHA256';

/** With the start of its content, because an error text may quote the PEM header line alone. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:\\[rn]|\s){0,8}(?:Proc-Type:|[A-Za-z0-9+/]{16})/;

/** Keys, requests, bundles. PEM is found in the words; two numbers could also be an ECDSA signature. */
const others = ({ texts }: Evidence) =>
  texts.flatMap(({ bytes }) =>
    bytes.includes('-----BEGIN ') || isEcdsa(bytes) ? [] : (otherThanCertificate(bytes) ?? []),
  );

function secret(evidence: Evidence): string | undefined {
  const isSecret =
    others(evidence).some((one) => one.isSecret) ||
    evidence.words.some((text) => PRIVATE_KEY.test(text));
  return isSecret
    ? `is a private key, or a key store with one in it; never send it, and make a new one, as it has been sent. Then ${BARE}`
    : undefined;
}

function container(evidence: Evidence): string | undefined {
  const { texts, words } = evidence;
  const isOther = others(evidence).length > 0 || words.some(isJws) || texts.some(isDer);
  return isOther
    ? `is no bare signature but a container or a key, such as CMS (PKCS #7), a JWS or JWT, or DER as a certificate is; ${BARE}`
    : undefined;
}

/** A SEQUENCE of all the bytes, longer than an ECDSA signature. */
const isDer = ({ bytes }: WrittenBytes): boolean =>
  bytes.length > 256 &&
  bytes.readUInt16BE(0) === 0x3082 &&
  bytes.readUInt16BE(2) === bytes.length - 4;

/** The first part is JSON that names an algorithm. */
function isJws(text: string): boolean {
  const head = /^([\w-]+)\.[\w-]*\.[\w-]*$/.exec(text.trim())?.[1] ?? '';
  return /^\s*\{.*"alg"/s.test(Buffer.from(head, 'base64url').toString('latin1'));
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

function damaged({ texts }: Evidence): string | undefined {
  return texts.some(({ bytes }) => isDamagedByText(bytes))
    ? 'has bytes that were read as text before base64, which lost those that are no text; write the bytes themselves in base64, with no string in between'
    : undefined;
}

function stringItself({ texts, string }: Evidence): string | undefined {
  return texts.some(({ bytes }) => bytes.toString('latin1').trim() === string.trim())
    ? `is the base64 of the signing string itself; ${SIGN}, and send that signature in base64`
    : undefined;
}

/** The digits of hashes, and the bytes that may be one. */
const hashes = ({ words, likely }: Evidence): readonly Buffer[] =>
  [...words.flatMap((text) => hexIn(text) ?? []), ...likely.map(({ bytes }) => bytes)].filter(
    ({ length }) => length in HASH_OF_SIZE,
  );

function hashOfString(evidence: Evidence): string | undefined {
  const text = Buffer.from(evidence.string, 'latin1');
  const name = hashes(evidence)
    .map((bytes) => [HASH_OF_SIZE[bytes.length] ?? '', bytes] as const)
    .find(([one, bytes]) => hashOnce(one, text, 'buffer').equals(bytes))?.[0];
  return (
    name &&
    `is the ${nameOf(name)} hash of the string, not a signature of it; ${SIGN}, which hashes it`
  );
}

/** 64 bytes may be a signature of another kind, and 48 one that was cut short. */
function hashOnly(evidence: Evidence): string | undefined {
  const length = hashes(evidence).find((bytes) => bytes.length < 48)?.length;
  return (length &&
    `has ${length} bytes, as a hash or an HMAC has, and is not a signature (${evidence.makes}); ${SIGN} (openssl dgst -sha256 -sign, without -hex)`) as
    | string
    | undefined;
}

/** What a function returned that puts the signature elsewhere. */
function result({ words }: Evidence): string | undefined {
  const text = words.find((one) => /^(?:1|true|null|undefined)$/i.test(one));
  return (
    text &&
    `is ${quote(text)}, which a function returned: take the signature itself (PHP's openssl_sign puts it into its second argument), and send it in base64`
  );
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function textOnly({ words: all, texts, likely }: Evidence): string | undefined {
  if (all.some((one) => UUID.test(one.trim()))) {
    return `is a UUID, as X-Request-ID is; ${SIGN}, and send that signature in base64`;
  }
  const text = likely.length > 0 ? undefined : texts.find(isText);
  if (text === undefined) return undefined;
  const words = textIn(text.bytes) ?? '';
  const what = text.parts.length === 0 ? 'base64 of the text' : 'the text';
  const failed = holdsBase64(words) ? '' : ', and see that the command did not fail';
  return `is ${what} ${quote(words.trim().replace(/\s+/g, ' '))}, not of a signature; ${SIGN} (openssl dgst -sha256 -sign)${failed}`;
}

/** DER, or r and s one after the other on P-256, P-384 and P-521; only the length shows that. */
function elliptic({ likely, bits }: Evidence): string | undefined {
  const bytes = likely
    .map((one) => one.bytes)
    .find((one) => isEcdsa(one) || [64, 96, 132].includes(one.length));
  if (bytes === undefined) return undefined;
  const looks = isEcdsa(bytes)
    ? 'and looks like ECDSA'
    : 'as ECDSA (r and s), Ed25519, HMAC-SHA512 and SHA-512 make them';
  return `has ${bytes.length} bytes, ${looks}; the certificate's key is RSA of ${bits} bits: sign with its private key, RSA-SHA256`;
}

/** Base64 of so many bytes has capitals, small letters and digits; words and placeholders rarely do. */
const looksRandom = (text: string): boolean =>
  text.length > 44 && [/[a-z]/, /[A-Z]/, /\d/].every((one) => one.test(text));

/** Nothing but the length is known, or not even that. */
function ofLength({ signature, likely, bits, size, makes }: Evidence): Cause {
  const [first] = likely;
  const length = first?.bytes.length ?? 0;
  const whole = 4 * Math.ceil(size / 3);
  if (first !== undefined && (length > size || length % 128 === 0)) {
    const remark = `The signature has ${length} bytes, but the key of the certificate you sent (RSA, ${bits} bits) makes ${size}; it was made with another key, or was cut short or became longer on the way: sign with the private key of that certificate and send the base64 of all ${size} bytes, once`;
    return withRemark(first, remark);
  }
  const isCut =
    first === undefined ? /^[\w+/]+$/.test(signature) && signature.length < whole : length > 32;
  if (isCut && (looksRandom(signature) || (first && isProven(first)))) {
    const has = first === undefined ? `${signature.length} characters` : `${length} bytes`;
    const sentence = `The signature has ${has}; ${makes} bytes, so ${whole} characters: it was probably cut short on the way (openssl base64 -A writes one line).`;
    // A cut text has no padding, so the missing padding is not a second mistake.
    const parts = (first?.parts ?? []).filter(
      ({ mistakes }) => !mistakes.includes('signature-without-padding'),
    );
    return { readings: [readingOf([...parts, { mistakes: ['signature-cut'], sentence }])] };
  }
  if (signature === '') {
    return { readings: [], remark: 'The signature is empty; send signature="<base64>"' };
  }
  const what =
    first === undefined
      ? 'is not base64'
      : `stands for ${length} ${length === 1 ? 'byte' : 'bytes'}, and ${makes}: it is not a whole signature`;
  const remark = `The signature ${quote(signature)} ${what}; sign the string (openssl dgst -sha256 -sign key.pem) and send all that it makes in base64 (A to Z, a to z, 0 to 9, +, / and =), on one line`;
  return { readings: [], remark };
}
