// What the client certificate of a TLS connection, a QWAC, must be (TLS-02), and whose (TLS-03).
import type { X509Certificate } from 'node:crypto';
import { ApiError } from '../protocol/errors.ts';
import type { ReportFinding, RoleNeed, TppIdentity } from '../protocol/tpp.ts';
import type { SentCertificate } from './certificate-header.ts';
import { hasRole } from './tpp-identity.ts';
import { leadsTo } from './trust.ts';

export interface ClientCertificateQuestion {
  /** Absent if the client has sent none, or speaks plain HTTP. */
  readonly sent: SentCertificate | undefined;
  readonly role: RoleNeed;
  /** The certificates that its chain may end in. */
  readonly anchors: readonly X509Certificate[];
  /** Wall clock, milliseconds. */
  readonly now: number;
}

/** TLS-03 */
export function checkOrganisations(
  qwac: TppIdentity | undefined,
  tpp: TppIdentity,
  finding: ReportFinding,
): void {
  if (qwac === undefined || qwac.id === tpp.id) return;
  const text = `The QWAC of the connection belongs to ${qwac.id}, and the QSealC of the signature to ${tpp.id}; use two certificates of one organisation.`;
  finding('TLS-03', text);
}

interface Problem {
  readonly text: string;
  readonly got: string;
}

/** Throws ApiError 403 FORBIDDEN, as for a certificate of a signature (TPP-01, TPP-02). */
export function checkClientCertificate(question: ClientCertificateQuestion): void {
  const { sent } = question;
  const problem = sent === undefined ? MISSING : problemOf({ ...question, sent });
  if (problem === undefined) return;
  const { text, got } = problem;
  throw new ApiError('TLS-02', 'FORBIDDEN', text, {
    expected: 'a valid QWAC in the TLS handshake',
    got,
  });
}

const HOW_TO_GET = 'POST /_sandbox/certificates with {"type":"QWAC"} makes one';

const MISSING: Problem = {
  text: `The connection has no client certificate: connect to the HTTPS port with a QWAC (${HOW_TO_GET}).`,
  got: 'none',
};

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const WEAKEST_RSA = 2048;

function problemOf({
  sent: { certificate, chain },
  role,
  anchors,
  now,
}: ClientCertificateQuestion & { readonly sent: SentCertificate }): Problem | undefined {
  const { notBefore, notAfter, psd2, publicKey, x509 } = certificate;
  if (now < notBefore) return invalid('is not valid yet', new Date(notBefore).toISOString());
  if (now >= notAfter + 1000) return invalid('has expired', new Date(notAfter).toISOString());
  const between = chain.map((one) => one.x509);
  if (!leadsTo(x509, { between, anchors, now })) {
    const issuer = x509.issuer.replaceAll('\n', ', ');
    return invalid(
      'has no valid chain to the test CA of this bank or to one of SANDBANK_TRUST',
      issuer,
    );
  }
  // What may be used for anything has no list of uses; a QWAC has one.
  if (!x509.keyUsage?.includes(CLIENT_AUTH)) {
    return invalid(`is not a QWAC (${HOW_TO_GET})`, 'no extended key usage clientAuth');
  }
  const bits = publicKey?.asymmetricKeyDetails?.modulusLength ?? WEAKEST_RSA;
  if (bits < WEAKEST_RSA) return invalid(`has a key of ${bits} bits, less than ${WEAKEST_RSA}`);
  if (psd2 === undefined) return invalid('states no PSD2 roles');
  if (!hasRole(psd2.roles, role)) {
    return invalid('does not state the PSD2 role that this operation needs', psd2.roles.join(', '));
  }
  return undefined;
}

const invalid = (trouble: string, got = trouble): Problem => ({
  text: `The client certificate of the TLS connection ${trouble}.`,
  got,
});
