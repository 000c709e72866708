// Passes an answered request of the signed API to the inspector and to coverage (CTRL-05, CTRL-08). It
// parses and renders nothing; views are made when somebody asks for them.
import type { Incoming } from '../../checks/call-facts.ts';
import type { RequestLog } from '../../insight/inspector/request-log.ts';
import {
  LONGEST_BODY,
  type Refusal,
  type SeenRequest,
  type StoredBody,
} from '../../insight/inspector/seen-request.ts';
import type { Log } from '../../kernel/log.ts';
import type { Soon } from '../../kernel/soon.ts';
import { ApiError, type TppMessage } from '../../protocol/errors.ts';
import type { RawHeaders } from '../../protocol/headers.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { Call } from '../call.ts';
import type { Trace } from '../trace.ts';

/** A request that the bank has answered, and what led to the answer. */
interface Answered {
  readonly call: Call;
  readonly request: Omit<Incoming, 'body'>;
  readonly trace: Trace;
  readonly reply: Reply;
  readonly thrown?: unknown;
}

/** The sent answer. */
export interface Sent {
  /** Before content encoding. */
  readonly body: string | Buffer;
  /** All headers that the bank set. A refusal, and an answer with a finding, gets `Sandbank-Verdict`, the address of its verdict. */
  readonly headers: Record<string, string>;
}

export interface RecordDeps {
  /** Absent if the inspector is off. */
  readonly recorder?: Pick<RequestLog, 'append'>;
  readonly ticks: () => number;
  readonly log: Pick<Log, 'error'>;
}

/** The X-Request-ID, if it can be sent back and looked up. */
export function requestIdOf(headers: RawHeaders): string | undefined {
  return /^[\x21-\x7e]{1,100}$/.exec(headers.get('x-request-id') ?? '')?.[0];
}

/**
 * Records the request. Called when the whole answer is known, so that numbers grow in the order of answers, and before
 * its last byte is sent, so that a client with the answer finds the request.
 *
 * @param sent absent if the client disconnected before the answer
 */
export function recordRequest(
  answered: Answered,
  sent: Sent | undefined,
  { recorder, ticks, log }: RecordDeps,
): Soon<void> {
  const { call, request, reply, trace } = answered;
  if (recorder === undefined) return undefined;
  const recorded = recorder.append(request.bank, (number) => {
    if (sent !== undefined && (reply.status >= 400 || trace.findings.length > 0)) {
      sent.headers[VERDICT] = `${call.prefix}/_sandbox/requests/x${number}`;
    }
    return seenRequest({ answered, number, ticks }, sent);
  });
  return recorded?.catch((error: unknown) => {
    // The answer stays what it is: the bank has done what it says.
    log.error({ err: error }, 'a request could not be recorded');
    if (sent !== undefined) delete sent.headers[VERDICT];
  });
}

const VERDICT = 'Sandbank-Verdict';

interface Numbered extends Pick<RecordDeps, 'ticks'> {
  readonly answered: Answered;
  readonly number: number;
}

function seenRequest({ answered, number, ticks }: Numbered, sent: Sent = NOT_SENT): SeenRequest {
  const { call, request, trace, reply, thrown } = answered;
  const { bank, method, target, path, baseUrl, qwac } = request;
  const { codes, warnings, transactionStatuses, scaFlow } = saidIn(reply);
  // One literal, so that all have one shape.
  return {
    number,
    id: `x${number}`,
    requestId: requestIdOf(call.headers),
    at: trace.at,
    bankTime: trace.facts.bank?.now,
    bank,
    method,
    target,
    path,
    secure: baseUrl.startsWith('https:'),
    operation: trace.operation?.id,
    rawHeaders: headersOf(call, trace),
    body: requestBody(answered),
    tpp: trace.tpp,
    person: trace.person,
    qwac: qwac?.identity,
    entered: trace.entered,
    exercised: reply.status < 400 ? trace.exercised : NONE,
    refusal: thrown === undefined ? undefined : refusalOf(thrown, reply),
    findings: trace.findings.length === 0 ? NONE : trace.findings,
    explanation: trace.why.explanation,
    answer: {
      status: reply.status,
      headers: sent.headers,
      body: stored(sent.body),
      rule: reply.rule,
    },
    brokenOff: sent === NOT_SENT,
    fault: trace.fault?.id,
    took: { total: ticks() - call.started, explaining: trace.why.explaining },
    codes,
    warnings,
    transactionStatuses,
    scaFlow,
  };
}

/** With the text of the certificate that all requests of a TPP share, so that each one has not its own. */
function headersOf({ rawHeaders }: Call, { facts }: Trace): readonly string[] {
  const certificate = facts.sent?.value;
  const at = certificate === undefined ? -1 : rawHeaders.indexOf(certificate);
  if (at >= 0) rawHeaders[at] = certificate as string;
  return rawHeaders;
}

const NOT_SENT: Sent = { body: '', headers: {} };

/** A body too large to read (HDR-06) has at least the length that its sender announced. */
function requestBody({ call: { body, headers }, trace }: Answered): StoredBody {
  if (body.length > 0 || trace.entered.at(-1) !== 'size') return stored(body);
  const declared = Number(headers.get('content-length'));
  return { bytes: body, length: Number.isSafeInteger(declared) ? declared : 0 };
}

/** Most requests have nothing of what could be listed, or no body: they share that. */
const NONE: readonly never[] = [];
const EMPTY: StoredBody = { bytes: Buffer.alloc(0), length: 0 };

/** A copy of the first part of a long body, so that memory does not hold all of it. */
function stored(body: string | Buffer): StoredBody {
  const length = Buffer.byteLength(body);
  if (length === 0) return EMPTY;
  if (length > LONGEST_BODY) {
    return { bytes: Buffer.from(Buffer.from(body).subarray(0, LONGEST_BODY)), length };
  }
  return typeof body === 'string' ? new StoredText(body, length) : { bytes: body, length };
}

/** Bytes are made of it when somebody looks: a text is lighter to keep. */
class StoredText implements StoredBody {
  readonly length: number;
  readonly #text: string;

  constructor(text: string, length: number) {
    this.#text = text;
    this.length = length;
  }

  get bytes(): Buffer {
    return Buffer.from(this.#text);
  }
}

function refusalOf(thrown: unknown, { status }: Reply): Refusal {
  if (thrown instanceof ApiError) {
    const { rule, code, message, details } = thrown;
    return { rule, code, status, text: message, details };
  }
  const text = "A fault of the bank's own; its log has the details.";
  return { rule: 'ERR-01', code: 'SYSTEM_ERROR', status, text, details: {} };
}

/** Members of an answer's body that the inspector and coverage look at. */
interface Body {
  readonly tppMessages?: readonly TppMessage[];
  readonly transactionStatus?: string;
  /** Of a bulk: its entries; of a basket: ids. */
  readonly payments?: readonly { readonly transactionStatus?: string }[];
  readonly _links?: { readonly scaRedirect?: { readonly href?: string } };
}

type Said = Pick<SeenRequest, 'codes' | 'warnings' | 'transactionStatuses' | 'scaFlow'>;

function saidIn({ body = {} }: Reply): Said {
  const { tppMessages, transactionStatus, payments, _links } = body as Body;
  const href = _links?.scaRedirect?.href;
  const codesOf = (wanted: TppMessage['category']) =>
    distinct(tppMessages?.map(({ category, code }) => (category === wanted ? code : undefined)));
  const statuses = payments?.map((payment) => payment.transactionStatus) ?? [];
  return {
    codes: codesOf('ERROR'),
    warnings: codesOf('WARNING'),
    transactionStatuses: distinct([transactionStatus, ...statuses]),
    scaFlow: href?.slice(href.lastIndexOf('/') + 1),
  };
}

function distinct(values: readonly (string | undefined)[] = NONE): readonly string[] {
  const there = values.filter((value) => value !== undefined);
  return there.length === 0 ? NONE : [...new Set(there)];
}
