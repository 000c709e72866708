// The table of signature checks run on one request, for tests that ask whether it would pass.
import { collectRefusals } from '../../server/protocol/run-checks.ts';
import type { Finding, RoleNeed, TppIdentity } from '../../server/protocol/tpp.ts';
import type { SigningCertificate } from '../../server/signing/certificate.ts';
import {
  CHECKS_OF_ANY_ISSUER,
  SIGNATURE_CHECKS,
  type SignatureFacts,
  type SignedRequest,
  signatureTools,
  type TrustOptions,
} from '../../server/signing/signature-checks.ts';

export interface Verification {
  readonly tpp: TppIdentity;
  readonly findings: readonly Finding[];
  readonly signer: SigningCertificate;
}

/** One check that was run. A refused one is the last. */
export interface VerificationStep {
  readonly check: string;
  readonly outcome: 'passed' | 'refused';
  readonly rule?: string;
  readonly expected?: string | undefined;
  readonly got?: string | undefined;
}

export function createVerifier(options: TrustOptions) {
  const checks = options.trust === undefined ? CHECKS_OF_ANY_ISSUER : SIGNATURE_CHECKS;
  let time = 0;
  const tools = signatureTools(() => time, options);
  return {
    /** Throws the first refusal. */
    verify(
      { body, ...request }: SignedRequest,
      now: number,
      role: RoleNeed,
      step: (step: VerificationStep) => void = () => undefined,
    ): Verification {
      time = now;
      const findings: Finding[] = [];
      const facts: SignatureFacts = {
        request,
        body,
        role,
        reportFinding: (rule, text) => void findings.push({ rule, text }),
      };
      const begun: string[] = [];
      const [first] = collectRefusals(checks, {
        facts,
        tools,
        begin: (check) => void begun.push(check),
      });
      for (const check of begun) {
        if (check === first?.check) {
          const { rule, details } = first.refusal;
          step({ check, outcome: 'refused', rule, expected: details.expected, got: details.got });
          throw first.refusal;
        }
        step({ check, outcome: 'passed' });
      }
      if (facts.tpp === undefined || facts.sent === undefined)
        throw new Error('not every check ran');
      return { tpp: facts.tpp, findings, signer: facts.sent.certificate };
    },
  };
}
