// `{b}/v1/**`: the signed interface, from the socket to the pipeline and back.
import type { Request, RequestHandler, Response } from 'express';
import type { Ids } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { RawHeaders } from '../protocol/headers.ts';
import type { Reply } from '../protocol/reply.ts';
import type { Finding } from '../protocol/tpp.ts';
import type { BankSeal } from '../signing/bank-seal.ts';
import { signResponse } from '../signing/sign-response.ts';
import { bankOf, baseUrlOf } from './addresses.ts';
import { answer, type PipelineDeps } from './pipeline.ts';
import { readBody } from './read-body.ts';
import { renderError } from './render-error.ts';
import { type Outgoing, sendReply } from './reply.ts';

export interface V1Deps extends PipelineDeps {
  readonly log: Log;
  readonly ids: Ids;
  readonly publicUrl?: string;
  /** Set: every answer is signed with it (SIG-14). */
  readonly seal?: BankSeal;
}

export function v1Handler(deps: V1Deps): RequestHandler {
  return async (request, response) => {
    const headers = new RawHeaders(request.rawHeaders);
    const started = deps.wallClock();
    const { reply, findings } = await answerOrError(request, headers, deps);
    if (response.destroyed) return;
    await sendReply(request, response, outgoing({ reply, findings }, headers, deps));
    logExchange(deps, { request, response, reply, millis: deps.wallClock() - started });
  };
}

async function answerOrError(request: Request, headers: RawHeaders, deps: V1Deps) {
  const findings: Finding[] = [];
  try {
    const bank = bankOf(request);
    const body = await readBody(request);
    const { path, query } = split(request.url);
    const incoming = {
      bank,
      method: request.method,
      target: request.originalUrl,
      path,
      query,
      headers,
      body,
      baseUrl: baseUrlOf(request, deps.publicUrl),
    };
    return { reply: await answer(incoming, deps, findings), findings };
  } catch (thrown) {
    return { reply: renderError(thrown, deps), findings };
  }
}

/** Path and query as sent; Express has taken the bank's prefix off. */
function split(url: string): { readonly path: string; readonly query: string } {
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, query: '' }
    : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** HDR-07: X-Request-ID comes back; findings are told in a header of ours; SIG-14 seals it all. */
function outgoing(
  { reply, findings }: { readonly reply: Reply; readonly findings: readonly Finding[] },
  headers: RawHeaders,
  { seal, wallClock }: V1Deps,
): Outgoing {
  const sent = headers.get('x-request-id');
  const echo = sent !== undefined && /^[\x21-\x7e]{1,100}$/.test(sent) ? { requestId: sent } : {};
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return {
    ...reply,
    headers: {
      ...reply.headers,
      ...('requestId' in echo ? { 'X-Request-ID': echo.requestId } : {}),
      ...(rules.length === 0 ? {} : { 'Sandbank-Findings': rules.join(', ') }),
    },
    ...(seal === undefined
      ? {}
      : { seal: (body) => signResponse({ now: wallClock(), body, ...echo }, seal) }),
  };
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly reply: Reply;
  readonly millis: number;
}

/** WEB-06: nothing of headers or bodies goes into the log. */
function logExchange({ log }: V1Deps, { request, response, reply, millis }: Exchange): void {
  const fields = {
    method: request.method,
    path: shownPath(request.originalUrl),
    status: response.statusCode,
    ...(reply.rule === undefined ? {} : { rule: reply.rule }),
    millis,
  };
  log.info(fields, 'request');
}

const LONGEST_PATH = 300;

/** WEB-06: a number as long as a national id, which has no business in a path, keeps two digits. */
function shownPath(target: string): string {
  const path = target.split('?', 1)[0] as string;
  return path.slice(0, LONGEST_PATH).replaceAll(/\d{9,}(?=\d\d)/g, '***');
}
