// Key pairs for test certificates: RSA for TPPs and the bank's seal (SIG-07), elliptic for authorities. They
// are made on worker threads and never block the event loop.
import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** A fresh pair on P-256; takes well under a millisecond. */
export function generateEc(): Promise<KeyPair> {
  return promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
}

/** A fresh RSA pair, exponent 65537; takes 50 to 500 ms. */
export function generateRsa(modulusLength = 2048): Promise<KeyPair> {
  return promisify(generateKeyPair)('rsa', { modulusLength });
}

/**
 * `KeyObject.equals` of two kinds of key, such as RSA and elliptic, leaves an error with OpenSSL, and
 * whoever reads a private key next in this process fails of it (seen with Node 20 and 24; a
 * kin of nodejs/node#45485).
 */
export function isSameKey(one: KeyObject, other: KeyObject): boolean {
  return publicKeyInfo(one).equals(publicKeyInfo(other));
}

/** SubjectPublicKeyInfo in DER (RFC 5280, 4.1.2.7). */
export const publicKeyInfo = (key: KeyObject): Buffer =>
  key.export({ type: 'spki', format: 'der' });
