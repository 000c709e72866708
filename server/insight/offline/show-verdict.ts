// Shows the result in the inspector's words and shape, so that a request reads the same in both: a value to
// print, store or send to a colleague. National ids and secrets are masked (WEB-06).
import { readable } from '../../kernel/utf8.ts';
import { CHECKS_OF_ANY_ISSUER } from '../../signing/signature-checks.ts';
import type { SignedCompared } from '../explain/compare-signed.ts';
import type { Explanation } from '../explain/explanation.ts';
import { explanationView, findingsView, searchView, stepView } from '../inspector/entry-view.ts';
import { createMask } from '../inspector/masking.ts';
import { signatureView } from '../inspector/signature-view.ts';
import { type VerdictStep, verdictOf } from '../inspector/verdict.ts';
import type { CapturedRequest } from './captured-request.ts';
import type { Judged } from './judge-request.ts';

export interface OfflineResult {
  /** As judged, with what the caller has given. */
  readonly capture: CapturedRequest;
  readonly judged: Judged;
  readonly explanation: Explanation | undefined;
  /** What came of the string that the client says it signed. */
  readonly compared: SignedCompared | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What `sandbank explain --json` prints. */
export type OfflineVerdict = Awaited<ReturnType<typeof showVerdict>>;

export async function showVerdict({ capture, judged, explanation, compared, now }: OfflineResult) {
  const { form, method, target, body, bodyKnown, rawHeaders, notes } = capture;
  const mask = createMask(rawHeaders);
  const refusal = judged.refusal && {
    ...judged.refusal,
    text: explanation?.sentence ?? judged.refusal.message,
  };
  const seen = { ...capture, entered: judged.entered, refusal, explanation };
  const hasBody = bodyKnown === 'wholly';
  const check = (step: VerdictStep) => {
    const shown = stepView(step, mask, (text) => text);
    if (step.check !== 'digest' || hasBody) return shown;
    const outcome = step.outcome === 'passed' ? ('not judged' as const) : step.outcome;
    // Without the body the right digest is not known.
    return { ...shown, outcome, expected: undefined };
  };
  const search = explanation && searchView(explanation, mask);
  // The string that was found is certain; a given one only if the signature is over it.
  const isFound = explanation?.signedString !== undefined && compared?.fits !== true;
  return withoutUndefined({
    /** Whether every check that could be judged has passed. */
    accepted: refusal === undefined,
    request: { form, method, target: mask.text(readable(target)), bodyLength: body.length },
    /** ISO 8601. */
    judgedAt: new Date(now).toISOString(),
    /** Every check up to the role, in the bank's order. */
    checks: verdictOf(seen)
      .filter(({ check }) => CHECKS_OF_ANY_ISSUER.some(({ name }) => name === check))
      .map(check),
    /** What a bank answers. */
    refusal: refusal && {
      rule: refusal.rule,
      code: refusal.code,
      path: refusal.details.path,
      text: mask.text(refusal.text),
    },
    /** Why a signature, digest or keyId was refused. */
    explanation: search && {
      ...explanationView(explanation, mask),
      tried: search.tried,
      // Without the body, what would be said of its Digest is not known.
      next: search.next.filter(({ rule }) => hasBody || rule !== 'SIG-12'),
    },
    /** Of the string that the client says it signed: whether the signature is over it, and the first difference. */
    given: compared && { fits: compared.fits, text: mask.text(compared.text) },
    /** Tolerated mistakes, and the rule of each. */
    findings: findingsView(judged.findings, mask),
    /** Assumptions about the capture, the certificate and the time. */
    notes: notes.map((note) => mask.text(note)),
    /** Absent if neither the signature nor the certificate can be read. */
    signature: await signatureView(seen, mask, isFound ? undefined : compared?.signed),
  });
}

const withoutUndefined = <T>(value: T): T => JSON.parse(JSON.stringify(value));
