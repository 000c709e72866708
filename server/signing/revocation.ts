// TPP-06: what the test authority has revoked signs nothing, and opens no connection.
import { ApiError } from '../protocol/errors.ts';
import type { SigningCertificate } from './certificate.ts';

/** ApiError 403 FORBIDDEN, as for every certificate that does not count (TPP-01). */
export async function checkRevocation(
  certificate: SigningCertificate,
  revoked: boolean | Promise<boolean>,
  details = {},
): Promise<void> {
  if (!(await revoked)) return;
  const text = `The certificate ${certificate.serial} is revoked; GET /_sandbox/certificates/crl lists it.`;
  const seen = { expected: 'a certificate that is not revoked', got: certificate.serial };
  throw new ApiError('TPP-06', 'FORBIDDEN', text, { ...details, ...seen });
}
