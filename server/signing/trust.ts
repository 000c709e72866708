// TPP-01, TPP-02 and TPP-06: a certificate must be in its period and not be revoked, and, where a trust bundle is
// configured, lead to it and state its PSD2 role.
import { X509Certificate } from 'node:crypto';
import { ApiError } from '../protocol/errors.ts';
import type { SigningCertificate } from './certificate.ts';
import { splitPem } from './pem.ts';

/** What a certificate is at a time, wall clock in ms, if it is not revoked. The checks and all lists ask here. */
export function validityAt({ notBefore, notAfter }: Period, now: number) {
  if (now < notBefore) return 'not-yet-valid';
  // Certificates count whole seconds, and their last one is valid to its end.
  return now < notAfter + 1000 ? 'valid' : 'expired';
}

type Period = Pick<SigningCertificate, 'notBefore' | 'notAfter'>;

/** TPP-01: 403 outside the period. `now` is wall clock, milliseconds. */
export function checkValidity(certificate: SigningCertificate, now: number): void {
  const { notBefore, notAfter } = certificate;
  const validity = validityAt(certificate, now);
  if (validity === 'valid') return;
  const text =
    validity === 'not-yet-valid'
      ? `The certificate is not valid before ${new Date(notBefore).toUTCString()}.`
      : `The certificate expired on ${new Date(notAfter).toUTCString()}.`;
  throw new ApiError('TPP-01', 'FORBIDDEN', text, {
    path: PATH,
    expected: `a time from ${new Date(notBefore).toISOString()} to ${new Date(notAfter).toISOString()}`,
    got: new Date(now).toISOString(),
  });
}

const PATH = 'TPP-Signature-Certificate';

/** The certificates of a PEM bundle. Throws Error when there is none, or one is damaged. */
export function readBundle(pem: string): X509Certificate[] {
  const bundle = splitPem(pem).map((der, at) => {
    try {
      return new X509Certificate(der);
    } catch (cause) {
      const text = `certificate ${at + 1} of the trust bundle cannot be read: it is damaged, or cut`;
      throw new Error(text, { cause });
    }
  });
  if (bundle.length === 0) throw new Error('the trust bundle holds no PEM certificate');
  return bundle;
}

interface TrustQuestion {
  readonly certificate: SigningCertificate;
  /** Certificates that were sent along and may stand between. */
  readonly chain: readonly SigningCertificate[];
  readonly anchors: readonly X509Certificate[];
  readonly now: number;
}

/** TPP-02 with a bundle: 403 unless the chain ends in an anchor and PSD2 is stated. */
export function checkTrust({ certificate, chain, anchors, now }: TrustQuestion): void {
  const between = chain.map(({ x509 }) => x509);
  if (!leadsTo(certificate.x509, { between, anchors, now })) {
    const text = 'The certificate was not issued by an authority that this bank trusts.';
    throw new ApiError('TPP-02', 'FORBIDDEN', text, {
      path: PATH,
      expected: `a chain to one of ${anchors.length} trusted certificates`,
      got: oneLine(certificate.x509.issuer),
    });
  }
  if (certificate.psd2 === undefined) {
    const text =
      'The certificate has no PSD2 QCStatement (ETSI TS 119 495); this bank requires one.';
    throw new ApiError('TPP-02', 'FORBIDDEN', text, {
      path: PATH,
      expected: 'a QCStatement 0.4.0.19495.2',
      got: 'none',
    });
  }
}

/** TPP-06: ApiError 403 FORBIDDEN, as for every certificate that does not count (TPP-01). */
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

interface Authorities {
  readonly between: readonly X509Certificate[];
  readonly anchors: readonly X509Certificate[];
  readonly now: number;
}

/** Whether a chain leads from the subject to an anchor. Climbs from the subject to every authority above it, each one once, so that the search ends. */
export function leadsTo(subject: X509Certificate, { between, anchors, now }: Authorities): boolean {
  const reached = [subject];
  for (const current of reached) {
    if (anchors.some((anchor) => anchor.raw.equals(current.raw) || issued(anchor, current, now))) {
      return true;
    }
    const above = between.filter((authority) => issued(authority, current, now));
    reached.push(...above.filter((authority) => !reached.includes(authority)));
  }
  return false;
}

function issued(authority: X509Certificate, subject: X509Certificate, now: number): boolean {
  if (!authority.ca || !isInPeriod(authority, now)) return false;
  // The first compares names, key identifiers and kinds of key, and lets no unknown key through.
  return subject.checkIssued(authority) && subject.verify(authority.publicKey);
}

function isInPeriod({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return now >= Date.parse(validFrom) && now < Date.parse(validTo) + 1000;
}

function oneLine(name: string): string {
  return name.replaceAll('\n', ', ');
}
