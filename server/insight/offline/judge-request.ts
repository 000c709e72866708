// Runs the bank's checks of a signature on a captured request.
import type { CheckName } from '../../checks/checks.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import { collectRefusals, type Refused } from '../../protocol/run-checks.ts';
import type { Finding } from '../../protocol/tpp.ts';
import {
  CHECKS_OF_ANY_ISSUER,
  plainTools,
  type SignatureFacts,
  type SignedRequest,
} from '../../signing/signature-checks.ts';

/** Checks that every bank makes; each bank decides which issuers it trusts. */
export const OFFLINE_CHECKS = CHECKS_OF_ANY_ISSUER;

export interface Judged {
  /** Checks in the order in which they began; if one refused, it is the last. */
  readonly begun: readonly CheckName[];
  readonly refusal?: ApiError;
  /** Set if the body is not known, so that the digest could not be judged. */
  readonly unjudged?: 'digest';
  readonly findings: readonly Finding[];
}

export interface Judging {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly bodyKnown: 'wholly' | 'partly';
}

export function judgeRequest(request: SignedRequest, { now, bodyKnown }: Judging): Judged {
  const begun: CheckName[] = [];
  const findings: (Finding & { readonly check: CheckName | undefined })[] = [];
  const body = bodyKnown === 'wholly' ? request.body : someBody(request);
  const facts: SignatureFacts = {
    request,
    body,
    role: 'none',
    reportFinding: (rule, text) => void findings.push({ rule, text, check: begun.at(-1) }),
  };
  const refused = collectRefusals(OFFLINE_CHECKS, {
    facts,
    tools: plainTools(now),
    begin: (check) => void begun.push(check),
  });
  const ofBody = bodyKnown === 'partly' ? refused.find(isOfBody) : undefined;
  const first = refused.find((one) => one !== ofBody);
  const checks = first === undefined ? begun : begun.slice(0, begun.indexOf(first.check) + 1);
  const isUnjudged = ofBody !== undefined && checks.includes('digest');
  return {
    begun: checks,
    findings: findings.flatMap(({ check, ...finding }) =>
      check !== undefined && checks.includes(check) ? [finding] : [],
    ),
    ...defined({
      refusal: first && (bodyKnown === 'partly' ? withoutExpected(first) : first.refusal),
      unjudged: isUnjudged ? ('digest' as const) : undefined,
    }),
  };
}

/** A capture that shows no body may still have had one. */
const someBody = ({ body }: SignedRequest): Buffer => (body.length > 0 ? body : Buffer.from(' '));

/** Refused because of the body's content. A wrong form of Digest is refused with any body. */
const isOfBody = ({ check, refusal }: Refused): boolean =>
  check === 'digest' && refusal.code === 'BAD_REQUEST';

/** Without the body, the expected digest is not known. */
function withoutExpected({ check, refusal }: Refused): ApiError {
  if (check !== 'digest') return refusal;
  const { rule, code, message, details } = refusal;
  const { expected: _, ...rest } = details;
  return new ApiError(rule, code, message, rest);
}
