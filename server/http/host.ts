// Every HTTP/1.1 request names one host (RFC 9112, 3.2): links in answers are made from it, and the control
// API is open to some hosts only.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';

/** A name, an IPv4 or a bracketed IPv6 address, perhaps with a port. */
const HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** A path, or the asterisk of OPTIONS. */
const OWN_TARGET = /^[/*]/;

/** The scheme of the addresses on that connection. */
export const schemeOf = (socket: Socket): 'http' | 'https' =>
  'encrypted' in socket ? 'https' : 'http';

/**
 * RFC 9112, 3.2.2: clients that take this for a proxy send the whole address. If it names the same host as
 * Host, its path counts. Any other address stays as it is, and is refused.
 */
export function originForm({ url = '', headers, socket }: IncomingMessage): string {
  const [, scheme, host, rest] = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  const isHere = scheme?.toLowerCase() === schemeOf(socket);
  if (rest === undefined || !isHere || host?.toLowerCase() !== headers.host?.toLowerCase())
    return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * 400 BAD_REQUEST, path Host, if Host is absent, there twice, or no host; 403 FORBIDDEN (WEB-03) if the request
 * line, in origin form, names another host than Host, or another scheme.
 */
export function hostProblem(headers: RawHeaders, request: IncomingMessage): ApiError | undefined {
  return nameProblem(headers, request) ?? targetProblem(request);
}

function nameProblem(headers: RawHeaders, { httpVersion }: IncomingMessage): ApiError | undefined {
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

function targetProblem({ url = '', socket }: IncomingMessage): ApiError | undefined {
  if (OWN_TARGET.test(url)) return undefined;
  const text = `The request line names another host than the header Host, or another scheme than ${schemeOf(socket)}; send the path alone.`;
  return new ApiError('WEB-03', 'FORBIDDEN', text, { path: 'Host' });
}
