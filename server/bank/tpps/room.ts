import { authorities } from './authority.ts';
import { type CertificateParts, certificateOperations } from './certificate-control.ts';
import { contactOperations } from './contact-information.ts';
import { revocations } from './revocations.ts';
import { tpps } from './tables.ts';
import { tppControlOperations } from './tpp-control.ts';

/** TPPs: registration, contact, and test certificates for them. */
export const tppsRoom = {
  tables: [tpps, authorities, revocations],
  operations: () => contactOperations,
  control: (parts: CertificateParts) => [...tppControlOperations, ...certificateOperations(parts)],
};
