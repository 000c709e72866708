// What clients send in place of a bare signature: containers that hold one, keys, certificates, names.
import { type OtherThing, otherThanCertificate } from '../../../signing/other-than-certificate.ts';
import { isEcdsa } from './ecdsa.ts';

const BARE =
  'sign the string itself with RSA-SHA256 and send the bare signature in base64 (openssl dgst -sha256 -sign)';

/**
 * A sentence about it; `undefined` if it is no such thing.
 *
 * @param words the sent text, and the texts in its bytes
 * @param bytes the bytes that it may mean
 */
export function whatElse(words: readonly string[], bytes: readonly Buffer[]): string | undefined {
  const others = bytes.flatMap((one) => otherBytes(one) ?? []);
  const secrets = others.filter(({ isSecret }) => isSecret);
  if (secrets.some(isKey) || words.some((text) => PRIVATE_KEY.test(text))) {
    return `The signature is a private key; never send it, and make a new one, as it has been sent. Then ${BARE}.`;
  }
  if (secrets.length > 0) {
    return `The signature is a key store, which may have your private key in it; never send it, and make a new key, as it has been sent. Then ${BARE}.`;
  }
  if (bytes.some(isCms)) {
    return `The signature is a CMS (PKCS #7) container, as openssl cms and smime make them; ${BARE}.`;
  }
  if (others.length > 0 || bytes.some(isDer)) {
    return `The signature is DER, as a certificate or a public key is; ${BARE}.`;
  }
  if (words.some(isJws)) {
    return `The signature is a JWS or a JWT, three parts with dots; ${BARE}.`;
  }
  return undefined;
}

/** With the start of its content, because an error text may quote the PEM header line alone. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:\\[rn]|\s){0,8}(?:Proc-Type:|[A-Za-z0-9+/]{16})/;

/** SEQUENCE, its length in any form, then the OID 1.2.840.113549.1.7.2 (signedData). */
const isCms = (bytes: Buffer): boolean =>
  /^30(?:80|81..|82.{4}|83.{6})06092a864886f70d010702/.test(headOf(bytes));

const headOf = (bytes: Buffer): string => bytes.subarray(0, 40).toString('hex');

/** A SEQUENCE of all the bytes. Its length takes two bytes, so it is longer than an ECDSA signature. */
const isDer = (bytes: Buffer): boolean =>
  bytes[0] === 0x30 &&
  bytes[1] === 0x82 &&
  bytes.length > 256 &&
  bytes.readUInt16BE(2) === bytes.length - 4;

/** Keys, requests, bundles. PEM is found in the words; two numbers could also be an ECDSA signature. */
function otherBytes(bytes: Buffer): OtherThing | undefined {
  const isText = bytes.includes('-----BEGIN ');
  return isText || isEcdsa(bytes) ? undefined : otherThanCertificate(bytes);
}

const isKey = ({ trouble }: OtherThing): boolean => trouble.startsWith('holds a private key');

/** The first part is JSON that names an algorithm. */
function isJws(text: string): boolean {
  const [, head] = /^([\w-]+)\.[\w-]*\.[\w-]*$/.exec(text.trim()) ?? [];
  if (head === undefined) return false;
  const json = Buffer.from(head, 'base64url').toString('latin1');
  return json.trimStart().startsWith('{') && json.includes('"alg"');
}
