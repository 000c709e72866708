// The certificates that a bank has seen and issued, with what they are now, and an end to one (TPP-06).
import { X509Certificate } from 'node:crypto';
import { type Clock, DAY } from '../../kernel/clock.ts';
import { isoTime } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { MIN_BITS } from '../../signing/algorithm.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import type { Issuer } from '../../signing/issuer.ts';
import { keyIdOf } from '../../signing/key-id.ts';
import { identityOf } from '../../signing/tpp-identity.ts';
import { leadsTo, validityAt } from '../../signing/trust.ts';
import { prefixOfBank } from '../banks/banks.ts';
import type { ControlOperation } from '../banks/control-operation.ts';
import type { Revocations } from './revocations.ts';

export interface KnownCertificateParts {
  readonly issuer: Issuer;
  readonly revocations: Revocations;
  /** Those that the bank has seen or issued since the process started. */
  readonly known: (bank: string) => readonly SigningCertificate[];
  readonly wallClock: Clock;
}

export const knownCertificateOperations = (
  parts: KnownCertificateParts,
): readonly ControlOperation[] => [
  {
    id: 'getCertificates',
    method: 'GET',
    path: '/_sandbox/certificates',
    summary: 'The certificates that the bank has seen and issued since it was started',
    rule: 'TPP-06',
    success: { status: 200, schema: 'control/certificates.json' },
    async outside({ bank }) {
      const views = parts.known(bank).map((certificate) => viewOf(certificate, parts));
      return { status: 200, body: { certificates: await Promise.all(views) } };
    },
  },
  {
    id: 'revokeCertificate',
    method: 'DELETE',
    path: '/_sandbox/certificates/{id}',
    summary: 'Revoke a certificate of the test CA, for all banks of the server',
    rule: 'TPP-06',
    success: { status: 204 },
    async outside({ bank, params }) {
      const found = parts.known(bank).find((one) => certificateId(one) === params['id']);
      if (found === undefined) {
        const text = `This bank has seen no certificate with that id; GET ${prefixOfBank(bank)}/_sandbox/certificates lists those that it has.`;
        throw new ApiError('TPP-06', 'RESOURCE_UNKNOWN', text);
      }
      if (!isIssuedHere(found, parts)) {
        const text = `The certificate is of another CA, whose list the bank does not have. PUT ${prefixOfBank(bank)}/_sandbox/tpps/{organisationId} takes the registration of its TPP away.`;
        throw new ApiError('TPP-06', 'CONFLICT', text);
      }
      await parts.revocations.add(found);
      return { status: 204 };
    },
  },
];

/** SHA-256 of the certificate, in small letters. */
export const certificateId = ({ x509 }: SigningCertificate): string =>
  x509.fingerprint256.replaceAll(':', '').toLowerCase();

function isIssuedHere(
  { x509 }: SigningCertificate,
  { issuer, wallClock }: KnownCertificateParts,
): boolean {
  const anchors = issuer.authorities().map((pem) => new X509Certificate(pem));
  return leadsTo(x509, { between: [], anchors, now: wallClock() });
}

async function viewOf(
  certificate: SigningCertificate,
  parts: KnownCertificateParts,
): Promise<JsonObject> {
  const { serial, notBefore, notAfter, psd2 } = certificate;
  const { id: organisationId, name } = identityOf(certificate);
  const now = parts.wallClock();
  const revoked = await parts.revocations.has(certificate);
  const status = revoked ? 'revoked' : validityAt(certificate, now);
  return {
    id: certificateId(certificate),
    organisationId,
    name,
    serial,
    keyId: keyIdOf(certificate),
    ...defined({ roles: psd2?.roles }),
    notBefore: isoTime(notBefore),
    notAfter: isoTime(notAfter),
    status,
    ...(status === 'valid' ? { daysLeft: Math.max(0, Math.floor((notAfter - now) / DAY)) } : {}),
    issuedHere: isIssuedHere(certificate, parts),
    ...defined({ problem: problemOf(certificate) }),
  };
}

/** What is wrong with it besides its period, as with those that were made so (CTRL-02). */
function problemOf({ psd2, publicKey }: SigningCertificate): string | undefined {
  if (psd2 === undefined) return 'It states no PSD2 roles (TPP-03).';
  if (!psd2.roles.some((role) => role === 'PSP_AI' || role === 'PSP_PI')) {
    return 'It has no role for accounts or payments: requests that need one are 403 FORBIDDEN (TPP-03).';
  }
  const bits = publicKey?.asymmetricKeyDetails?.modulusLength ?? MIN_BITS;
  return bits < MIN_BITS ? `Its key has ${bits} bits; ${MIN_BITS} are needed (SIG-07).` : undefined;
}
