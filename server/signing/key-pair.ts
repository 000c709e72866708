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
