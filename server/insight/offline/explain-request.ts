// Explains a captured request without a bank: the checks of its signature, which one refused it and why,
// and the strings side by side. It sends nothing, and reads nothing except its arguments. `import … from
// 'sandbank/explain'` gives this.
import { readable } from '../../kernel/utf8.ts';
import { RawHeaders } from '../../protocol/headers.ts';
import { CHECKS_OF_ANY_ISSUER } from '../../signing/signature-checks.ts';
import { compareSigned } from '../explain/compare-signed.ts';
import { createExplainer } from '../explain/create-explainer.ts';
import { atOnce } from '../explain/slices.ts';
import { explanationView, findingsView, searchView, stepView } from '../inspector/entry-view.ts';
import { createMask } from '../inspector/masking.ts';
import { signatureView } from '../inspector/signature-view.ts';
import { verdictOf } from '../inspector/verdict.ts';
import { asLacking, readCertificateOption, withCertificate } from './certificate-option.ts';
import { type HeaderValues, readValues } from './json-capture.ts';
import { judgeRequest, sentAt } from './judge-request.ts';
import { parseHttpRequest } from './parse-http-request.ts';
import { settleRequest } from './settle-request.ts';

export { UnreadableRequest } from './captured-request.ts';
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

/** What `sandbank explain --json` prints. */
export type OfflineVerdict = Awaited<ReturnType<typeof showVerdict>>;

/**
 * Explains a request: a capture in any format that {@link parseHttpRequest} reads, or its values. Rejects
 * with UnreadableRequest if the capture or the certificate cannot be read.
 */
export async function explainRequest(
  input: Buffer | string | RequestValues,
  options: ExplainOptions = {},
): Promise<OfflineVerdict> {
  return showVerdict(judged(input, options));
}

const BANK = 'offline';

function judged(input: Buffer | string | RequestValues, options: ExplainOptions) {
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
  const headers = new RawHeaders(capture.rawHeaders);
  const request = { ...capture, headers };
  const now = options.now ?? sentAt(headers);
  const isOwn = options.now === undefined && headers.has('date');
  const ownDate = `Judged at the request's own Date, ${new Date(now).toISOString()}: whether it was in time is not judged. --now judges at another time.`;
  const { entered, findings, ...refused } = judgeRequest(request, { ...capture, now });
  const refusal = refused.refusal && asLacking(refused.refusal);
  const explainer = createExplainer();
  // Public facts that help to name another key.
  for (const one of [...given, ...more]) explainer.know(BANK, one);
  const work = refusal && explainer.explain(request, refusal, { bank: BANK, now });
  const explanation = work && atOnce(work);
  return {
    ...capture,
    notes: [...capture.notes, ...(isOwn ? [ownDate] : [])],
    now,
    entered,
    findings,
    refusal: refusal && { ...refusal, text: explanation?.sentence ?? refusal.message },
    explanation,
    /** What came of the string that the client says it signed. */
    compared: signed === undefined ? undefined : compareSigned(Buffer.from(signed), request, now),
  };
}

/**
 * The result in the inspector's words and shape, so that a request reads the same in both: a value to
 * print, store or send to a colleague. National ids and secrets are masked (WEB-06).
 */
async function showVerdict(request: ReturnType<typeof judged>) {
  const { form, method, target, body, notes, refusal, explanation, compared } = request;
  const mask = createMask(request.rawHeaders);
  const hasBody = request.bodyKnown === 'wholly';
  const search = explanation && searchView(explanation, mask);
  // The string that was found is certain; a given one only if the signature is over it.
  const isFound = explanation?.signedString !== undefined && compared?.fits !== true;
  return withoutUndefined({
    /** Whether every check that could be judged has passed. */
    accepted: refusal === undefined,
    request: { form, method, target: mask.text(readable(target)), bodyLength: body.length },
    /** ISO 8601. */
    judgedAt: new Date(request.now).toISOString(),
    /** Every check up to the role, in the bank's order. */
    checks: verdictOf(request)
      .filter(({ check }) => CHECKS_OF_ANY_ISSUER.some(({ name }) => name === check))
      .map((step) => {
        const outcome = step.outcome === 'skipped' ? ('not judged' as const) : step.outcome;
        const shown = { ...stepView(step, mask, (text) => text), outcome };
        // Without the body the right digest is not known.
        return step.check === 'digest' && !hasBody ? { ...shown, expected: undefined } : shown;
      }),
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
    findings: findingsView(request.findings, mask),
    /** Assumptions about the capture, the certificate and the time. */
    notes: notes.map((note) => mask.text(note)),
    /** Absent if neither the signature nor the certificate can be read. */
    signature: await signatureView(request, mask, isFound ? undefined : compared?.signed),
  });
}

const withoutUndefined = <T>(value: T): T => JSON.parse(JSON.stringify(value));
