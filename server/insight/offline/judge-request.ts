// Runs the bank's checks of a signature on a captured request, at the time at which it was sent.
import type { CheckName } from '../../checks/checks.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { RawHeaders } from '../../protocol/headers.ts';
import { collectRefusals, type Refused } from '../../protocol/run-checks.ts';
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
import { asShortened } from './certificate-option.ts';

export interface Judged {
  /** Checks in the order in which they began; if one refused, it is the last. */
  readonly entered: readonly CheckName[];
  readonly refusal?: ApiError;
  /** The body is not known, so the Digest could not be judged. */
  readonly isDigestOpen: boolean;
  readonly findings: readonly Finding[];
}

export function judgeRequest(
  request: SignedRequest,
  { now, bodyKnown }: Pick<CapturedRequest, 'bodyKnown'> & { readonly now: number },
): Judged {
  const begun: CheckName[] = [];
  const found: { readonly check: CheckName | undefined; readonly finding: Finding }[] = [];
  const isKnown = bodyKnown === 'wholly';
  // A capture that shows no body may still have had one.
  const body = isKnown || request.body.length > 0 ? request.body : Buffer.from(' ');
  const facts: SignatureFacts = {
    request,
    body,
    role: 'none',
    reportFinding: (rule, text) =>
      void found.push({ check: begun.at(-1), finding: { rule, text } }),
  };
  const refused = collectRefusals(CHECKS_OF_ANY_ISSUER, {
    facts,
    tools: plainTools(now),
    begin: (check) => void begun.push(check),
  });
  // Without the body only the form of the Digest can be judged.
  const isOpen = ({ check, refusal }: Refused) =>
    !isKnown && check === 'digest' && refusal.code === 'BAD_REQUEST';
  const first = refused.find((one) => !isOpen(one));
  const reached = first === undefined ? begun : begun.slice(0, begun.indexOf(first.check) + 1);
  return {
    entered: reached,
    isDigestOpen: refused.some(isOpen),
    findings: found.flatMap(({ check, finding }) =>
      check !== undefined && reached.includes(check) ? [finding] : [],
    ),
    ...defined({ refusal: first && asShortened(first.refusal) }),
  };
}

/**
 * The time to judge at: what the caller wants, else the request's own Date, because captures are usually
 * old. Milliseconds since the epoch.
 */
export function judgedAt(
  headers: RawHeaders,
  wanted: number | undefined,
): { readonly now: number; readonly notes: readonly string[] } {
  if (wanted !== undefined) return { now: wanted, notes: [] };
  const sent = attempt(ApiError, () =>
    parseCertificateHeader(headers.get('tpp-signature-certificate') ?? ''),
  );
  // Without a Date or a certificate no check reads the time. JavaScript cannot hold larger years.
  const begins = sent instanceof ApiError ? 0 : new Date(sent.certificate.notBefore).getTime();
  const fallback = Number.isNaN(begins) ? 0 : begins;
  const date = parseHttpDate(headers.get('date') ?? '', fallback);
  if (date === undefined) return { now: fallback, notes: [] };
  const now = date.seconds * 1000;
  const note = `Judged at the request's own Date, ${new Date(now).toISOString()}: whether it was in time is not judged. --now ISO judges at another time.`;
  return { now, notes: [note] };
}
