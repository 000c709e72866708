// What coverage reads of an exchange, read once: names of requests, and the few headers that advice is about.
import type { Exchange } from '../inspector/exchange.ts';

/** One exchange at a glance. */
export interface Glance {
  readonly exchange: Exchange;
  /** What the inspector finds it by. */
  readonly name: string;
  readonly headers: CallerHeaders;
  /** Changes of the bank's state so far: whoever asks again after one asks for something new. */
  readonly changes: number;
}

export interface CallerHeaders {
  readonly date?: string;
  readonly digest?: string;
  readonly host?: string;
  readonly psuId?: string;
  readonly psuIpAddress?: string;
  readonly tppSessionId?: string;
}

const WANTED: Readonly<Record<string, keyof CallerHeaders>> = {
  date: 'date',
  digest: 'digest',
  host: 'host',
  'psu-id': 'psuId',
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

/** X-Request-ID, or the exchange's own id where there is none that an address can end in. */
export function requestName({ requestId, id }: Exchange): string {
  return requestId === undefined || requestId === '.' || requestId === '..' ? id : requestId;
}

/** Who is asking, and for whom: two PSUs, or two sessions, are two clients. */
export function callerOf({ exchange, headers }: Glance): string {
  const { psuId = '', tppSessionId = '' } = headers;
  return `${exchange.tpp?.id ?? ''} ${psuId} ${tppSessionId}`;
}
