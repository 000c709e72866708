// What is wrong with a signed request, and what would be refused next: runs the table of checks past each
// refusal.
import { defined } from '../../kernel/defined.ts';
import type { ApiError } from '../../protocol/errors.ts';
import { collectRefusals, without } from '../../protocol/run-checks.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import type { SignatureFacts, SignedRequest } from '../../signing/signature-checks.ts';
import { plainTools, SIGNATURE_CHECKS } from '../../signing/signature-checks.ts';
import { signingString } from '../../signing/signing-string.ts';
import { otherKey } from './explain-key-id.ts';
import { mendedAfter } from './mend.ts';

/** The key is there if it is RSA, even if the bank refuses its size. */
export interface Diagnosis extends SignatureFacts {
  readonly request: SignedRequest;
  /** The string that the bank builds, as latin1 text; absent if the list of its headers is refused. */
  readonly bankString?: string;
  /** In the order of the checks. */
  readonly refusals: readonly ApiError[];
}

interface Known extends Partial<SignatureFacts> {
  readonly refusal?: ApiError;
  /** Certificates that may be meant instead of the one that was sent. */
  readonly known?: readonly SigningCertificate[];
}

/** Trust and roles say nothing about a signature. */
const CHECKS = without(SIGNATURE_CHECKS, 'trust', 'role');
const OTHERS = without(CHECKS, 'signature');

/**
 * @param now wall clock, milliseconds
 * @param known what the bank's own run of the checks already found: to find it again takes most of the time
 */
export function diagnose(
  request: SignedRequest,
  now: number,
  { sent, signature, refusal, known = [] }: Known = {},
): Diagnosis {
  const facts: SignatureFacts & Pick<Diagnosis, 'request'> = {
    request,
    body: request.body,
    reportFinding: () => undefined,
    ...defined({ sent, signature }),
  };
  const verified = refusal?.rule === 'SIG-10' ? [refusal] : [];
  const refused = collectRefusals(verified.length > 0 ? OTHERS : CHECKS, {
    facts,
    tools: plainTools(now),
    instead: (check, found) =>
      check === 'keyId' ? otherKey(found, known) : mendedAfter(check, found),
  });
  // What was mended is perhaps not what was meant.
  const isMended = refused.some(({ check }) => /^sign(?:ed headers|ature syntax)$/.test(check));
  const signedNames = isMended ? undefined : facts.signedNames;
  const all = [...verified, ...refused.map((one) => one.refusal)];
  return {
    ...facts,
    ...defined({ bankString: signedNames && signingString(signedNames, request) }),
    // Two checks read the same header and refuse a repeated one with the same text.
    refusals: [...new Map(all.map((one) => [one.message, one])).values()],
  };
}
