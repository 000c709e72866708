// Which host and which bank a request is for (RFC 9112, 3.2).

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { DEFAULT_BANK, isBankName, NAME_FORM } from '../bank/banks/banks.ts';
import { percentDecoded } from '../kernel/percent-decoded.ts';
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import { quote } from '../protocol/shown-text.ts';

/** An address taken apart: the bank that it names, if it names one, and what follows that. */
export interface Destination {
  /** Percent-decoded; not yet checked to be a bank's name. */
  readonly bank: string | undefined;
  /** The path below the bank, without query. */
  readonly path: string;
  /** As sent, without `?`; empty if none. */
  readonly query: string;
}

/** @param url path and query as sent. ApiError 400 if the bank's name cannot be decoded */
export function destinationOf(url: string): Destination {
  const mark = url.indexOf('?');
  const whole = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const [, , name] = whole.startsWith('/banks/') ? whole.split('/', 3) : [];
  if (name === undefined || name === '') return { bank: undefined, path: whole, query };
  const bank = percentDecoded(name);
  if (bank === undefined) {
    throw new ApiError('ERR-01', 'BAD_REQUEST', 'The address cannot be decoded.');
  }
  return { bank, path: whole.slice('/banks/'.length + name.length) || '/', query };
}

/** Whether a path is `root` or below it. */
export const isBelow = (path: string, root: string): boolean =>
  path.startsWith(root) && (path.length === root.length || path[root.length] === '/');

/** The name, if a bank can have it. ApiError 404 for an impossible one. */
export function checkBank(name: string | undefined): string {
  if (name === undefined) return DEFAULT_BANK;
  if (isBankName(name)) return name;
  const text = `${quote(name)} is not a bank name: ${NAME_FORM}`;
  throw new ApiError('BANK-01', 'NOT_FOUND', text);
}

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
export function originForm(request: IncomingMessage, url = ''): string {
  if (url.startsWith('/')) return url;
  const { headers, socket } = request;
  const [, scheme, host, rest] = /^(https?):\/\/([^/?#]*)(.*)/is.exec(url) ?? [];
  const isHere = scheme?.toLowerCase() === schemeOf(socket);
  if (rest === undefined || !isHere || host?.toLowerCase() !== headers.host?.toLowerCase())
    return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Links in answers are made from the Host, and the control API is open to some hosts only.
 * Throws ApiError 400 BAD_REQUEST, path Host, if Host is absent, there twice, or no host; 403 FORBIDDEN (WEB-03) if
 * the request line, in origin form, names another host than Host, or another scheme.
 */
export function checkAddress(headers: RawHeaders, request: IncomingMessage): void {
  checkName(headers, request);
  const { url = '', socket } = request;
  if (OWN_TARGET.test(url)) return;
  const text = `The request line names another host than the header Host, or another scheme than ${schemeOf(socket)}; send the path alone.`;
  throw new ApiError('WEB-03', 'FORBIDDEN', text, { path: 'Host' });
}

function checkName(headers: RawHeaders, { httpVersion }: IncomingMessage): void {
  const hosts = headers.all('host');
  // HTTP/1.0 knew no Host.
  const optional = httpVersion === '1.0' && hosts.length === 0;
  if (optional || (hosts.length === 1 && HOST.test(hosts[0] as string))) return;
  const text =
    hosts.length > 1
      ? `The header Host is there ${hosts.length} times; send it once.`
      : 'The header Host must name the bank, for instance Host: 127.0.0.1:8080.';
  throw new ApiError('ERR-01', 'BAD_REQUEST', text, { path: 'Host' });
}
