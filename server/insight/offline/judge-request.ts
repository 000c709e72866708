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
import { asShortened } from './certificate-option.ts';

export interface Judged {
  /** Checks in the order in which they began; if one refused, it is the last. */
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
  const names = CHECKS_OF_ANY_ISSUER.map(({ name }) => name);
  if (first === undefined) return { entered: names, findings };
  const entered = names.slice(0, names.indexOf(first.check) + 1);
  return { entered, findings, refusal: asShortened(first.refusal) };
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
  // Without a Date the certificate counts as valid. JavaScript cannot hold all of its years.
  const begins = sent instanceof ApiError ? 0 : new Date(sent.certificate.notBefore).getTime() || 0;
  const date = parseHttpDate(headers.get('date') ?? '', begins);
  if (date === undefined) return { now: begins, notes: [] };
  const now = date.seconds * 1000;
  const note = `Judged at the request's own Date, ${new Date(now).toISOString()}: whether it was in time is not judged. --now judges at another time.`;
  return { now, notes: [note] };
}
