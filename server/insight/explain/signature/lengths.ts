// If the bytes prove nothing: their number, the right number, and what may have happened.
import { quote } from '../../../protocol/shown-text.ts';
import { readingOf } from '../reading.ts';
import { isEcdsa } from './ecdsa.ts';
import { bitsOf } from './key-size.ts';
import {
  type Cause,
  causeOf,
  isProven,
  type SignatureEvidence,
  withRemark,
} from './signature-evidence.ts';
import type { SignatureBytes } from './signature-text.ts';

/** r and s one after the other on P-256, P-384 and P-521. Only the length shows it. */
export function ofAnotherKind({ likely, context, makes }: SignatureEvidence): Cause | undefined {
  const key = `the certificate's key is RSA of ${bitsOf(context.key)} bits: sign with its private key, RSA-SHA256.`;
  const der = likely.find(({ bytes }) => isEcdsa(bytes));
  if (der !== undefined) {
    const sentence = `The signature has ${der.bytes.length} bytes and looks like ECDSA; ${key}`;
    return causeOf('ecdsa', sentence);
  }
  const of = (length: number) => likely.some(({ bytes }) => bytes.length === length);
  if (of(64)) {
    const sentence = `The signature has 64 bytes, as ECDSA (r and s), Ed25519, HMAC-SHA512 and SHA-512 make them; ${key}`;
    return causeOf('ecdsa', sentence);
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

/** Lengths of signatures by keys of usual sizes. */
const OF_KEYS: readonly number[] = [128, 256, 384, 512];

/** Longer than hashes. */
const FEWEST = 33;

export function ofAnotherLength(evidence: SignatureEvidence): Cause | undefined {
  const { signature, likely, context, size, makes } = evidence;
  const { key } = context;
  const [first] = likely;
  if (first === undefined) return undefined;
  const other = likely.find(({ bytes }) => OF_KEYS.includes(bytes.length));
  const of = (length: number) =>
    `The signature has ${length} bytes, but the key of the certificate you sent (RSA, ${bitsOf(key)} bits) makes ${size}`;
  if (other !== undefined) {
    const may = other.bytes.length < size ? 'was cut short' : 'became longer';
    const remark = `${of(other.bytes.length)}; it was made with another key, or ${may} on the way: sign with the private key of that certificate and send the base64 of all ${size} bytes, once`;
    return withRemark(other.bytes.length < size ? asCut(other) : other, remark);
  }
  const { length } = first.bytes;
  if (length > size) {
    const remark = `${of(length)}: send the base64 of the ${size} bytes and of nothing else`;
    return withRemark(first, remark);
  }
  if (length >= FEWEST && (isProven(first) || looksRandom(signature)))
    return cutShort(first, makes);
  const remark = `The signature ${quote(signature)} stands for ${length} ${length === 1 ? 'byte' : 'bytes'}, and ${makes}: it is not a whole signature; sign the string (openssl dgst -sha256 -sign key.pem) and send the base64 of all that it makes`;
  return { readings: [], remark };
}

/** Base64 of this many bytes has capitals, small letters and digits; words and placeholders rarely do. */
const looksRandom = (text: string): boolean =>
  [/[a-z]/, /[A-Z]/, /\d/].every((one) => one.test(text));

/** A cut text has no padding, so the missing padding is not a second mistake. */
const asCut = ({ bytes, parts }: SignatureBytes): SignatureBytes => ({
  bytes,
  parts: parts.filter(({ mistakes }) => !mistakes.includes('signature-without-padding')),
});

function cutShort(text: SignatureBytes, makes: string): Cause {
  const { bytes, parts } = asCut(text);
  const cut =
    bytes.length === 48
      ? `The signature has 48 bytes; ${makes}: it is only the first line of its base64 (openssl base64 -A writes one line), or no signature but a SHA-384 hash or an HMAC.`
      : `The signature has ${bytes.length} bytes; ${makes}: it was probably cut short on the way.`;
  return { readings: [readingOf([...parts, { mistakes: ['signature-cut'], sentence: cut }])] };
}

/** The text does not encode any bytes. */
export function unreadable({ signature, size, makes }: SignatureEvidence): Cause {
  if (signature === '') {
    return { readings: [], remark: 'The signature is empty; send signature="<base64>"' };
  }
  const whole = 4 * Math.ceil(size / 3);
  if (/^[A-Za-z0-9+/]+$/.test(signature)) {
    const { length } = signature;
    const characters = `The signature has ${length} characters, which no base64 has; ${makes} bytes, so ${whole} characters`;
    return length > 44 && length < whole && looksRandom(signature)
      ? causeOf('signature-cut', `${characters}: it was probably cut short on the way.`)
      : { readings: [], remark: characters };
  }
  const remark = `The signature ${quote(signature)} is not base64; send the bytes of the signature in base64 (A to Z, a to z, 0 to 9, +, / and =), on one line`;
  return { readings: [], remark };
}
