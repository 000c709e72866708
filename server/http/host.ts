// Every HTTP/1.1 request names one host (RFC 9112, 3.2): links in answers are made from it, and the control
// API is open to some hosts only.
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { ApiError } from '../protocol/errors.ts';
import { RawHeaders } from '../protocol/headers.ts';
import { type ErrorDeps, renderError } from './render-error.ts';
import { sendReply } from './reply.ts';

/** A name, an IPv4 or a bracketed IPv6 address, perhaps with a port. */
const HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** A path, or the asterisk of OPTIONS. */
const OWN_TARGET = /^[/*]/;

/**
 * Answers 400 BAD_REQUEST, path Host, if Host is absent, there twice, or no host; 403 FORBIDDEN (WEB-03) if
 * the request line names another host than Host, or another scheme.
 */
export function requireHost(deps: ErrorDeps): RequestHandler {
  return async (request, response, next) => {
    const headers = new RawHeaders(request.rawHeaders);
    const error = hostProblem(headers, request) ?? targetProblem(request);
    if (error === undefined) return next();
    await sendReply(request, response, renderError(error, deps));
  };
}

export function hostProblem(
  headers: RawHeaders,
  { httpVersion }: IncomingMessage,
): ApiError | undefined {
  const hosts = headers.all('host');
  // HTTP/1.0 knew no Host.
  const optional = httpVersion === '1.0' && hosts.length === 0;
  if (optional || (hosts.length === 1 && HOST.test(hosts[0] as string))) return undefined;
  const text =
    hosts.length > 1
      ? `The header Host is there ${hosts.length} times; send it once.`
      : 'The header Host must name the bank, for instance Host: 127.0.0.1:8080.';
  return new ApiError('ERR-01', 'BAD_REQUEST', text, { path: 'Host' });
}

/** An address of the same host is a path by now (http/server.ts). */
function targetProblem({ url = '' }: IncomingMessage): ApiError | undefined {
  if (OWN_TARGET.test(url)) return undefined;
  const text =
    'The request line names another host than the header Host, or another scheme than http; send the path alone.';
  return new ApiError('WEB-03', 'FORBIDDEN', text, { path: 'Host' });
}
