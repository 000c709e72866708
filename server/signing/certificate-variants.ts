// What can be wrong with a test certificate (CTRL-02). Apart from its making, which takes long to load.
import type { CertificateRequest } from '../protocol/generated/schemas.ts';

export const CERTIFICATE_VARIANTS = [
  'expired',
  'not-yet-valid',
  'wrong-role',
  'no-psd2',
  'unknown-ca',
  'weak-key',
  'revoked',
] as const satisfies readonly NonNullable<CertificateRequest['variant']>[];
