// The length of an RSA key and of its signatures.
import type { KeyObject } from 'node:crypto';

/** Bits of the modulus; 0 if the key has none. */
export const bitsOf = (key: KeyObject): number => key.asymmetricKeyDetails?.modulusLength ?? 0;

/** Length of the key's signatures, in bytes. */
export const sizeOf = (key: KeyObject): number => Math.ceil(bitsOf(key) / 8);

/** The caller chooses the key in its certificate, so only keys of usual cost are used. */
export function isUsual(key: KeyObject | undefined): key is KeyObject {
  const { modulusLength = 0, publicExponent = 0n } = key?.asymmetricKeyDetails ?? {};
  const cheap = modulusLength <= 4096 && publicExponent < 2n ** 32n;
  return key?.asymmetricKeyType === 'rsa' && cheap;
}
