// The checks of a signature as rows: SIG-01 to SIG-13 and TPP-01 to TPP-04 in the order of ORD-01, on the bytes
// that arrived. Nothing about a signature is decided anywhere else.
import type { KeyObject, X509Certificate } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import { Recent } from '../kernel/recent.ts';
import { checksOver, without } from '../protocol/run-checks.ts';
import type { ReportFinding, RoleNeed, TppIdentity } from '../protocol/tpp.ts';
import { checkAlgorithm } from './algorithm.ts';
import { parseCertificateHeader, type SentCertificate } from './certificate-header.ts';
import { checkDate } from './date-header.ts';
import { checkDigest } from './digest.ts';
import { checkKeyId, type KeyIdCheck, rememberingKeyIdCheck } from './key-id.ts';
import { readSignatureHeader, type SignatureHeader } from './signature-header.ts';
import { checkSignatureValue } from './signature-value.ts';
import { checkSignedHeaders, type SignedName } from './signed-headers.ts';
import { type SignedParts, signingString } from './signing-string.ts';
import { requiredValue } from './single-header.ts';
import { checkRole } from './tpp-identity.ts';
import { checkTrust, checkValidity, readBundle } from './trust.ts';

export interface SignedRequest extends SignedParts {
  /** The bytes as received; empty when there is no body. */
  readonly body: Buffer;
}

/**
 * What is known of a signed request; a check adds what it finds out. A class, so that every fact has its place from the
 * start: to add them one by one takes longer than most checks.
 */
export class SignatureFacts {
  readonly request: SignedParts;
  readonly reportFinding: ReportFinding;
  readonly body?: Buffer;
  /** What the operation asks of the TPP. */
  readonly role?: RoleNeed;
  readonly sent?: SentCertificate;
  readonly signature?: SignatureHeader;
  readonly key?: KeyObject;
  /** What is signed, in the order that was sent. */
  readonly signedNames?: readonly SignedName[];
  readonly tpp?: TppIdentity;

  constructor({ request, reportFinding }: Pick<SignatureFacts, 'request' | 'reportFinding'>) {
    this.request = request;
    this.reportFinding = reportFinding;
  }
}

/** What the checks use, request after request. */
export interface SignatureTools {
  /** Wall clock (SIG-11, TPP-01). */
  readonly now: Clock;
  /** SIG-02; may remember what it has read. */
  readonly readCertificate: (value: string) => SentCertificate;
  /** SIG-05, SIG-06; may remember which keyIds fit. */
  readonly checkKeyId: KeyIdCheck;
  /** TPP-02: the certificates that a chain may end in. */
  readonly anchors: () => readonly X509Certificate[];
}

const check = checksOver<SignatureFacts, SignatureTools>();

/** Every check of a signature, in the order of ORD-01. */
export const SIGNATURE_CHECKS = [
  check({
    name: 'certificate',
    rules: ['SIG-01', 'SIG-02', 'SIG-13'],
    needs: ['request', 'reportFinding'],
    gives: ['sent'],
    run({ request, reportFinding }, { readCertificate }) {
      const sent = readCertificate(requiredValue(request.headers, 'tpp-signature-certificate'));
      for (const text of sent.findings) reportFinding('SIG-02', text);
      return { sent };
    },
  }),
  check({
    name: 'signature syntax',
    rules: ['SIG-01', 'SIG-03', 'SIG-04', 'SIG-13'],
    needs: ['request', 'reportFinding'],
    gives: ['signature'],
    run: ({ request, reportFinding }) => ({
      signature: readSignatureHeader(request.headers, reportFinding),
    }),
  }),
  check({
    name: 'keyId',
    rules: ['SIG-05', 'SIG-06'],
    needs: ['sent', 'signature', 'reportFinding'],
    gives: [],
    run: ({ sent, signature, reportFinding }, tools) =>
      tools.checkKeyId(signature.keyId, sent.certificate, reportFinding),
  }),
  check({
    name: 'date',
    rules: ['SIG-01', 'SIG-11', 'SIG-13'],
    needs: ['request', 'reportFinding'],
    gives: [],
    run: ({ request, reportFinding }, { now }) => checkDate(request.headers, now(), reportFinding),
  }),
  check({
    name: 'digest',
    rules: ['SIG-12', 'SIG-13'],
    needs: ['request', 'body'],
    gives: [],
    run: ({ request, body }) => checkDigest(request.headers, body),
  }),
  check({
    name: 'algorithm',
    rules: ['SIG-07'],
    needs: ['sent', 'signature'],
    gives: ['key'],
    run: ({ sent, signature }) => ({ key: checkAlgorithm(signature.algorithm, sent.certificate) }),
  }),
  check({
    name: 'signed headers',
    rules: ['SIG-08', 'SIG-13'],
    needs: ['request', 'signature', 'reportFinding'],
    gives: ['signedNames'],
    run: ({ request, signature, reportFinding }) => ({
      signedNames: checkSignedHeaders(signature.headers, request.headers, reportFinding),
    }),
  }),
  check({
    name: 'signature',
    rules: ['SIG-09', 'SIG-10'],
    needs: ['request', 'signature', 'key', 'signedNames'],
    gives: [],
    run: ({ request, signature, key, signedNames }) =>
      checkSignatureValue(signature.signature, signingString(signedNames, request), key),
  }),
  check({
    name: 'validity',
    rules: ['TPP-01'],
    needs: ['sent'],
    gives: [],
    run: ({ sent }, { now }) => checkValidity(sent.certificate, now()),
  }),
  check({
    name: 'trust',
    rules: ['TPP-02'],
    needs: ['sent'],
    gives: [],
    run: ({ sent }, { anchors, now }) => checkTrust({ ...sent, anchors: anchors(), now: now() }),
  }),
  check({
    name: 'role',
    rules: ['TPP-03', 'TPP-04'],
    needs: ['sent', 'role', 'reportFinding'],
    gives: ['tpp'],
    run({ sent: { certificate, identity }, role, reportFinding }) {
      checkRole(certificate, role, reportFinding);
      return { tpp: identity };
    },
  }),
] as const;

/** Without a trust bundle any issuer will do (TPP-02). */
export const CHECKS_OF_ANY_ISSUER = without(SIGNATURE_CHECKS, 'trust');

// A certificate parses in about 0.2 ms, its signature verifies in 0.05: worth remembering.
const CACHED_CERTIFICATES = 250;
/** Its last characters, which are of its signature, find it: to compare a long text is faster than to hash it. */
const TAIL = 64;

export interface TrustOptions {
  /** A PEM bundle (SANDBANK_TRUST). Absent: any certificate is trusted. */
  readonly trust?: string;
  /** PEMs of the bank's own test authorities, always trusted; may grow while the bank runs. */
  readonly ownAuthorities: () => readonly string[];
}

/** Tools that remember certificates. Throws Error when the trust bundle cannot be read. */
export function signatureTools(
  now: Clock,
  { trust, ownAuthorities }: TrustOptions,
): SignatureTools {
  const bundle = trust === undefined ? [] : readBundle(trust);
  const cache = new Recent<SentCertificate>(CACHED_CERTIFICATES);
  return {
    now,
    anchors: () => [...bundle, ...ownAuthorities().flatMap(readBundle)],
    checkKeyId: rememberingKeyIdCheck(),
    readCertificate(value) {
      const tail = value.slice(-TAIL);
      const known = cache.get(tail);
      if (known?.value === value) return known;
      const sent = parseCertificateHeader(value);
      cache.set(tail, sent);
      return sent;
    },
  };
}

/** Tools for one request at one time, with nothing remembered. */
export const plainTools = (now: number): SignatureTools => ({
  now: () => now,
  readCertificate: parseCertificateHeader,
  checkKeyId,
  anchors: () => [],
});
