// RSA pairs that are the same each time, for records of what signatures show: they are worked out anew from a name, as no
// file may hold a private key.
import { checkPrimeSync, createHash } from 'node:crypto';
import { type KeyPair, rsaOf } from './own-certificate.ts';

/** So that few candidates need the whole check. */
const SMALL = [3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n, 43n, 47n, 53n, 59n, 61n];

function primeOf(name: string, bits: number): bigint {
  const bytes = createHash('shake256', { outputLength: bits / 8 })
    .update(name)
    .digest();
  // The two highest bits are set, so that the product of two has its whole length.
  let candidate = BigInt(`0x${bytes.toString('hex')}`) | (3n << BigInt(bits - 2)) | 1n;
  const isPrime = () =>
    SMALL.every((one) => candidate % one !== 0n) &&
    (candidate - 1n) % EXPONENT !== 0n &&
    checkPrimeSync(candidate, { checks: 10 });
  while (!isPrime()) candidate += 2n;
  return candidate;
}
const EXPONENT = 65_537n;

export const seededRsa = (name: string, bits = 2048): KeyPair =>
  rsaOf(primeOf(`${name} p`, bits / 2), primeOf(`${name} q`, bits / 2), EXPONENT);
