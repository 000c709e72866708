// SIG-07: rsa-sha256, with an RSA key of at least 2048 bits.

import type { KeyObject } from 'node:crypto';
import { quoteOdd } from '../kernel/utf8.ts';
import { ApiError } from '../protocol/errors.ts';
import type { SigningCertificate } from './certificate.ts';

/** Of an RSA key. */
export const MIN_BITS = 2048;

/** The certificate's key, when the algorithm and the key are what the interface asks for. */
export function checkAlgorithm(algorithm: string, { publicKey }: SigningCertificate): KeyObject {
  const type = publicKey?.asymmetricKeyType;
  if (algorithm !== 'rsa-sha256') {
    const key =
      type === 'rsa' ? '' : `, with an RSA key (the certificate's is ${type ?? 'unknown'})`;
    const text = `The Signature's algorithm is ${quoteOdd(algorithm)}; it must be rsa-sha256${key}.`;
    throw refuse(text, algorithm);
  }
  if (publicKey === undefined || type !== 'rsa') {
    const text = `The certificate's key is ${type ?? 'of an unknown kind'}; rsa-sha256 needs an RSA key.`;
    throw refuse(text, type ?? 'unknown');
  }
  // Node states it of every RSA key.
  const { modulusLength: bits } = publicKey.asymmetricKeyDetails as { modulusLength: number };
  if (bits < MIN_BITS) {
    throw refuse(
      `The certificate's RSA key has ${bits} bits; at least ${MIN_BITS} are needed.`,
      `${bits} bits`,
    );
  }
  return publicKey;
}

function refuse(text: string, got: string): ApiError {
  const expected = `rsa-sha256 and an RSA key of ${MIN_BITS} bits or more`;
  return new ApiError('SIG-07', 'BAD_REQUEST', text, { path: 'Signature', expected, got });
}
