// `{b}/v1/**`: the signed API, from the socket to the pipeline and back.

import type { IncomingMessage } from 'node:http';
import type { CallFacts, Incoming } from '../../checks/call-facts.ts';
import type { Explainer } from '../../insight/explain/explanation.ts';
import type { Turns } from '../../insight/explain/slices.ts';
import type { Meters } from '../../insight/metrics/meters.ts';
import type { Clock } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import type { RawHeaders } from '../../protocol/headers.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { Finding } from '../../protocol/tpp.ts';
import type { BankSeal } from '../../signing/bank-seal.ts';
import { signResponse } from '../../signing/sign-response.ts';
import { bankUrl, checkBank, isBelow } from '../addresses.ts';
import { mayAnswer } from '../faulty-answer.ts';
import type { Arrival, DirectRoute } from '../handler.ts';
import { type ErrorDeps, renderError } from '../render-error.ts';
import { type Outgoing, sendReply } from '../reply.ts';
import type { ReadClientCertificate } from './client-certificate.ts';
import { explainRefusal } from './explain-refusal.ts';
import { answer, type PipelineDeps } from './pipeline.ts';
import { readBody } from './read-body.ts';
import { type Outcome, type RecordDeps, recordRequest, requestIdOf } from './record-request.ts';
import { Trace } from './trace.ts';

export interface V1Deps extends PipelineDeps, ErrorDeps, Pick<RecordDeps, 'recorder'> {
  readonly wallClock: Clock;
  readonly publicUrl?: string;
  /** If set, every answer is signed with it (SIG-14). */
  readonly seal?: BankSeal;
  readonly explainer: Explainer;
  /** Refusals are explained in turns. */
  readonly turns: Turns;
  /** TLS-02; absent if the bank asks for no client certificates. */
  readonly readClientCertificate?: ReadClientCertificate;
  readonly meters: Meters;
}

export const signedApi =
  (deps: V1Deps): DirectRoute =>
  (arrival) =>
    isBelow(arrival.place.path, '/v1') ? serve(arrival, deps) : undefined;

async function serve(arrival: Arrival, deps: V1Deps): Promise<void> {
  const { request, response, headers } = arrival;
  const started = { at: deps.wallClock(), ticks: deps.ticks() };
  const trace = new Trace();
  const outcome = await outcomeOf(arrival, { deps, trace });
  const { incoming, reply } = outcome;
  count({ reply, trace, started: started.ticks }, deps);
  if (trace.signer !== undefined && incoming) deps.explainer.know(incoming.bank, trace.signer);
  const answered = { request, headers, outcome, trace, started };
  const hasClient = await mayAnswer(response, trace.fault);
  if (!hasClient) return void (await recordRequest(answered, undefined, deps));
  await sendReply(request, response, {
    ...outgoing(reply, headers, { deps, trace }),
    sent: (body, sentHeaders) => recordRequest(answered, { body, headers: sentHeaders }, deps),
  });
  const millis = deps.wallClock() - started.at;
  logExchange(deps, { request, reply, millis });
}

interface Counted {
  readonly reply: Reply;
  readonly trace: Trace;
  readonly started: number;
}

/** CTRL-09 */
function count({ reply, trace, started }: Counted, { meters, ticks }: V1Deps): void {
  const done = ticks();
  meters.v1.answered(trace.operation?.id, reply.status, done - started);
  if (trace.fault !== undefined) meters.faultsFired++;
  const { verifiedAt } = trace;
  if (verifiedAt === undefined) return;
  meters.verification.add(verifiedAt - started);
  meters.transaction.add(done - verifiedAt);
}

interface OutcomeInput {
  readonly deps: V1Deps;
  readonly trace: Trace;
}

/** The answer, and what led to it. */
async function outcomeOf(
  { request, place, headers }: Arrival,
  { deps, trace }: OutcomeInput,
): Promise<Outcome> {
  let arrived: CallFacts['request'] | undefined;
  const incoming = (known: CallFacts['request']): Incoming => ({
    ...known,
    body: trace.facts.body ?? NOTHING,
  });
  try {
    arrived = {
      method: request.method ?? '',
      target: request.url ?? '',
      path: place.path,
      query: place.query,
      baseUrl: bankUrl(request, place.bank, deps.publicUrl),
      bank: checkBank(place.bank),
      headers,
      ...defined({ qwac: deps.readClientCertificate?.(request) }),
    };
    const reply = await answer(
      { request: arrived, readBody: () => readBody(request) },
      deps,
      trace,
    );
    return { incoming: incoming(arrived), reply };
  } catch (thrown) {
    if (arrived === undefined) return { thrown, reply: renderError(thrown, deps) };
    const refused = await explainRefusal(incoming(arrived), thrown, {
      ...deps,
      facts: trace.facts,
    });
    return { incoming: incoming(arrived), ...refused, reply: renderError(refused.thrown, deps) };
  }
}

const NOTHING = Buffer.alloc(0);

/**
 * HDR-07: returns X-Request-ID, lists findings in a header of the bank's own, and seals the answer
 * (SIG-14).
 */
function outgoing(
  reply: Reply,
  headers: RawHeaders,
  { deps: { seal, wallClock }, trace }: OutcomeInput,
): Outgoing {
  const requestId = requestIdOf(headers);
  const echo = requestId === undefined ? {} : { requestId };
  return {
    ...reply,
    ...defined({ fault: trace.fault }),
    headers: {
      ...reply.headers,
      ...defined({ 'X-Request-ID': requestId }),
      ...(trace.findings.length === 0 ? {} : { 'Sandbank-Findings': rulesOf(trace.findings) }),
    },
    ...(seal === undefined
      ? {}
      : { seal: (body) => signResponse({ now: wallClock(), body, ...echo }, seal) }),
  };
}

const rulesOf = (findings: readonly Finding[]): string =>
  [...new Set(findings.map(({ rule }) => rule))].join(', ');

interface Logged {
  readonly request: IncomingMessage;
  readonly reply: Reply;
  readonly millis: number;
}

/** WEB-06: the log shows nothing of headers or bodies. */
function logExchange({ log }: V1Deps, { request, reply, millis }: Logged): void {
  const fields = {
    method: request.method,
    path: shownPath(request.url ?? ''),
    status: reply.status,
    ...defined({ rule: reply.rule }),
    millis,
  };
  log.info(fields, 'request');
}

const LONGEST_PATH = 300;

/** WEB-06: of a number as long as a national id, which should not be in a path, two digits stay. */
function shownPath(target: string): string {
  const path = target.split('?', 1)[0] as string;
  return path.slice(0, LONGEST_PATH).replaceAll(/\d{9,}(?=\d\d)/g, '***');
}
