// The certificates that were made in the console, with their keys, so that it can send requests with them. They are gone
// when the server stops.
import { X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { certificateId } from '../../bank/tpps/known-certificates.ts';
import { readCertificate } from '../../signing/certificate.ts';
import type { IssuedCertificate } from '../../signing/issuer.ts';
import { identityOf } from '../../signing/tpp-identity.ts';

const MOST = 20;

/** For the choice in a form. */
interface MadeCertificate {
  readonly id: string;
  readonly label: string;
}

export type MadeCertificates = ReturnType<typeof createMadeCertificates>;

type Made = Pick<IssuedCertificate, 'certificate' | 'privateKey'>;

export function createMadeCertificates() {
  const made = new LRUCache<string, Made & { readonly label: string }>({ max: MOST });
  return {
    /** Returns its id, as the control API lists it. @param answer of `createCertificate` */
    keep({ certificate, privateKey }: Made): string {
      const read = readCertificate(new X509Certificate(certificate).raw);
      const id = certificateId(read);
      const { name, id: organisationId } = identityOf(read);
      const roles = read.psd2?.roles.join(', ') || '–';
      const label = `${name} · ${roles} · ${organisationId} (${id.slice(0, 6)})`;
      made.set(id, { certificate, privateKey, label });
      return id;
    },
    find: (id: string): Made | undefined => made.get(id),
    /** The newest first. */
    list: (): readonly MadeCertificate[] =>
      [...made.entries()].map(([id, { label }]) => ({ id, label })),
  };
}
