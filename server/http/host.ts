// Every HTTP/1.1 request names one host (RFC 9112, 3.2): links in answers are made from it.
import type { RequestHandler } from 'express';
import { ApiError } from '../protocol/errors.ts';
import { RawHeaders } from '../protocol/headers.ts';
import { type ErrorDeps, renderError } from './render-error.ts';
import { sendReply } from './reply.ts';

/** A name, an IPv4 or a bracketed IPv6 address, perhaps with a port. */
const HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Answers 400 BAD_REQUEST, path Host, where Host is absent, there twice, or no host. */
export function requireHost(deps: ErrorDeps): RequestHandler {
  return async (request, response, next) => {
    const hosts = new RawHeaders(request.rawHeaders).all('host');
    // HTTP/1.0 knew no Host.
    const optional = request.httpVersion === '1.0' && hosts.length === 0;
    if (optional || (hosts.length === 1 && HOST.test(hosts[0] as string))) return next();
    const text =
      hosts.length > 1
        ? `The header Host is there ${hosts.length} times; send it once.`
        : 'The header Host must name the bank, for instance Host: 127.0.0.1:8080.';
    const error = new ApiError('ERR-01', 'BAD_REQUEST', text, { path: 'Host' });
    await sendReply(request, response, renderError(error, deps));
  };
}
