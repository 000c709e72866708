// `{b}/v1/**`: the signed API. Its row runs the table of checks; its answers are recorded, and sealed if the bank
// signs them. A refused signature is explained (SIG-15).
import type { CallFacts, Incoming } from '../../checks/call-facts.ts';
import type { EarlierRequests, Explainer, Explanation } from '../../insight/explain/explanation.ts';
import type { Turns } from '../../insight/explain/slices.ts';
import type { Meters } from '../../insight/metrics/meters.ts';
import type { Clock } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import type { Log } from '../../kernel/log.ts';
import { memoize } from '../../kernel/memoize.ts';
import { remember } from '../../kernel/recent.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { Finding } from '../../protocol/tpp.ts';
import type { BankSeal } from '../../signing/bank-seal.ts';
import { signResponse } from '../../signing/sign-response.ts';
import { StoreWriteError } from '../../storage/errors.ts';
import type { Call } from '../call.ts';
import type { Area } from '../row.ts';
import type { Outgoing } from '../send.ts';
import { Trace, TraceLists } from '../trace.ts';
import { answer, type PipelineDeps } from './pipeline.ts';
import { type RecordDeps, recordRequest, requestIdOf } from './record-request.ts';

interface V1Deps extends PipelineDeps, Pick<RecordDeps, 'recorder'> {
  readonly wallClock: Clock;
  /** It is another one than that of the machine. */
  readonly ownClock: boolean;
  readonly log: Log;
  /** If set, every answer is signed with it (SIG-14). */
  readonly seal?: BankSeal;
  readonly explainer: () => Promise<Pick<Explainer, 'explain'>>;
  readonly signers: Pick<Explainer, 'know'>;
  /** Refusals are explained in turns. */
  readonly turns: Turns;
  /** Requests of a bank whose signature was right, the newest first. */
  readonly earlier?: (bank: string) => ReturnType<EarlierRequests>;
  readonly meters: Meters;
}

export function signedApi(deps: V1Deps): Area {
  const lists = new TraceLists();
  return {
    root: '/v1',
    access: 'signed',
    rows: [
      {
        method: '*',
        path: '/v1/*',
        access: 'signed',
        handle(call) {
          const trace = new Trace(lists);
          call.trace = trace;
          trace.at = deps.wallClock();
          const readBody = () => call.receiveBody();
          return answer({ request: requestOf(call), readBody }, deps, trace);
        },
      },
    ],
    explain: (call, thrown) => explained(call, thrown, deps),
    present: (call, reply, thrown) => present(call, { reply, thrown }, deps),
  };
}

/** As the checks see it. */
function requestOf(call: Call): Omit<Incoming, 'body'> {
  const { method, target, path, query, baseUrl, bank, headers, qwac } = call;
  const request = { method, target, path, query, baseUrl, bank, headers };
  return qwac === undefined ? request : { ...request, qwac };
}

/** With the body as far as it was read; `undefined` if the checks have not begun. */
function incomingOf({ trace, body }: Call): Incoming | undefined {
  const request = trace?.facts.request;
  return request && { ...request, body };
}

/** The refusal with a better sentence, if there is one (SIG-15). */
async function explained(call: Call, thrown: unknown, deps: V1Deps): Promise<unknown> {
  const { trace } = call;
  const incoming = incomingOf(call);
  if (trace === undefined || incoming === undefined) return thrown;
  const { thrown: said, ...why } = await explainRefusal(incoming, thrown, {
    ...deps,
    facts: trace.facts,
  });
  trace.why = why;
  return said;
}

interface Answer {
  readonly reply: Reply;
  readonly thrown: unknown;
}

/**
 * HDR-07: returns X-Request-ID, lists findings in a header of the bank's own, and seals the answer
 * (SIG-14).
 */
function present(call: Call, { reply, thrown }: Answer, deps: V1Deps): Outgoing {
  const { headers, trace } = call;
  const { seal, wallClock, ownClock } = deps;
  count(call, reply, deps);
  if (trace?.signer !== undefined) deps.signers.know(call.bank, trace.signer);
  const requestId = requestIdOf(headers);
  const findings = trace?.findings ?? [];
  const own: Record<string, string> = { ...reply.headers };
  if (requestId !== undefined) own['X-Request-ID'] = requestId;
  if (findings.length > 0) own['Sandbank-Findings'] = rulesOf(findings);
  // Node sends the machine's time, by which a client whose clock is off would not find the difference (SIG-11).
  if (ownClock) own['Date'] = new Date(wallClock()).toUTCString();
  const { status, rule, amounts, body, json, text } = reply;
  // One literal: to copy a reply of any shape takes longer than to make its headers.
  return {
    status,
    rule,
    amounts,
    body,
    json,
    text,
    headers: own,
    fault: trace?.fault,
    seal:
      seal &&
      ((bytes) => signResponse({ now: wallClock(), body: bytes, ...defined({ requestId }) }, seal)),
    sent(content = '', sentHeaders) {
      logExchange(call, reply, deps);
      const request = trace?.facts.request;
      if (trace === undefined || request === undefined) return undefined;
      const sent = sentHeaders && { body: content, headers: sentHeaders };
      const recorded = recordRequest({ call, request, trace, reply, thrown }, sent, deps);
      // Where the store does not answer, the client would wait for it once more.
      return thrown instanceof StoreWriteError ? undefined : recorded;
    },
  };
}

/** CTRL-09 */
function count({ trace, started }: Call, { status }: Reply, { meters, ticks }: V1Deps): void {
  const done = ticks();
  meters.v1.answered(trace?.operation?.id, status, done - started);
  if (trace?.fault !== undefined) meters.faultsFired++;
  if (trace?.verifiedAt === undefined) return;
  meters.verification.add(trace.verifiedAt - started);
  meters.transaction.add(done - trace.verifiedAt);
}

const rulesOf = (findings: readonly Finding[]): string =>
  [...new Set(findings.map(({ rule }) => rule))].join(', ');

/** WEB-06: the log shows nothing of headers or bodies. */
function logExchange(
  { method, target, started }: Call,
  { status, rule }: Reply,
  { log, ticks }: V1Deps,
): void {
  const millis = Math.round(ticks() - started);
  log.info({ method, path: shownPath(withoutQuery(target)), status, rule, millis }, 'request');
}

function withoutQuery(target: string): string {
  const at = target.indexOf('?');
  return at < 0 ? target : target.slice(0, at);
}

const LONGEST_PATH = 300;

/** WEB-06: of a number as long as a national id, which should not be in a path, two digits stay. */
const shownPath = remember((path) =>
  path.slice(0, LONGEST_PATH).replaceAll(/\d{9,}(?=\d\d)/g, '***'),
);

interface ExplainDeps
  extends Pick<V1Deps, 'explainer' | 'turns' | 'wallClock' | 'ticks' | 'earlier'> {
  readonly log: Pick<Log, 'error'>;
  /** What the checks found out before one refused. */
  readonly facts: Partial<CallFacts>;
}

interface Refused {
  readonly thrown: unknown;
  readonly explanation?: Explanation;
  /** Milliseconds until it was explained, with the wait for other refusals. */
  readonly explaining?: number;
}

/** What was not looked into says so, and how to get it explained. */
const TOO_BUSY =
  'The bank did not look for the cause, because too many refusals wait for that; send this request again by itself, or give it to "sandbank explain".';

/** The refusal, with a better sentence if there is one; rule, code, path and status stay. */
export async function explainRefusal(
  incoming: Incoming,
  thrown: unknown,
  deps: ExplainDeps,
): Promise<Refused> {
  if (!(thrown instanceof ApiError)) return { thrown };
  const { ticks, explainer, turns, wallClock, log, facts } = deps;
  const { rule, code, details, message } = thrown;
  const { bank } = incoming;
  const said = (text: string) => new ApiError(rule, code, text, details);
  const started = ticks();
  try {
    const { explain } = await explainer();
    const isOfLines = rule === 'SIG-10' || rule === 'SIG-12';
    const earlier = memoize(() => deps.earlier?.(bank) ?? []);
    const about = { bank, now: wallClock(), facts, ...(isOfLines && { earlier }) };
    const work = explain(incoming, thrown, about);
    if (work === undefined) return { thrown };
    const explanation = await turns.take(bank, work);
    if (explanation === undefined) return { thrown: said(`${message} ${TOO_BUSY}`) };
    return { thrown: said(explanation.sentence), explanation, explaining: ticks() - started };
  } catch (error) {
    // The plain refusal stays, because the request is still wrong.
    log.error({ err: error, rule }, 'a refusal could not be explained');
    return { thrown };
  }
}
