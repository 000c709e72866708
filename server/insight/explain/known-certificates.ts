// Certificates that a bank has verified or issued, so that it can name another key or the certificate a
// keyId belongs to. Public facts only, limited per process.
import { LRUCache } from 'lru-cache';
import type { SigningCertificate } from '../../signing/certificate.ts';

const MOST_BANKS = 100;
/** Each one is tried against a signature that the sent certificate does not verify: 0.05 ms each. */
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
