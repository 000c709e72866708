// Who may use the control API and the console: it is unsigned, so what counts is the network address, the
// token and what a browser says of itself (section 13, WEB-03).
import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import type { Call } from './call.ts';
import type { Access } from './row.ts';

export interface ControlAccess {
  /** `Authorization: Bearer …` must carry it where it is set. */
  readonly token?: string;
  /** Whether it may be without one where others reach it: where `host` is no loopback address. */
  readonly open?: boolean;
  /** Host names besides localhost, 127.0.0.1 and [::1]. */
  readonly allowedHosts?: readonly string[];
}

/** With what decides whether a page is of the bank's own origin. */
export interface Guard extends ControlAccess {
  /** Address of the process behind a proxy. */
  readonly publicUrl?: string;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Throws ApiError 403 FORBIDDEN if the caller may not use an address of that kind. */
export function checkAccess(call: Call, access: Access, control: Guard): void {
  if (access === 'open' || access === 'signed') return;
  checkHost(call, control);
  checkOrigin(call, control);
  if (access === 'control' && control.token !== undefined) checkToken(call, control.token);
}

/** Whether the caller may use the control API. */
export function mayControl(call: Call, control: Guard): boolean {
  try {
    checkAccess(call, 'control', control);
    return true;
  } catch {
    return false;
  }
}

/** WEB-03: the bank was reached by a name of its own. */
function checkHost(call: Call, { allowedHosts = [] }: Guard): void {
  const host = hostName(hostOf(call));
  if ([...LOOPBACK, ...allowedHosts.map((name) => name.toLowerCase())].includes(host)) return;
  const text = `Host ${host.slice(0, 100)} may not use the control API; see SANDBANK_ALLOWED_HOSTS.`;
  throw new ApiError('WEB-03', 'FORBIDDEN', text, { path: 'Host' });
}

const hostOf = ({ headers }: Call): string => (headers.get('host') ?? '').toLowerCase();

/** WEB-03: no page of another origin changes anything. */
function checkOrigin(call: Call, control: Guard): void {
  // Also an empty one: it is not absent, and names no origin of the bank's own.
  const [origin] = call.headers.all('origin');
  if (origin === undefined || READS.has(call.method) || isOwn(origin, call, control)) return;
  const text = 'A page of another origin may not change the sandbox.';
  throw new ApiError('WEB-03', 'FORBIDDEN', text, { path: 'Origin' });
}

/** Host without port, lower case; IPv6 keeps its brackets. */
function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}

function isOwn(origin: string, call: Call, control: Guard): boolean {
  const from = URL.canParse(origin) ? new URL(origin) : undefined;
  if (from?.host !== hostOf(call)) return false;
  const scheme = `${call.scheme}:`;
  return from.protocol === scheme || (scheme === 'http:' && isBehindTls(call, control));
}

/** Whether a proxy that speaks TLS may stand in front; only then does Host have another name than a loopback one. */
function isBehindTls(call: Call, { publicUrl = '' }: Guard): boolean {
  const { headers } = call;
  return (
    publicUrl.startsWith('https:') ||
    headers.get('x-forwarded-proto') === 'https' ||
    headers.has('forwarded') ||
    !LOOPBACK.includes(hostName(hostOf(call)))
  );
}

function checkToken({ headers }: Call, token: string): void {
  const bearer = /^Bearer +(\S.*)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (isToken(bearer ?? tokenInCookie(headers), token)) return;
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
export function tokenCookie(token: string, { baseUrl, mount }: Call): string {
  const value = Buffer.from(token).toString('base64url');
  const kept = `${COOKIE}=${value}; Path=${mount || '/'}; Max-Age=${DAYS_30}; HttpOnly; SameSite=Strict`;
  return baseUrl.startsWith('https:') ? `${kept}; Secure` : kept;
}

function tokenInCookie(headers: RawHeaders): string | undefined {
  const cookies = (headers.get('cookie') ?? '').split(/; */);
  const value = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  return value === undefined ? undefined : Buffer.from(value, 'base64url').toString();
}
