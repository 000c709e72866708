// Which host and which bank a request is for (RFC 9112, 3.2), and the absolute addresses that answers carry.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Request } from 'express';
import { DEFAULT_BANK, isBankName, NAME_FORM } from '../bank/banks/banks.ts';
import { percentDecoded } from '../kernel/percent-decoded.ts';
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';

/** An address taken apart: the bank that it names, if it names one, and what follows that. */
export interface Place {
  /** Percent-decoded; not yet checked to be a bank's name. */
  readonly bank: string | undefined;
  /** The path below the bank, without query. */
  readonly path: string;
  /** As sent, without `?`; empty if none. */
  readonly query: string;
}

/** @param url path and query as sent; `undefined` if the bank's name cannot be decoded */
export function placeOf(url: string): Place | undefined {
  const mark = url.indexOf('?');
  const whole = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const [, , name] = whole.startsWith('/banks/') ? whole.split('/', 3) : [];
  if (name === undefined || name === '') return { bank: undefined, path: whole, query };
  const bank = percentDecoded(name);
  const path = whole.slice('/banks/'.length + name.length);
  return bank === undefined ? undefined : { bank, path, query };
}

/** Whether a path is `root` or below it. */
export const isBelow = (path: string, root: string): boolean =>
  path.startsWith(root) && (path.length === root.length || path[root.length] === '/');

/** The name, if a bank can have it. ApiError 404 for an impossible one. */
export function checkBank(name: string | undefined): string {
  if (name === undefined) return DEFAULT_BANK;
  if (isBankName(name)) return name;
  const text = `A bank name ${NAME_FORM}`;
  throw new ApiError('BANK-01', 'NOT_FOUND', text);
}

/** What stands before a bank's own paths: nothing, or `/banks/{bank}`. */
const prefix = (bank: string | undefined): string => (bank === undefined ? '' : `/banks/${bank}`);

/** `http://127.0.0.1:8080`, or with `/banks/{bank}`; `publicUrl` goes before what Host says. */
export function bankUrl(
  request: IncomingMessage,
  bank: string | undefined,
  publicUrl: string | undefined,
): string {
  const scheme = schemeOf(request.socket);
  const origin = publicUrl ?? `${scheme}://${request.headers.host ?? '127.0.0.1'}`;
  return origin + prefix(bank);
}

const nameIn = ({ params }: Request): string | undefined => params['bank'] as string | undefined;

/** The bank of a request below `/banks/{bank}` or at the root. ApiError 404 for an impossible name. */
export const bankOf = (request: Request): string => checkBank(nameIn(request));

export const prefixOf = (request: Request): string => prefix(nameIn(request));

export const baseUrlOf = (request: Request, publicUrl: string | undefined): string =>
  bankUrl(request, nameIn(request), publicUrl);

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
 * Links in answers are made from the Host, and the control API is open to some hosts only.
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
