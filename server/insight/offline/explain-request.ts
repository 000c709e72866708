// Explains a captured request without a bank: the checks of its signature, which one refused it and why,
// and the strings side by side. It sends nothing, and reads nothing except its arguments. `import … from
// 'sandbank/explain'` gives this.

import { ApiError } from '../../protocol/errors.ts';
import { RawHeaders } from '../../protocol/headers.ts';
import { attempt } from '../../signing/attempt.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import { parseCertificateHeader } from '../../signing/certificate-header.ts';
import type { SignedRequest } from '../../signing/signature-checks.ts';
import { compareSigned } from '../explain/compare-signed.ts';
import { createExplainer } from '../explain/create-explainer.ts';
import type { Explanation } from '../explain/explanation.ts';
import { atOnce } from '../explain/slices.ts';
import type { CapturedRequest } from './captured-request.ts';
import { asShortened, readCertificateOption, withCertificate } from './certificate-option.ts';
import { type HeaderValues, readValues } from './json-capture.ts';
import { type Judged, judgeRequest } from './judge-request.ts';
import { judgedAt } from './judged-at.ts';
import type { OfflineVerdict } from './offline-verdict.ts';
import { captured, parseHttpRequest } from './parse-http-request.ts';
import { showVerdict } from './show-verdict.ts';

export { UnreadableRequest } from './captured-request.ts';
export type { OfflineVerdict } from './offline-verdict.ts';
export { parseHttpRequest } from './parse-http-request.ts';

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
  const capture = readInput(input, options);
  const certificates =
    options.certificate === undefined ? [] : readCertificateOption(options.certificate);
  const more = [options.chain ?? []].flat().flatMap(readCertificateOption);
  const { rawHeaders, notes } = withCertificate(capture.rawHeaders, certificates[0]);
  const request: SignedRequest = {
    method: capture.method,
    target: withPrefix(capture.target, options.bankPrefix),
    headers: new RawHeaders(rawHeaders),
    body: capture.body,
  };
  const { now, note } = judgedAt(request.headers, certificateOf(request), options.now);
  const judged = inWords(judgeRequest(request, { now, bodyKnown: capture.bodyKnown }), rawHeaders);
  const bank = /^\/banks\/([^/?]+)\//.exec(request.target)?.[1] ?? 'default';
  const given = options.signed === undefined ? undefined : Buffer.from(options.signed);
  const compared = given && compareSigned(given, request, now);
  const explained = explain(request, { judged, now, bank, known: [...certificates, ...more] });
  // The string that was found is certain; a given one only if the signature is over it.
  const isKnown = explained?.signedString !== undefined && compared?.fits !== true;
  const explanation =
    explained && compared && !isKnown ? { ...explained, signedString: compared.signed } : explained;
  return showVerdict({
    capture,
    request,
    rawHeaders,
    bank,
    judged,
    explanation,
    now,
    compared,
    notes: [...capture.notes, ...notes, ...(note === undefined ? [] : [note])],
  });
}

function readInput(
  input: Buffer | string | RequestValues,
  options: ExplainOptions,
): CapturedRequest {
  const body = options.body === undefined ? undefined : Buffer.from(options.body);
  if (typeof input === 'string') return parseHttpRequest(Buffer.from(input), body);
  return Buffer.isBuffer(input) ? parseHttpRequest(input, body) : captured(readValues(input), body);
}

function inWords(judged: Judged, rawHeaders: readonly string[]): Judged {
  const { refusal } = judged;
  return refusal === undefined ? judged : { ...judged, refusal: asShortened(refusal, rawHeaders) };
}

function withPrefix(target: string, prefix = ''): string {
  const clean = prefix.replace(/\/+$/, '');
  return target.startsWith(`${clean}/`) ? target : clean + target;
}

function certificateOf({ headers }: SignedRequest): SigningCertificate | undefined {
  const sent = attempt(ApiError, () =>
    parseCertificateHeader(headers.get('tpp-signature-certificate') ?? ''),
  );
  return sent instanceof ApiError ? undefined : sent.certificate;
}

interface Explaining {
  readonly judged: Judged;
  readonly now: number;
  readonly bank: string;
  /** Certificates in addition to the header's; public facts that help to name another key. */
  readonly known: readonly SigningCertificate[];
}

function explain(
  request: SignedRequest,
  { judged, now, bank, known }: Explaining,
): Explanation | undefined {
  if (judged.refusal === undefined) return undefined;
  const explainer = createExplainer();
  for (const certificate of known) explainer.know(bank, certificate);
  const work = explainer.explain(request, judged.refusal, { bank, now });
  const explanation = work && atOnce(work);
  if (explanation === undefined || judged.unjudged === undefined) return explanation;
  // Without the body, its digest cannot be judged.
  return { ...explanation, next: explanation.next.filter(({ rule }) => rule !== 'SIG-12') };
}
