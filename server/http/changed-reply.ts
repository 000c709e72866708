// What a fault puts in the place of an answer (FAULT-01).
import type { FiredFault } from '../bank/faults/fault.ts';
import type { Reply } from '../protocol/reply.ts';

/** What the client gets in place of this reply: a proxy's page, or JSON with members that no document names. */
export function changedReply<R extends Reply>(reply: R, { effect }: FiredFault): R {
  const { body, json: _, ...rest } = reply;
  if (effect.html) return { ...rest, html: PROXY_PAGE } as R;
  if (!effect.extraMembers || body === undefined) return reply;
  return { ...rest, body: withExtraMembers(body) } as R;
}

const PROXY_PAGE =
  '<html><head><title>Bad Gateway</title></head><body><h1>The upstream server is not available</h1></body></html>';

/** `_links` stays: its members are the names of links. */
function withExtraMembers<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withExtraMembers) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) =>
    name === '_links' ? [name, member] : [name, withExtraMembers(member)],
  );
  return { ...Object.fromEntries(members), addedLater: { code: 'NEW1', amount: null } } as T;
}
