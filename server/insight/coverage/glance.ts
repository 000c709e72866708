// What coverage reads of an exchange, read once: names of requests, and the few headers that matter to it.
import type { Exchange } from '../inspector/exchange.ts';
import { createMask, isSecretHeader } from '../inspector/masking.ts';

/** One exchange at a glance. */
export interface Glance {
  readonly exchange: Exchange;
  /** What the inspector finds it by; may be shown (WEB-06). */
  readonly name: string;
  readonly headers: CallerHeaders;
  /** Changes of the bank's state so far: whoever asks again after one asks for something new. */
  readonly changes: number;
}

export interface CallerHeaders {
  readonly acceptFix?: string;
  readonly date?: string;
  readonly digest?: string;
  readonly host?: string;
  readonly psuId?: string;
  readonly psuIdentity?: string;
  readonly psuIpAddress?: string;
  readonly tppSessionId?: string;
}

const WANTED: Readonly<Record<string, keyof CallerHeaders>> = {
  'x-accept-fix': 'acceptFix',
  date: 'date',
  digest: 'digest',
  host: 'host',
  'psu-id': 'psuId',
  'x-psu-identity': 'psuIdentity',
  'psu-ip-address': 'psuIpAddress',
  'tpp-session-id': 'tppSessionId',
};

/** A name of another length is none of them, whatever its case. */
const WANTED_LENGTHS: ReadonlySet<number> = new Set(
  Object.keys(WANTED).map(({ length }) => length),
);

/** @param flat name, value, name, value … as they arrived; of a repeated one the first counts */
export function callerHeaders(flat: readonly string[]): CallerHeaders {
  const found: { -readonly [K in keyof CallerHeaders]: string } = {};
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const name = flat[i] as string;
    if (!WANTED_LENGTHS.has(name.length)) continue;
    const wanted = WANTED[name.toLowerCase()];
    if (wanted === undefined) continue;
    // HDR-05: an empty value counts as absent.
    const value = (flat[i + 1] as string).trim();
    if (value !== '') found[wanted] ??= value;
  }
  return found;
}

/** Not what an address can end in, or what the inspector takes for an id of its own. */
const NO_NAME = /^(?:\.{1,2}|x[1-9]\d{0,15})$/;

/** X-Request-ID, or the exchange's own id where the inspector would not find it by that, or masks it. */
export function requestName({ requestId, id, rawHeaders }: Exchange): string {
  if (requestId === undefined || NO_NAME.test(requestId)) return id;
  if (isPlain(requestId, rawHeaders)) return requestId;
  return createMask(rawHeaders).text(requestId) === requestId ? requestId : id;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What most clients send, and what no mask changes: found out at a tenth of the mask's price. */
function isPlain(requestId: string, rawHeaders: readonly string[]): boolean {
  return UUID.test(requestId) && !rawHeaders.some((name, i) => i % 2 === 0 && isSecretHeader(name));
}

/** Who is asking, and for whom: two PSUs, or two sessions, are two clients. */
export function callerOf({ exchange, headers }: Glance): string {
  const { psuId = '', tppSessionId = '' } = headers;
  return `${exchange.tpp?.id ?? ''} ${psuId} ${tppSessionId}`;
}
