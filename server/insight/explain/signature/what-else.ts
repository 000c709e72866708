// Explains a signature that shows no padding under any key: what its bytes prove that it is, or else how long
// it is and how long it should be.
import { hash as hashOnce, type KeyObject } from 'node:crypto';
import { decodeUtf8 } from '../../../kernel/utf8.ts';
import { quote } from '../../../protocol/shown-text.ts';
import { attempt } from '../../../signing/attempt.ts';
import { childrenOf, DerError, readDer, TAG } from '../../../signing/der.ts';
import { otherThanCertificate } from '../../../signing/other-than-certificate.ts';
import type { SentenceParts } from '../explanation.ts';
import { HASH_OF_SIZE } from '../hashes.ts';
import type { MistakeName } from '../mistake-names.ts';
import { readingOf } from '../search.ts';
import { bitsOf, sizeOf } from './recover.ts';
import { CONTROLS, countOf, type WrittenBytes } from './written-bytes.ts';

/** What was sent, as it is or read in one way. */
interface Sent {
  readonly bytes: Buffer;
  /** The text in the bytes; empty if they are none. */
  readonly text: string;
  /** Whether these bytes are likely meant as the signature. */
  readonly isMeant: boolean;
}

const SIGN =
  'sign the string with your private key, RSA-SHA256, and send the bare signature in base64 (openssl dgst -sha256 -sign)';

/** What it is instead, and words between "The signature" and the advice; what is proven comes first. */
const ROWS: readonly (readonly [
  mistake: MistakeName,
  isThis: (sent: Sent, asked: Asked) => boolean,
  says: (sent: Sent) => string,
])[] = [
  [
    'signature-container',
    isSecret,
    () =>
      'is a private key, or a key store with one in it. Never send it, and make a new one, as it has been sent',
  ],
  [
    'signature-container',
    ({ bytes, text }) => isJws(text) || (sequenceIn(bytes).length > 0 && !isEcdsa(bytes)),
    () =>
      'is a container or a key, such as CMS (PKCS #7), a JWS or JWT, or DER as a certificate is',
  ],
  [
    'signature-as-text',
    isDamagedByText,
    () =>
      'has bytes that were read as text before base64, which lost those that are no text: take them as bytes, with no string in between',
  ],
  [
    'not-signed',
    ({ text, isMeant }) => NO_SIGNATURE.test(text) || (isMeant && text.length >= 16),
    ({ text }) =>
      `is the text ${quote(text.trim().replace(/\s+/g, ' '))}: see that signing does not fail (PHP's openssl_sign returns true, and puts the signature into its second argument)`,
  ],
  ['not-signed', isHash, ({ bytes }) => `has ${bytes.length} bytes, as a hash or an HMAC has`],
  [
    'ecdsa',
    // DER, or r and s one after the other on P-256, P-384 and P-521.
    ({ bytes, isMeant }) => isEcdsa(bytes) || (isMeant && [64, 96, 132].includes(bytes.length)),
    ({ bytes }) =>
      `has ${bytes.length} bytes and looks like ECDSA, Ed25519 or HMAC-SHA512, but the certificate's key is RSA`,
  ],
];

interface Asked {
  readonly signature: string;
  /** Every way to read it. */
  readonly texts: readonly WrittenBytes[];
  /** The string that should have been signed. */
  readonly string: Buffer;
  /** The key that should have signed it, and its certificate's serial number. */
  readonly key: KeyObject;
  readonly serial: string;
}

export function whatElse(asked: Asked): SentenceParts {
  const { signature, texts, key } = asked;
  const likely = likelyOf(texts, sizeOf(key));
  const all = [Buffer.from(signature, 'latin1'), ...texts.map(({ bytes }) => bytes)].map(
    (bytes, at) => ({
      bytes,
      text: textIn(bytes),
      isMeant: likely === undefined ? at > 0 : bytes === likely.bytes,
    }),
  );
  for (const [mistake, isThis, says] of ROWS) {
    const sent = all.find((one) => isThis(one, asked));
    if (sent === undefined) continue;
    const sentence = `The signature ${says(sent)}; ${SIGN}.`;
    return { readings: [{ mistakes: [mistake], sentence }] };
  }
  return ofLength(likely, asked);
}

/** What is undone only to see whether it helps; zeros can be put before anything. */
const GUESSES = ['signature-plus-lost', 'signature-in-text', 'byte-order'] as const;

function likelyOf(texts: readonly WrittenBytes[], size: number): WrittenBytes | undefined {
  const has = ({ parts }: WrittenBytes, name: MistakeName) =>
    parts.some(({ mistakes }) => mistakes.includes(name));
  const some = texts.filter((one) => textIn(one.bytes) === '' && !has(one, 'signature-cut'));
  const whole = some.find(({ bytes }) => bytes.length === size);
  return whole ?? some.find((one) => !GUESSES.some((name) => has(one, name)));
}

/** Nothing but the length is known, or not even that. */
function ofLength(
  likely: WrittenBytes | undefined,
  { signature, key, serial }: Asked,
): SentenceParts {
  const [size, length] = [sizeOf(key), likely?.bytes.length ?? 0];
  const makes = `RSA of ${bitsOf(key)} bits makes ${size}`;
  // A text that was cut short has no padding, so the missing padding is not a second mistake.
  const parts = (likely?.parts ?? []).filter(
    ({ mistakes: [name] }) => length === size || name !== 'signature-without-padding',
  );
  if (length > size || (length > 0 && length % 128 === 0)) {
    const remark = `The signature (${length} bytes; ${makes}) was not made with the private key of the certificate you sent (serial ${serial}), or was damaged: see that openssl rsa -noout -modulus and openssl x509 -noout -modulus print the same`;
    return { readings: parts.length > 0 ? [readingOf(parts)] : [], remark };
  }
  // Words and placeholders rarely have digits.
  if (length > 32 && /\d/.test(signature)) {
    const sentence = `The signature has ${length} bytes; ${makes}, so ${4 * Math.ceil(size / 3)} characters: it was probably cut short on the way (openssl base64 -A writes one line).`;
    return { readings: [readingOf([...parts, { mistakes: ['signature-cut'], sentence }])] };
  }
  const remark = `The signature ${quote(signature)} is not base64 of ${size} bytes, as ${makes}; ${SIGN}, on one line`;
  return { readings: [], remark };
}

/** With the start of its content, because an error text may quote the PEM header line alone. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:\\[rn]|\s){0,8}(?:Proc-Type:|[A-Za-z0-9+/]{16})/;

function isSecret({ bytes, text }: Sent): boolean {
  return text.includes('-----BEGIN ')
    ? PRIVATE_KEY.test(text)
    : otherThanCertificate(bytes)?.isSecret === true;
}

/** What a function returned, or a UUID. */
const NO_SIGNATURE =
  /^\s*(?:1|true|null|undefined|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\s*$/i;

/** 64 bytes may be a signature of another kind, and 48 one that was cut short. */
function isHash({ bytes, isMeant }: Sent, { string }: Asked): boolean {
  const hash = HASH_OF_SIZE[bytes.length];
  if (hash === undefined) return false;
  const isShort = isMeant && bytes.length < 48;
  return isShort || hashOnce(hash, string, 'buffer').equals(bytes);
}

/** The tags of what is in a SEQUENCE of all the bytes. */
function sequenceIn(bytes: Buffer): readonly number[] {
  const children = attempt(DerError, () => childrenOf(readDer(bytes), TAG.SEQUENCE));
  return children instanceof DerError ? [] : children.map(({ tag }) => tag);
}

/** DER of two numbers; those of P-521 take 139 bytes, and a public key of RSA takes more. */
const isEcdsa = (bytes: Buffer): boolean =>
  bytes.length < 140 && sequenceIn(bytes).join() === `${TAG.INTEGER},${TAG.INTEGER}`;

/** The first part is JSON that names an algorithm. */
const isJws = (text: string): boolean =>
  Buffer.from(/^([\w-]+)\.[\w-]*\.[\w-]*$/.exec(text)?.[1] ?? '', 'base64url').includes('"alg"');

/** UTF-8, or ASCII in UTF-16; empty if it has a control character. */
function textIn(bytes: Buffer): string {
  const text = decodeUtf8(bytes)?.replaceAll('\0', '') ?? '';
  return countOf(text, CONTROLS) > 0 ? '' : text;
}

/** A text decoder put replacement characters in, or question marks. */
function isDamagedByText({ bytes }: Sent): boolean {
  const text = bytes.length < 40 ? '' : (decodeUtf8(bytes) ?? '');
  return countOf(text, CONTROLS) > 0 && countOf(text, /[\ufffd?]/g) * 5 >= text.length;
}
