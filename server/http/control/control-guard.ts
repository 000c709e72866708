// Who may use the control API and the console: it is unsigned, so what counts is the network address, the
// token and what a browser says of itself (section 13, WEB-03).
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../protocol/errors.ts';
import { schemeOf } from '../addresses.ts';

export interface ControlAccess {
  /** `Authorization: Bearer …` must carry it where it is set. */
  readonly token?: string;
  /** Host names besides localhost, 127.0.0.1 and [::1]. */
  readonly allowedHosts: readonly string[];
}

/** With what the guard must know of the way to the bank. */
export interface GuardedAccess extends ControlAccess {
  /** Address of the process behind a proxy. */
  readonly publicUrl?: string;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
export const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Throws ApiError 403 FORBIDDEN. */
export function checkControlAccess(request: IncomingMessage, access: GuardedAccess): void {
  checkHost(request, access);
  checkOrigin(request, access);
  if (access.token !== undefined) checkToken(request, access.token);
}

/** The same as an answer. */
export function mayControl(request: IncomingMessage, access: GuardedAccess): boolean {
  try {
    checkControlAccess(request, access);
    return true;
  } catch {
    return false;
  }
}

/** WEB-03: the bank was reached by a name of its own. Throws ApiError 403 FORBIDDEN. */
export function checkHost(request: IncomingMessage, { allowedHosts }: GuardedAccess): void {
  const host = hostName(request.headers.host ?? '');
  if ([...LOOPBACK, ...allowedHosts.map((name) => name.toLowerCase())].includes(host)) return;
  const text = `Host ${host.slice(0, 100)} may not use the control API; see SANDBANK_ALLOWED_HOSTS.`;
  throw new ApiError('WEB-03', 'FORBIDDEN', text, { path: 'Host' });
}

/** WEB-03: no page of another origin changes anything. */
export function checkOrigin(request: IncomingMessage, access: GuardedAccess): void {
  const { origin } = request.headers;
  if (origin === undefined || READS.has(request.method ?? '') || isOwn(origin, request, access))
    return;
  const text = 'A page of another origin may not change the sandbox.';
  throw new ApiError('WEB-03', 'FORBIDDEN', text, { path: 'Origin' });
}

/** Host without port, lower case; IPv6 keeps its brackets. */
function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}

function isOwn(origin: string, request: IncomingMessage, access: GuardedAccess): boolean {
  const from = URL.canParse(origin) ? new URL(origin) : undefined;
  if (from?.host !== (request.headers.host ?? '').toLowerCase()) return false;
  const scheme = `${schemeOf(request.socket)}:`;
  return from.protocol === scheme || (scheme === 'http:' && isBehindTls(request, access));
}

/** Whether a proxy that speaks TLS may stand in front; nobody else puts another name than a loopback one into Host. */
function isBehindTls({ headers }: IncomingMessage, { publicUrl = '' }: GuardedAccess): boolean {
  return (
    publicUrl.startsWith('https:') ||
    headers['x-forwarded-proto'] === 'https' ||
    headers.forwarded !== undefined ||
    !LOOPBACK.includes(hostName(headers.host ?? ''))
  );
}

function checkToken(request: IncomingMessage, token: string): void {
  const bearer = /^Bearer +(\S.*)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (isToken(bearer ?? tokenInCookie(request), token)) return;
  const text = 'The control API of this bank needs Authorization: Bearer with the control token.';
  throw new ApiError('CTRL-10', 'FORBIDDEN', text, {
    path: 'Authorization',
  });
}

export function isToken(sent: string | undefined, token: string): boolean {
  const [a, b] = [Buffer.from(sent ?? ''), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const COOKIE = 'sandbank_control';
const DAYS_30 = 30 * 24 * 60 * 60;

/** WEB-04: the browser sends it back to this host alone, over TLS only if it came so, and no script can read it. */
export function tokenCookie(token: string, { secure }: { readonly secure: boolean }): string {
  const value = Buffer.from(token).toString('base64url');
  const kept = `${COOKIE}=${value}; Path=/; Max-Age=${DAYS_30}; HttpOnly; SameSite=Strict`;
  return secure ? `${kept}; Secure` : kept;
}

function tokenInCookie(request: IncomingMessage): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(/; */);
  const value = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  return value === undefined ? undefined : Buffer.from(value, 'base64url').toString();
}
