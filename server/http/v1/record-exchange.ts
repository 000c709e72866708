// Hands a finished exchange of the signed interface to the inspector (CTRL-05).
import type { Request } from 'express';
import type { Incoming } from '../../checks/call-facts.ts';
import type { Explanation } from '../../insight/explain/explanation.ts';
import {
  type Exchange,
  type KeptBody,
  MOST_KEPT,
  type Refusal,
} from '../../insight/inspector/exchange.ts';
import type { ExchangeId, Recorder } from '../../insight/inspector/inspector.ts';
import { ApiError, type TppMessage } from '../../protocol/errors.ts';
import type { RawHeaders } from '../../protocol/headers.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { Trace } from './trace.ts';

/** A request that has been answered, and what led to the answer as far as it came. */
export interface Asked {
  /** Absent where the request did not arrive whole, or named no possible bank. */
  readonly incoming?: Incoming;
  readonly reply: Reply;
  readonly thrown?: unknown;
  readonly explanation?: Explanation;
  readonly explaining?: number;
}

export interface Answered {
  readonly request: Request;
  readonly headers: RawHeaders;
  readonly asked: Asked;
  readonly trace: Trace;
  readonly started: { readonly at: number; readonly ticks: number };
}

/** What was sent. */
export interface Sent {
  /** Before content encoding. */
  readonly body: Buffer;
  /** All that the bank set. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RecordDeps {
  /** Absent: nobody keeps exchanges. */
  readonly recorder?: Recorder;
  readonly ticks: () => number;
}

/** The X-Request-ID, where it can be sent back and looked up. */
export function requestIdOf(headers: RawHeaders): string | undefined {
  const sent = headers.get('x-request-id');
  return sent !== undefined && /^[\x21-\x7e]{1,100}$/.test(sent) ? sent : undefined;
}

/**
 * Keeps the exchange; called when all of the answer is known, so that numbers go up as answers leave.
 * @returns the address of its verdict, where the answer refuses
 */
export function recordExchange(
  answered: Answered,
  { body, headers }: Sent,
  { recorder, ticks }: RecordDeps,
): string | undefined {
  const { incoming, reply } = answered.asked;
  if (recorder === undefined || incoming === undefined) return undefined;
  const total = ticks() - answered.started.ticks;
  const known = recorder.begin(incoming.bank);
  const verdict = reply.status < 400 ? undefined : verdictAt(incoming, known);
  const told = verdict === undefined ? headers : { ...headers, 'Sandbank-Verdict': verdict };
  const sent = { body, headers: told };
  recorder.record(() => exchangeOf(answered, { sent, incoming, known, total }));
  return verdict;
}

function verdictAt({ bank, target }: Incoming, { id }: ExchangeId): string {
  const own = `/banks/${bank}`;
  return `${target.startsWith(`${own}/`) ? own : ''}/_sandbox/requests/${id}`;
}

/** The client has gone, before its request was whole or while it was answered: nothing is sent. */
export function recordBrokenOff(answered: Answered, { recorder, ticks }: RecordDeps): void {
  const { incoming } = answered.asked;
  if (recorder === undefined || incoming === undefined) return;
  const total = ticks() - answered.started.ticks;
  const known = recorder.begin(incoming.bank);
  recorder.record(() => exchangeOf(answered, { incoming, known, total }));
}

interface Recorded {
  /** Absent where nothing was. */
  readonly sent?: Sent;
  readonly incoming: Incoming;
  readonly known: ExchangeId;
  readonly total: number;
}

type Draft = { -readonly [Member in keyof Exchange]: Exchange[Member] };

/** Members are set one by one: spreading them in takes several times as long, on every request. */
function exchangeOf(answered: Answered, recorded: Recorded): Exchange {
  const { request, asked, trace, started, headers } = answered;
  const { incoming, known, total, sent } = recorded;
  const { reply, thrown, explanation, explaining } = asked;
  const exchange: Draft = {
    number: known.number,
    id: known.id,
    at: started.at,
    bank: incoming.bank,
    method: incoming.method,
    target: incoming.target,
    path: incoming.path,
    rawHeaders: request.rawHeaders,
    body: bodyOf(request, incoming, trace),
    entered: trace.entered,
    findings: trace.findings,
    answer: answerOf(reply, sent ?? NOTHING_SENT),
    codes: codesOf(reply, 'ERROR'),
    took: explaining === undefined ? { total } : { total, explaining },
  };
  const requestId = requestIdOf(headers);
  const scaFlow = scaFlowOf(reply);
  const warnings = codesOf(reply, 'WARNING');
  if (requestId !== undefined) exchange.requestId = requestId;
  if (scaFlow !== undefined) exchange.scaFlow = scaFlow;
  if (warnings.length > 0) exchange.warnings = warnings;
  if (sent === undefined) exchange.brokenOff = true;
  if (trace.operation !== undefined) exchange.operation = trace.operation.id;
  if (trace.tpp !== undefined) exchange.tpp = trace.tpp;
  if (thrown !== undefined) exchange.refusal = refusalOf(thrown, reply);
  if (explanation !== undefined) exchange.explanation = explanation;
  return exchange;
}

const NOTHING_SENT: Sent = { body: Buffer.alloc(0), headers: {} };

function answerOf({ status, rule }: Reply, { headers, body }: Sent): Exchange['answer'] {
  const answer = { status, headers, body: kept(body) };
  return rule === undefined ? answer : { ...answer, rule };
}

/** A body that was too large to be read (HDR-06) has at least the length that its sender gave. */
function bodyOf(request: Request, { body }: Incoming, { entered }: Trace): KeptBody {
  if (body.length > 0 || entered.at(-1) !== 'size') return kept(body);
  const declared = Number(request.headers['content-length'] ?? 0);
  return { bytes: body, length: Number.isSafeInteger(declared) ? declared : 0 };
}

function kept(body: Buffer): KeptBody {
  const { length } = body;
  // A copy of the part, so that the whole can be forgotten.
  return length <= MOST_KEPT
    ? { bytes: body, length }
    : { bytes: Buffer.from(body.subarray(0, MOST_KEPT)), length };
}

function refusalOf(thrown: unknown, { status }: Reply): Refusal {
  if (thrown instanceof ApiError) {
    const { rule, code, message, details } = thrown;
    return { rule, code, status, text: message, details };
  }
  const text = "A fault of the bank's own; its log knows more.";
  return { rule: 'ERR-01', code: 'SYSTEM_ERROR', status, text, details: {} };
}

interface Told {
  readonly tppMessages?: readonly { readonly category?: unknown; readonly code?: unknown }[];
  readonly _links?: { readonly scaRedirect?: { readonly href?: unknown } };
}

const NOTHING_TOLD: Told = {};
const NO_CODES: readonly string[] = [];

function codesOf({ body }: Reply, wanted: TppMessage['category']): readonly string[] {
  const { tppMessages } = (body ?? NOTHING_TOLD) as Told;
  if (tppMessages === undefined) return NO_CODES;
  const told = tppMessages.filter(({ category }) => category === wanted);
  return [...new Set(told.map(({ code }) => String(code)))];
}

function scaFlowOf({ body }: Reply): string | undefined {
  const href = (body as Told | undefined)?._links?.scaRedirect?.href;
  return typeof href === 'string' ? href.slice(href.lastIndexOf('/') + 1) : undefined;
}
