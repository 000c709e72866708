// Explains a captured request without a bank: the checks of its signature, which one refused it and why,
// and the strings side by side. It sends nothing, and reads nothing except its arguments. `import … from
// 'sandbank/explain'` gives this.
import { RawHeaders } from '../../protocol/headers.ts';
import { compareSigned } from '../explain/compare-signed.ts';
import { createExplainer } from '../explain/create-explainer.ts';
import { atOnce } from '../explain/slices.ts';
import { readCertificateOption, withCertificate } from './certificate-option.ts';
import { type HeaderValues, readValues } from './json-capture.ts';
import { judgedAt, judgeRequest } from './judge-request.ts';
import { parseHttpRequest } from './parse-http-request.ts';
import { settleRequest } from './settle-request.ts';
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
  /** PEMs or base64 of further certificates of the TPP, so that their keys and serial numbers can be named. */
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

const BANK = 'offline';

/**
 * Explains a request: a capture in any format that {@link parseHttpRequest} reads, or its values. Rejects
 * with UnreadableRequest if the capture or the certificate cannot be read.
 */
export async function explainRequest(
  input: Buffer | string | RequestValues,
  options: ExplainOptions = {},
): Promise<OfflineVerdict> {
  const { certificate = [], chain = [], body, bankPrefix = '', signed } = options;
  const given = [certificate].flat().flatMap(readCertificateOption);
  const more = [chain].flat().flatMap(readCertificateOption);
  const givenBody = body === undefined ? undefined : Buffer.from(body);
  const isCapture = typeof input === 'string' || Buffer.isBuffer(input);
  const read = isCapture
    ? parseHttpRequest(Buffer.from(input as Buffer), givenBody)
    : settleRequest(readValues(input), givenBody);
  const prefix = bankPrefix.replace(/\/+$/, '');
  const target = read.target.startsWith(`${prefix}/`) ? read.target : prefix + read.target;
  const capture = { ...withCertificate(read, given[0]), target };
  const request = { ...capture, headers: new RawHeaders(capture.rawHeaders) };
  const { now, notes } = judgedAt(request.headers, options.now);
  const judged = judgeRequest(request, { now, bodyKnown: capture.bodyKnown });
  const explainer = createExplainer();
  // Public facts that help to name another key.
  for (const one of [...given, ...more]) explainer.know(BANK, one);
  const work = judged.refusal && explainer.explain(request, judged.refusal, { bank: BANK, now });
  return showVerdict({
    capture: { ...capture, notes: [...capture.notes, ...notes] },
    judged,
    explanation: work && atOnce(work),
    compared: signed === undefined ? undefined : compareSigned(Buffer.from(signed), request, now),
    now,
  });
}
