// Certificates that a bank has verified or issued: of a signature that fits none of what was sent, the explainer can say
// that it was made with the key of one of these. It takes long to load; this is there from the start.
import { LRUCache } from 'lru-cache';
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import type { Explainer } from './explanation.ts';

const MOST_BANKS = 100;
/** Each one is tried against a signature that the sent certificate does not verify: 0.05 ms each. */
const MOST_OF_BANK = 50;

export type KnownCertificates = Pick<Explainer, 'know' | 'known'>;

export function knownCertificates(): KnownCertificates {
  const banks = new LRUCache<string, LRUCache<string, SigningCertificate>>({ max: MOST_BANKS });
  let last: { readonly bank: string; readonly certificate: SigningCertificate } | undefined;
  return {
    know(bank, certificate) {
      // Most requests come from the TPP of the request before.
      if (last?.certificate === certificate && last.bank === bank) return;
      last = { bank, certificate };
      const known = getOrSet(banks, bank, () => new LRUCache({ max: MOST_OF_BANK }));
      // Anybody can make a certificate with another one's serial number and issuer.
      known.set(certificate.x509.fingerprint256, certificate);
    },
    known: (bank) => [...(banks.get(bank)?.values() ?? [])],
  };
}
