// TPP-03 and TPP-04: which roles a certificate gives, and who its holder is.
import { defined } from '../kernel/defined.ts';
import { ApiError } from '../protocol/errors.ts';
import type { PspRole, ReportFinding, RoleNeed, TppIdentity } from '../protocol/tpp.ts';
import { COMMON_NAME, ORGANIZATION_IDENTIFIER, ORGANIZATION_NAME } from './attribute-types.ts';
import type { SigningCertificate } from './certificate.ts';
import { attributeText, formatName } from './distinguished-name.ts';

/** Any one of these roles will do. */
const ROLES_FOR: Readonly<Record<RoleNeed, readonly PspRole[]>> = {
  PSP_AI: ['PSP_AI'],
  PSP_PI: ['PSP_PI'],
  either: ['PSP_AI', 'PSP_PI'],
  none: [],
};

/** Whether the stated roles are enough. */
export function hasRole(held: readonly PspRole[], need: RoleNeed): boolean {
  const wanted = ROLES_FOR[need];
  return wanted.length === 0 || wanted.some((role) => held.includes(role));
}

/** TPP-03: 403 when the certificate states roles and none of those needed. */
export function checkRole(
  { psd2 }: SigningCertificate,
  need: RoleNeed,
  finding: ReportFinding,
): void {
  if (psd2 === undefined) {
    finding(
      'TPP-03',
      'The certificate states no PSD2 roles; the bank treats it as having all of them.',
    );
    return;
  }
  if (hasRole(psd2.roles, need)) return;
  const wanted = ROLES_FOR[need];
  const held = psd2.roles.length === 0 ? 'no role' : psd2.roles.join(' and ');
  const text = `This operation needs the PSD2 role ${wanted.join(' or ')}; the certificate states ${held}.`;
  throw new ApiError('TPP-03', 'FORBIDDEN', text, {
    path: 'TPP-Signature-Certificate',
    expected: wanted.join(' or '),
    got: held,
  });
}

/** TPP-04: the same identity for every certificate of the same organisation. */
export function identityOf({ subject, psd2, x509 }: SigningCertificate): TppIdentity {
  // A subject without any name names no organisation, so the identity is this one certificate's.
  const id =
    attributeText(subject, ORGANIZATION_IDENTIFIER) ||
    formatName(subject) ||
    `SHA-256 ${x509.fingerprint256}`;
  return {
    id,
    name: attributeText(subject, ORGANIZATION_NAME) || attributeText(subject, COMMON_NAME) || id,
    ...defined({ roles: psd2?.roles }),
  };
}
