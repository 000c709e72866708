// Runs the bank's checks of a signature on a captured request, at the time at which it was sent.
import type { CheckName } from '../../checks/checks.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { RawHeaders } from '../../protocol/headers.ts';
import { collectRefusals } from '../../protocol/run-checks.ts';
import type { Finding } from '../../protocol/tpp.ts';
import { attempt } from '../../signing/attempt.ts';
import { parseCertificateHeader } from '../../signing/certificate-header.ts';
import { parseHttpDate } from '../../signing/date-header.ts';
import {
  CHECKS_OF_ANY_ISSUER,
  plainTools,
  type SignatureFacts,
  type SignedRequest,
} from '../../signing/signature-checks.ts';
import type { CapturedRequest } from './captured-request.ts';

export interface Judged {
  /** Checks that could be judged, in their order; if one refused, it is the last. */
  readonly entered: readonly CheckName[];
  readonly refusal?: ApiError;
  readonly findings: readonly Finding[];
}

export function judgeRequest(
  request: SignedRequest,
  { now, bodyKnown }: Pick<CapturedRequest, 'bodyKnown'> & { readonly now: number },
): Judged {
  const findings: Finding[] = [];
  const isKnown = bodyKnown === 'wholly';
  const facts: SignatureFacts = {
    request,
    // A capture that shows no body may still have had one.
    body: isKnown || request.body.length > 0 ? request.body : Buffer.from(' '),
    role: 'none',
    reportFinding: (rule, text) => void findings.push({ rule, text }),
  };
  const refused = collectRefusals(CHECKS_OF_ANY_ISSUER, { facts, tools: plainTools(now) });
  // Without the body only the form of the Digest can be judged.
  const first = refused.find(
    ({ check, refusal }) => isKnown || check !== 'digest' || refusal.code !== 'BAD_REQUEST',
  );
  const names = CHECKS_OF_ANY_ISSUER.map(({ name }) => name).filter(
    (name) => isKnown || name !== 'digest' || name === first?.check,
  );
  if (first === undefined) return { entered: names, findings };
  const entered = names.slice(0, names.indexOf(first.check) + 1);
  return { entered, findings, refusal: first.refusal };
}

/** When the request says that it was sent; without a Date, when its certificate begins to be valid. */
export function sentAt(headers: RawHeaders): number {
  const sent = attempt(ApiError, () =>
    parseCertificateHeader(headers.get('tpp-signature-certificate') ?? ''),
  );
  // JavaScript cannot hold all years of a certificate.
  const begins = sent instanceof ApiError ? 0 : new Date(sent.certificate.notBefore).getTime() || 0;
  const date = parseHttpDate(headers.get('date') ?? '', begins);
  return date === undefined ? begins : date.seconds * 1000;
}
