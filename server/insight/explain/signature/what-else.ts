// Explains a signature that shows no padding under any key: what its bytes prove that it is, or else how long
// it is and how long it should be.
import { quote } from '../../../protocol/shown-text.ts';
import { attempt } from '../../../signing/attempt.ts';
import { base64Trouble } from '../../../signing/base64.ts';
import type { SigningCertificate } from '../../../signing/certificate.ts';
import { DerError, readDer, TAG } from '../../../signing/der.ts';
import { holdsPrivatePem, otherThanCertificate } from '../../../signing/other-than-certificate.ts';
import { JWS, standIn } from '../../../signing/stand-in.ts';
import { reading, type SentenceParts } from '../explanation.ts';
import type { MistakeName } from '../mistake-names.ts';
import { readingsOf } from '../search.ts';
import { sizeOf } from './recover.ts';
import type { WrittenBytes } from './written-bytes.ts';

/** What was sent, as it is or read in one way. */
interface Sent extends WrittenBytes {
  /** Whether these bytes are likely meant as the signature. */
  readonly isMeant: boolean;
}

export const SIGN =
  'sign the string with your private key, RSA-SHA256, and send the bare signature in base64 (openssl dgst -sha256 -sign)';

const LOST = /\xef\xbf\xbd|\?/;

/** What it is instead, completing "The signature (…) is probably …"; what is surest comes first. */
const ROWS: readonly (readonly [MistakeName, says: string, isThis: (sent: Sent) => boolean])[] = [
  [
    'signature-container',
    'a private key or a key store. Never send it, and make a new one now',
    // An error text may quote the line that a key begins with.
    ({ bytes, text }) =>
      (text.length > 100 && holdsPrivatePem(text)) ||
      (!text.includes('-----') && otherThanCertificate(bytes)?.isSecret === true),
  ],
  ['signature-container', 'a JWS or JWT', ({ text }) => JWS.test(text)],
  [
    'signature-container',
    'a container or a key, such as CMS (PKCS #7), or a certificate',
    // ECDSA is shorter than 140 bytes, a key of RSA is not, and one of a curve begins with its kind.
    ({ bytes }) =>
      isDer(bytes) && !isDigestInfo(bytes) && (bytes.length >= 140 || bytes[2] === TAG.SEQUENCE),
  ],
  [
    'signature-as-text',
    'damaged: it has no capital letter, so it was put into lower case; send it as it is',
    ({ text }) => /^[a-z\d+/]{100,}={0,2}$/.test(text) && /[g-z]/.test(text),
  ],
  [
    'signature-as-text',
    'damaged: it was read as text before base64, which lost what is no text; take its bytes as they are',
    // Text decoders put replacement characters in, or question marks.
    ({ bytes }) =>
      bytes.length >= 40 && bytes.toString('latin1').split(LOST).length * 8 > bytes.length,
  ],
  [
    'not-signed',
    "a text in place of one, such as an object, a variable or a file by its name: see what your signing function returns (PHP's openssl_sign puts the signature into its second argument)",
    ({ text, isMeant }) =>
      (isMeant && text.length >= 8) || /^(?:1|true|\d{100,})$/.test(text.trim()),
  ],
  [
    'not-signed',
    'a hash or an HMAC, as its length or form is that of one, or a piece of a signature that was wrapped or cut',
    // 64 bytes may be a signature of another kind, and 48 one that was cut short.
    ({ bytes, isMeant }) =>
      (isMeant && [16, 20, 28, 32].includes(bytes.length)) || isDigestInfo(bytes),
  ],
  [
    'ecdsa',
    "of ECDSA, Ed25519 or SHA-512 (HMAC), while the certificate's key is RSA",
    // As DER, or r and s one after the other on P-256, P-384 and P-521.
    ({ bytes, isMeant }) =>
      isDer(bytes) ||
      BEGINS_AS_ECDSA.test(bytes.toString('latin1', 0, 4)) ||
      (isMeant && [64, 96, 132].includes(bytes.length)),
  ],
];

/** Two numbers of a curve, also if something happened to the second: a SEQUENCE, and in it an INTEGER of 27 to 49 bytes. */
const BEGINS_AS_ECDSA = /^0[8-h]\x02[\x1b-1]/;

/** A SEQUENCE of all the bytes. */
function isDer(bytes: Buffer): boolean {
  return (
    bytes[0] === TAG.SEQUENCE && !(attempt(DerError, () => readDer(bytes)) instanceof DerError)
  );
}

/** The name of a hash, and as many bytes. */
const isDigestInfo = (bytes: Buffer) =>
  /^0.0[\x07-\x0d]\x06.{6,10}(?:\x05\0)?\x04[\x10-@].{16,64}$/s.test(bytes.toString('latin1'));

/** Text that was itself read as base64 or hexadecimal. */
const INNER = /^[\w+/%=:\r\n-]+$/;

/** @param texts every way to read the signature @param certificate whose key should have made it */
export function whatElse(
  signature: string,
  texts: readonly WrittenBytes[],
  { serial, publicKey }: SigningCertificate,
): SentenceParts {
  const size = sizeOf(publicKey);
  const some = texts.filter(({ text }) => !INNER.test(text));
  const meant = some.find(({ bytes }) => bytes.length === size) ?? some[0] ?? texts[0];
  const raw = { parts: [], bytes: Buffer.from(signature, 'latin1'), text: signature };
  const all = [raw, ...texts].map((one): Sent => ({ ...one, isMeant: one === meant }));
  const [other] = all.flatMap(({ text }) => {
    const words = standIn(text.trim());
    return words === undefined ? [] : (`The signature (${quote(text.trim())}) ${words}` as const);
  });
  for (const [mistake, says, isThis] of ROWS) {
    const sent = all.find(isThis);
    if (sent === undefined) continue;
    const isText = mistake === 'not-signed' && sent.text !== '';
    // An id without its dashes is as long as a hash.
    if (mistake === 'not-signed' && !isText && other !== undefined) continue;
    // The text itself, as it was sent, has no bytes of its own.
    const size = sent === all[0] ? `${signature.length} characters` : `${sent.bytes.length} bytes`;
    const shown = isText ? quote(sent.text.trim()) : size;
    const sentence = `The signature (${shown}) is probably ${says}; ${SIGN}.` as const;
    return { readings: [{ mistakes: [mistake], sentence }] };
  }
  if (other !== undefined) return { readings: [reading(['not-signed'], `${other}; ${SIGN}.`)] };
  const length = meant?.bytes.length ?? 0;
  const makes = `RSA of ${8 * size} bits makes ${size}`;
  // A text that was cut short has no padding, so the missing padding is not a second mistake.
  const parts = (meant?.parts ?? []).filter(
    ({ mistakes: [name] }) => length === size || name !== 'signature-without-padding',
  );
  const isHex = parts.some(({ mistakes: [name] }) => name === 'signature-hex');
  if (length >= size || (!isHex && length && length % 128 === 0)) {
    // Other RSA keys have a multiple of 512 bits, as a rule.
    if (length !== size && length % 64 !== 0) {
      const remark =
        `The signature (${length} bytes; ${makes}) is probably in another encoding than base64, or has something else around it; ${SIGN}` as const;
      return { readings: readingsOf([parts]), remark };
    }
    const [others, advice] =
      length === size
        ? [
            ', or was encrypted with its public key, or is RSASSA-PSS with a long salt, or was damaged',
            '; if they do, sign (not encrypt), and compare the base64 that your client made with what came',
          ]
        : [length < size ? ', or was cut short' : ', or has something else around it', ''];
    const remark =
      `The signature (${length} bytes; ${makes}) was probably not made with the private key of the certificate you sent (serial ${serial})${others}: see that openssl rsa -noout -modulus and openssl x509 -noout -modulus print the same${advice}` as const;
    return { readings: readingsOf([parts]), remark };
  }
  // Words and placeholders rarely have digits.
  if (length > 32 && /\d/.test(signature)) {
    const lost = isHex ? '' : ', or lost characters such as + and /';
    const sentence =
      `The signature has ${length} bytes; ${makes}, so ${4 * Math.ceil(size / 3)} characters: it was probably cut short on the way${lost} (openssl base64 -A writes one line).` as const;
    return { readings: readingsOf([[...parts, { mistakes: ['signature-cut'], sentence }]]) };
  }
  const why = meant === undefined && signature.length > 100 ? `: ${base64Trouble(signature)}` : '';
  const not = `${quote(signature)} is not base64 of one${why}`;
  const sent = signature.trim() === '' ? 'is empty' : not;
  return { readings: [], remark: `The signature ${sent} (${makes} bytes); ${SIGN}, on one line` };
}
