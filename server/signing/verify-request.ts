// Verification of a signed request: the contract's section 2 in the order of its section 1, on the
// bytes that arrived. The first check that fails throws; nothing is decided anywhere else.
import type { X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CheckName } from '../protocol/checks.ts';
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import type { RuleId } from '../protocol/rules.ts';
import type { Finding, RoleNeed, TppIdentity } from '../protocol/tpp.ts';
import { checkAlgorithm } from './algorithm.ts';
import type { SigningCertificate } from './certificate.ts';
import { parseCertificateHeader, type SentCertificate } from './certificate-header.ts';
import { checkDate } from './date-header.ts';
import { checkDigest } from './digest.ts';
import { checkKeyId } from './key-id.ts';
import type { Note } from './notes.ts';
import { readSignatureHeader } from './signature-header.ts';
import { checkSignatureValue } from './signature-value.ts';
import { checkSignedHeaders } from './signed-headers.ts';
import { signingString } from './signing-string.ts';
import { requiredValue } from './single-header.ts';
import { checkRole, identityOf } from './tpp-identity.ts';
import { checkTrust, checkValidity, readBundle } from './trust.ts';

export interface SignedRequest {
  readonly method: string;
  /** Path and query exactly as sent (`originalUrl`). */
  readonly target: string;
  readonly headers: RawHeaders;
  /** The bytes as received; empty when there is no body. */
  readonly body: Buffer;
}

/** One line of the verdict. A refused step is the last one. */
export interface VerificationStep {
  readonly check: CheckName;
  readonly outcome: 'passed' | 'refused';
  readonly rule?: RuleId;
  readonly expected?: string | undefined;
  readonly got?: string | undefined;
}

export interface Verification {
  readonly tpp: TppIdentity;
  readonly findings: readonly Finding[];
  /** The certificate that the signature was verified with. */
  readonly signer: SigningCertificate;
}

export interface VerifierOptions {
  /** A PEM bundle (SANDBANK_TRUST). Absent: any certificate is trusted (TPP-02). */
  readonly trust?: string;
  /** PEMs of the bank's own test authorities, always trusted; may grow while the bank runs. */
  readonly ownAuthorities: () => readonly string[];
}

/** Hears of a verification while it goes on, the refused step and what was noted before it included. */
export interface Watch {
  readonly begin?: (check: CheckName) => void;
  readonly step?: (step: VerificationStep) => void;
  readonly finding?: (finding: Finding) => void;
}

export interface Verifier {
  /**
   * @param now wall clock, milliseconds
   * @throws ApiError SIG-01 … SIG-13, TPP-01 … TPP-03, with status, code and path of the contract
   */
  verify(request: SignedRequest, now: number, role: RoleNeed, watch?: Watch): Verification;
}

// A certificate parses in about 0.2 ms, its signature verifies in 0.05: worth remembering.
const CACHED_CERTIFICATES = 500;

/** A verifier with its own cache. Throws Error when the trust bundle cannot be read. */
export function createVerifier(options: VerifierOptions): Verifier {
  const bundle = options.trust === undefined ? undefined : readBundle(options.trust);
  const cache = new LRUCache<string, SentCertificate>({ max: CACHED_CERTIFICATES });
  return {
    verify(request, now, role, watch = {}) {
      const { headers, body } = request;
      const findings: Finding[] = [];
      const note: Note = (rule, text) => {
        findings.push({ rule, text });
        watch.finding?.({ rule, text });
      };
      const step = stepper(watch);

      const sent = step('certificate', () => readCertificateHeader(headers, cache, note));
      const { certificate } = sent;
      const signature = step('signature syntax', () => readSignatureHeader(headers, note));
      step('keyId', () => checkKeyId(signature.keyId, certificate, note));
      step('date', () => checkDate(headers, now, note));
      step('digest', () => checkDigest(headers, body));
      const key = step('algorithm', () => checkAlgorithm(signature.algorithm, certificate));
      const names = step('signed headers', () =>
        checkSignedHeaders(signature.headers, headers, note),
      );
      const text = signingString(names, request);
      step('signature', () => checkSignatureValue(signature.signature, text, key));
      step('validity', () => checkValidity(certificate, now));
      if (bundle !== undefined) {
        const anchors = [...bundle, ...ownAnchors(options)];
        step('trust', () => checkTrust({ ...sent, anchors, now }));
      }
      step('role', () => checkRole(certificate, role, note));

      return { tpp: identityOf(certificate), findings, signer: certificate };
    },
  };
}

function ownAnchors({ ownAuthorities }: VerifierOptions): X509Certificate[] {
  return ownAuthorities().flatMap(readBundle);
}

function readCertificateHeader(
  headers: RawHeaders,
  cache: LRUCache<string, SentCertificate>,
  note: Note,
): SentCertificate {
  const value = requiredValue(headers, 'tpp-signature-certificate');
  const sent = cache.get(value) ?? parseCertificateHeader(value);
  cache.set(value, sent);
  for (const oddity of sent.oddities) note('SIG-02', oddity);
  return sent;
}

type Step = <T>(check: CheckName, run: () => T) => T;

function stepper({ begin, step }: Watch): Step {
  return (check, run) => {
    begin?.(check);
    try {
      const result = run();
      step?.({ check, outcome: 'passed' });
      return result;
    } catch (error) {
      if (error instanceof ApiError) {
        const { expected, got } = error.details;
        step?.({ check, outcome: 'refused', rule: error.rule, expected, got });
      }
      throw error;
    }
  };
}
