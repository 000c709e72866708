// Explains a captured request without a bank: the checks of its signature, which one refused it and why,
// and the strings side by side. It sends nothing, and reads nothing except its arguments. `import … from
// 'sandbank/explain'` gives this.
import type { CheckName } from '../../checks/checks.ts';
import { dateOf } from '../../kernel/dates.ts';
import { readable } from '../../kernel/utf8.ts';
import { ApiError } from '../../protocol/errors.ts';
import { headerPairs, RawHeaders } from '../../protocol/headers.ts';
import { collectRefusals } from '../../protocol/run-checks.ts';
import type { Finding } from '../../protocol/tpp.ts';
import { attempt } from '../../signing/attempt.ts';
import { decodeBase64 } from '../../signing/base64.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import { parseCertificateHeader } from '../../signing/certificate-header.ts';
import { parseHttpDate } from '../../signing/date-header.ts';
import type { SignatureFacts, SignedRequest } from '../../signing/signature-checks.ts';
import { CHECKS_OF_ANY_ISSUER, plainTools } from '../../signing/signature-checks.ts';
import { compareSigned } from '../explain/compare-signed.ts';
import { createExplainer } from '../explain/create-explainer.ts';
import { atOnce } from '../explain/slices.ts';
import { findingsView, stepView } from '../inspector/entry-view.ts';
import { createMask, isShortened } from '../inspector/masking.ts';
import { explainedView } from '../inspector/signature-view.ts';
import { verdictOf } from '../inspector/verdict.ts';
import { type RequestValues, UnreadableRequest } from './captured-request.ts';
import { readCapture, WAYS } from './read-capture.ts';

export { type RequestValues, UnreadableRequest } from './captured-request.ts';

export interface ExplainOptions {
  /** PEM, DER or base64 of them, if the capture has no readable one; of several the signing one first. */
  readonly certificate?: string | Buffer;
  /** The sent body, if the capture lacks it. */
  readonly body?: string | Uint8Array;
  /** The time to judge at, in milliseconds since the epoch; default the request's own Date. */
  readonly now?: number;
  /** The string that the client signed, to compare with the bank's. */
  readonly signed?: string | Uint8Array;
  /** Where the notes are read: whether they name options of the command, or fields of the page; default `terminal`. */
  readonly surface?: keyof typeof WAYS;
}

/** What `sandbank explain --json` prints; docs/signing.md says what each member is. */
export type OfflineVerdict = Awaited<ReturnType<typeof verdictView>>;

/** Rejects with UnreadableRequest if the request or the certificate that was given cannot be read. */
export async function explainRequest(
  input: Buffer | string | RequestValues,
  options: ExplainOptions = {},
): Promise<OfflineVerdict> {
  return verdictView(judged(typeof input === 'string' ? Buffer.from(input) : input, options));
}

const BANK = 'offline';
const CERTIFICATE = 'tpp-signature-certificate';

function judged(input: Buffer | RequestValues, options: ExplainOptions) {
  const { certificate, body, signed } = options;
  const ways = WAYS[options.surface ?? 'terminal'];
  const given = certificate === undefined ? [] : readCertificates(certificate);
  const capture = readCapture(input, body === undefined ? body : Buffer.from(body), ways);
  const { rawHeaders, notes } = withCertificate(ways.certificate, capture.rawHeaders, given[0]);
  const headers = new RawHeaders(rawHeaders);
  if (capture.form === 'inspector record' && isShortened(headers.get(CERTIFICATE) ?? '')) {
    throw new UnreadableRequest(
      `The request log shortens certificates, and without this one nothing is verified: ${ways.certificate}.`,
    );
  }
  const request = { ...capture, rawHeaders, headers };
  const begins = dateOf(certificateIn(headers)?.notBefore ?? 0)?.getTime() ?? 0;
  const sent = sentAt(headers, begins);
  // Without a Date, when its certificate begins to be valid.
  const now = options.now ?? sent ?? begins;
  const ownDate = `Judged at the request's own Date, ${dateOf(now)?.toISOString()}: whether it was in time is not judged. ${ways.now}.`;
  const isOwn = options.now === undefined && sent !== undefined;
  const { entered, findings, refusal } = judgeRequest(request, now, capture.doubt);
  const explainer = createExplainer();
  // Public facts that help to name another key.
  for (const one of given) explainer.know(BANK, one);
  const work = refusal && explainer.explain(request, refusal, { bank: BANK, now });
  const found = work && atOnce(work);
  const next = found?.next.filter(({ rule }) => !request.doubt || rule !== 'SIG-12') ?? [];
  const explanation = found && { ...found, next };
  return {
    ...request,
    notes: [...capture.notes, ...notes, ...(isOwn ? [ownDate] : [])],
    now,
    entered,
    findings,
    refusal: refusal && { ...refusal, text: explanation?.sentence ?? refusal.message },
    explanation,
    compared: signed === undefined ? undefined : compareSigned(Buffer.from(signed), request, now),
  };
}

/** PEM (several, the signing one first), the base64 of DER or PEM, or DER. Throws UnreadableRequest. */
function readCertificates(option: string | Buffer): readonly SigningCertificate[] {
  const bytes = Buffer.from(option as Buffer);
  const text = bytes.toString('latin1').replace(/\s+/g, '');
  const base64 = decodeBase64(text) === undefined ? bytes.toString('base64') : text;
  const read = attempt(ApiError, () => parseCertificateHeader(base64));
  if (!(read instanceof ApiError)) return [read.certificate, ...read.chain];
  throw new UnreadableRequest(read.message.replace(/^TPP-Sig\S*/, 'The certificate that you gave'));
}

/** A log may leave the certificate out or shorten it; one that the bank could have read stays. */
function withCertificate(way: string, rawHeaders: readonly string[], given?: SigningCertificate) {
  if (certificateIn(new RawHeaders(rawHeaders)) !== undefined) return { rawHeaders, notes: [] };
  const others = headerPairs(rawHeaders).filter(([name]) => name.toLowerCase() !== CERTIFICATE);
  const base64 = given?.x509.raw.toString('base64');
  const done = base64
    ? 'the certificate that you gave is used instead'
    : `if a log left it out or shortened it, ${way}`;
  return {
    rawHeaders: base64 ? [...others.flat(), CERTIFICATE, base64] : rawHeaders,
    notes: [`There is no readable TPP-Signature-Certificate here: ${done}.`],
  };
}

/** Runs the checks of a signature. @param doubt why the body may not be the one that was sent */
function judgeRequest(request: SignedRequest, now: number, doubt?: string) {
  const entered: CheckName[] = [];
  const findings: Finding[] = [];
  // A body that the capture does not show needs a Digest too.
  const body = doubt === undefined ? request.body : Buffer.from('not shown');
  const isJudged = doubt === undefined || !request.headers.has('digest');
  const facts: SignatureFacts = {
    request,
    ...(isJudged && { body }),
    role: 'none',
    reportFinding: (rule, text) => void findings.push({ rule, text }),
  };
  const begin = (check: CheckName) => void entered.push(check);
  const tools = plainTools(now);
  const [first] = collectRefusals(CHECKS_OF_ANY_ISSUER, { facts, tools, begin });
  // The checks behind the one that refused ran too.
  if (first !== undefined) entered.splice(entered.indexOf(first.check) + 1);
  return { entered, findings, refusal: first?.refusal };
}

/** When the request says that it was sent, if that can be read. @param now whose century a year of two digits is of */
function sentAt(headers: RawHeaders, now: number): number | undefined {
  const date = parseHttpDate(headers.get('date') ?? '', now);
  return date && date.seconds * 1000;
}

/** The certificate in the request, if it is there and readable. */
function certificateIn(headers: RawHeaders): SigningCertificate | undefined {
  const value = headers.get(CERTIFICATE) ?? '';
  const sent = attempt(ApiError, () => parseCertificateHeader(value));
  return sent instanceof ApiError ? undefined : sent.certificate;
}

/** In the inspector's words and shape, so that a request reads the same in both. Masked (WEB-06). */
async function verdictView(request: ReturnType<typeof judged>) {
  const { form, method, target, body, refusal, compared } = request;
  const mask = createMask(request.rawHeaders);
  const hasBody = request.doubt === undefined;
  return withoutUndefined({
    accepted: refusal === undefined,
    request: { form, method, target: mask.text(readable(target)), bodyLength: body.length },
    judgedAt: dateOf(request.now)?.toISOString(),
    checks: verdictOf(request)
      .filter(({ check }) => CHECKS_OF_ANY_ISSUER.some(({ name }) => name === check))
      .map((step) => {
        const outcome = step.outcome === 'skipped' ? ('not judged' as const) : step.outcome;
        const shown = { ...stepView(step, mask, (text) => text), outcome };
        // Without the body the right digest is not known.
        return step.check === 'digest' && !hasBody ? { ...shown, expected: undefined } : shown;
      }),
    refusal: refusal && {
      rule: refusal.rule,
      code: refusal.code,
      path: refusal.details.path,
      text: mask.text(refusal.text),
    },
    ...(await explainedView(request, mask, compared)),
    findings: findingsView(request.findings, mask),
    notes: request.notes.map((note) => mask.text(note)),
  });
}

const withoutUndefined = <T>(value: T): T => JSON.parse(JSON.stringify(value));
