// Explains a captured request without a bank: the checks of its signature, which one refused it and why,
// and the strings side by side. It sends nothing, and reads nothing except its arguments. `import … from
// 'sandbank/explain'` gives this.

import { defined } from '../../kernel/defined.ts';
import { RawHeaders } from '../../protocol/headers.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import type { SignedRequest } from '../../signing/signature-checks.ts';
import { compareSigned } from '../explain/compare-signed.ts';
import { createExplainer } from '../explain/create-explainer.ts';
import type { Explanation } from '../explain/explanation.ts';
import { atOnce } from '../explain/slices.ts';
import type { CapturedRequest } from './captured-request.ts';
import { readCertificateOption, withCertificate } from './certificate-option.ts';
import { type HeaderValues, readValues } from './json-capture.ts';
import { type Judged, judgedAt, judgeRequest } from './judge-request.ts';
import { captured, parseHttpRequest } from './parse-http-request.ts';
import { type OfflineVerdict, showVerdict } from './show-verdict.ts';

export { UnreadableRequest } from './captured-request.ts';
export { parseHttpRequest } from './parse-http-request.ts';
export type { OfflineVerdict } from './show-verdict.ts';

/** A request as values in a program. */
export interface RequestValues {
  readonly method: string;
  /** Path and query as sent, or the whole address. */
  readonly target: string;
  readonly headers: HeaderValues;
  /** A string is encoded as UTF-8. */
  readonly body?: string | Uint8Array;
}

export interface ExplainOptions {
  /** PEM, DER, or base64 of either: used if the capture lacks the certificate or shortens it. */
  readonly certificate?: string | Buffer;
  /**
   * PEMs or base64 of further certificates of the TPP, so that their keys and serial numbers can be named.
   */
  readonly chain?: string | readonly string[];
  /** The sent body, if the capture lacks it. */
  readonly body?: string | Uint8Array;
  /** The time to judge at, in milliseconds since the epoch; default the request's own Date. */
  readonly now?: number;
  /** The string that the client signed, to compare with the bank's. */
  readonly signed?: string | Uint8Array;
  /** The path before /v1 in the bank's address, if the captured target lacks it. */
  readonly bankPrefix?: string;
}

/**
 * Explains a request: a capture in any format that {@link parseHttpRequest} reads, or its values. Rejects
 * with UnreadableRequest if the capture or the certificate cannot be read.
 */
export async function explainRequest(
  input: Buffer | string | RequestValues,
  options: ExplainOptions = {},
): Promise<OfflineVerdict> {
  const { certificate = [], chain = [], bankPrefix = '', signed } = options;
  const given = [certificate].flat().flatMap(readCertificateOption);
  const more = [chain].flat().flatMap(readCertificateOption);
  const read = withCertificate(readInput(input, options.body), given[0]);
  const prefix = bankPrefix.replace(/\/+$/, '');
  const target = read.target.startsWith(`${prefix}/`) ? read.target : prefix + read.target;
  const capture = { ...read, target };
  const request = { ...capture, headers: new RawHeaders(capture.rawHeaders) };
  const { now, notes } = judgedAt(request.headers, options.now);
  const judged = judgeRequest(request, { now, bodyKnown: capture.bodyKnown });
  return showVerdict({
    capture: { ...capture, notes: [...capture.notes, ...notes] },
    judged,
    explanation: explain(request, judged, { now, known: [...given, ...more] }),
    compared: signed === undefined ? undefined : compareSigned(Buffer.from(signed), request, now),
    now,
  });
}

function readInput(
  input: Buffer | string | RequestValues,
  given: string | Uint8Array | undefined,
): CapturedRequest {
  const body = given === undefined ? undefined : Buffer.from(given);
  const isCapture = typeof input === 'string' || Buffer.isBuffer(input);
  return isCapture
    ? parseHttpRequest(Buffer.from(input as Buffer), body)
    : captured(readValues(input), body);
}

interface Explaining {
  readonly now: number;
  /** Certificates in addition to the header's; public facts that help to name another key. */
  readonly known: readonly SigningCertificate[];
}

function explain(
  request: SignedRequest,
  { refusal, isDigestOpen }: Judged,
  { now, known }: Explaining,
): Explanation | undefined {
  if (refusal === undefined) return undefined;
  const bank = 'offline';
  const explainer = createExplainer();
  for (const certificate of known) explainer.know(bank, certificate);
  const work = explainer.explain(request, refusal, { bank, now });
  const explanation = work && atOnce(work);
  // Without the body, what would be said of its Digest is not known.
  const next = explanation?.next.filter(({ rule }) => !isDigestOpen || rule !== 'SIG-12');
  return explanation && { ...explanation, ...defined({ next }) };
}
