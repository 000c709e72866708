// How long an RSA key is, and a signature by it.
import type { KeyObject } from 'node:crypto';

/** What an operation with a key costs, in strings hashed. */
export const KEY_WORK = 50;

/** Bits of the modulus; 0 where the key has none. */
export const bitsOf = (key: KeyObject): number => key.asymmetricKeyDetails?.modulusLength ?? 0;

/** Bytes of the key's signatures. */
export const sizeOf = (key: KeyObject): number => Math.ceil(bitsOf(key) / 8);

/** Whoever made a certificate chose its key: only keys that cost as little as usual are worked with. */
export function isUsual(key: KeyObject | undefined): key is KeyObject {
  const { modulusLength = 0, publicExponent = 0n } = key?.asymmetricKeyDetails ?? {};
  const cheap = modulusLength <= 4096 && publicExponent < 2n ** 32n;
  return key?.asymmetricKeyType === 'rsa' && cheap;
}
