// What a fault puts in the place of an answer (FAULT-01).
import type { FiredFault } from '../bank/faults/fault.ts';
import type { JsonObject } from '../protocol/json.ts';
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
const withExtraMembers = (body: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(body), (name, value) =>
    name === '_links' || Array.isArray(value) || typeof value !== 'object' || value === null
      ? value
      : { ...value, addedLater: { code: 'NEW1', amount: null } },
  );
