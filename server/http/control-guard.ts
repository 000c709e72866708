// Who may use the control API and the console: it is unsigned, so the door is the network address, the
// token and what a browser says of itself (section 13, WEB-03).
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../protocol/errors.ts';

export interface ControlAccess {
  /** `Authorization: Bearer …` must carry it where it is set. */
  readonly token?: string;
  /** Host names besides localhost, 127.0.0.1 and [::1]. */
  readonly allowedHosts: readonly string[];
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Throws ApiError 403 FORBIDDEN. */
export function checkControlAccess(request: IncomingMessage, access: ControlAccess): void {
  const host = hostName(request.headers.host ?? '');
  const hosts = [...LOOPBACK, ...access.allowedHosts.map((name) => name.toLowerCase())];
  if (!hosts.includes(host)) {
    const text = `Host ${host.slice(0, 100)} may not use the control API; see SANDBANK_ALLOWED_HOSTS.`;
    throw new ApiError('WEB-03', 'FORBIDDEN', text, { path: 'Host' });
  }
  const { origin } = request.headers;
  if (origin !== undefined && !READS.has(request.method ?? '') && !isOwn(origin, request)) {
    const text = 'A page of another origin may not change the sandbox.';
    throw new ApiError('WEB-03', 'FORBIDDEN', text, { path: 'Origin' });
  }
  if (access.token !== undefined) checkToken(request, access.token);
}

/** Host without port, lower case; IPv6 keeps its brackets. */
function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}

function isOwn(origin: string, request: IncomingMessage): boolean {
  try {
    return new URL(origin).host === (request.headers.host ?? '').toLowerCase();
  } catch {
    return false;
  }
}

function checkToken(request: IncomingMessage, token: string): void {
  const sent = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const [a, b] = [Buffer.from(sent), Buffer.from(token)];
  if (a.length === b.length && timingSafeEqual(a, b)) return;
  const text = 'The control API of this bank needs Authorization: Bearer with the control token.';
  throw new ApiError('CTRL-10', 'FORBIDDEN', text, {
    path: 'Authorization',
  });
}
