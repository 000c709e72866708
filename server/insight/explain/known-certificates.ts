// Certificates that a bank has seen behind good signatures, or has issued: a signature by another key, or
// a keyId of another certificate, can then be named. Public facts only, bounded per process.
import { LRUCache } from 'lru-cache';
import type { SigningCertificate } from '../../signing/certificate.ts';

const MOST_BANKS = 100;
/** Each is tried against a signature that is not the sent certificate's: 0.05 ms apiece. */
const MOST_PER_BANK = 50;

export interface KnownCertificates {
  add(bank: string, certificate: SigningCertificate): void;
  of(bank: string): readonly SigningCertificate[];
}

export function createKnownCertificates(): KnownCertificates {
  const banks = new LRUCache<string, LRUCache<string, SigningCertificate>>({ max: MOST_BANKS });
  return {
    add(bank, certificate) {
      const known = banks.get(bank) ?? new LRUCache({ max: MOST_PER_BANK });
      banks.set(bank, known);
      // Anybody can make a certificate with another one's serial number and issuer.
      known.set(certificate.x509.fingerprint256, certificate);
    },
    of: (bank) => [...(banks.get(bank)?.values() ?? [])],
  };
}
